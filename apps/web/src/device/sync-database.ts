import { session } from '../lib/api/session.ts';
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { DatabaseTimeout, defineDatabase, inTime } from './open-database.ts';

const SYNC_DATABASE = 'cuentos-de-bolsillo-sync';
const VERSION = 7;

/** Rows by store; the owner of a store adds its type here. */
export interface SyncSchema extends DBSchema {
  /** `owner`: id of the user whose copies the device database holds. */
  meta: { key: string; value: string };
}

/** A store that {@link SyncSchema} knows. */
export type SyncStore = StoreNames<SyncSchema>;
/** A transaction that may write in each store for which it was opened. */
export type SyncTransaction = IDBPTransaction<SyncSchema, SyncStore[], 'readwrite'>;

/** Definition of a store, which all versions of the app share, since stored data must stay readable. */
interface StoreDefinition {
  /** Version of the database that added it. */
  readonly since: number;
  /** Absent: callers provide the keys. */
  readonly keyPath?: string | string[];
  readonly autoIncrement?: true;
  readonly indexes?: Readonly<Record<string, string | string[]>>;
  /** `copy`: the server has the same rows. `own`: only this device has them, until they are sent. */
  readonly holds: 'copy' | 'own';
}

const part = ['uid', 'part_id'];

const stores: Readonly<Record<SyncStore, StoreDefinition>> = {
  mutations: { since: 1, keyPath: 'seq', autoIncrement: true, indexes: { uid: 'uid', part }, holds: 'own' },
  positions: { since: 1, keyPath: part, holds: 'own' },
  pieces: { since: 1, keyPath: ['part_id', 'offset'], holds: 'copy' },
  meta: { since: 1, holds: 'own' },
  highlights: { since: 2, keyPath: [...part, 'id'], holds: 'copy' },
  replicas: { since: 2, keyPath: part, holds: 'copy' },
  answered: { since: 2, keyPath: 'seq', autoIncrement: true, indexes: { part }, holds: 'copy' },
  drafts: { since: 2, keyPath: part, holds: 'own' },
  bookmarks: { since: 3, keyPath: [...part, 'id'], holds: 'own' },
  quotes: { since: 3, keyPath: part, holds: 'own' },
  message_drafts: { since: 4, keyPath: ['uid', 'thread'], holds: 'own' },
  finished_parts: { since: 5, keyPath: part, holds: 'own' },
  page_reviews: { since: 5, keyPath: ['uid', 'edition_id'], holds: 'copy' },
  notebook: { since: 6, keyPath: ['uid', 'key'], holds: 'copy' },
  removed_bookmarks: { since: 7, keyPath: [...part, 'id'], holds: 'own' },
};
/** Definitions of the stores, in the order in which a new database gets them. */
export const definitions = Object.entries(stores) as [SyncStore, StoreDefinition][];

const database = defineDatabase<SyncSchema>({
  name: SYNC_DATABASE,
  version: VERSION,
  upgrade: (database, oldVersion) => makeStores(database as unknown as IDBPDatabase, oldVersion),
  async begin(request, settle) {
    const connection = request();
    try {
      return await inTime(connection);
    } catch (error) {
      if (!(error instanceof DatabaseTimeout)) settle(null);
      // Fails at once after a timeout, until the database answers again: writes then go to the server without another
      // wait.
      else
        connection.then(
          () => settle(connection),
          () => settle(null),
        );
      throw error;
    }
  },
});

/**
 * Database of the data that must outlive the device's copies: unsent writes, reading positions, highlights and notes,
 * by user. The failed opening of the device database never touches it.
 * @throws DOMException when the browser refuses storage
 * @throws {DatabaseTimeout} when the browser does not answer; after that at once, until it answers
 */
export const syncDatabase = database.open;
export const closeSyncDatabase = database.close;

/** Works without types, because only the definition tells which index a store has. */
function makeStores(database: IDBPDatabase, oldVersion: number): void {
  for (const [name, { since, keyPath, autoIncrement, indexes }] of definitions) {
    if (since <= oldVersion) continue;
    const store = database.createObjectStore(name, {
      ...(keyPath ? { keyPath } : {}),
      ...(autoIncrement ? { autoIncrement } : {}),
    });
    for (const [index, path] of Object.entries(indexes ?? {})) store.createIndex(index, path);
  }
}

/** Keys of a store, or of an index, that begin with a user, or a user and a part. */
export function everythingOf(...start: string[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []]);
}

/**
 * Owner, on this device, of the place and marks in a sample: a user's id with a prefix, or the prefix alone without an
 * account. No session has this id, so the outbox sends nothing of it.
 */
export const localReaderOf = (uid: string): string => `local:${uid}`;

/** Key in the store `meta` of the owner of this device's copies. */
export const OWNER = 'owner';
/** Id of the owner; empty while the copies are being deleted, undefined without any. */
export const readOwner = () => syncDatabase((database) => database.get('meta', OWNER));

/**
 * Key of local storage with the same owner, for when the database does not answer; absent when the owner is uncertain.
 */
export const OWNER_KEY = 'copies_owner';

/** Owner of the copies in local storage. */
export function notedOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    return null;
  }
}

/**
 * Whether the copies belong to the signed-in user. A slow database is not awaited for long, so another user's copies
 * may still be stored when the screens ask.
 */
export async function areCopiesOurs(): Promise<boolean> {
  // A database blocked by an old tab must not keep readers from a stored book.
  const owner = await readOwner().catch(notedOwner);
  return owner === undefined || owner === session.claims()?.uid;
}
