import type { PublicBook } from '@cuentos/contract/books';
import type { EarlyAccessItem, UserBookPart, UserPart } from '@cuentos/contract/library';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { DatabaseTimeout, withTimeout } from './open-database.ts';

/** Name and version are fixed. */
export const DEVICE_DATABASE = 'cuentos-de-bolsillo';
const VERSION = 3;
const STORES = ['Books', 'userBookParts', 'epubs', 'adminEpubs', 'userBooks'] as const;
/** Retried up to 3 times. */
const RETRIES = 3;

/** A book's file as it is kept: `id` is the part, `epub` the bytes; the rest says what the bytes must be. */
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

/** `place` keeps the server's order. */
interface InOrder {
  readonly id: string;
  readonly place: number;
}

/** What the reader holds; the `saved` record tells an empty library from one never asked for. */
export type KeptHolding =
  | (InOrder & { readonly kind: 'owned'; readonly row: UserBookPart })
  | (InOrder & { readonly kind: 'early-access'; readonly row: EarlyAccessItem })
  | (InOrder & { readonly kind: 'saved' });

export interface DeviceSchema extends DBSchema {
  Books: { key: string; value: InOrder & { readonly book: PublicBook } };
  userBookParts: { key: string; value: KeptHolding };
  /** Per book that was looked at: the book, and its parts with what the reader holds of each. */
  userBooks: { key: string; value: KeptBook };
  epubs: { key: string; value: StoredEpub };
  adminEpubs: { key: string; value: StoredEpub };
}

export interface KeptBook {
  readonly id: string;
  readonly book?: PublicBook;
  readonly parts?: readonly UserPart[];
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

/** The local database cannot be used; the app goes on with the server alone. */
export class StoresNotInitialized extends Error {
  constructor(cause?: unknown) {
    super('Stores not properly initialized', { cause });
    this.name = 'StoresNotInitialized';
  }
}

let opened: Promise<DeviceDatabase> | null = null;

/**
 * The device's copies: books, what the reader holds, and the EPUB files. Opened once; a connection that another tab or
 * the browser closed is opened again by the next call.
 * @throws {StoresNotInitialized} when it cannot be opened after {@link RETRIES} cleared tries; the next page load tries
 * anew.
 */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opened ??= initialise();
  return opened;
}

/** Closes the connection, for tests. */
export async function closeDeviceDatabase(): Promise<void> {
  const database = await opened?.catch(() => null);
  database?.close();
  opened = null;
}

async function initialise(): Promise<DeviceDatabase> {
  let failure: unknown;
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    if (attempt > 0) await clearStores();
    try {
      return await open();
    } catch (error) {
      failure = error;
      if (error instanceof DatabaseTimeout) break;
    }
  }
  throw new StoresNotInitialized(failure);
}

async function open(): Promise<DeviceDatabase> {
  if (typeof indexedDB === 'undefined') throw new StoresNotInitialized();
  const request = openDB<DeviceSchema>(DEVICE_DATABASE, VERSION, {
    upgrade(database) {
      for (const store of STORES) {
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store, { keyPath: 'id' });
      }
    },
    // A newer version of the app, or a clearing, wants in: make way.
    blocking: (_version, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  });
  const database = await withTimeout(request);
  if (STORES.every((store) => database.objectStoreNames.contains(store))) return database;
  database.close();
  throw new StoresNotInitialized();
}

/** All stores are cleared between tries. Deleting is the one way that also works when a store is missing. */
async function clearStores(): Promise<void> {
  await withTimeout(deleteDB(DEVICE_DATABASE)).catch(() => {});
}
