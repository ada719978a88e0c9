import type { SiteFacts } from '@cuentos/contract/ssr';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RenderedAt } from '../lib/clock.ts';
import { SiteContext } from '../lib/page-data.ts';

interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly site: SiteFacts | null;
  readonly renderedAt: number | null;
  readonly children: ReactNode;
}

export function Providers({ queryClient, site, renderedAt, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteContext value={site}>
        <RenderedAt value={renderedAt}>{children}</RenderedAt>
      </SiteContext>
    </QueryClientProvider>
  );
}
