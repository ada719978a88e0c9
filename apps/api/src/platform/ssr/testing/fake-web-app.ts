import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../app.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';
import { createPageServices } from '../page-services.ts';
import { registerPages } from '../register-pages.ts';

/** Source of a fake server build: short texts, and a record of rendered pages. */
const entry = `export const drawn = [];
const clean = (url) => url.split('?')[0].toLowerCase();
const standing = ['/', '/privacy-policy'];
export default {
  sharedPath: (url) => standing.includes(clean(url)) || /^.(book-detail|login)./.test(clean(url)) ? clean(url) : null,
  standingPaths: async (services) => [...standing, ...(await services.books()).map(({ id }) => '/book-detail/' + id)],
  inlineStyles: (document) => document.replace('<!--styles-->', '<style>p{}</style>'),
  async loadPage(url, services) {
    const path = clean(url);
    if (path === '/broken') throw new Error('canario secreto');
    if (path === '/old') return { kind: 'redirect', status: 302, location: '/not-found' };
    if (path === '/user-library') return { kind: 'client', status: 200, data: '{}', shell: 'app' };
    if (path === '/reader/a/b') return { kind: 'client', status: 200, data: '{}', shell: 'reader' };
    const books = await services.books();
    const [, area, id] = path.split('/');
    const book = books.find((each) => each.id === id);
    if (area === 'book-detail' && !book) return { kind: 'redirect', status: 302, location: '/not-found' };
    const shown = book ? [book] : books;
    const legal = path === '/privacy-policy' ? (await services.legalDocument('privacy', undefined)).version : 0;
    const ends = shown.flatMap(({ parts }) => parts.map((part) => Date.parse(part.presale_end_date)));
    const year = new Date(services.now()).getUTCFullYear();
    const left = ends.filter((end) => end > services.now()).length;
    return {
      kind: 'page',
      status: standing.includes(path) || book || area === 'login' ? 200 : 404,
      data: JSON.stringify({ a: '$$', shown, legal, left, name: services.site.seller.store_name }),
      until: Math.min(Date.UTC(year + 1, 0), ...ends.filter((end) => end > services.now())),
      keeping: standing.includes(path) ? 'standing' : !book ? 'single' : area === 'login' ? 'passing' : 'standing',
      draw() {
        drawn.push(path);
        return { head: '<title>$& $1</title>', app: '<p>' + shown.length + '</p><p>© ' + year + '</p>' };
      },
    };
  },
};`;

/** Makes the HTML around a page. */
export const fakeShell =
  '<!doctype html><head><script>note()</script><!--head--><!--styles--></head><div id="root"><!--app--></div><script type="application/json" id="page-data"><!--data--></script>';

export interface FakeWebApp {
  readonly folder: string;
  /** Paths of the rendered pages, in order. */
  readonly drawn: string[];
  remove(): Promise<void>;
}

/** Writes a folder like the one that the web app's build makes. */
export async function buildFakeWebApp(): Promise<FakeWebApp> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-web-'));
  await mkdir(join(folder, 'client', 'assets'), { recursive: true });
  await mkdir(join(folder, 'server'));
  const entryFile = join(folder, 'server', 'entry-server.js');
  await writeFile(entryFile, entry);
  await writeFile(join(folder, 'server', 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'client', 'public.html'), fakeShell);
  await writeFile(join(folder, 'client', 'shell.html'), fakeShell.replace('root', 'private'));
  await writeFile(join(folder, 'client', 'reader.html'), fakeShell.replace('root', 'reader'));
  await writeFile(join(folder, 'client', 'assets', 'app-a1b2.js'), 'export {};');
  await writeFile(join(folder, 'client', 'sw.js'), 'self;');
  const { drawn } = (await import(pathToFileURL(entryFile).href)) as Pick<FakeWebApp, 'drawn'>;
  return { folder, drawn, remove: async () => rm(folder, { recursive: true, force: true }) };
}

/** The application of a test with pages, like one process of a shop. */
export interface PagesApp {
  readonly app: FastifyInstance;
  makePages(): Promise<void>;
}

export async function buildPagesApp(test: TestApp, { folder }: Pick<FakeWebApp, 'folder'>): Promise<PagesApp> {
  const app = await buildApp(test.config, test.ports, test.modules);
  const services = createPageServices({
    leastAmount: () => test.services.pocket.leastAmount(),
    config: test.config,
    captcha: test.ports.captcha.info,
    clock: test.clock,
    shop: test.services.shop,
    catalogue: test.services.books.catalogue,
  });
  return { app, makePages: await registerPages(app, services, test.ports, folder) };
}
