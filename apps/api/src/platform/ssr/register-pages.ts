import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ClientPage, PageServices, RenderPage } from '@cuentos/contract/ssr';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { safeError } from '../log/safe-error.ts';

/** Compressed pages kept; the same page is sent to many visitors. */
const KEPT = 100;

interface Compressed {
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Sends HTML with a validator and compressed, remembering the compressed bytes of the latest pages. */
function createHtmlSender(): (request: FastifyRequest, reply: FastifyReply, html: string) => FastifyReply {
  const kept = new Map<string, Compressed>();
  const compressed = (etag: string, html: string): Compressed => {
    const known = kept.get(etag);
    if (known) return known;
    const made = {
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      gzip: gzipSync(html),
    };
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(etag, made);
    return made;
  };
  return (request, reply, html) => {
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const accepted = request.headers['accept-encoding'] ?? '';
    if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(compressed(etag, html).br);
    if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(compressed(etag, html).gzip);
    return reply.send(html);
  };
}

const builtWebApp = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const YEAR_S = 31_536_000;

/** The built web app: how to render an address, and the shell around it. */
interface WebApp {
  readonly render: RenderPage;
  readonly shells: Readonly<Record<ClientPage['shell'], string>>;
}

/**
 * Serves the built web app: its files with names that change with their content are cached for good, pages are
 * rendered per address and private screens answer the bare shell.
 */
export async function registerPages(app: FastifyInstance, services: PageServices, dist = builtWebApp): Promise<void> {
  const web = await loadWebApp(dist);
  await app.register(fastifyStatic, {
    root: join(dist, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}', '*.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
  const sendHtml = createHtmlSender();
  app.get('/*', async (request, reply) => page(web, services, sendHtml, request, reply));
}

async function loadWebApp(dist: string): Promise<WebApp> {
  const entry = join(dist, 'server', 'entry-server.js');
  if (!existsSync(entry)) throw new Error('The web app is not built. Run "npm start", or "npm run build".');
  const built = (await import(pathToFileURL(entry).href)) as { default: RenderPage };
  const read = async (name: string) => readFile(join(dist, 'client', name), 'utf8');
  return {
    render: built.default,
    shells: { app: await read('shell.html'), reader: await read('reader.html'), public: await read('public.html') },
  };
}

async function page(
  { render, shells }: WebApp,
  services: PageServices,
  sendHtml: ReturnType<typeof createHtmlSender>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A program that asks for data must not be answered with a page.
  if (/^\/(api|files|images|health)\//.test(request.url)) throw new AppError('not_found');
  const result = await render(request.url, services).catch((error: unknown) => {
    request.log.error({ failure: safeError(error) }, 'page not rendered');
    // The browser can still render it: it asks the API itself and shows its own message when that fails too.
    return { kind: 'client', status: 500, data: '{}', shell: 'public' } as const;
  });
  if (result.kind === 'redirect') return reply.redirect(result.location, result.status);
  if (result.kind === 'client') {
    reply.header('x-robots-tag', 'noindex');
    return sendHtml(
      request,
      reply.code(result.status),
      shells[result.shell].replace('<!--data-->', () => result.data),
    );
  }
  const html = shells.public
    .replace('<!--head-->', () => result.head)
    .replace('<!--app-->', () => result.app)
    .replace('<!--data-->', () => result.data);
  if (result.status >= 400) reply.header('x-robots-tag', 'noindex');
  return sendHtml(request, reply.code(result.status), html);
}
