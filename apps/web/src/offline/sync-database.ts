import type { LocalPosition } from '@cuentos/domain/reading/position';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

const SYNC_DATABASE = 'cuentos-de-bolsillo-sync';
const VERSION = 1;

/** Where the reader is in a part on this device. */
export interface KeptPosition extends LocalPosition {
  readonly uid: string;
  readonly part_id: string;
}

/** A write on its way to the server (decisions: "Writes offline"). */
export interface Mutation {
  /** Order of sending; given by the database. */
  readonly seq?: number;
  /** Client-made UUID: the server applies it once, however often it arrives. */
  readonly id: string;
  readonly uid: string;
  readonly kind: 'position';
  readonly part_id: string;
  readonly cfi: string;
  readonly percentage: number;
  readonly edition_id: string;
  /**
   * Revision that the move was made on top of, frozen by the first attempt so that a repetition is the same request;
   * null before. A mutation that was attempted may have reached the server and is never replaced.
   */
  readonly base_revision: number | null;
}

/** A stretch of a file whose download was interrupted. */
export interface FilePiece {
  readonly part_id: string;
  readonly offset: number;
  /** Hash of the whole file; another one means another edition. */
  readonly hash: string;
  readonly bytes: ArrayBuffer;
}

interface SyncSchema extends DBSchema {
  mutations: { key: number; value: Mutation; indexes: { uid: string; part: [string, string] } };
  positions: { key: [string, string]; value: KeptPosition };
  pieces: { key: [string, number]; value: FilePiece };
  /** `owner`: id of the user whose copies the device database holds. */
  meta: { key: string; value: string };
}

export type SyncDatabase = IDBPDatabase<SyncSchema>;

let opened: Promise<SyncDatabase> | null = null;

/**
 * What must outlive the device's copies: moves not yet sent and the places of reading, by user. The init-failure path of
 * the device database never touches it (decisions: "Clearing local data").
 * @throws DOMException when the browser refuses storage.
 */
export function syncDatabase(): Promise<SyncDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Closes the connection, for tests. */
export async function closeSyncDatabase(): Promise<void> {
  const database = await opened?.catch(() => null);
  database?.close();
  opened = null;
}

function open(): Promise<SyncDatabase> {
  return openDB<SyncSchema>(SYNC_DATABASE, VERSION, {
    upgrade(database) {
      const mutations = database.createObjectStore('mutations', { keyPath: 'seq', autoIncrement: true });
      mutations.createIndex('uid', 'uid');
      mutations.createIndex('part', ['uid', 'part_id']);
      database.createObjectStore('positions', { keyPath: ['uid', 'part_id'] });
      database.createObjectStore('pieces', { keyPath: ['part_id', 'offset'] });
      database.createObjectStore('meta');
    },
    blocking: (_version, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  });
}
