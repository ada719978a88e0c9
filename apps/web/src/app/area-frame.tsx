import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { SandboxBanner } from '../features/storefront/components/sandbox-banner.tsx';
import { SkipLink } from '../features/storefront/components/skip-link.tsx';
import { useStoreName } from '../lib/store-name.ts';
import { adminAccess } from '../lib/admin-access.ts';
import { TableSkeleton } from '../ui/data-table.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { showToast } from '../ui/toast-store.ts';
import { areaTexts as t } from './area-texts.ts';
import { PrivateMeta } from './page-meta.tsx';

interface AreaFrameProps {
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}

/** 'Panel de administración': back to the profile, the tabs, the tab's screen. */
export function AreaFrame({ tabs }: AreaFrameProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const store = useStoreName();
  const current = tabs.find(({ to }) => to === pathname);
  useEffect(
    () =>
      adminAccess.onLost(() => {
        showToast('error', t.roleLost);
        void navigate('/not-authorized', { replace: true });
      }),
    [navigate],
  );
  return (
    <>
      <SkipLink />
      <SandboxBanner />
      <PrivateMeta title={t.metaTitle(current?.label ?? t.title, store)} />
      <header className="bg-paper">
        <div className="wrap">
          <div className="flex min-h-16 items-center gap-1">
            <Link
              to="/user-settings"
              aria-label={t.back}
              title={t.back}
              className="-ml-3 inline-grid size-11 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-sunken hover:text-ink [&>svg]:size-5"
            >
              <ArrowLeft aria-hidden="true" />
            </Link>
            <p className="font-serif text-xl font-[560]">{t.title}</p>
          </div>
          <TabLinks label={t.tabsLabel} tabs={tabs} current={pathname} />
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
