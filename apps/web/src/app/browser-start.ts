import { isKept, registerLater } from './browser-duties.ts';
import { followSession } from '../lib/known-visitor.ts';
import { failures, sessionEnd } from '../lib/api/api-events.ts';
import { listenToOtherTabs, session } from '../lib/api/session.ts';
import { showSavedToasts, showToast } from '../ui/overlays/toast-store.ts';

/**
 * Starts the page's work after it is shown: session, messages, service worker.
 * @param navigate shows the screen of an address
 */
export function startBrowser(navigate: (to: string) => unknown): void {
  listenToOtherTabs();
  showSavedToasts();
  failures.onFailure((text) => showToast('error', text));
  sessionEnd.onEnd((end) => import('./end-session.ts').then(({ endSession }) => endSession(end, navigate)));
  session.onOtherTab((change) => void import('./end-session.ts').then(({ followOtherTab }) => followOtherTab(change)));
  // A stored refresh token is exchanged at once, also on public pages.
  if (session.refreshToken()) void import('../lib/api/refresh-session.ts').then(({ startSession }) => startSession());
  // A session that was left without a connection is ended at the next contact, on any page.
  if (isKept('sessionsToEnd')) void import('./sessions-to-end.ts').then(({ endSessionsLeft }) => endSessionsLeft());
  followSession();
  registerLater();
}
