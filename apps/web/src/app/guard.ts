import { redirectTo } from '../lib/redirect.ts';
import { SESSION_EXPIRED_TEXT } from '../lib/api/texts.ts';
import { serverReach, sessionEnd } from '../lib/api/api-events.ts';
import { session } from '../lib/api/session.ts';
import { startSession } from '../lib/api/refresh-session.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { isOnline } from '../device/network-status.ts';
import { showToast } from '../ui/overlays/toast-store.ts';

/** Time after which a silent server counts as out of reach, ms. Its late answer still counts. */
const PATIENCE_MS = 3000;

/**
 * Guard of the private routes: online an access token is needed, offline a stored refresh token that has not expired. A
 * server out of reach counts as offline, so that a stored book stays readable. A reader sent to the login is led back
 * from there.
 * @param url of the screen
 */
export async function requireSession(url = location.href): Promise<void> {
  if (!isOnline()) return requireTerm(url);
  if (session.accessToken()) return;
  const outcome = await withTimeout(startSession(), PATIENCE_MS, () => {
    serverReach.note(null);
    return 'unreachable' as const;
  });
  if (outcome === 'refreshed') return;
  if (outcome === 'unreachable') return requireTerm(url);
  // oxlint-disable-next-line only-throw-error -- how one is sent elsewhere
  throw await toLogin(url);
}

async function requireTerm(url: string): Promise<void> {
  if (session.isRefreshTokenValid()) return;
  if (session.refreshToken() !== null) showToast('error', SESSION_EXPIRED_TEXT);
  // oxlint-disable-next-line only-throw-error -- how one is sent elsewhere
  throw await toLogin(url);
}

async function toLogin(url: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  // Waits until the session's end has cleared the device and shown its reason: a redirect before that would interrupt
  // both. The page's own first exchange may already have found the session ended and forgotten it.
  await sessionEnd.carriedOut();
  // Reading does not need the access token, which may be missing without a connection.
  const { loginAddress } = await import('../lib/login-address.ts').catch(() => ({ loginAddress: () => '/login' }));
  return redirectTo(loginAddress(pathname + search));
}
