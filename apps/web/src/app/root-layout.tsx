import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { toastStore } from '../ui/toast-store.ts';
import { AppFrame } from './app-frame.tsx';
import { useScroll } from './use-scroll.ts';

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
