import { session } from '../lib/api/session.ts';
import { notedOwner, readOwner } from './sync-database.ts';

let knownOwner: string | null = null;

/**
 * Makes the signed-in user the owner of the copies. Another user's copies are deleted first; while that fails the
 * copies have no owner, and none are shown.
 */
export async function setDeviceOwner(): Promise<void> {
  const uid = session.claims()?.uid;
  if (!uid || uid === knownOwner) return;
  if ((await readOwner()) !== uid || notedOwner() !== uid) await (await import('./clear-copies.ts')).takeOver(uid);
  knownOwner = uid;
}

/** Forgets the known user, so that the next one is looked up and stored. */
export function resetDeviceOwner(): void {
  knownOwner = null;
}
