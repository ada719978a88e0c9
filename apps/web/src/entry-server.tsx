import { readFileSync } from 'node:fs';
import type { PublicBook } from '@cuentos/contract/books';
import type { PageServices, RenderPage } from '@cuentos/contract/ssr';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { Providers } from './app/app-frame.tsx';
import type { WithBook } from './features/books/book-detail-screen.tsx';
import type { RouteSources } from './app/route-data.ts';
import { createRoutes, type RouteHandle } from './app/routes.tsx';
import { lastChange } from './features/books/part-pricing.ts';
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

function collect(chunks: Manifest, name: string, found: Set<string>): void {
  const chunk = chunks[name];
  if (!chunk || chunk.isEntry || found.has(chunk.file)) return;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const next of chunk.imports ?? []) collect(chunks, next, found);
}

/** Links that fetch a screen's script together with the entry instead of after it. */
function screenPreloads(module: string | undefined): string {
  if (!module) return '';
  const files = new Set<string>();
  collect(readManifest(), module, files);
  return [...files]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="/${file}">`
        : `<link rel="modulepreload" href="/${file}" crossorigin fetchpriority="low">`,
    )
    .join('');
}

const statuses: Readonly<Record<string, number>> = { '/not-found': 404, '/not-authorized': 403 };

interface Shown extends Partial<WithBook> {
  readonly books?: readonly PublicBook[];
}

function serverSources(services: PageServices): RouteSources {
  return {
    books: async () => ({ books: await services.books() }),
    book: (id) => services.book(id),
    requireSession: async () => {},
    openBook: () => Promise.reject(new Error('books are opened in the browser')),
    offlineStart: () => null,
  };
}

/** Books that the page shows, for the instant it is rendered for. */
function shownBooks(loaderData: StaticHandlerContext['loaderData']): PublicBook[] {
  const shown: PublicBook[] = [];
  for (const loaded of Object.values<Shown | null>(loaderData)) {
    if (loaded?.books) shown.push(...loaded.books);
    if (loaded?.book) shown.push(loaded.book);
  }
  return shown;
}

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Renders a public page; says so when the browser must render it, or where to go instead. */
const renderPage: RenderPage = async (url, services) => {
  const address = new URL(url, services.site.origin);
  const routes = createRoutes(serverSources(services));
  const match = matchRoutes(routes, address.pathname)?.at(-1);
  const handle = match?.route.handle as RouteHandle | undefined;
  if (handle?.rendered === 'client') {
    const data = escapeJson({ site: services.site } satisfies PageData);
    return { kind: 'client', status: 200, data, shell: handle.shell ?? 'app' };
  }
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(address));
  if (context instanceof Response) {
    return { kind: 'redirect', status: 302, location: context.headers.get('location') ?? '/not-found' };
  }
  const renderedAt = lastChange(shownBooks(context.loaderData), Date.now());
  // The API has its own page for failures, and writes them down.
  const [failure] = Object.values(context.errors ?? {});
  if (failure) throw failure;
  const markup = renderToString(
    <Providers site={services.site} renderedAt={renderedAt}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  );
  // React puts title, meta and link elements first: they belong in the head (the client adopts them there).
  const start = markup.indexOf('<div data-app');
  const data: PageData = {
    site: services.site,
    renderedAt,
    loaderData: context.loaderData,
  };
  return {
    kind: 'page',
    status: statuses[address.pathname] ?? 200,
    head: screenPreloads(handle?.module) + markup.slice(0, start),
    app: markup.slice(start),
    data: escapeJson(data),
  };
};

export default renderPage;
