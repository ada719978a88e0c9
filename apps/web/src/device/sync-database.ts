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
/** A transaction that may write in any store that it was opened for. */
export type SyncTransaction = IDBPTransaction<SyncSchema, SyncStore[], 'readwrite'>;

/** A store as every version of the app makes it: what is on devices is read for ever. */
interface StoreDefinition {
  /** Version of the database that brought it. */
  readonly since: number;
  /** None: keys are given from outside. */
  readonly keyPath?: string | string[];
  readonly autoIncrement?: true;
  readonly indexes?: Readonly<Record<string, string | string[]>>;
  /** `copy`: the server has the same. `own`: what only this device knows, until it is sent. */
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
/** Every store with its definition, in the order in which a new database gets them. */
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
      // Fails at once after a timeout, so that writes go to the server instead of waiting again, until the database
      // answers.
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
 * Database of the data that must outlive the device's copies: writes not yet sent, the places of reading, highlights
 * and notes, by user. The init-failure path of the device database never touches it.
 * @throws DOMException when the browser refuses storage.
 * @throws {DatabaseTimeout} when the browser does not answer; from then on at once, until it does.
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

/** Where the store `meta` says whose the copies on this device are. */
export const OWNER = 'owner';
/** Id of the user whose they are; empty while they are being deleted, undefined where there never were any. */
export const readOwner = () => syncDatabase((database) => database.get('meta', OWNER));

/** Key of local storage with the same, for when the database does not answer; absent whenever that is in doubt. */
export const OWNER_KEY = 'copies_owner';

/** Owner of the copies by local storage. */
export function notedOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    return null;
  }
}

/**
 * Whether the copies are the signed-in user's. A slow database is not waited for long, so copies of the user before may
 * still be here when the screens ask.
 */
export async function areCopiesOurs(): Promise<boolean> {
  // A database that an old tab holds, say, must not keep readers from the book that is here.
  const owner = await readOwner().catch(notedOwner);
  return owner === undefined || owner === session.claims()?.uid;
}
