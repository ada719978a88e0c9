import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSite } from '../../lib/page-data.ts';
import { BrandLink } from './brand-link.tsx';
import { PocketLink, SiteHeader } from './site-header.tsx';
import { siteTexts as t } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';
import { Enlarged } from '../../ui/pictures/enlarged.tsx';

const linkClass = 'inline-flex min-h-11 items-center text-ink-2 hover:underline';

/**
 * Footer of every page with a header. Links without a target are left out.
 * @param write address to write to the author: a signed-in reader's is in the account
 */
function SiteFooter({ write = '/contact' }: { readonly write?: string }) {
  const site = useSite();
  const email = site?.seller.contact_email;
  return (
    <footer className="border-t border-line pt-8 pb-12 text-sm">
      <div className="wrap grid gap-6 lg:grid-cols-[1fr_auto_auto] lg:items-center lg:gap-8">
        <div>
          <BrandLink />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <Link to="/privacy-policy" className={linkClass}>
            {t.privacy}
          </Link>
          <Link to="/terms-and-conditions" className={linkClass}>
            {t.terms}
          </Link>
          {site?.social.map((place) => (
            <a key={place.url} href={place.url} rel="noopener me" className={linkClass}>
              {place.name}
            </a>
          ))}
          <Link to={write} className={linkClass}>
            {t.write}
          </Link>
          {email && (
            <a href={`mailto:${email}`} className={linkClass}>
              {t.email}
            </a>
          )}
        </div>
        <p className="figures text-xs text-ink-3" suppressHydrationWarning>
          {/* oxlint-disable-next-line purity -- the year may differ from the server's for a moment, once a year */}
          {t.copyright(santiagoWallTime(Date.now()).year, t.version)}
        </p>
      </div>
    </footer>
  );
}

/** Header, content and footer of the public pages. */
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
      <Enlarged />
    </>
  );
}

const LegalNotice = lazy(async () =>
  import('./legal-notice.tsx').then(
    (code) => ({ default: code.LegalNotice }),
    // Without a connection there are no new answers to show.
    () => ({ default: () => null }),
  ),
);

/** Header with the screen's own buttons, content, footer. */
export function SignedInFrame({ actions, children }: { readonly actions?: ReactNode; readonly children: ReactNode }) {
  const versions = useSite()?.shop.legal_versions;
  return (
    <>
      <SkipLink />
      <SandboxBanner />
      <Suspense>{versions && <LegalNotice versions={versions} />}</Suspense>
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        <div className="wrap @container flex min-h-16 items-center gap-4">
          <BrandLink compact />
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1">
            <PocketLink />
            {actions}
          </div>
        </div>
      </header>
      <main id="contenido" tabIndex={-1} data-quiet-focus="" className="wrap flex-1">
        {children}
      </main>
      <SiteFooter write="/user-settings/messages/new" />
      <Enlarged />
    </>
  );
}

/** Says that purchases use the embedded sandbox. */
export function SandboxBanner() {
  if (!useSite()?.paymentSandbox) return null;
  return (
    <aside aria-label={t.sandboxLabel} className="bg-spot-soft text-spot-ink">
      <p className="wrap py-2 text-center text-xs font-medium">{t.sandbox}</p>
    </aside>
  );
}

/** First tab stop: skips to the content. */
export function SkipLink() {
  return (
    <a
      href="#contenido"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:rounded-2 focus:bg-sheet focus:px-4 focus:py-3 focus:font-semibold"
    >
      {t.skip}
    </a>
  );
}
