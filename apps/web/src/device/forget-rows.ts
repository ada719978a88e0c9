import type { IDBPDatabase } from 'idb';
import { definitions, everythingOf, localReaderOf, syncDatabase } from './sync-database.ts';

/** Deletes all users' rows that the server has too; they are fetched again. Keeps unsent rows. */
export async function clearSyncCopies(): Promise<void> {
  const copies = definitions.flatMap(([name, { holds }]) => (holds === 'copy' ? [name] : []));
  return syncDatabase(async (database) => {
    const transaction = database.transaction(copies, 'readwrite');
    await Promise.all([...copies.map(async (name) => transaction.objectStore(name).clear()), transaction.done]);
  });
}

/**
 * Owners of the rows that a user leaves on this device. Rows of reading without an account go with them: a logout
 * leaves the device to the next person.
 */
export const ownersOf = (uid: string): string[] => [uid, localReaderOf(uid), localReaderOf('')];

/** Deletes a user's rows, sent or not, in every store that is kept by user (voluntary logout). */
export async function forgetUser(uid: string): Promise<void> {
  const own = definitions.filter(([, { keyPath, indexes }]) => begins(keyPath) || indexes?.['part']);
  const names = own.map(([name]) => name);
  return syncDatabase(async (database) => {
    // Works without types, because only the definition tells which index a store has.
    const transaction = (database as unknown as IDBPDatabase).transaction(names, 'readwrite');
    for (const [name, { keyPath }] of own) {
      const store = transaction.objectStore(name);
      for (const owner of ownersOf(uid)) {
        if (begins(keyPath)) await store.delete(everythingOf(owner));
        else for (const key of await store.index('part').getAllKeys(everythingOf(owner))) await store.delete(key);
      }
    }
    await transaction.done;
  });
}

/** Whether the keys of a store begin with their user. */
const begins = (keyPath: string | string[] | undefined): boolean => Array.isArray(keyPath) && keyPath[0] === 'uid';
