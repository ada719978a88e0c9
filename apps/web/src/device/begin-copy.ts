import { session } from '../lib/api/session.ts';
import { areCopiesOurs } from './sync-database.ts';

/** Lock that is held while an owner's copies are being deleted. */
export const OWNER_LOCK = 'device-owner';

/**
 * Called when data is requested that will be stored as a copy.
 * @returns whether it may still be stored: session and owner of the copies have not changed since
 */
export function beginCopy(): () => Promise<boolean> {
  const uid = session.claims()?.uid;
  return async () => session.claims()?.uid === uid && (await areCopiesOurs());
}
