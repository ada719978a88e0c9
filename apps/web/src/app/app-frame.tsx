import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { pendingRequests } from '../lib/pending-requests.ts';
import { askStore } from '../ui/ask-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useNetworkToasts } from './use-network-toasts.ts';

// Only there when a request is slow, so with a connection.
const Loader = lazy(async () => ({ default: (await import('../ui/loader.tsx')).Loader }));
const Asker = lazy(async () => ({ default: (await import('../ui/asker.tsx')).Asker }));

/** Around every screen, with the router and without it: messages, questions, the delayed loader. */
export function AppFrame({ children }: { readonly children: ReactNode }) {
  useNetworkToasts();
  const slow = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.isSlow, () => false);
  const asked = useSyncExternalStore(askStore.subscribe, askStore.current, () => null);
  // `data-app` marks where the head's elements end in the server's markup.
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      {children}
      <Toaster />
      <Suspense>{slow && <Loader />}</Suspense>
      <Suspense>{asked && <Asker />}</Suspense>
    </div>
  );
}
