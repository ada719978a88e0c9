import { redirectTo } from '../lib/redirect.ts';
import { sessionEnd } from '../lib/api/api-events.ts';
import { session } from '../lib/api/session.ts';
import { startSession } from '../lib/api/refresh-session.ts';
import { isOnline } from '../device/network-status.ts';

/**
 * Guard of the private routes: online an access token is needed, offline a stored refresh token that has not
 * expired. A server out of reach counts as offline, so that a stored book stays readable.
 */
export async function requireSession(): Promise<void> {
  if (!isOnline()) return requireTerm();
  if (session.accessToken()) return;
  const outcome = await startSession();
  if (outcome === 'refreshed') return;
  if (outcome === 'unreachable') return requireTerm();
  // To be sent elsewhere before the device is cleared and the reason said would cut that short.
  if (outcome === 'ended') await sessionEnd.carriedOut();
  // oxlint-disable-next-line only-throw-error -- how one is sent elsewhere
  throw redirectTo('/login');
}

function requireTerm(): void {
  // oxlint-disable-next-line only-throw-error -- how one is sent elsewhere
  if (!session.isRefreshTokenValid()) throw redirectTo('/login');
}
