import { useEffect, useMemo } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { type Navigation, NavigationContext } from '../ui/use-navigation.ts';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { AppFrame } from './app-frame.tsx';
import { useScroll } from './use-scroll.ts';

/** Frame of every screen of the router: scrolling, links, and the common layers. */
export function RootLayout() {
  useScroll();
  const navigate = useNavigate();
  const navigation = useMemo<Navigation>(
    () => ({
      go: (path, options) => void navigate(path, options),
      leave: (path) => void navigate(path, { replace: true }),
    }),
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
