import { Link } from 'react-router';
import { useSite } from '../../../lib/page-data.ts';
import { storefrontTexts as t } from '../texts.ts';
import { BrandLink } from './brand-link.tsx';

const linkClass = 'inline-flex min-h-11 items-center text-ink-2 hover:underline';

/** Footer of every page with header. Links without a target are not there. */
export function SiteFooter() {
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
          {email && (
            <a href={`mailto:${email}`} className={linkClass}>
              {t.email}
            </a>
          )}
        </div>
        <p className="figures text-xs text-ink-3" suppressHydrationWarning>
          {/* oxlint-disable-next-line purity -- the year may differ from the server's for a moment, once a year */}
          {t.copyright(new Date().getFullYear(), t.version)}
        </p>
      </div>
    </footer>
  );
}
