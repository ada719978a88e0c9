import { authorTitle } from '@cuentos/domain/shop/words';
import { Menu, Wallet, X } from 'lucide-react';
import { useSite } from '../../lib/page-data.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { siteTexts as t } from './texts.ts';
import { BrandLink } from './brand-link.tsx';
import { Link } from '../../ui/navigation.tsx';

const MENU_ID = 'site-menu';
const iconButton =
  'inline-grid size-[44px] shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink [&>svg]:size-5';

/** Sections of the landing page; the author's only where it exists. */
function useHeaderLinks() {
  const shop = useSite()?.shop;
  const { books, questions, contact } = t.links;
  const author = shop?.has_author ? [{ href: '/#autora', label: authorTitle(shop.author_noun) }] : [];
  return [books, ...author, questions, contact];
}

/** Header of the public pages. */
export function SiteHeader() {
  const links = useHeaderLinks();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="wrap @container flex min-h-16 items-center gap-4">
        <BrandLink />
        <nav aria-label={t.mainNav} className="ml-auto hidden gap-1 lg:flex">
          {links.map((link) => (
            <Link
              key={link.href}
              to={link.href}
              className="p-3 text-[0.9375rem] leading-5 font-medium text-ink-2 underline-offset-[0.4em] hover:text-ink hover:underline"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center lg:ml-2">
          <PocketLink />
          <SessionLink className="max-lg:hidden lg:ml-2 lg:min-w-[8.25rem]" />
          <button type="button" popoverTarget={MENU_ID} aria-label={t.openMenu} className={`${iconButton} lg:hidden`}>
            <Menu aria-hidden="true" />
          </button>
        </div>
      </div>
      <MobileMenu />
    </header>
  );
}

/** 'Tu bolsillo'. */
export function PocketLink() {
  return (
    <Link to="/pocket" title={t.pocket} className={`${iconButton} relative pocket-count`}>
      <Wallet aria-hidden="true" />
      <span className="sr-only">{t.pocket}</span>
    </Link>
  );
}

interface SessionLinkProps {
  readonly className?: string;
  readonly full?: boolean;
  readonly onClick?: () => void;
}

/**
 * 'Mis libros' for a visitor whom the browser knows, else 'Iniciar sesión': both are in the page, which is the same for
 * everybody, and `known-visitor.ts` decides which is visible.
 */
function SessionLink({ className, full = false, onClick }: SessionLinkProps) {
  const look = `${buttonClass({ full })} ${className ?? ''}`;
  const press = onClick ? { onClick } : {};
  return (
    <>
      <Link to="/login" {...press} className={`${look} known:hidden`}>
        {t.signIn}
      </Link>
      <Link to="/user-library" {...press} className={`${look} unknown:hidden`}>
        {t.myBooks}
      </Link>
    </>
  );
}

/** Full-width sheet from the top; a native popover, so that it opens before any script. */
function MobileMenu() {
  const links = useHeaderLinks();
  const hide = () => document.getElementById(MENU_ID)?.hidePopover();
  return (
    <div
      id={MENU_ID}
      popover="auto"
      className="inset-x-0 top-0 bottom-auto m-0 w-full max-w-none border-b border-line bg-paper p-0 text-ink shadow-modal backdrop:bg-(--cb-scrim) motion-safe:open:animate-[fade-in_200ms]"
    >
      <div className="wrap flex min-h-16 items-center justify-between border-b border-line">
        <BrandLink />
        <button
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={t.closeMenu}
          className={iconButton}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <nav aria-label={t.mainNav} className="wrap grid pt-2 pb-6">
        {links.map((link) => (
          <Link
            key={link.href}
            to={link.href}
            onClick={hide}
            className="flex min-h-13 items-center border-b border-line font-serif text-lg font-medium"
          >
            {link.label}
          </Link>
        ))}
        <Link
          to="/pocket"
          onClick={hide}
          className="flex min-h-13 items-center border-b border-line font-serif text-lg font-medium"
        >
          {t.pocket}
        </Link>
        <SessionLink full className="mt-5" onClick={hide} />
      </nav>
    </div>
  );
}
