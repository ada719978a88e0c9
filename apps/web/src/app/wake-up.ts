import { failures } from '../lib/failures.ts';
import { listenToOtherTabs, session } from '../lib/session.ts';
import { sessionEnd } from '../lib/session-end.ts';
import { showCarriedToasts } from '../ui/carried-toasts.ts';
import { showToast } from '../ui/toast-store.ts';

/** The service worker waits until the app is stable. */
const SERVICE_WORKER_DELAY_MS = 30_000;

interface Navigator {
  navigate(to: string): unknown;
}

/** Everything that the page does once it stands: session, messages, service worker. */
export function wakeUp(router: Navigator): void {
  listenToOtherTabs();
  showCarriedToasts();
  failures.onFailure((text) => showToast('error', text));
  sessionEnd.onEnd((end) => {
    void import('./end-session.ts').then(({ endSession }) => endSession(end, (to) => router.navigate(to)));
  });
  // A stored refresh token is exchanged at once, also on public pages.
  if (session.refreshToken()) void import('../lib/start-session.ts').then(({ startSession }) => startSession());
  if (import.meta.env.PROD) setTimeout(registerServiceWorker, SERVICE_WORKER_DELAY_MS);
}

function registerServiceWorker(): void {
  void import('../offline/app-updates.ts').then(({ appUpdates }) => appUpdates.register());
}
