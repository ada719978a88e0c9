import { readFileSync } from 'node:fs';
import type { PublicBook } from '@cuentos/contract/books';
import { urlOf } from '@cuentos/contract/call';
import { openSample } from '@cuentos/contract/reading';
import type { ClientPage, LoadedPage, RedirectPage, SiteFacts, WebPages } from '@cuentos/contract/ssr';
import { startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { renderToString } from 'react-dom/server';
import { matchRoutes } from 'react-router';
import { PublicPage } from './app/public-page.tsx';
import {
  loadScreenData,
  type MatchedScreen,
  matchScreen,
  publicScreens,
  type PublicSources,
  writePath,
} from './app/public-screens.ts';
import { createRoutes, type RouteHandle, type RouteSources } from './app/routes.tsx';
import { lastChange, nextChange } from './features/books/page-changes.ts';
import { WithoutScript } from './features/site/without-script.tsx';
import { readReaderAddress } from './features/reading/address.ts';
import { routePattern } from './features/site/analytics/visit-tracking.ts';
import type { PageData } from './lib/page-data.ts';
import { inlineStyles } from './page-styles.ts';

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

let manifest: Manifest | null = null;

/** Manifest of the browser build; absent during development. */
function readManifest(): Manifest {
  if (!import.meta.env.PROD) return {};
  manifest ??= JSON.parse(readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest;
  return manifest;
}

/** Adds a module's file, its styles and its static imports. */
function collect(chunks: Manifest, name: string, collectedFiles: Set<string>): void {
  const chunk = chunks[name];
  if (!chunk || collectedFiles.has(chunk.file)) return;
  collectedFiles.add(chunk.file);
  for (const file of chunk.css ?? []) collectedFiles.add(file);
  // The document loads its entry by itself.
  for (const next of chunk.imports ?? []) if (!chunks[next]?.isEntry) collect(chunks, next, collectedFiles);
}

/** Scripts that take over every public page, or its islands (entry-public.ts). */
const PUBLIC_APP = 'src/app/public-app.tsx';
const ISLANDS = 'src/app/islands.tsx';
/** Script that runs on a page of islands at idle time. */
const ASLEEP_PAGE = 'src/app/asleep-page.ts';

/** Screens with a form to sign in or register, or that lead to one. */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set([
  '/login/:book_id?',
  '/register/:book_id?',
  '/enter-code/:book_id?',
]);

/** Modules that these screens load when they are used. */
const SIGN_IN_MODULES = ['src/features/auth/api.ts', 'src/features/auth/enter-code-screen.tsx'];

/** Modules of every private screen: its document's entry, and what that loads. */
const PRIVATE_APP = [
  'shell.html',
  'src/app/guard.ts',
  'src/features/reading/start-device.ts',
  'src/app/private-layout.tsx',
  'src/features/site/legal-notice.tsx',
  'src/features/pocket/pocket.ts',
];

/** Modules of the screen after signing in: the bought book with the purchase sheet, or the library. */
const modulesAfterSignIn = (bookId: string | undefined): readonly string[] =>
  bookId === undefined
    ? ['src/features/library/library-screen.tsx']
    : ['src/features/library/library-book-screen.tsx', 'src/features/orders/purchase/purchase-sheet.tsx'];

/** Scripts that a visitor who signs in here needs next (app/public-app.tsx), in the order in which they are needed. */
function scriptsAhead({ screen, params }: MatchedScreen, here: ReadonlySet<string>): readonly string[] {
  if (!SIGN_IN_PATHS.has(screen.path)) return [];
  const names = [...SIGN_IN_MODULES, ...PRIVATE_APP, ...modulesAfterSignIn(params['book_id'])];
  return scriptsOf(filesOf(...names)).filter((file) => !here.has(file));
}

const scriptsOf = (files: Iterable<string>) => [...files].filter((file) => file.endsWith('.js'));

const filesOf = (...names: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>();
  for (const name of names) collect(readManifest(), name, files);
  return files;
};

const meta = (name: string, content: string) => (content === '' ? '' : `<meta name="${name}" content="${content}">`);
const metaList = (name: string, files: Iterable<string>) =>
  meta(
    name,
    scriptsOf(files)
      .map((file) => `/${file}`)
      .join(' '),
  );

/**
 * Lists the scripts with which a screen or an island will be taken over, so that the page can request them at once, and
 * those of the next screens; links the styles that only this screen needs.
 */
function screenFiles(matched: MatchedScreen): string {
  const { screen } = matched;
  const files = filesOf(PUBLIC_APP, screen.isOfIslands ? ISLANDS : screen.module);
  const styles = [...files].filter((file) => file.endsWith('.css'));
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    metaList('scripts', files),
    screen.isOfIslands ? metaList('page-scripts', filesOf(ASLEEP_PAGE)) : '',
    metaList('scripts-ahead', scriptsAhead(matched, files)),
  ].join('');
}

/**
 * Returns the facts that the script of a page of islands needs without reading the page's data (app/asleep-page.ts).
 */
function pageFacts({ screen, params }: MatchedScreen, until: number, site: SiteFacts): string {
  if (!screen.isOfIslands) return '';
  const pattern = routePattern([{ route: { path: screen.path }, params }]);
  return [
    meta('screen', pattern),
    meta('until', String(until)),
    meta('measurement-id', encodeURIComponent(site.googleAnalyticsId ?? '')),
  ].join('');
}

/** Modules that open a part's sample, besides those of every book. */
const SAMPLE_MODULES = [
  'src/features/reading/sample/open-sample.ts',
  '../../packages/epub/src/render/pagination/loosen-boxes.ts',
];

/** Lets the browser request the sample of an address while the reader's script is loading. */
function sampleFiles(pathname: string): string {
  const { sample, part_uuid: partId = '' } = readReaderAddress(pathname) ?? {};
  if (!sample || !/^[\w-]+$/.test(partId)) return '';
  return [
    ...scriptsOf(filesOf(...SAMPLE_MODULES)).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<link rel="preload" as="fetch" crossorigin href="${urlOf(openSample, { part_id: partId })}">`,
  ].join('');
}

const statuses: Readonly<Record<string, number>> = { '/not-found': 404, '/not-authorized': 403 };

/** No private screen is rendered here: the table of routes only tells which addresses exist. */
const refuse = () => Promise.reject(new Error('private screens are drawn in the browser'));
const refusingSources: RouteSources = { requireSession: refuse, openBook: refuse, leaveFor: () => {} };
const privateRoutes = createRoutes(refusingSources);

/** The document of an address that has no public screen; null when there is none. */
function shellOf(pathname: string): ClientPage['shell'] | null {
  // Leads to the library: the service worker stores the public shell for this address.
  if (/^\/home\/?$/i.test(pathname)) return 'public';
  if (readReaderAddress(pathname)) return 'reader';
  const handle = matchRoutes(privateRoutes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined;
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

/** Whether only the receiver of one mail opens the page. */
const isOfOneVisitor = ({ path }: MatchedScreen['screen']): boolean => path.includes('/:token');

// Not `new URL(url, base)`: an address that begins with two slashes would name another host.
const pathnameOf = (url: string): string => new URL(`http://shop${url}`).pathname;

/** See {@link LoadedPage.keeping}. A visitor can invent an address with an id that no book has. */
function keepingOf({ screen, params }: MatchedScreen, data: object | null): LoadedPage['keeping'] {
  if (isOfOneVisitor(screen)) return 'single';
  const { book_id: bookId, version } = params;
  if (version !== undefined) return 'passing';
  if (bookId === undefined || screen.needs === 'book') return 'standing';
  return shownBooks(data).some(({ id }) => id === bookId) ? 'passing' : 'single';
}

/** Returns midnight of the next 1 January in Santiago, since every page shows the year. */
const nextYear = (now: number): number =>
  startOfSantiagoDay({ year: santiagoWallTime(now).year + 1, month: 1, day: 1 });

async function loadPage(...[url, services]: Parameters<WebPages['loadPage']>): ReturnType<WebPages['loadPage']> {
  const { site } = services;
  const pathname = pathnameOf(url);
  const matched = matchScreen(pathname);
  if (!matched) {
    const shell = shellOf(pathname);
    const data = escapeJson({ site } satisfies PageData);
    if (!shell) return toNotFound;
    const withoutScript = renderToString(<WithoutScript />);
    return { kind: 'client', status: 200, data, shell, head: sampleFiles(pathname), withoutScript };
  }
  const sources: PublicSources = {
    books: async () => ({ books: await services.books() }),
    book: (id) => services.book(id),
    shop: () => services.shop(),
    legalDocument: (kind, version) => services.legalDocument(kind, version),
  };
  const [Screen, loaded] = await Promise.all([matched.screen.load(), loadScreenData(matched, sources)]);
  if (!loaded) return toNotFound;
  const now = services.now();
  const books = shownBooks(loaded.data);
  const renderedAt = lastChange(books, now);
  const data: PageData = { site, renderedAt, data: loaded.data };
  const until = Math.min(nextChange(books, now), nextYear(now));
  return {
    kind: 'page',
    status: statuses[matched.screen.path] ?? 200,
    data: escapeJson(data),
    until,
    keeping: keepingOf(matched, loaded.data),
    draw() {
      const markup = renderToString(
        <PublicPage site={site} renderedAt={renderedAt} input={{ params: matched.params, data: loaded.data }}>
          <Screen />
        </PublicPage>,
      );
      // React puts title, meta and link elements first: they belong in the head (the client adopts them there).
      const start = markup.indexOf('<div data-app');
      const facts = screenFiles(matched) + pageFacts(matched, until, site);
      return { head: facts + markup.slice(0, start), app: markup.slice(start) };
    },
  };
}

const webPages: WebPages = {
  sharedPath(url) {
    const matched = matchScreen(pathnameOf(url));
    return matched && !isOfOneVisitor(matched.screen) ? writePath(matched) : null;
  },
  async standingPaths(services) {
    const books = await services.books();
    const fixedScreens = publicScreens.filter((screen) => screen.needs !== 'book' && !isOfOneVisitor(screen));
    return [
      ...fixedScreens.map((screen) => writePath({ screen, params: {} })),
      ...books.map(({ id }) => `/book-detail/${id}`),
    ];
  },
  loadPage,
  inlineStyles,
};

export default webPages;
