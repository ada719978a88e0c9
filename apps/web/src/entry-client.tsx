import './ui/styles/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/app-frame.tsx';
import { startBrowser } from './app/browser-start.ts';
import { focusOnArrival } from './app/browser-duties.ts';
import { runPageParts } from './app/page-parts.ts';
import { createRoutes, type RouteSources } from './app/routes.tsx';
import { startReading } from './app/start-reading.ts';
import { loadCode } from './lib/load-code.ts';
import { readPageData } from './lib/page-data.ts';
import { tellPageFailure } from './lib/page-failure.ts';
import { PublishedSite } from './lib/published-identity.tsx';
import { hearStepsFirst } from './ui/overlays/back-closes.ts';
import { saveToasts } from './ui/overlays/toast-store.ts';

const sources: RouteSources = {
  async requireSession(url) {
    const [{ requireSession }, { startDevice }, { refreshQueriesOnChanges }] = await loadCode(async () =>
      Promise.all([
        import('./app/guard.ts'),
        import('./features/reading/start-device.ts'),
        import('./app/refresh-queries.ts'),
      ]),
    );
    await requireSession(url);
    await startDevice();
    refreshQueriesOnChanges();
  },
  openBook: startReading,
  leaveFor,
};

/**
 * Loads the document of an address outside the private screens. Stops where the stored shell would be loaded again and
 * again, because no document has that address.
 */
function leaveFor(url: string): void {
  const { pathname } = new URL(url);
  saveToasts(pathname);
  if (pathname === location.pathname) location.replace('/not-found');
  // Replaces the history entry while the page opens: a step back must not lead to an address that redirects.
  else if (isOpen) location.assign(url);
  else location.replace(url);
}

/** A screen has been shown. */
let isOpen = false;

/** Entry of the private screens: the browser renders them, in one document for all. */
const root = document.getElementById('root');
if (root) {
  const page = readPageData();
  hearStepsFirst();
  const router = createBrowserRouter(createRoutes(sources));
  isOpen = router.state.initialized;
  router.subscribe(({ initialized }) => {
    isOpen ||= initialized;
  });
  createRoot(root).render(
    <StrictMode>
      <PublishedSite site={page?.site ?? null}>
        {(site) => (
          <Providers site={site} renderedAt={null}>
            <RouterProvider router={router} onError={(cause) => tellPageFailure('screen', cause)} />
          </Providers>
        )}
      </PublishedSite>
    </StrictMode>,
  );
  startBrowser((to) => router.navigate(to));
  runPageParts();
  focusOnArrival();
  void import('./features/site/analytics/report-page-views.ts').then(({ reportPageViews }) =>
    reportPageViews(router, page?.site.googleAnalyticsId),
  );
}
