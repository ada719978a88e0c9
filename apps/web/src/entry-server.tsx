import { readFileSync } from 'node:fs';
import type { PublicBook } from '@cuentos/contract/books';
import { urlOf } from '@cuentos/contract/call';
import { openSample } from '@cuentos/contract/reading';
import type { ClientPage, RedirectPage, RenderPage } from '@cuentos/contract/ssr';
import { renderToString } from 'react-dom/server';
import { matchRoutes } from 'react-router';
import { PublicPage } from './app/public-page.tsx';
import { loadScreenData, type MatchedScreen, matchScreen, type PublicSources } from './app/public-screens.ts';
import { createRoutes, type RouteHandle, type RouteSources } from './app/routes.tsx';
import { lastChange } from './features/books/part-pricing.ts';
import { readReaderAddress } from './features/reading/address.ts';
import type { PageData } from './lib/page-data.ts';

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

let manifest: Manifest | null = null;

/** The browser build's list of files; there is none while developing. */
function readManifest(): Manifest {
  if (!import.meta.env.PROD) return {};
  manifest ??= JSON.parse(readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest;
  return manifest;
}

function collect(chunks: Manifest, name: string, collectedFiles: Set<string>): void {
  const chunk = chunks[name];
  if (!chunk || collectedFiles.has(chunk.file)) return;
  collectedFiles.add(chunk.file);
  for (const file of chunk.css ?? []) collectedFiles.add(file);
  // What a document runs by itself is there.
  for (const next of chunk.imports ?? []) if (!chunks[next]?.isEntry) collect(chunks, next, collectedFiles);
}

/** What takes over every public page (entry-public.ts). */
const PUBLIC_APP = 'src/app/public-app.tsx';

/** Screens with a form to sign in or register, or that lead to one. */
const ENTERING: ReadonlySet<string> = new Set(['/login/:book_id?', '/register/:book_id?', '/enter-code/:book_id?']);

/** What they ask for themselves when they are used. */
const ON_THE_WAY_IN = ['src/features/auth/api.ts', 'src/features/auth/enter-code-screen.tsx'];

/** What comes with every private screen: its document's own script, and what that asks for as it goes. */
const PRIVATE_APP = [
  'shell.html',
  'src/app/guard.ts',
  'src/features/reading/start-device.ts',
  'src/app/private-layout.tsx',
  'src/features/site/legal-notice.tsx',
  'src/features/pocket/pocket.ts',
];

/** Where entering leads: to a book that is being bought, with what is asked before paying, or to the library. */
const whereItLeads = (bookId: string | undefined): readonly string[] =>
  bookId === undefined
    ? ['src/features/library/library-screen.tsx']
    : ['src/features/library/library-book-screen.tsx', 'src/features/orders/purchase/purchase-sheet.tsx'];

/** Scripts that a visitor who signs in here needs next (app/public-app.tsx), in the order in which they are needed. */
function scriptsAhead({ screen, params }: MatchedScreen, here: ReadonlySet<string>): readonly string[] {
  if (!ENTERING.has(screen.path)) return [];
  const files = new Set<string>();
  const names = [...ON_THE_WAY_IN, ...PRIVATE_APP, ...whereItLeads(params['book_id'])];
  for (const name of names) collect(readManifest(), name, files);
  return [...files].filter((file) => file.endsWith('.js') && !here.has(file));
}

/**
 * Names the scripts that a screen will be taken over with, so that the page's own script can ask for all of them at
 * once when it does, and those of where it leads; links the styles that only this screen needs.
 */
function screenFiles(matched: MatchedScreen): string {
  const files = new Set<string>();
  for (const name of [PUBLIC_APP, matched.screen.module]) collect(readManifest(), name, files);
  const styles = [...files].filter((file) => file.endsWith('.css'));
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const listed = (name: string, fileNames: readonly string[]) =>
    fileNames.length > 0 ? `<meta name="${name}" content="${fileNames.map((file) => `/${file}`).join(' ')}">` : '';
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    listed('scripts', scripts),
    listed('scripts-ahead', scriptsAhead(matched, files)),
  ].join('');
}

/** What opens the beginning of a part, besides what every book needs. */
const OF_SAMPLES = [
  'src/features/reading/sample/open-sample.ts',
  '../../packages/epub/src/render/pagination/loosen-boxes.ts',
];

/** Lets a browser ask for the beginning that an address names while the reader's script is still on its way. */
function sampleFiles(pathname: string): string {
  const { sample, part_uuid: partId = '' } = readReaderAddress(pathname) ?? {};
  if (!sample || !/^[\w-]+$/.test(partId)) return '';
  const files = new Set<string>();
  for (const name of OF_SAMPLES) collect(readManifest(), name, files);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<link rel="preload" as="fetch" crossorigin href="${urlOf(openSample, { part_id: partId })}">`,
  ].join('');
}

const statuses: Readonly<Record<string, number>> = { '/not-found': 404, '/not-authorized': 403 };

/** No private screen is drawn here: the table only tells their addresses. */
const refuse = () => Promise.reject(new Error('private screens are drawn in the browser'));
const neverAsked: RouteSources = { requireSession: refuse, openBook: refuse, leaveFor: () => {} };

/** The document of an address that has no public screen; null when there is none. */
function shellOf(pathname: string): ClientPage['shell'] | null {
  // Leads to the library; the service worker keeps the public shell as this address.
  if (/^\/home\/?$/i.test(pathname)) return 'public';
  if (readReaderAddress(pathname)) return 'reader';
  const handle = matchRoutes(createRoutes(neverAsked), pathname)?.at(-1)?.route.handle as RouteHandle | undefined;
  if (handle?.shell === 'none') return null;
  return handle?.shell ?? 'app';
}

/** Books that the page shows, for the instant it is rendered for. */
function shownBooks(data: object | null): readonly PublicBook[] {
  if (data === null) return [];
  if ('book' in data) return [data.book as PublicBook];
  return 'books' in data ? (data.books as readonly PublicBook[]) : [];
}

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const toNotFound: RedirectPage = { kind: 'redirect', status: 302, location: '/not-found' };

/** Renders a public page; says so when the browser must render it, or where to go instead. */
const renderPage: RenderPage = async (url, services) => {
  // Put together, not resolved: an address that begins with two slashes names no other host.
  const { site } = services;
  const { pathname } = new URL(`${site.origin}${url}`);
  const matched = matchScreen(pathname);
  if (!matched) {
    const shell = shellOf(pathname);
    const data = escapeJson({ site } satisfies PageData);
    return shell ? { kind: 'client', status: 200, data, shell, head: sampleFiles(pathname) } : toNotFound;
  }
  const sources: PublicSources = {
    books: async () => ({ books: await services.books() }),
    book: (id) => services.book(id),
    shop: () => services.shop(),
    legalDocument: (kind, version) => services.legalDocument(kind, version),
  };
  const [Screen, loaded] = await Promise.all([matched.screen.load(), loadScreenData(matched, sources)]);
  if (!loaded) return toNotFound;
  const renderedAt = lastChange(shownBooks(loaded.data), Date.now());
  const markup = renderToString(
    <PublicPage site={site} renderedAt={renderedAt} input={{ params: matched.params, data: loaded.data }}>
      <Screen />
    </PublicPage>,
  );
  // React puts title, meta and link elements first: they belong in the head (the client adopts them there).
  const start = markup.indexOf('<div data-app');
  const data: PageData = { site, renderedAt, data: loaded.data };
  return {
    kind: 'page',
    status: statuses[pathname] ?? 200,
    head: screenFiles(matched) + markup.slice(0, start),
    app: markup.slice(start),
    data: escapeJson(data),
  };
};

export default renderPage;
