import type { PageServices, RenderPage } from '@cuentos/contract/ssr';
import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { packQueries } from './app/page-queries.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes, type RouteHandle, type RouteSources } from './app/routes.tsx';
import { screenPreloads } from './app/screen-preloads.ts';
import { bookQuery, booksQuery } from './features/catalog/data.ts';
import { lastChange } from './features/catalog/last-change.ts';
import type { PageData } from './lib/page-data.ts';

const statuses: Readonly<Record<string, number>> = { '/not-found': 404, '/not-authorized': 403 };

function serverSources(services: PageServices, queryClient: QueryClient): RouteSources {
  return {
    loadBooks: async () =>
      queryClient.setQueryData(booksQuery.queryKey, await services.books()) as unknown as undefined,
    loadBook: async (id) => {
      const book = await services.book(id);
      if (book) queryClient.setQueryData(bookQuery(id).queryKey, book);
      return book !== null;
    },
    requireSession: async () => {},
    offlineStart: () => null,
  };
}

function pageErrors(context: StaticHandlerContext): Record<string, number> | null {
  if (!context.errors) return null;
  // Only the status leaves the server: the error itself may hold internals.
  return Object.fromEntries(Object.entries(context.errors).map(([route, error]) => [route, statusOf(error)]));
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 500;
}

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Renders a public page; says so when the browser must render it, or where to go instead. */
const renderPage: RenderPage = async (url, services) => {
  const address = new URL(url, services.site.origin);
  const queryClient = createQueryClient();
  const routes = createRoutes(serverSources(services, queryClient));
  const match = matchRoutes(routes, address.pathname)?.at(-1);
  const handle = match?.route.handle as RouteHandle | undefined;
  if (handle?.rendered === 'client') {
    return { kind: 'client', status: 200, data: escapeJson({ site: services.site } satisfies PageData) };
  }
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(address));
  if (context instanceof Response) {
    return { kind: 'redirect', status: 302, location: context.headers.get('location') ?? '/not-found' };
  }
  const books = queryClient.getQueriesData<unknown>({ queryKey: ['books'] }).flatMap(([, found]) => found);
  const renderedAt = lastChange(books as Parameters<typeof lastChange>[0], Date.now());
  const errors = pageErrors(context);
  const markup = renderToString(
    <Providers queryClient={queryClient} site={services.site} renderedAt={renderedAt}>
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
    queries: packQueries(queryClient),
    loaderData: context.loaderData,
    errors,
  };
  return {
    kind: 'page',
    status: errors ? (Object.values(errors)[0] ?? 500) : (statuses[address.pathname] ?? 200),
    head: screenPreloads(handle?.module) + markup.slice(0, start),
    app: markup.slice(start),
    data: escapeJson(data),
  };
};

export default renderPage;
