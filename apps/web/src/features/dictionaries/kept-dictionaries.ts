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

/** The dictionaries of the account that is signed in, in the order in which they answer. */
export async function keptDictionaries(): Promise<Dictionary[]> {
  const uid = ownUid();
  if (uid === null) return [];
  const rows = await dictionaryDatabase((database) => database.getAllFromIndex('dictionaries', 'uid', uid));
  return rows.toSorted((one, other) => one.place - other.place);
}

/** Takes a dictionary away, whole. */
export async function removeDictionary({ id, uid }: Dictionary): Promise<void> {
  await deleteDictionaries([id]);
  noteDictionaries(uid, (await keptDictionaries()).length > 0);
}

/** Lets a dictionary answer before the one that stands before it. */
export async function moveUp({ id }: Dictionary): Promise<void> {
  const rows = await keptDictionaries();
  const index = rows.findIndex((row) => row.id === id);
  const [before, moved] = [rows[index - 1], rows[index]];
  if (!before || !moved) return;
  await dictionaryDatabase(async (database) => {
    const { store, done } = database.transaction('dictionaries', 'readwrite');
    void store.put({ ...before, place: moved.place });
    void store.put({ ...moved, place: before.place });
    await done;
  });
}

/**
 * Deletes what a placing left that ended with its tab: pieces of a dictionary without its row. Waits for a placing that
 * is under way in another tab, and notes whether the account has dictionaries.
 */
export const sweepLeftovers = (): Promise<void> =>
  withLock(PLACING_LOCK, async () => {
    await deleteLeftovers();
    const uid = ownUid();
    if (uid !== null) noteDictionaries(uid, (await keptDictionaries()).length > 0);
  });

/** As {@link sweepLeftovers}, for who holds the lock. */
export async function deleteLeftovers(): Promise<void> {
  const found = await dictionaryDatabase(async (database) => {
    const transaction = database.transaction(['dictionaries', 'text_pieces', 'index_pages']);
    const ids = new Set<string>();
    for (const name of ['text_pieces', 'index_pages'] as const) {
      const store = transaction.objectStore(name);
      // From one dictionary to the next: their pieces are many.
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
 * Deletes what an account placed, or began to place, at its voluntary logout: the device is left to the next person. Waits
 * for no other tab, whose placing ends without its account.
 */
export async function forgetDictionaries(uid: string): Promise<void> {
  if (!ownsDictionaries(uid)) return;
  await deleteDictionaries(
    await dictionaryDatabase((database) => database.getAllKeysFromIndex('dictionaries', 'uid', uid)),
  );
  await deleteLeftovers();
  noteDictionaries(uid, false);
}
