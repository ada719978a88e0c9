import { useEffect, useMemo, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router';
import { type Navigation, NavigationContext } from '../ui/navigation.tsx';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { scrollBehavior } from '../ui/scroll-behavior.ts';
import { AppFrame } from './app-frame.tsx';

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

/** Frame of every screen of the router: scroll, links, and what surrounds them all. */
export function RootLayout() {
  useScroll();
  const navigate = useNavigate();
  const navigation = useMemo<Navigation>(
    () => ({ go: (path, options) => void navigate(path, options), holdBack: () => () => {} }),
    [navigate],
  );
  const { pathname } = useLocation();
  useEffect(() => toastStore.arrive(pathname), [pathname]);
  return (
    <NavigationContext value={navigation}>
      <AppFrame>
        <Outlet />
      </AppFrame>
    </NavigationContext>
  );
}
