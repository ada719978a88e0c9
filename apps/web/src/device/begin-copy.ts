import { session } from '../lib/api/session.ts';
import { areCopiesOurs } from './sync-database.ts';

/** Lock under which copies change hands: it is held for as long as an owner's copies are being deleted. */
export const OWNER_LOCK = 'device-owner';

/**
 * Called when something is asked for that is to be kept as a copy.
 * @returns whether it may still be kept: the session is the one that asked, and so are the copies
 */
export function beginCopy(): () => Promise<boolean> {
  const uid = session.claims()?.uid;
  return async () => session.claims()?.uid === uid && (await areCopiesOurs());
}
