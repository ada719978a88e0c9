import type { ReactNode } from 'react';
import { BrandLink } from '../features/storefront/components/brand-link.tsx';
import { SandboxBanner } from '../features/storefront/components/sandbox-banner.tsx';
import { SiteFooter } from '../features/storefront/components/site-footer.tsx';
import { SkipLink } from '../features/storefront/components/skip-link.tsx';

/** Header with the screen's own buttons, content, footer. */
export function SignedInFrame({ actions, children }: { readonly actions?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <SandboxBanner />
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        <div className="wrap flex min-h-16 items-center gap-4">
          <BrandLink compact />
          <div className="ml-auto flex flex-wrap items-center justify-end gap-1">{actions}</div>
        </div>
      </header>
      <main id="contenido" tabIndex={-1} data-quiet-focus="" className="wrap w-full flex-1">
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
