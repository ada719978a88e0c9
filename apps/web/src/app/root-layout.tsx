import { lazy, Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { scrollBehavior } from '../ui/scroll-behavior.ts';
import { AppFrame } from './app-frame.tsx';
import { PlainFailure } from './failure-boundary.tsx';

const FailurePage = lazy(async () => {
  try {
    return { default: (await import('../features/site/message-screens.tsx')).FailurePage };
  } catch {
    return { default: PlainFailure }; // no connection, and no copy of that script
  }
});

/** Error boundary of all screens; its page is loaded when something fails. */
export function ErrorScreen() {
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      <Suspense>
        <FailurePage />
      </Suspense>
    </div>
  );
}

/** Hash links scroll to their section after this. */
const HASH_DELAY_MS = 100;

/** Every navigation scrolls smoothly to the top, or to the section that the hash names. */
export function useScroll(): void {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const last = useRef<string | null>(null);
  useEffect(() => {
    const from = last.current;
    last.current = pathname;
    if (from !== null && from !== pathname) {
      void import('../ui/focus-fallback.ts').then(({ restoreFocus }) => restoreFocus('main h1'));
    }
    const behavior = scrollBehavior();
    if (!hash) {
      // The same page with a tidier query is no navigation to a reader.
      const tidied = from === pathname && type === NavigationType.Replace;
      if (from !== null && !tidied) scrollTo({ top: 0, behavior });
      return undefined;
    }
    const timer = setTimeout(() => {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ behavior });
    }, HASH_DELAY_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- `key` changes with every navigation, to the same place too
  }, [pathname, hash, key, type]);
}

/** Frame of every screen of the router: scroll, and what surrounds them all. */
export function RootLayout() {
  useScroll();
  const { pathname } = useLocation();
  useEffect(() => toastStore.arrive(pathname), [pathname]);
  return (
    <AppFrame>
      <Outlet />
    </AppFrame>
  );
}
