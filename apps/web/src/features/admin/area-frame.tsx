import { adminCountUnanswered, adminListThreads } from '@cuentos/contract/messages';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { useStoreName } from '../../lib/page-data.ts';
import { TableSkeleton } from '../../ui/lists/data-table.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { SandboxBanner, SkipLink } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { adminAccess, adminQueryOf } from './admin-call.ts';
import { givenUpQuery } from './given-up-mails.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { areaTexts } from './texts.ts';

const MESSAGES_TAB = '/admin/messages';
const LOG_TAB = '/admin/log';

/** Key of everything about threads in the working area. */
export const THREADS_KEY = keyOf(adminListThreads);

/** Looks again now and then. */
const unansweredQuery = queryOptions({
  ...adminQueryOf(adminCountUnanswered, { handles: 'all', quiet: true }),
  refetchInterval: MINUTE_MS,
});

const adminTabs = [
  { to: '/admin/users', label: areaTexts.users },
  { to: '/admin/books', label: areaTexts.books },
  { to: '/admin/book-parts', label: areaTexts.parts },
  { to: '/admin/user-book-parts', label: areaTexts.purchases },
  { to: '/admin/active-sessions', label: areaTexts.sessions },
  { to: '/admin/discount-codes', label: areaTexts.discountCodes },
  { to: MESSAGES_TAB, label: areaTexts.messages },
  { to: '/admin/data-requests', label: areaTexts.dataRequests },
  { to: '/admin/sales', label: areaTexts.sales },
  { to: '/admin/accounting', label: areaTexts.accounting },
  { to: '/admin/shop', label: areaTexts.shop },
  { to: '/admin/setup', label: areaTexts.setup },
  { to: '/admin/announcements', label: areaTexts.announcements },
  { to: LOG_TAB, label: areaTexts.log },
  { to: '/admin/settings', label: areaTexts.settings },
];

/** The tabs of the admins. */
export function AdminFrame() {
  const { data: messages } = useQuery(unansweredQuery);
  const { data: mails } = useQuery(givenUpQuery);
  const counts: Readonly<Record<string, Pick<AreaTab, 'count' | 'countWords'>>> = {
    [MESSAGES_TAB]: { count: messages?.unanswered ?? null, countWords: areaTexts.unanswered },
    [LOG_TAB]: { count: mails?.given_up ?? null, countWords: areaTexts.givenUp },
  };
  return <AreaFrame tabs={adminTabs.map((tab) => ({ ...tab, ...counts[tab.to] }))} />;
}

const writterTabs = [
  { to: '/writter/books', label: areaTexts.books },
  { to: '/writter/book-parts', label: areaTexts.parts },
];

/** Area of writers: two tabs. */
export function WritterFrame() {
  return <AreaFrame tabs={writterTabs} />;
}

interface AreaTab {
  readonly to: string;
  readonly label: string;
  /** What waits there; nothing is shown of none, and room is kept for it, because the tabs after it must not move. */
  readonly count?: number | null;
  readonly countWords?: (count: number) => string;
}

interface AreaFrameProps {
  readonly tabs: readonly AreaTab[];
}

/** 'Panel de administración': back to the profile, the tabs, the tab's screen. */
function AreaFrame({ tabs }: AreaFrameProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const store = useStoreName();
  const current = tabs.find(({ to }) => to === pathname);
  useEffect(
    () =>
      adminAccess.onLost((lost) => {
        const isRole = lost === 'role';
        showToast('error', isRole ? areaTexts.roleLost : areaTexts.factorNeeded);
        void navigate(isRole ? '/not-authorized' : '/user-settings', { replace: true });
      }),
    [navigate],
  );
  return (
    <>
      <SkipLink />
      <SandboxBanner />
      <PrivateMeta title={areaTexts.metaTitle(current?.label ?? areaTexts.title, store)} />
      <header className="bg-paper">
        <div className="wrap">
          <div className="flex min-h-16 items-center gap-1">
            <Link
              to="/user-settings"
              aria-label={areaTexts.back}
              title={areaTexts.back}
              className="-ml-3 inline-grid size-11 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink [&>svg]:size-5"
            >
              <ArrowLeft aria-hidden="true" />
            </Link>
            <p className="font-serif text-xl font-[560]">{areaTexts.title}</p>
          </div>
          <TabLinks label={areaTexts.tabsLabel} tabs={tabs} current={pathname} />
        </div>
      </header>
      <main id="contenido" tabIndex={-1} data-quiet-focus="" className="wrap w-full flex-1 pt-7 pb-24">
        <Suspense key={pathname} fallback={<TableSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}

// Uses no NavLink, which would add to the scripts of public pages.

interface TabLinksProps {
  /** Name of the group of tabs. */
  readonly label: string;
  readonly tabs: readonly AreaTab[];
  /** Address shown; the current tab is brought to the middle when the row is too long. */
  readonly current: string;
}

/** Tabs that are addresses: a row to be pushed on a phone, rows below each other where a mouse would find no bar. */
function TabLinks({ label, tabs, current }: TabLinksProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const link = row?.querySelector<HTMLElement>('[aria-current=page]');
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
    // oxlint-disable-next-line exhaustive-effect-dependencies -- which link is current follows from the address
  }, [current]);
  return (
    <nav aria-label={label} className="max-lg:-mx-(--cb-gutter)">
      <ul
        ref={list}
        className="relative flex overflow-x-auto border-b border-line [scrollbar-width:none] max-lg:px-(--cb-gutter) lg:flex-wrap lg:gap-x-2"
      >
        {tabs.map((tab, index) => (
          <li key={tab.to} className="shrink-0">
            <Link
              to={tab.to}
              aria-current={tab.to === current ? 'page' : undefined}
              className={`group relative inline-flex min-h-12 items-center px-3 text-[0.9375rem] font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-11 lg:pr-3 lg:pl-0 ${index === 0 ? 'pl-0' : ''}`}
            >
              {tab.label}
              {tab.count !== undefined && (
                <>
                  <span
                    aria-hidden="true"
                    className={`figures ml-2 inline-grid h-5 min-w-[22px] place-items-center rounded-1 bg-spot px-1.5 text-2xs font-semibold text-on-spot ${tab.count ? '' : 'invisible'}`}
                  >
                    {tab.count || ''}
                  </span>
                  {tab.count ? <span className="sr-only">{tab.countWords?.(tab.count)}</span> : null}
                </>
              )}
              <span
                aria-hidden="true"
                className={`absolute right-3 bottom-0 h-[3px] bg-accent opacity-0 transition-opacity duration-(--cb-dur-ui) group-aria-[current=page]:opacity-100 lg:left-0 ${index === 0 ? 'left-0' : 'left-3'}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionTitleProps {
  readonly title: string;
  readonly text?: string;
  /** At the right: the button that adds, a period. */
  readonly actions?: ReactNode;
}

/** Title of a working screen with its sentence and buttons. */
export function SectionTitle({ title, text, actions }: SectionTitleProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="type-2">{title}</h1>
        {text && <p className="mt-1 max-w-[62ch] text-sm text-ink-2">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
