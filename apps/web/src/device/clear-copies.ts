import { withLock } from '../lib/locks.ts';
import { OWNER_LOCK } from './begin-copy.ts';
import { clearDeviceDatabase, COVERS_CACHE } from './device-database.ts';
import { downloads } from './downloads.ts';
import { storedEpubs } from './stored-epubs.ts';
import { clearSyncCopies } from './forget-rows.ts';
import { OWNER, OWNER_KEY, readOwner, syncDatabase } from './sync-database.ts';

/** Keys of local storage that are deleted with the copies (last-read.ts, replica.ts, change-channel.ts). */
const KEYS_OF_COPIES = ['bookPartsLocations', 'highlights', 'changes'];

/** Stored as the owner while copies are being deleted: no user sees them. */
const NO_OWNER = '';

const writeOwner = (owner: string) => syncDatabase((database) => database.put('meta', owner, OWNER));

/** @param uid null removes the owner */
function noteOwner(uid: string | null): void {
  try {
    if (uid === null) localStorage.removeItem(OWNER_KEY);
    else localStorage.setItem(OWNER_KEY, uid);
  } catch {
    // Without an owner in local storage no copies are shown while the database does not answer.
  }
}

/** Deletes the copies of the former owner, and then stores the new owner. Runs in one tab at a time. */
export async function takeOver(uid: string): Promise<void> {
  await downloads.cancelAll();
  await withLock(OWNER_LOCK, async () => {
    // Another tab or call may have deleted them meanwhile.
    if ((await readOwner()) !== uid) {
      noteOwner(null);
      await writeOwner(NO_OWNER);
      await clearCopies();
      await writeOwner(uid);
    }
    noteOwner(uid);
  });
}

/**
 * Deletes the copies, and then the name of their owner. Rejects when some may be left; no user sees those.
 * @param uid user who leaves; undefined deletes all copies
 */
export async function clearOwnCopies(uid?: string): Promise<void> {
  await downloads.cancelAll();
  await withLock(OWNER_LOCK, async () => {
    const owner = await readOwner().catch(() => undefined);
    // Another user signed in while this call waited for the lock, and owns the copies now.
    if (uid && owner && owner !== uid) return;
    noteOwner(null);
    // When this database refuses, the files in the other database are deleted nevertheless.
    await writeOwner(NO_OWNER).catch(() => {});
    await clearCopies();
    await forgetNoOwner();
  });
}

/** Does not delete an owner whom another tab has stored since, where the browser has no locks. */
async function forgetNoOwner(): Promise<void> {
  await syncDatabase(async (database) => {
    const { store, done } = database.transaction('meta', 'readwrite');
    if ((await store.get(OWNER)) === NO_OWNER) await store.delete(OWNER);
    await done;
  });
}

/**
 * Deletes the device's copies of server data: lists, covers, files, pieces of files, highlights. Not the unsent writes.
 * Downloads are cancelled before, outside of the lock: one of them may wait for it.
 * Rejects, after it has done what it can, when something may still be here.
 */
export async function clearCopies(): Promise<void> {
  storedEpubs.forgetAll();
  clearLocalCopies();
  const outcomes = await Promise.allSettled([clearPictures(), clearDeviceDatabase(), clearSyncCopies()]);
  const failure = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failure) throw failure.reason;
}

function clearLocalCopies(): void {
  try {
    for (const key of KEYS_OF_COPIES) localStorage.removeItem(key);
  } catch {
    // The browser's settings refuse storage, so it is empty.
  }
}

async function clearPictures(): Promise<void> {
  try {
    if (typeof caches !== 'undefined') await caches.delete(COVERS_CACHE);
  } catch {
    // A browser that refuses Cache Storage alone stores no cover, and covers are public: the files may be kept
    // nevertheless.
  }
}
