import { logout } from '@cuentos/contract/auth';
import { clearOwnCopies } from '../device/clear-copies.ts';
import { isReachable } from '../device/connection.ts';
import { countFormDrafts, persistFormDrafts } from '../device/form-drafts.ts';
import { countUnsent, flushOutbox } from '../device/outbox.ts';
import { downloads } from '../device/downloads.ts';
import { resetDeviceOwner } from '../device/owner.ts';
import { storedEpubs } from '../device/stored-epubs.ts';
import { forgetUser, ownersOf } from '../device/forget-rows.ts';
import { forgetDictionaries } from '../features/dictionaries/kept-dictionaries.ts';
import { typedCode } from '../features/orders/purchase/typed-code.ts';
import { forgetGift } from '../features/gifts/sheet-gift.ts';
import { countDrafts, persistDrafts } from '../features/highlights/note-drafts.ts';
import { countUnsavedChanges, saveUnsavedChanges } from '../features/highlights/replica.ts';
import { saveUnsavedMoves } from '../features/reading/position/position-store.ts';
import { sessionEnded } from '../features/reading/session-ended.ts';
import { messageTexts } from '../features/site/message-texts.ts';
import { request } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { SESSION_CLOSED_TEXT } from '../lib/api/texts.ts';
import type { SessionEnd } from '../lib/api/api-events.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { type OtherTab, session } from '../lib/api/session.ts';
import { isPrivateAddress, loginAddress } from '../lib/login-address.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { ask } from '../ui/overlays/confirm.ts';
import { leaveUnasked } from '../ui/overlays/leave-unasked.ts';
import { saveToasts, showToast } from '../ui/overlays/toast-store.ts';
import { clearStorage, endLater } from './sessions-to-end.ts';

/** Time limit for the server at a logout, ms: a silent server must not prevent it. */
const PATIENCE_MS = 4000;

/**
 * Sends unsent changes before a voluntary logout.
 * @returns how many changes and unfinished notes are still on the device
 */
export async function sendBeforeLeaving(): Promise<number> {
  const uid = session.claims()?.uid;
  if (!uid) return 0;
  await saveUnsavedChanges();
  await withTimeout<unknown, void>(flushOutbox(), PATIENCE_MS, () => {});
  // When the database does not answer, the changes in local storage count alone.
  const unsent = await countUnsent(uid).catch(() => 0);
  const begun = await Promise.all([countFormDrafts(uid), countDrafts(uid)]);
  return [unsent, ...begun, countUnsavedChanges(uid)].reduce((sum, count) => sum + count, 0);
}

/**
 * Clears the device at the end of a session. The session must still be known, since it names the owner of the copies.
 * @param isWished the user chose to leave, or the account is gone: all their data is deleted. Otherwise copies and
 * unsent changes wait for the same user, and no other user sees them (owner.ts).
 */
export async function leaveDevice(isWished: boolean): Promise<void> {
  resetDeviceOwner();
  if (isWished) return clearDevice(session.claims()?.uid, session.refreshToken());
  await saveUnsavedMoves();
  await saveUnsavedChanges();
  await Promise.allSettled([persistDrafts(), persistFormDrafts()]);
  await downloads.cancelAll();
}

async function clearDevice(uid: string | undefined, refreshToken: string | null): Promise<void> {
  await clearOwnCopies(uid).catch(() => {});
  if (uid) await forgetUser(uid).catch(() => {});
  if (uid) await forgetDictionaries(uid).catch(() => {});
  clearStorage(uid ? ownersOf(uid) : [], refreshToken);
}

let ending: Promise<void> | null = null;

/**
 * Ends the session on this device. A logout clears memory caches, local storage and the device's copies, after a
 * question when unsent changes would be lost; after any other end the data waits for the same user. Several calls may
 * find the session ended at once: it is ended and reported once.
 */
export function endSession(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  ending ??= leave(end, navigate).finally(() => {
    ending = null;
  });
  return ending;
}

async function leave(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  const voluntary = end.voluntary === true;
  if (voluntary && !(await mayLeave())) return;
  if (!voluntary && end.redirect) await sessionEnded.say();
  const refresh_token = session.refreshToken();
  const failure = end.serverLogout && refresh_token ? await tellServer(refresh_token) : null;
  const isWished = voluntary || end.code === 'account_erased';
  // While the session still names the owner of the copies.
  const leaving = leaveDevice(isWished);
  session.forget(voluntary);
  await leaving;
  // A user whose session ended by itself returns to the purchase sheet as it was.
  if (isWished) forgetSheet();
  if (failure && refresh_token) sayLeft(failure, await endLater(refresh_token));
  // Shows the next screen first, because a private screen would request the data that is being cleared.
  if (voluntary) await navigate('/');
  else await leadToLogin(end, navigate);
  queryClient.clear();
}

/** Deletes the discount code and the gift that were typed before paying. */
function forgetSheet(): void {
  typedCode.set(null);
  forgetGift();
}

/** Tells a reader that the session ended, and leads to the login, which leads back. A public page stays. */
async function leadToLogin({ redirect, code, text }: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  const here = location.pathname + location.search;
  const needsSession = redirect && isPrivateAddress(here);
  const endText = code === 'account_erased' ? messageTexts.accountErased : text;
  if (endText ?? needsSession) showToast('error', endText ?? SESSION_CLOSED_TEXT);
  if (!needsSession) return;
  const guardAgain = leaveUnasked();
  try {
    await navigate(loginAddress(here));
  } finally {
    guardAgain();
  }
}

/**
 * Another tab of this browser ended the session or began one of another account. Loads the document anew, so that
 * nothing of the old session stays in memory or on the screen.
 */
export async function followOtherTab(change: OtherTab): Promise<void> {
  if (change.kind === 'switched') {
    leaveUnasked();
    return location.reload();
  }
  const here = location.pathname + location.search;
  if (!isPrivateAddress(here)) return;
  if (!change.voluntary) await sessionEnded.say();
  const login = loginAddress(here);
  showToast('error', SESSION_CLOSED_TEXT);
  saveToasts('/login');
  leaveUnasked();
  location.replace(login);
}

/**
 * Asks a user who logs out about data that would be lost: unsent changes, and stored files that cannot be downloaded
 * again.
 */
async function mayLeave(): Promise<boolean> {
  const unsent = await sendBeforeLeaving();
  const stored = (await isReachable()) ? 0 : storedEpubs.parts().size;
  if (stored > 0) return ask(messageTexts.leavingOffline(stored, unsent > 0));
  return unsent === 0 || ask(messageTexts.unsent);
}

/** Error of the call to the server; null when it succeeded. */
async function tellServer(refresh_token: string): Promise<'away' | 'failed' | null> {
  try {
    const line = new AbortController();
    const told = request(logout, { json: { refresh_token }, handles: 'all', signal: line.signal });
    await withTimeout(told, PATIENCE_MS, () => {
      line.abort();
      throw new ApiError(0, null);
    });
    return null;
  } catch (error) {
    return error instanceof ApiError && error.status === 0 ? 'away' : 'failed';
  }
}

/** @param ends whether the server will learn of it later */
function sayLeft(failure: 'away' | 'failed', ends: boolean): void {
  if (failure === 'away' && ends) showToast('info', messageTexts.leftOffline);
  else showToast('error', messageTexts.logoutFailed);
}
