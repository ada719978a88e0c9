import { withLock } from '../lib/locks.ts';
import { clearDeviceDatabase, COVERS_CACHE } from './device-database.ts';
import { downloads } from './downloads.ts';
import { storedEpubs } from './stored-epubs.ts';
import { clearSyncCopies } from './forget-rows.ts';
import { OWNER, readOwner, syncDatabase } from './sync-database.ts';

/** Keys of local storage with copies that do not say whose they are (last-read.ts, replica.ts). */
const UNNAMED_COPIES = ['bookPartsLocations', 'highlights'];

const writeOwner = (owner: string) => syncDatabase((database) => database.put('meta', owner, OWNER));
/** Owner of copies that are being deleted: no user is shown them. */
const NO_OWNER = '';

/** Deletes the copies of the owner before, and then notes the new one. One tab at a time. */
export async function takeOver(uid: string): Promise<void> {
  await withLock('device-owner', async () => {
    // Another tab, or another call, may have done it meanwhile.
    if ((await readOwner()) === uid) return;
    await writeOwner(NO_OWNER);
    await clearCopies();
    await writeOwner(uid);
  });
}

/** Deletes the copies, and then whose they were. Rejects when some may still be here; no user sees them then. */
export async function clearOwnCopies(): Promise<void> {
  // A database that refuses this does not keep the files in the other one.
  await writeOwner(NO_OWNER).catch(() => {});
  await clearCopies();
  await syncDatabase((database) => database.delete('meta', OWNER));
}

/**
 * Deletes the device's copies of server data: lists, covers, files, pieces of files, highlights. Not the unsent writes.
 * Rejects, after it has done what it can, when something may still be here.
 */
export async function clearCopies(): Promise<void> {
  await downloads.cancelAll();
  storedEpubs.forgetAll();
  clearUnnamedCopies();
  const outcomes = await Promise.allSettled([clearPictures(), clearDeviceDatabase(), clearSyncCopies()]);
  const failure = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failure) throw failure.reason;
}

function clearUnnamedCopies(): void {
  try {
    for (const key of UNNAMED_COPIES) localStorage.removeItem(key);
  } catch {
    // Storage refused by the browser's settings: nothing is in it.
  }
}

async function clearPictures(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(COVERS_CACHE);
}
