import type { WaitingRow } from '@cuentos/contract/today';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Banknote, BookOpen, SlidersHorizontal, Sun, Users } from 'lucide-react';
import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { useStoreName } from '../../lib/page-data.ts';
import { TableSkeleton } from '../../ui/lists/data-table.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { BrandLink } from '../site/brand-link.tsx';
import { SandboxBanner, SkipLink } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { adminAccess } from './admin-call.ts';
import { areaTexts as t } from './texts.ts';
import { countWaiting, setupQuery, waitingQuery } from './waiting.ts';

interface AreaTab {
  readonly to: string;
  readonly label: string;
  /** Address of a screen that is opened from it. */
  readonly behind?: string;
}

/** Addresses of a tab: its own and that of the screen opened from it. */
const addressesOf = ({ to, behind }: AreaTab): readonly string[] => (behind === undefined ? [to] : [to, behind]);

/** A working area's section: screens that belong together. */
interface WorkArea {
  readonly label: string;
  readonly icon: ComponentType<{ readonly 'aria-hidden': 'true' }>;
  /** Its screens; the first is shown at its address, and a single one is the whole section. */
  readonly tabs: readonly AreaTab[];
}

const adminAreas: readonly WorkArea[] = [
  { label: t.areas.today, icon: Sun, tabs: [{ to: '/admin', label: t.areas.today }] },
  {
    label: t.areas.store,
    icon: BookOpen,
    tabs: [
      { to: '/admin/users', label: t.users },
      { to: '/admin/books', label: t.books },
      { to: '/admin/book-parts', label: t.parts },
      { to: '/admin/user-book-parts', label: t.purchases },
      { to: '/admin/active-sessions', label: t.sessions },
    ],
  },
  {
    label: t.areas.readers,
    icon: Users,
    tabs: [
      { to: '/admin/messages', label: t.messages },
      { to: '/admin/announcements', label: t.announcements },
      { to: '/admin/discount-codes', label: t.discountCodes },
      { to: '/admin/early-access', label: t.earlyAccess },
    ],
  },
  {
    label: t.areas.money,
    icon: Banknote,
    tabs: [
      { to: '/admin/sales', label: t.sales },
      { to: '/admin/accounting', label: t.accounting },
    ],
  },
  {
    label: t.areas.settings,
    icon: SlidersHorizontal,
    tabs: [
      { to: '/admin/shop', label: t.shop },
      { to: '/admin/setup', label: t.setup },
      { to: '/admin/settings', label: t.settings, behind: '/admin/backups' },
      { to: '/admin/data-requests', label: t.dataRequests },
      { to: '/admin/log', label: t.log },
    ],
  },
];

const writterAreas: readonly WorkArea[] = [
  { label: t.areas.today, icon: Sun, tabs: [{ to: '/writter', label: t.areas.today }] },
  {
    label: t.areas.books,
    icon: BookOpen,
    tabs: [
      { to: '/writter/books', label: t.books },
      { to: '/writter/book-parts', label: t.parts },
    ],
  },
];

const nothingWaits: readonly WaitingRow[] = [];

/** The areas of the admins. */
export function AdminFrame() {
  const { data } = useQuery(waitingQuery);
  return <AreaFrame areas={useAdminAreas()} waiting={data?.waiting ?? nothingWaits} wayOut={toStore} />;
}

const SETUP = '/admin/setup';
/**
 * Time for which the list of missing settings stays fresh, ms: admins change them on that screen, and elsewhere the
 * list is fetched now and then.
 */
const SETUP_FRESH_MS = 5 * MINUTE_MS;

/** Hides 'Puesta en marcha' once no row is missing; its address stays. */
function useAdminAreas(): readonly WorkArea[] {
  const { pathname } = useLocation();
  const { data } = useQuery({ ...setupQuery, staleTime: SETUP_FRESH_MS });
  const isDone = data?.rows.every(({ state }) => state === 'ready') === true && pathname !== SETUP;
  return useMemo(() => {
    const rest = ({ tabs, ...area }: WorkArea) => ({ ...area, tabs: tabs.filter(({ to }) => to !== SETUP) });
    return isDone ? adminAreas.map(rest) : adminAreas;
  }, [isDone]);
}

/** The areas of a writter. */
export function WritterFrame() {
  return <AreaFrame areas={writterAreas} waiting={nothingWaits} wayOut={toProfile} />;
}

interface WayOut {
  readonly to: string;
  readonly label: string;
}

const toStore: WayOut = { to: '/user-library', label: t.toStore };
const toProfile: WayOut = { to: '/user-settings', label: t.profile };

interface AreaFrameProps {
  readonly areas: readonly WorkArea[];
  readonly waiting: readonly WaitingRow[];
  readonly wayOut: WayOut;
}

/** 'Panel de administración': the areas in a rail, on a phone at the foot; an area's tabs above its screen. */
function AreaFrame({ areas, waiting, wayOut }: AreaFrameProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const store = useStoreName();
  const isShown = (tab: AreaTab): boolean => addressesOf(tab).includes(pathname);
  const area = areas.find(({ tabs }) => tabs.some(isShown));
  const tab = area?.tabs.find(isShown);
  const counted: CountOf = (tabs) => countWaiting(waiting, tabs.flatMap(addressesOf));
  useEffect(
    () =>
      adminAccess.onLost((lost) => {
        const isRole = lost === 'role';
        showToast('error', isRole ? t.roleLost : t.factorNeeded);
        void navigate(isRole ? '/not-authorized' : '/user-settings', { replace: true });
      }),
    [navigate],
  );
  const links = areas.map((each) => ({ ...each, isCurrent: each === area, count: countOf(each, areas, counted) }));
  return (
    <>
      <SkipLink />
      <PrivateMeta title={t.metaTitle(tab?.label ?? t.title, store)} />
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <Rail areas={links} wayOut={wayOut} />
        <div className="flex min-w-0 flex-1 flex-col lg:border-l lg:border-line">
          <SandboxBanner />
          <PhoneHeader wayOut={wayOut} />
          <main
            id="contenido"
            tabIndex={-1}
            data-quiet-focus=""
            className="w-full max-w-[calc(var(--cb-page)+2*var(--cb-gutter))] flex-1 px-(--cb-gutter) pt-6 pb-12 lg:pt-9 lg:pb-20"
          >
            {area && area.tabs.length > 1 && (
              <>
                <h1 className="type-3">{area.label}</h1>
                <TabLinks label={t.tabsLabel} tabs={area.tabs} current={tab?.to ?? pathname} counted={counted} />
              </>
            )}
            <Suspense key={pathname} fallback={<TableSkeleton />}>
              <Outlet />
            </Suspense>
          </main>
          <FootBar areas={links} />
        </div>
      </div>
    </>
  );
}

/** Number of waiting tasks by screen. */
type CountOf = (tabs: readonly AreaTab[]) => number;

/** Counts the tasks that wait in an area; 'Hoy', which comes first, counts all of them. */
const countOf = (area: WorkArea, areas: readonly WorkArea[], counted: CountOf): number =>
  area === areas[0] ? counted(areas.flatMap(({ tabs }) => tabs)) : counted(area.tabs);

interface AreaLink extends WorkArea {
  readonly isCurrent: boolean;
  readonly count: number;
}

const firstOf = ({ tabs }: WorkArea): string => tabs[0]?.to ?? '';

/** From 1024 px: the areas on the left, as high as the window. */
function Rail({ areas, wayOut }: { readonly areas: readonly AreaLink[]; readonly wayOut: WayOut }) {
  return (
    <header className="sticky top-0 flex h-dvh flex-col overflow-y-auto bg-paper pt-3.5 pb-4 max-lg:hidden print:hidden">
      <div className="mb-1 px-5">
        <BrandLink />
      </div>
      <p className="mb-4 px-5 text-xs text-ink-3">{t.title}</p>
      <nav aria-label={t.areasLabel}>
        <ul>
          {areas.map((area) => (
            <li key={area.label}>
              <Link
                to={firstOf(area)}
                aria-current={area.isCurrent ? 'page' : undefined}
                className="group relative flex min-h-12 items-center justify-between gap-2 py-1 pr-4 pl-5 text-[0.9375rem] leading-5 font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                <span
                  aria-hidden="true"
                  className="seam-y absolute inset-y-1.5 left-0 w-1! opacity-0 [--seam:var(--cb-accent)] group-aria-[current=page]:opacity-100"
                />
                {area.label}
                <Count count={area.count} look="rail" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Link
        to={wayOut.to}
        className="mx-2.5 mt-auto inline-flex min-h-11 items-center gap-2 rounded-2 px-2.5 py-2 text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink [&>svg]:size-[18px] [&>svg]:shrink-0"
      >
        <ArrowLeft aria-hidden="true" />
        {wayOut.label}
      </Link>
    </header>
  );
}

/** Below 1024 px: the logo, if there is one, and the link out. */
function PhoneHeader({ wayOut }: { readonly wayOut: WayOut }) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-b border-line bg-paper px-(--cb-gutter) lg:hidden">
      <div className="flex items-center gap-1">
        <BrandLink compact />
        <p className="max-w-24 min-w-min text-2xs leading-tight text-ink-3">{t.title}</p>
      </div>
      <Link
        to={wayOut.to}
        className="inline-flex min-h-11 items-center gap-2 text-[0.9375rem] leading-5 font-semibold text-accent [&>svg]:size-[18px] [&>svg]:shrink-0"
      >
        <ArrowLeft aria-hidden="true" />
        {wayOut.label}
      </Link>
    </header>
  );
}

/**
 * Scrolls a row of links, where it is longer than the screen, so that the current one stands in its middle.
 * @param current the current link's label or address
 * @returns ref of the row's list
 */
function useCurrentInMiddle(current: string | undefined): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const link = row?.querySelector<HTMLElement>('[aria-current=page]');
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
    // oxlint-disable-next-line exhaustive-effect-dependencies -- the row marks the current link itself
  }, [current]);
  return list;
}

/** Below 1024 px: the areas at the foot, a row to swipe where they do not fit; sticky, so that they never cover the end of a screen. */
function FootBar({ areas }: { readonly areas: readonly AreaLink[] }) {
  const list = useCurrentInMiddle(areas.find(({ isCurrent }) => isCurrent)?.label);
  return (
    <nav
      aria-label={t.areasLabel}
      data-foot-bar="sticky"
      className="sticky bottom-0 z-20 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul ref={list} className="relative flex overflow-x-auto [scrollbar-width:none]">
        {areas.map((area) => (
          <li key={area.label} className="flex-[1_0_4rem]">
            <Link
              to={firstOf(area)}
              aria-current={area.isCurrent ? 'page' : undefined}
              className="group relative grid min-h-15 content-start justify-items-center gap-0.5 px-1 pt-2.5 pb-1.5 text-2xs leading-4 font-medium text-ink-2 aria-[current=page]:font-bold aria-[current=page]:text-accent [&>svg]:size-5"
            >
              <span
                aria-hidden="true"
                className="seam-x absolute inset-x-3.5 top-0 h-[3px]! opacity-0 [--seam:var(--cb-accent)] group-aria-[current=page]:opacity-100"
              />
              <area.icon aria-hidden="true" />
              {area.label}
              <Count count={area.count} look="foot" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const countLooks = {
  rail: 'bg-accent-soft text-accent',
  foot: 'absolute top-1 left-[min(50%+0.6875rem,100%-1.625rem)] bg-accent text-on-accent',
  // In the gap before the next tab, which stays where it is when a number comes.
  tab: 'absolute left-full ml-1 bg-accent-soft text-accent',
} as const;

interface CountProps {
  readonly count: number;
  readonly look: keyof typeof countLooks;
}

/** The number of waiting tasks; empty for none. */
function Count({ count, look }: CountProps) {
  if (count === 0) return null;
  return (
    <span
      className={`figures inline-grid min-h-5 min-w-[22px] place-items-center rounded-1 px-1.5 text-2xs leading-none font-semibold ${countLooks[look]}`}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t.waiting(count)}</span>
    </span>
  );
}

interface TabLinksProps {
  /** Name of the group of tabs. */
  readonly label: string;
  readonly tabs: readonly AreaTab[];
  /** Current address; its tab is scrolled to the middle when the row is too long. */
  readonly current: string;
  readonly counted: CountOf;
}

// Uses no NavLink, which would add to the scripts of public pages.

/** Tabs that are links: a row to swipe on a phone, several rows where a mouse would find no scrollbar. */
function TabLinks({ label, tabs, current, counted }: TabLinksProps) {
  const list = useCurrentInMiddle(current);
  return (
    <nav aria-label={label} className="mb-7 max-lg:-mx-(--cb-gutter) print:hidden">
      <ul
        ref={list}
        className="relative flex overflow-x-auto border-b border-line [scrollbar-width:none] max-lg:px-(--cb-gutter) lg:flex-wrap lg:gap-x-9"
      >
        {tabs.map((tab, index) => (
          <li key={tab.to} className="shrink-0">
            <Link
              to={tab.to}
              aria-current={tab.to === current ? 'page' : undefined}
              className={`group inline-flex min-h-12 items-center px-4 text-[0.9375rem] font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:px-0 ${index === 0 ? 'pl-0' : ''}`}
            >
              <span className="relative flex min-h-12 items-center">
                {tab.label}
                <span
                  aria-hidden="true"
                  className="absolute inset-x-0 bottom-0 h-[3px] bg-accent opacity-0 transition-opacity duration-(--cb-dur-ui) group-aria-[current=page]:opacity-100"
                />
                <Count count={counted([tab])} look="tab" />
              </span>
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
  /** At the right: the button that adds a row, or a period. */
  readonly actions?: ReactNode;
}

/** Title of a working screen with its sentence and buttons. */
export function SectionTitle({ title, text, actions }: SectionTitleProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h2 className="type-1">{title}</h2>
        {text && <p className="mt-1 max-w-[62ch] text-sm text-ink-2">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
