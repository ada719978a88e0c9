import * as endpoints from '@cuentos/contract/endpoints';
import { clearCopies } from '../device/clear-copies.ts';
import { countUnsent, flushOutbox } from '../device/outbox.ts';
import { clearDeviceOwner, resetDeviceOwner } from '../device/owner.ts';
import { forgetUser } from '../device/sync-database.ts';
import { countDrafts, persistDrafts } from '../features/highlights/note-drafts.ts';
import { saveUnsavedChanges } from '../features/highlights/replica.ts';
import { saveUnsavedMove } from '../features/reading/position/position-tracker.ts';
import { sessionEnded } from '../features/reading/session-ended.ts';
import { messageTexts } from '../features/site/message-texts.ts';
import { call } from '../lib/api/api-client.ts';
import type { SessionEnd } from '../lib/api/api-events.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { session } from '../lib/api/session.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { ask } from '../ui/overlays/confirm.ts';
import { showToast } from '../ui/overlays/toast-store.ts';

/** A server that does not answer must not keep anyone from leaving. */
const PATIENCE_MS = 5000;

/** Sends what is unsent before a voluntary logout; says how many writes and unfinished notes are still here. */
export async function sendBeforeLeaving(): Promise<number> {
  const uid = session.claims()?.uid;
  if (!uid) return 0;
  await saveUnsavedChanges();
  await withTimeout<unknown, void>(flushOutbox(), PATIENCE_MS, () => {});
  const [unsent, drafts] = await Promise.all([countUnsent(uid), countDrafts(uid)]).catch(() => [0, 0] as const);
  return unsent + drafts;
}

/**
 * Clears the device at the end of a session. Must be called before the session is forgotten: it needs to know whose it
 * was.
 * @param voluntary the user chose to leave: nothing of theirs stays. Otherwise the unsent writes wait for the same
 * user.
 */
export async function leaveDevice(voluntary: boolean): Promise<void> {
  const uid = session.claims()?.uid;
  await saveUnsavedMove();
  await saveUnsavedChanges();
  await persistDrafts().catch(() => {});
  await clearDevice().catch(() => {});
  if (!voluntary || !uid) return;
  await forgetUser(uid).catch(() => {});
}

async function clearDevice(): Promise<void> {
  resetDeviceOwner();
  await clearCopies();
  await clearDeviceOwner();
}

let ending: Promise<void> | null = null;

/**
 * Ends the session here: local storage, memory caches and the device's copies go. Someone who leaves is asked
 * before unsent writes are dropped; after any other end they wait for the same user.
 * Several calls may find the session over at once: it ends, and says so, once.
 */
export function endSession(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  ending ??= leave(end, navigate).finally(() => {
    ending = null;
  });
  return ending;
}

async function leave(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  const voluntary = end.voluntary === true;
  if (voluntary && (await sendBeforeLeaving()) > 0 && !(await ask(messageTexts.unsent))) return;
  if (!voluntary && end.redirect) await sessionEnded.say();
  const refresh_token = session.refreshToken();
  if (end.serverLogout && refresh_token) {
    await call(endpoints.logout, { json: { refresh_token }, handles: 'all' }).catch(() =>
      showToast('error', messageTexts.logoutFailed),
    );
  }
  // While it is still known whose the copies are.
  const left = leaveDevice(voluntary);
  session.forget();
  await left;
  localStorage.clear();
  if (end.text) showToast('error', end.text);
  // The next screen first: a private one would ask again for what is being cleared.
  if (end.redirect) await navigate('/');
  queryClient.clear();
}
