import { isKept, registerLater } from './browser-duties.ts';
import { followSession } from '../lib/known-visitor.ts';
import { failures, sessionEnd } from '../lib/api/api-events.ts';
import { listenToOtherTabs, session } from '../lib/api/session.ts';
import { showSavedToasts, showToast } from '../ui/overlays/toast-store.ts';

/**
 * Everything that the page does once it stands: session, messages, service worker.
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
  // A session that was left without a connection ends at the next contact, on whatever page that is.
  if (isKept('sessionsToEnd')) void import('./sessions-to-end.ts').then(({ endSessionsLeft }) => endSessionsLeft());
  followSession();
  registerLater();
}
