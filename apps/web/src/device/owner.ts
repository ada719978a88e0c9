import { session } from '../lib/api/session.ts';
import { syncDatabase } from './sync-database.ts';

const OWNER = 'owner';

let knownOwner: string | null = null;

/** The copies belong to one user; what another one left (a logout that was cut short) goes. */
export async function setDeviceOwner(): Promise<void> {
  const uid = session.claims()?.uid;
  if (!uid || uid === knownOwner) return;
  const database = await syncDatabase();
  const owner = await database.get('meta', OWNER);
  if (owner !== undefined && owner !== uid) await (await import('./clear-copies.ts')).clearCopies();
  await database.put('meta', uid, OWNER);
  knownOwner = uid;
}

/**
 * Whether the copies are the signed-in user's. Nobody waits long for a slow database: another one's may still be here
 * when this one's screens ask for theirs.
 */
export async function areCopiesOurs(): Promise<boolean> {
  const uid = session.claims()?.uid;
  if (uid === knownOwner) return true;
  const owner = await (await syncDatabase()).get('meta', OWNER);
  return owner === undefined || owner === uid;
}

/** The copies are gone, and with them whose they were. */
export async function clearDeviceOwner(): Promise<void> {
  await (await syncDatabase()).delete('meta', OWNER);
}

/** From now on the next user is looked up and noted anew. */
export function resetDeviceOwner(): void {
  knownOwner = null;
}
