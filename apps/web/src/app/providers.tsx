import type { SiteFacts } from '@cuentos/contract/ssr';
import type { ReactNode } from 'react';
import { RenderedAt } from '../lib/clock.ts';
import { SiteContext } from '../lib/page-data.ts';

interface ProvidersProps {
  readonly site: SiteFacts | null;
  readonly renderedAt: number | null;
  readonly children: ReactNode;
}

/** Facts that every screen may ask for. */
export function Providers({ site, renderedAt, children }: ProvidersProps) {
  return (
    <SiteContext value={site}>
      <RenderedAt value={renderedAt}>{children}</RenderedAt>
    </SiteContext>
  );
}
