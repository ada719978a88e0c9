import type { SiteFacts } from '@cuentos/contract/ssr';
import type { ReactNode } from 'react';
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

/** A public screen with all that surrounds it: the same tree on the server and in the browser, which takes it over. */
export function PublicPage({ site, renderedAt, input, children }: PublicPageProps) {
  return (
    <Providers site={site} renderedAt={renderedAt}>
      <ScreenContext value={input}>
        <FailureBoundary>
          <AppFrame>{children}</AppFrame>
        </FailureBoundary>
      </ScreenContext>
    </Providers>
  );
}
