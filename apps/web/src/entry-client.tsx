import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/app-frame.tsx';
import { browserSources } from './app/browser-sources.ts';
import { startBrowser } from './app/browser-start.ts';
import { showPageLoad } from './app/page-load-overlay.ts';
import { createRoutes } from './app/routes.tsx';
import { readPageData } from './lib/page-data.ts';
import './ui/styles/styles.css';

async function start(root: HTMLElement): Promise<void> {
  const page = readPageData();
  const rendered = root.firstElementChild !== null;
  // The server never answers this address with the bare shell. A phone may well think that it has a connection then.
  const cutOff = import.meta.env.PROD && !rendered && location.pathname === '/';
  const routes: RouteObject[] = createRoutes(browserSources(page?.loaderData, cutOff));
  if (rendered) {
    await resolveScreens(routes, location.pathname);
    await nextTask();
  }
  const router = createBrowserRouter(routes, {
    ...(rendered && page ? { hydrationData: { loaderData: { ...page.loaderData } } } : {}),
  });
  const app = (
    <StrictMode>
      <Providers site={page?.site ?? null} renderedAt={page?.renderedAt ?? null}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
  if (rendered) await nextTask();
  // As a transition, so that React lets go of the thread every few milliseconds.
  if (rendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  startBrowser(router);
  void import('./features/site/analytics/report-page-views.ts').then(({ reportPageViews }) =>
    reportPageViews(router, page?.site.googleAnalyticsId),
  );
}

/** Who scrolls while the page wakes up on a slow phone is not kept waiting for all of it. */
async function nextTask(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

const root = document.getElementById('root');
if (root) {
  const done = showPageLoad(location.pathname);
  void start(root).finally(done);
}

/** Loads the scripts of the screen that the server rendered, so that hydrating it does not show a fallback first. */
async function resolveScreens(routes: RouteObject[], pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.Component) return;
      const Component = await route.lazy.Component();
      delete route.lazy;
      Object.assign(route, { Component });
    }),
  );
}
