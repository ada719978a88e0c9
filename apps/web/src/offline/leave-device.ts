import { session } from '../lib/session.ts';
import { disownDevice, forgetClaim } from './claim-device.ts';
import { clearCopies } from './clear-copies.ts';
import { flushOutbox } from './flush-outbox.ts';
import { keepUnkeptChanges } from './keep-unkept-changes.ts';
import { countDrafts, keepDrafts } from './note-drafts.ts';
import { countMutations, forgetUser } from './outbox.ts';
import { keepUnkeptMove } from './position-keeper.ts';
import { forgetPages } from './kept-pages.ts';

/** A server that does not answer must not keep anyone from leaving. */
const PATIENCE_MS = 5000;

/** Sends what is unsent before a voluntary logout; says how many writes and unfinished notes are still here. */
export async function sendBeforeLeaving(): Promise<number> {
  const uid = session.claims()?.uid;
  if (!uid) return 0;
  await keepUnkeptChanges();
  await Promise.race([flushOutbox(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const [unsent, drafts] = await Promise.all([countMutations(uid), countDrafts(uid)]).catch(() => [0, 0] as const);
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
  await keepUnkeptMove();
  await keepUnkeptChanges();
  await keepDrafts().catch(() => {});
  await clearDevice().catch(() => {});
  if (!voluntary || !uid) return;
  await forgetUser(uid).catch(() => {});
  await forgetPages(uid).catch(() => {});
}

async function clearDevice(): Promise<void> {
  forgetClaim();
  await clearCopies();
  await disownDevice();
}
