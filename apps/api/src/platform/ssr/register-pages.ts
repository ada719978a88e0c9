import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { API_PREFIX } from '@cuentos/contract/call';
import type { ClientPage, PageServices, RenderPage } from '@cuentos/contract/ssr';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/db.ts';
import { AppError } from '../http/app-error.ts';
import { RETRY_AFTER_S } from '../http/error-handler.ts';
import { etagOf, sendSnapshot, type Snapshot, snapshotOf } from '../http/snapshot.ts';
import { safeError } from '../log/safe-error.ts';

/** Pages kept; the same page is sent to many visitors. */
const KEPT = 100;

type HtmlSender = (request: FastifyRequest, reply: FastifyReply, html: string) => FastifyReply;

/** Sends HTML, remembering the latest pages with their compressed bytes. */
function createHtmlSender(): HtmlSender {
  const snapshots = new Map<string, Snapshot>();
  const remember = (etag: string, html: string): Snapshot => {
    const cachedSnapshot = snapshots.get(etag);
    if (cachedSnapshot) return cachedSnapshot;
    const snapshot = snapshotOf(html, etag);
    if (snapshots.size >= KEPT) snapshots.delete(snapshots.keys().next().value ?? '');
    snapshots.set(etag, snapshot);
    return snapshot;
  };
  return (request, reply, html) =>
    sendSnapshot(request, reply, remember(etagOf(html), html), 'text/html; charset=utf-8');
}

const builds = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** The build that was published last; this process keeps to it, whatever is built while it runs. */
function publishedBuild(): string {
  const current = join(builds, 'current');
  if (!existsSync(current)) throw new Error(NOT_BUILT);
  return join(builds, 'builds', readFileSync(current, 'utf8').trim());
}

const NOT_BUILT = 'The web app is not built. Run "npm start", or "npm run build".';
const YEAR_S = 31_536_000;
/** Addresses that answer data, never a page. */
const DATA_PREFIXES = [`${API_PREFIX}/`, '/files/', '/images/', '/health/'];

/** Pages whose address opens something for a long time. */
const SECRET_PREFIXES = ['/gift/'];

/** The built web app: how to render an address, and the shell around it. */
interface WebApp {
  readonly render: RenderPage;
  readonly shells: Readonly<Record<ClientPage['shell'], string>>;
  /** Sources that the policy of public pages allows besides the shop's own files: what stands in their document. */
  readonly ownScripts: string;
}

/**
 * Serves the built web app: its files with names that change with their content are cached for good, pages are
 * rendered per address and private screens answer the bare shell.
 */
export async function registerPages(
  app: FastifyInstance,
  services: PageServices,
  dist = publishedBuild(),
): Promise<void> {
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
  if (!existsSync(entry)) throw new Error(NOT_BUILT);
  const built = (await import(pathToFileURL(entry).href)) as { default: RenderPage };
  const read = async (name: string) => readFile(join(dist, 'client', name), 'utf8');
  const shells = {
    app: await read('shell.html'),
    reader: await read('reader.html'),
    public: await read('public.html'),
  };
  return { render: built.default, shells, ownScripts: scriptHashes(shells.public) };
}

/** The scripts written into a document, as its policy names them: these very words run, and no others. */
function scriptHashes(html: string): string {
  const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)];
  return scripts.map(([, words = '']) => `'sha256-${createHash('sha256').update(words).digest('base64')}'`).join(' ');
}

/** Lets a public page run what its document holds from the build. */
function allowOwnScripts(reply: FastifyReply, { ownScripts }: WebApp): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${ownScripts}`));
}

async function page(
  web: WebApp,
  services: PageServices,
  sendHtml: ReturnType<typeof createHtmlSender>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { render, shells } = web;
  // A program that asks for data must not be answered with a page.
  if (DATA_PREFIXES.some((prefix) => request.url.startsWith(prefix))) throw new AppError('not_found');
  // The link alone opens it, so the address is neither sent to other sites nor kept by caches.
  const isSecret = SECRET_PREFIXES.some((prefix) => request.url.startsWith(prefix));
  if (isSecret) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
  const send: HtmlSender = isSecret
    ? (_request, answer, html) => answer.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
    : sendHtml;
  const dress = (html: string): string => withAccent(html, services.site.shop.accent);
  const result = await render(request.url, services).catch((error: unknown): ClientPage => {
    request.log.error({ failure: safeError(error) }, 'page not rendered');
    // The browser can still render it: it asks the API itself and shows its own message when that fails too.
    const data = JSON.stringify({ site: services.site }).replaceAll('<', '\\u003c');
    const status = isUnavailable(error) ? 503 : 500;
    return { kind: 'client', status, data, shell: 'public' };
  });
  if (result.kind === 'redirect') return reply.redirect(result.location, result.status);
  if (result.kind === 'page' || result.shell === 'public') allowOwnScripts(reply, web);
  if (result.kind === 'client') {
    if (result.status === 503) reply.header('retry-after', RETRY_AFTER_S);
    reply.header('x-robots-tag', 'noindex');
    return send(
      request,
      reply.code(result.status),
      dress(shells[result.shell])
        .replace('<!--head-->', () => result.head ?? '')
        .replace('<!--data-->', () => result.data),
    );
  }
  const html = dress(shells.public)
    .replace('<!--head-->', () => result.head)
    .replace('<!--app-->', () => result.app)
    .replace('<!--data-->', () => result.data);
  if (result.status >= 400) reply.header('x-robots-tag', 'noindex');
  return send(request, reply.code(result.status), html);
}

/** Names the shop's colours on the document, so that its first paint has them. */
function withAccent(html: string, accent: string): string {
  return html.replace('<html lang="es-CL">', `<html lang="es-CL" data-accent="${accent}">`);
}
