import { withLock } from '../lib/locks.ts';
import { OWNER_LOCK } from './begin-copy.ts';
import { clearDeviceDatabase, COVERS_CACHE } from './device-database.ts';
import { downloads } from './downloads.ts';
import { storedEpubs } from './stored-epubs.ts';
import { clearSyncCopies } from './forget-rows.ts';
import { OWNER, OWNER_KEY, readOwner, syncDatabase } from './sync-database.ts';

/** Keys of local storage that go with the copies (last-read.ts, replica.ts, change-channel.ts). */
const KEYS_OF_COPIES = ['bookPartsLocations', 'highlights', 'changes'];

/** Owner of copies that are being deleted: no user is shown them. */
const NO_OWNER = '';

const writeOwner = (owner: string) => syncDatabase((database) => database.put('meta', owner, OWNER));

/** @param uid null: takes the note away */
function noteOwner(uid: string | null): void {
  try {
    if (uid === null) localStorage.removeItem(OWNER_KEY);
    else localStorage.setItem(OWNER_KEY, uid);
  } catch {
    // Without the note no copies are shown while the database does not answer.
  }
}

/** Deletes the copies of the owner before, and then notes the new one. One tab at a time. */
export async function takeOver(uid: string): Promise<void> {
  await downloads.cancelAll();
  await withLock(OWNER_LOCK, async () => {
    // Another tab, or another call, may have done it meanwhile.
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
 * Deletes the copies, and then whose they were. Rejects when some may still be here; no user sees them then.
 * @param uid of who leaves; undefined deletes whatever is here
 */
export async function clearOwnCopies(uid?: string): Promise<void> {
  await downloads.cancelAll();
  await withLock(OWNER_LOCK, async () => {
    const owner = await readOwner().catch(() => undefined);
    // Another user came in while this one waited for the lock: what is here is theirs.
    if (uid && owner && owner !== uid) return;
    noteOwner(null);
    // A database that refuses this does not keep the files in the other one.
    await writeOwner(NO_OWNER).catch(() => {});
    await clearCopies();
    await forgetNoOwner();
  });
}

/** Not an owner whom another tab has noted since, where the browser has no locks. */
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
    // Storage refused by the browser's settings: nothing is in it.
  }
}

async function clearPictures(): Promise<void> {
  try {
    if (typeof caches !== 'undefined') await caches.delete(COVERS_CACHE);
  } catch {
    // A browser that refuses Cache Storage alone keeps no cover, and covers are public: the files may be kept all the same.
  }
}
