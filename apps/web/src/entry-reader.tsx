import './ui/styles/styles.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppFrame, Providers } from './app/app-frame.tsx';
import { documentNavigation } from './app/document-navigation.ts';
import { FailureBoundary, PlainFailure } from './app/failure-boundary.tsx';
import { READER_PATH, readReaderAddress } from './features/reading/address.ts';
import { startReading } from './app/start-reading.ts';
import { startBrowser } from './app/browser-start.ts';
import { standingScreen } from './features/site/analytics/visit-tracking.ts';
import { loadCode } from './lib/load-code.ts';
import { readPageData } from './lib/page-data.ts';
import { NavigationContext } from './ui/use-navigation.ts';

/**
 * Entry of the reader at its own address: the screen without the router, which would be a fifth of the script of a
 * first page (docs/decisions/012). Each link out of it loads a document.
 */
async function start(root: HTMLElement, params: Readonly<Record<string, string | undefined>>): Promise<void> {
  const page = readPageData();
  const navigation = documentNavigation();
  const app = createRoot(root);
  const show = (screen: ReactNode) =>
    app.render(
      <StrictMode>
        <Providers site={page?.site ?? null} renderedAt={null}>
          <NavigationContext value={navigation}>
            <AppFrame>
              <FailureBoundary instead={<PlainFailure />}>{screen}</FailureBoundary>
            </AppFrame>
          </NavigationContext>
        </Providers>
      </StrictMode>,
    );
  startBrowser(navigation.go);
  // Reading a sample is not counted as a page view.
  if (!params['sample'])
    void import('./features/site/analytics/report-page-views.ts').then(({ reportPageViews }) =>
      reportPageViews(standingScreen(READER_PATH, params), page?.site.googleAnalyticsId),
    );
  try {
    const [{ ReaderPage }, { opening }] = await Promise.all([
      loadCode(async () => import('./features/reading/screen/reader-page.tsx')),
      startReading(params, location.href),
    ]);
    show(<ReaderPage params={params} opening={opening} />);
  } catch (error) {
    if (error instanceof Response) navigation.go(error.headers.get('location') ?? '/', { replace: true });
    else show(<PlainFailure />);
  }
}

const root = document.getElementById('root');
const params = readReaderAddress(location.pathname);
if (params === null) location.replace('/not-found');
else if (root) void start(root, params);
