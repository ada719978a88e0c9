import type { HeldPart } from '@cuentos/contract/reading';
import { type DBSchema, deleteDB, type IDBPDatabase } from 'idb';
import { DatabaseTimeout, defineDatabase, inTime } from './open-database.ts';

/** Name and version of the database on installed devices. */
export const DEVICE_DATABASE = 'cuentos-de-bolsillo';
const VERSION = 3;
/** Copies of the server's data. */
const STORES = ['Books', 'userBookParts', 'epubs', 'adminEpubs', 'userBooks'] as const;
/**
 * Name of the Cache Storage that holds covers; the service worker uses it too. Pictures could be data URLs in local
 * storage; Cache Storage keeps them a third smaller, off the heap, and under their own address, so that pages need no
 * second kind of `src`. Only the worker can serve them, but without the worker the app does not start without a
 * connection either. Covers are public, but the choice of stored ones shows what was bought: a logout deletes them.
 */
export const COVERS_CACHE = 'covers';
/** Number of tries after the first. */
const RETRIES = 3;

/** Rows by store; the noun that owns a store adds its type here. */
export interface DeviceSchema extends DBSchema {
  epubs: { key: string; value: StoredEpub };
  adminEpubs: { key: string; value: StoredEpub };
}

/** A stored book file: `id` is the part, `epub` the bytes; the other fields describe the bytes. */
export interface StoredEpub {
  readonly id: string;
  readonly epub: ArrayBuffer;
  readonly edition_id: string;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly size: number;
  readonly book_id: string;
  readonly book_name: string;
  readonly part_name: string;
}

/**
 * Answer of the server about the right to a part when it last handed out its file. It is in the store `userBookParts`
 * beside the lists, which do not contain it. `part` null: the part may no longer be read.
 */
export interface StoredEntitlement {
  /** `held:` and the part's id. */
  readonly id: string;
  readonly kind: 'held';
  readonly place: -1;
  readonly uid: string;
  readonly part_id: string;
  /** When the server was asked, by this device's clock, epoch milliseconds; 0 when unknown. */
  readonly asked_at: number;
  readonly part: HeldPart | null;
}

/** The local database cannot be used; the app goes on with the server alone. */
export class StoresNotInitialized extends Error {
  constructor(cause?: unknown) {
    super('Stores not properly initialized', { cause });
    this.name = 'StoresNotInitialized';
  }
}

type Request = () => Promise<IDBPDatabase<DeviceSchema>>;

const database = defineDatabase<DeviceSchema>({
  name: DEVICE_DATABASE,
  version: VERSION,
  upgrade(database) {
    for (const store of STORES) {
      if (!database.objectStoreNames.contains(store)) database.createObjectStore(store, { keyPath: 'id' });
    }
  },
  begin: initialise,
});

/**
 * The device's copies: books, what the reader holds, and the EPUB files.
 * @throws {StoresNotInitialized} when it cannot be opened after {@link RETRIES} cleared tries; the next page load tries
 * anew.
 */
export const deviceDatabase = database.open;
export const closeDeviceDatabase = database.close;

let clearings = 0;

/** How often this page deleted all copies: work that began before a deletion may not store its result. */
export const countClearings = (): number => clearings;

/** Deletes all copies. */
export async function clearDeviceDatabase(): Promise<void> {
  clearings += 1;
  await deviceDatabase((database) => Promise.all(STORES.map(async (name) => database.clear(name))));
}

async function initialise(request: Request): Promise<IDBPDatabase<DeviceSchema>> {
  let failure: unknown;
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    if (attempt > 0) await deleteStores();
    try {
      return await tryOnce(request);
    } catch (error) {
      failure = error;
      // The database of a newer version of the app is sound and must not be deleted by an older one.
      if (error instanceof DatabaseTimeout || (error as Error).name === 'VersionError') break;
    }
  }
  throw new StoresNotInitialized(failure);
}

async function tryOnce(request: Request): Promise<IDBPDatabase<DeviceSchema>> {
  if (typeof indexedDB === 'undefined') throw new StoresNotInitialized();
  const database = await inTime(request());
  if (STORES.every((store) => database.objectStoreNames.contains(store))) return database;
  database.close();
  throw new StoresNotInitialized();
}

/** Clears all stores between tries. Deleting the database works even when a store is missing. */
async function deleteStores(): Promise<void> {
  await inTime(deleteDB(DEVICE_DATABASE)).catch(() => {});
}
