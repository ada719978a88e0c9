import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { API_PREFIX } from '@cuentos/contract/call';
import type { ClientPage, LoadedPage, WebPages } from '@cuentos/contract/ssr';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/db.ts';
import { AppError } from '../http/app-error.ts';
import { RETRY_AFTER_S } from '../http/error-handler.ts';
import { etagOf, sendSnapshot, type Snapshot, snapshotOf } from '../http/snapshot.ts';
import { safeError } from '../log/safe-error.ts';
import { NOT_BUILT, publishedBuild } from './published-build.ts';
import { createKeptPages, type KeptPages, type MadePage } from './kept-pages.ts';
import type { Ports } from '../../ports/ports.ts';
import { serveOtherBuilds, shareBuild } from './other-builds.ts';
import type { OwnPageServices } from './page-services.ts';

/** A start waits no longer than this until the files of its build are where all processes find them, ms. */
const SHARED_WITHIN_MS = 30_000;
/** Shells kept; the same one is sent to many visitors. */
const KEPT = 100;

type HtmlSender = (request: FastifyRequest, reply: FastifyReply, html: string) => FastifyReply;

const HTML = 'text/html; charset=utf-8';

/** Browsers revalidate each page; a shared cache may keep it as long as another process may. */
const SHARED = 'public, max-age=0, s-maxage=1';
/**
 * For caches of a network (RFC 9213), which may show a page for some seconds while they fetch the next one, and for a day
 * while the shop does not answer. Browsers, which know the same words in `cache-control`, would show old pages.
 */
const SHARED_BY_NETWORKS = 'public, max-age=1, stale-while-revalidate=9, stale-if-error=86400';
const OWN = 'private, no-cache';

/** Sends the shells of private screens, remembering the latest ones with their compressed bytes. */
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
  return (request, reply, html) => sendSnapshot(request, reply, remember(etagOf(html), html), HTML, OWN);
}

/** For files whose names contain a hash of their content. */
const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';
/** Addresses that answer data, never a page. */
const DATA_PREFIXES = [`${API_PREFIX}/`, '/files/', '/images/', '/health/', '/opds/'];

/** Prefixes of pages whose address is a long-lived secret. */
const SECRET_PREFIXES = ['/gift/', '/accountant/'];

/** The built web app: how to render an address, and the shell around it. */
interface WebApp {
  readonly pages: WebPages;
  readonly shells: Readonly<Record<ClientPage['shell'], string>>;
  /**
   * Script sources that the policy of public pages allows besides the shop's own files: inline scripts of the build.
   */
  readonly ownScripts: string;
}

/**
 * Serves the built web app: files named by their content are cached for good, public pages are rendered once for
 * everybody, and private screens get the bare shell.
 * @returns the function that renders the permanent pages, to be awaited before requests are accepted
 */
export async function registerPages(
  app: FastifyInstance,
  services: OwnPageServices,
  ports: Pick<Ports, 'storage' | 'db' | 'clock'>,
  dist = publishedBuild(),
): Promise<() => Promise<void>> {
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
      reply.header('cache-control', hashed ? KEPT_FOR_GOOD : 'no-cache');
    },
  });
  const place = { builds: dirname(dist), storage: ports.storage };
  serveOtherBuilds(app, { ...place, cacheControl: KEPT_FOR_GOOD });
  const dress = (html: string): string => withAccent(html, services.site.shop.accent);
  const documentOf = (page: LoadedPage): string => {
    const { head, app: markup } = page.draw();
    const document = dress(web.shells.public)
      .replace('<!--head-->', () => head)
      .replace('<!--app-->', () => markup);
    return web.pages.inlineStyles(document).replace('<!--data-->', () => page.data);
  };
  const kept = createKeptPages({ web: web.pages, services, documentOf });
  const allowOwnScripts = createScriptAllowance(web.ownScripts);
  const site: Site = { web, services, kept, dress, sendHtml: createHtmlSender(), allowOwnScripts };
  app.get('/*', { config: { givesToken: true } }, (request, reply) => answerPage(site, request, reply));
  let isOver = false;
  app.addHook('onClose', () => {
    isOver = true;
  });
  return async () => {
    // A browser that has a page of this build may ask a process of another build for its files.
    const shared = shareBuild({ ...ports, ...place, log: app.log }, basename(dist));
    await Promise.race([shared, sleep(SHARED_WITHIN_MS, undefined, { ref: false })]);
    const tellFailure = (error: unknown): void =>
      app.log.error({ failure: safeError(error) }, 'pages not made before the first visitor');
    const { rest } = await kept.makeStanding(() => isOver).catch((error: unknown) => ({ rest: Promise.reject(error) }));
    void rest.catch(tellFailure);
  };
}

async function loadWebApp(dist: string): Promise<WebApp> {
  const entry = join(dist, 'server', 'entry-server.js');
  if (!existsSync(entry)) throw new Error(NOT_BUILT);
  const built = (await import(pathToFileURL(entry).href)) as { default: WebPages };
  const read = async (name: string) => readFile(join(dist, 'client', name), 'utf8');
  const shells = {
    app: await read('shell.html'),
    reader: await read('reader.html'),
    public: await read('public.html'),
  };
  return { pages: built.default, shells, ownScripts: scriptHashes(shells.public) };
}

/** The scripts and rules written into a document, as its policy names them: these very words count, and no others. */
function scriptHashes(html: string): string {
  const scripts = [...html.matchAll(/<script(?: type="speculationrules")?>([^<]*)<\/script>/g)];
  return scripts.map(([, words = '']) => `'sha256-${createHash('sha256').update(words).digest('base64')}'`).join(' ');
}

/** Allows the inline scripts of the build on a public page. */
function createScriptAllowance(ownScripts: string): (reply: FastifyReply) => void {
  let last = { policy: '', allowing: '' };
  return (reply) => {
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    // Put together once, because it is equal for every page of this process.
    if (policy !== last.policy)
      last = { policy, allowing: policy.replace("script-src 'self'", `script-src 'self' ${ownScripts}`) };
    reply.header('content-security-policy', last.allowing);
  };
}

/** All that pages are answered from. */
interface Site {
  readonly web: WebApp;
  readonly services: OwnPageServices;
  readonly kept: KeptPages;
  readonly dress: (html: string) => string;
  readonly sendHtml: HtmlSender;
  readonly allowOwnScripts: (reply: FastifyReply) => void;
}

/** Answers at once with a cached page, or else renders or checks it first. */
function answerPage(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
  // An answer to a request with a token is not kept.
  const isStranger = request.headers.authorization === undefined;
  const page = isStranger ? site.kept.find(request.url) : null;
  return page ? sendPage(site, page, request, reply) : makePage(site, isStranger, request, reply);
}

async function makePage(
  site: Site,
  isStranger: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { web, services, kept } = site;
  // A program that asks for data must not be answered with a page.
  if (DATA_PREFIXES.some((prefix) => request.url.startsWith(prefix))) throw new AppError('not_found');
  const path = isStranger ? web.pages.sharedPath(request.url) : null;
  const work = path === null ? kept.makeSingle(request.url) : kept.read(path);
  const answer = await work.catch((error: unknown): ClientPage => {
    request.log.error({ failure: safeError(error) }, 'page not rendered');
    // The browser can still render it: it asks the API itself and shows its own message when that fails too.
    const data = JSON.stringify({ site: services.site }).replaceAll('<', '\\u003c');
    const status = isUnavailable(error) ? 503 : 500;
    return { kind: 'client', status, data, shell: 'public' };
  });
  if (answer.kind === 'redirect') return reply.redirect(answer.location, answer.status);
  if (answer.kind === 'client') return sendShell(site, answer, request, reply);
  return sendPage(site, path === null ? { ...answer, keeping: 'single' } : answer, request, reply);
}

/** A page that is everybody's goes to caches of networks too, and brings no cookie. */
function sendPage(site: Site, page: MadePage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, keeping, snapshot } = page;
  site.allowOwnScripts(reply);
  reply.code(status);
  if (status >= 400) reply.header('x-robots-tag', 'noindex');
  if (keeping !== 'single') {
    reply.header('cdn-cache-control', SHARED_BY_NETWORKS);
    return sendSnapshot(request, reply, snapshot, HTML, SHARED);
  }
  reply.giveToken();
  if (isSecret(request.url)) return hide(reply).send(snapshot.plain());
  return sendSnapshot(request, reply, snapshot, HTML, OWN);
}

/** The bare document of a screen that the browser draws. */
function sendShell(
  { web: { shells }, dress, sendHtml, allowOwnScripts }: Site,
  { status, shell, head = '', withoutScript = '', data }: ClientPage,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.giveToken();
  if (shell === 'public') allowOwnScripts(reply);
  if (status === 503) reply.header('retry-after', RETRY_AFTER_S);
  reply.code(status).header('x-robots-tag', 'noindex');
  const html = dress(shells[shell])
    .replace('<!--head-->', () => head)
    .replace('<body>', (body) => body + withoutScript)
    .replace('<!--data-->', () => data);
  return isSecret(request.url) ? hide(reply).send(html) : sendHtml(request, reply, html);
}

const isSecret = (url: string): boolean => SECRET_PREFIXES.some((prefix) => url.startsWith(prefix));

/** The link alone opens it, so the address is neither sent to other sites nor kept by caches. */
function hide(reply: FastifyReply): FastifyReply {
  reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
  return reply.header('cache-control', 'no-store').type(HTML);
}

/** Names the shop's colours on the document, so that its first paint has them. */
function withAccent(html: string, accent: string): string {
  return html.replace('<html lang="es-CL">', `<html lang="es-CL" data-accent="${accent}">`);
}
