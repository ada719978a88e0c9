import type { SiteFacts } from '@cuentos/contract/ssr';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { networkStatus } from '../device/network-status.ts';
import { appTexts } from '../features/site/app-texts.ts';
import { pendingRequests } from '../lib/api/api-events.ts';
import { RenderedAt } from '../lib/clock.ts';
import { Island } from '../lib/island.tsx';
import { SiteContext } from '../lib/page-data.ts';
import { MarkLetters } from '../ui/mark-letters.ts';
import { confirmStore } from '../ui/overlays/confirm.ts';
import { showToast } from '../ui/overlays/toast-store.ts';
import { Toaster } from '../ui/overlays/toaster.tsx';

/** A failed import must not remove the screen, and with it the text typed there. */
const lazyOr = (code: () => Promise<ComponentType>, instead: ComponentType) =>
  lazy(async () => ({ default: await code().catch(() => instead) }));
const Loader = lazyOr(
  async () => (await import('../ui/overlays/loader.tsx')).Loader,
  () => null,
);
const ConfirmHost = lazyOr(async () => (await import('../ui/overlays/confirm-dialog.tsx')).ConfirmHost, BrowserAsker);

/** Asks with the browser's own dialog. */
function BrowserAsker() {
  useEffect(() => {
    const openQuestion = confirmStore.current();
    openQuestion?.answer(confirm(`${openQuestion.title}\n\n${openQuestion.message}`));
  });
  return null;
}

/** Frame of every screen, with the router and without it: messages, questions, the delayed loader. */
export function AppFrame({ children }: { readonly children: ReactNode }) {
  // `data-app` marks where the head's elements end in the server's markup.
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      {children}
      <Island name="frame" of="" component={FrameParts} />
    </div>
  );
}

/** Layers over every screen, such as toasts. */
export function FrameParts() {
  useNetworkToasts();
  const slow = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.isSlow, () => false);
  const openQuestion = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, () => null);
  return (
    <>
      <Toaster />
      <Suspense>{slow && <Loader />}</Suspense>
      <Suspense>{openQuestion && <ConfirmHost />}</Suspense>
    </>
  );
}

interface ProvidersProps {
  readonly site: SiteFacts | null;
  readonly renderedAt: number | null;
  readonly children: ReactNode;
}

/** Provides the facts that every screen may use. */
export function Providers({ site, renderedAt, children }: ProvidersProps) {
  const screen = <RenderedAt value={renderedAt}>{children}</RenderedAt>;
  return (
    <SiteContext value={site}>
      {site ? <MarkLetters value={site.shop.mark_letters}>{screen}</MarkLetters> : screen}
    </SiteContext>
  );
}

/** Shows messages when the connection is lost and restored. */
function useNetworkToasts(): void {
  useEffect(
    () =>
      networkStatus.subscribe(() => {
        if (networkStatus.isOnline()) showToast('success', appTexts.cameOnline, { about: 'connection' });
        else showToast('info', appTexts.wentOffline, { about: 'connection' });
      }),
    [],
  );
}
