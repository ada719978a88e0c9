import { refreshTokens, type Tokens } from '@cuentos/contract/auth';
import type { ErrorCode } from '@cuentos/contract/error-codes';
import { antiForgeryHeader } from './anti-forgery.ts';
import { ApiError } from './api-error.ts';
import { SESSION_EXPIRED_TEXT } from './texts.ts';
import { serverReach, sessionEnd } from './api-events.ts';
import { isUnexpired, session } from './session.ts';
import { learnServerTime } from '../clock.ts';
import { withLock } from '../locks.ts';

/** The exchange of a stored refresh token, with which each page load begins. */
export function startSession(): Promise<RefreshOutcome> {
  if (isUnexpired(session.accessToken())) return Promise.resolve('refreshed');
  return refreshSession(session.accessToken());
}

const LOCK = 'auth-refresh';

/**
 * Time limit of an exchange, its answer's body included, ms: all requests of all tabs wait for it. An exchange whose
 * answer got lost may be repeated with the same token.
 */
const ANSWER_WITHIN_MS = 10_000;

/** Result of an exchange of the refresh token. `unreachable`: no answer, the session may still be valid. */
type RefreshOutcome = 'refreshed' | 'ended' | 'unreachable' | 'none';

/** Codes that say that the session no longer exists. */
const goneCodes: ReadonlySet<ErrorCode | null> = new Set([
  'session_expired',
  'invalid_user_session',
  'refresh_token_invalid',
]);

let running: Promise<RefreshOutcome> | null = null;

async function exchange(stale: string | null): Promise<RefreshOutcome> {
  // Another tab may have refreshed while this one waited for the lock.
  if (session.accessToken() !== null && session.accessToken() !== stale) return 'refreshed';
  const token = session.refreshToken();
  if (!token) return 'none';
  // The page is about to be reloaded for another account.
  if (session.isSwitched()) return 'unreachable';
  // A token that has expired by this device's clock is sent too: the clock may be wrong, and the server decides.
  const response = await fetch(refreshTokens.path, {
    method: refreshTokens.method,
    headers: { 'content-type': 'application/json', ...antiForgeryHeader() },
    body: JSON.stringify({ refresh_token: token }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(meetSilence);
  if (!response) return 'unreachable';
  serverReach.note(response.status);
  learnServerTime(response.headers.get('date'));
  // The session ended, or was replaced, since the request: the answer to the old one neither ends nor renews it.
  if (session.refreshToken() !== token || session.isSwitched()) return 'none';
  if (response.status === 401) return meetRefusal(await ApiError.from(response));
  // Any other failure brings no tokens either, and an answer that is no JSON is not the shop's.
  const body = (await response.json().catch(meetSilence)) as Partial<Tokens> | null;
  const { access_token, refresh_token } = body ?? {};
  if (!access_token || !refresh_token) return 'unreachable';
  if (session.refreshToken() !== token) return 'none';
  session.store({ access_token, refresh_token });
  return 'refreshed';
}

/** A connection that breaks or hangs, before or during the answer, counts as no answer. */
function meetSilence(): null {
  serverReach.note(null);
  return null;
}

function meetRefusal({ code, detail }: ApiError): RefreshOutcome {
  // A proxy refused it, not the shop.
  if (!code && !detail) return 'unreachable';
  const text = session.isRefreshTokenValid() ? {} : { text: SESSION_EXPIRED_TEXT };
  // The server's logout is not called when the answer already says that the session is gone.
  sessionEnd.announce({ redirect: true, serverLogout: !goneCodes.has(code), code, ...text });
  return 'ended';
}

/**
 * Exchanges the stored refresh token for new tokens. One tab at a time does it (Web Locks), and one call per tab.
 * @param stale the access token that was refused; a newer one that another tab shared is used instead of a new
 * exchange.
 */
export function refreshSession(stale: string | null): Promise<RefreshOutcome> {
  running ??= withLock(LOCK, () => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}
