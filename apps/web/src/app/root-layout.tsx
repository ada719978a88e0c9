import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { pendingRequests } from '../lib/pending-requests.ts';
import { askStore } from '../ui/ask-store.ts';
import { toastStore } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useNetworkToasts } from './use-network-toasts.ts';
import { useScroll } from './use-scroll.ts';

// Only there when a request is slow, so with a connection.
const Loader = lazy(async () => ({ default: (await import('../ui/loader.tsx')).Loader }));
const Asker = lazy(async () => ({ default: (await import('../ui/asker.tsx')).Asker }));

/** Frame of every screen: scroll, messages, the delayed loader. */
export function RootLayout() {
  useScroll();
  useNetworkToasts();
  const { pathname } = useLocation();
  useEffect(() => toastStore.arrive(pathname), [pathname]);
  const slow = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.isSlow, () => false);
  const asked = useSyncExternalStore(askStore.subscribe, askStore.current, () => null);
  // `data-app` marks where the head's elements end in the server's markup.
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      <Outlet />
      <Toaster />
      <Suspense>{slow && <Loader />}</Suspense>
      <Suspense>{asked && <Asker />}</Suspense>
    </div>
  );
}
