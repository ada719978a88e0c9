import { withLock } from '../../lib/locks.ts';
import {
  type Dictionary,
  deleteDictionaries,
  dictionaryDatabase,
  noteDictionaries,
  ownsDictionaries,
  ownUid,
  PLACING_LOCK,
} from './dictionary-database.ts';

/** The dictionaries of the signed-in account, in the order in which they answer. */
export async function keptDictionaries(): Promise<Dictionary[]> {
  const uid = ownUid();
  if (uid === null) return [];
  return inOrder(await dictionaryDatabase((database) => database.getAllFromIndex('dictionaries', 'uid', uid)));
}

const inOrder = (rows: readonly Dictionary[]): Dictionary[] => rows.toSorted((one, other) => one.place - other.place);

/**
 * Deletes a dictionary completely. Whether the account still has any is noted in the turn of this tab: another tab may
 * be importing one.
 */
export async function removeDictionary({ id }: Dictionary): Promise<void> {
  await deleteDictionaries([id]);
  sweepLeftovers().catch(() => {});
}

/** Moves a dictionary before the one that precedes it. */
export async function moveUp({ id, uid }: Dictionary): Promise<void> {
  await dictionaryDatabase(async (database) => {
    // Read in the transaction that writes: another tab may delete one of the two, or move them.
    const { store, done } = database.transaction('dictionaries', 'readwrite');
    const rows = inOrder(await store.index('uid').getAll(uid));
    const index = rows.findIndex((row) => row.id === id);
    const [before, moved] = [rows[index - 1], rows[index]];
    if (before && moved) {
      void store.put({ ...before, place: moved.place });
      void store.put({ ...moved, place: before.place });
    }
    await done;
  });
}

/**
 * Deletes the rest of an import that ended with its tab: pieces of a dictionary without a row. Waits for an import in
 * another tab, and stores whether the account has dictionaries.
 */
export const sweepLeftovers = (): Promise<void> =>
  withLock(PLACING_LOCK, async () => {
    await deleteLeftovers();
    const uid = ownUid();
    if (uid !== null) noteDictionaries(uid, (await keptDictionaries()).length > 0);
  });

/** As {@link sweepLeftovers}, for a caller that holds the lock. */
export async function deleteLeftovers(): Promise<void> {
  const found = await dictionaryDatabase(async (database) => {
    const transaction = database.transaction(['dictionaries', 'text_pieces', 'index_pages']);
    const ids = new Set<string>();
    for (const name of ['text_pieces', 'index_pages'] as const) {
      const store = transaction.objectStore(name);
      // Reads only the keys at which the next dictionary begins, because the pieces are many.
      let cursor = await store.openKeyCursor();
      while (cursor) {
        const [id] = cursor.key;
        ids.add(id);
        cursor = await store.openKeyCursor(IDBKeyRange.lowerBound([id, []]));
      }
    }
    const kept = new Set(await transaction.objectStore('dictionaries').getAllKeys());
    return [...ids].filter((id) => !kept.has(id));
  });
  if (found.length > 0) await deleteDictionaries(found);
}

/**
 * Deletes an account's dictionaries, also unfinished ones, at its voluntary logout, because the device may pass to
 * another person. Does not wait for another tab, whose import ends without its account.
 */
export async function forgetDictionaries(uid: string): Promise<void> {
  if (!ownsDictionaries(uid)) return;
  await deleteDictionaries(
    await dictionaryDatabase((database) => database.getAllKeysFromIndex('dictionaries', 'uid', uid)),
  );
  await deleteLeftovers();
  noteDictionaries(uid, false);
}
