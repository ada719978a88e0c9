import { session } from '../lib/api/session.ts';
import { OWNER, syncDatabase } from './sync-database.ts';

let knownOwner: string | null = null;

/** The copies belong to one user; what another one left (a logout that was cut short) goes. */
export async function setDeviceOwner(): Promise<void> {
  const uid = session.claims()?.uid;
  if (!uid || uid === knownOwner) return;
  return syncDatabase(async (database) => {
    const owner = await database.get('meta', OWNER);
    if (owner !== undefined && owner !== uid) await (await import('./clear-copies.ts')).clearCopies();
    await database.put('meta', uid, OWNER);
    knownOwner = uid;
  });
}

/** The copies are gone, and with them whose they were. */
export async function clearDeviceOwner(): Promise<void> {
  await syncDatabase((database) => database.delete('meta', OWNER));
}

/** Forgets the user, so that the next one is looked up and noted. */
export function resetDeviceOwner(): void {
  knownOwner = null;
}
