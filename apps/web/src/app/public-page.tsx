import type { SiteFacts } from '@cuentos/contract/ssr';
import type { ReactNode } from 'react';
import { siteTexts } from '../features/site/texts.ts';
import { type ScreenInput, ScreenContext } from '../lib/screen-data.ts';
import { AppFrame, Providers } from './app-frame.tsx';
import { FailureBoundary } from './failure-boundary.tsx';

interface PublicPageProps {
  readonly site: SiteFacts | null;
  readonly renderedAt: number | null;
  readonly input: ScreenInput;
  /** The screen. */
  readonly children: ReactNode;
}

/**
 * A public screen with its frame: the same tree on the server and in the browser, which takes it over. If that fails,
 * entry-public.ts shows the text at its end.
 */
export function PublicPage({ site, renderedAt, input, children }: PublicPageProps) {
  return (
    <Providers site={site} renderedAt={renderedAt}>
      <ScreenContext value={input}>
        <FailureBoundary>
          <AppFrame>{children}</AppFrame>
          <p
            id="missed-press"
            role="alert"
            hidden
            className="fixed inset-x-4 bottom-4 z-50 mx-auto w-fit bg-band px-4 py-3 text-on-band shadow-modal"
          >
            {siteTexts.missedPress}
          </p>
        </FailureBoundary>
      </ScreenContext>
    </Providers>
  );
}
