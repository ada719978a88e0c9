import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { pendingRequests } from '../lib/pending-requests.ts';
import { toastStore } from '../ui/toast-store.ts';
import { useNetworkToasts } from './use-network-toasts.ts';
import { useScroll } from './use-scroll.ts';

// Neither is there before something happens.
const Loader = lazy(async () => ({ default: (await import('../ui/loader.tsx')).Loader }));
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }));

const nothingSaid = () => false;

/** Frame of every screen: scroll, messages, the delayed loader. */
export function RootLayout() {
  useScroll();
  useNetworkToasts();
  const slow = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.isSlow, () => false);
  const said = useSyncExternalStore(toastStore.subscribe, toastStore.wasUsed, nothingSaid);
  // `data-app` marks where the head's elements end in the server's markup.
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      <Outlet />
      <Suspense>
        {said && <Toaster />}
        {slow && <Loader />}
      </Suspense>
    </div>
  );
}
