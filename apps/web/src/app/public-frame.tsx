import type { ReactNode } from 'react';
import { SandboxBanner } from '../features/storefront/components/sandbox-banner.tsx';
import { SiteFooter } from '../features/storefront/components/site-footer.tsx';
import { SiteHeader } from '../features/storefront/components/site-header.tsx';
import { SkipLink } from '../features/storefront/components/skip-link.tsx';

/** Header, content, footer of the pages that are open to everyone. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <SandboxBanner />
      <SiteHeader />
      <main id="contenido" tabIndex={-1} data-quiet-focus="" className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
