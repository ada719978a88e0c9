import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { pendingRequests } from '../lib/pending-requests.ts';
import { askStore } from '../ui/ask-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useNetworkToasts } from './use-network-toasts.ts';

/** Code that cannot be had when it is needed must not take the screen down, and with it what was written there. */
const lazyOr = (code: () => Promise<ComponentType>, instead: ComponentType) =>
  lazy(async () => ({ default: await code().catch(() => instead) }));
const Loader = lazyOr(
  async () => (await import('../ui/loader.tsx')).Loader,
  () => null,
);
const Asker = lazyOr(async () => (await import('../ui/asker.tsx')).Asker, BrowserAsker);

/** Asks with the browser's own question. */
function BrowserAsker() {
  useEffect(() => {
    const asked = askStore.current();
    asked?.answer(confirm(`${asked.title}\n\n${asked.message}`));
  });
  return null;
}

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
