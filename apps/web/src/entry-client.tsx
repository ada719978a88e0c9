import './ui/styles.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { browserSources } from './app/browser-sources.ts';
import { showPageLoad } from './app/page-load-overlay.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { resolveScreens } from './app/resolve-screens.ts';
import { wakeUp } from './app/wake-up.ts';
import { readPageData } from './lib/page-data.ts';

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
  wakeUp(router);
  void import('./app/report-page-views.ts').then(({ reportPageViews }) =>
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
