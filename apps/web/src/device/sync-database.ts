import type { HighlightWire } from '@cuentos/contract/highlights';
import type { Mutation as DomainMutation } from '@cuentos/domain/highlights/highlight';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DatabaseTimeout, withTimeout } from './open-database.ts';

const SYNC_DATABASE = 'cuentos-de-bolsillo-sync';
const VERSION = 3;

/** Where the reader is in a part on this device. */
export interface KeptPosition extends LocalPosition {
  readonly uid: string;
  readonly part_id: string;
}

/** A write on its way to the server. */
interface Queued {
  /** Order of sending; given by the database. */
  readonly seq?: number;
  /** Client-made UUID: the server applies it once, however often it arrives. */
  readonly id: string;
  readonly uid: string;
  readonly part_id: string;
}

export interface PositionMutation extends Queued {
  readonly kind: 'position';
  readonly cfi: string;
  readonly percentage: number;
  readonly edition_id: string;
  /**
   * Revision that the move was made on top of, frozen by the first attempt so that a repetition is the same request;
   * null before. A mutation that was attempted may have reached the server and is never replaced.
   */
  readonly base_revision: number | null;
}

export interface HighlightMutation extends Queued {
  readonly kind: 'highlight';
  /** Carries the same id. */
  readonly change: DomainMutation;
  /** What a new highlight has besides; null for any other change. */
  readonly made: HighlightOrigin | null;
  /**
   * The server does not let the reader write in this part now (it was taken back): this and what follows in the part
   * waits here for the day that it does.
   */
  readonly parked?: boolean;
}

export type Mutation = PositionMutation | HighlightMutation;

/** Where a highlight comes from; never changes. */
export interface HighlightOrigin {
  /** Its words, and those around them. */
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly edition_id: string;
  /** ISO date. A device's own clock, for show, until the server says. */
  readonly created_at: string;
}

/** The server's row of a highlight, tombstones included. */
export interface KeptHighlight {
  readonly uid: string;
  readonly part_id: string;
  readonly id: string;
  readonly record: HighlightWire;
}

/** How far the rows of one part go (`domain/annotation/replica`). */
export interface KeptReplica {
  readonly uid: string;
  readonly part_id: string;
  readonly cursor: number;
}

/** A change that the server has taken and whose row has not come yet. */
export interface AnsweredChange {
  readonly seq?: number;
  readonly uid: string;
  readonly part_id: string;
  readonly mutation: HighlightMutation;
  /** The server's revision when it answered. */
  readonly revision: number;
}

/** A stretch of a file whose download was interrupted. */
export interface FilePiece {
  readonly part_id: string;
  readonly offset: number;
  /** Hash of the whole file; another one means another edition. */
  readonly hash: string;
  readonly bytes: ArrayBuffer;
}

/** A note that was being written. */
export interface NoteDraft {
  readonly uid: string;
  readonly part_id: string;
  /** Highlight that is being edited; null for one that does not exist yet. */
  readonly highlight_id: string | null;
  readonly cfi: string;
  readonly color: string;
  readonly text: string;
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
}

export interface SyncSchema extends DBSchema {
  mutations: { key: number; value: Mutation; indexes: { uid: string; part: [string, string] } };
  positions: { key: [string, string]; value: KeptPosition };
  pieces: { key: [string, number]; value: FilePiece };
  highlights: { key: [string, string, string]; value: KeptHighlight };
  replicas: { key: [string, string]; value: KeptReplica };
  answered: { key: number; value: AnsweredChange; indexes: { part: [string, string] } };
  drafts: { key: [string, string]; value: NoteDraft };
  bookmarks: { key: [string, string, string]; value: Bookmark };
  quotes: { key: [string, string]; value: KeptQuote };
  /** `owner`: id of the user whose copies the device database holds. */
  meta: { key: string; value: string };
}

export type SyncDatabase = IDBPDatabase<SyncSchema>;

let opened: Promise<SyncDatabase> | null = null;

/**
 * What must outlive the device's copies: writes not yet sent, the places of reading, highlights and notes, by user. The
 * init-failure path of the device database never touches it.
 * @throws DOMException when the browser refuses storage.
 * @throws {DatabaseTimeout} when the browser does not answer; from then on at once, until it does.
 */
export function syncDatabase(): Promise<SyncDatabase> {
  opened ??= openInTime();
  return opened;
}

async function openInTime(): Promise<SyncDatabase> {
  const request = open();
  try {
    return await withTimeout(request);
  } catch (error) {
    if (!(error instanceof DatabaseTimeout)) opened = null;
    // Every write would wait anew: they go to the server instead, and the device is used again when it answers.
    else
      request.then(
        () => (opened = request),
        () => (opened = null),
      );
    throw error;
  }
}

/** Closes the connection, for tests. */
export async function closeSyncDatabase(): Promise<void> {
  const database = await opened?.catch(() => null);
  database?.close();
  opened = null;
}

function open(): Promise<SyncDatabase> {
  return openDB<SyncSchema>(SYNC_DATABASE, VERSION, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        const mutations = database.createObjectStore('mutations', { keyPath: 'seq', autoIncrement: true });
        mutations.createIndex('uid', 'uid');
        mutations.createIndex('part', ['uid', 'part_id']);
        database.createObjectStore('positions', { keyPath: ['uid', 'part_id'] });
        database.createObjectStore('pieces', { keyPath: ['part_id', 'offset'] });
        database.createObjectStore('meta');
      }
      if (oldVersion < 2) {
        database.createObjectStore('highlights', { keyPath: ['uid', 'part_id', 'id'] });
        database.createObjectStore('replicas', { keyPath: ['uid', 'part_id'] });
        const answered = database.createObjectStore('answered', { keyPath: 'seq', autoIncrement: true });
        answered.createIndex('part', ['uid', 'part_id']);
        database.createObjectStore('drafts', { keyPath: ['uid', 'part_id'] });
      }
      if (oldVersion < 3) {
        database.createObjectStore('bookmarks', { keyPath: ['uid', 'part_id', 'id'] });
        database.createObjectStore('quotes', { keyPath: ['uid', 'part_id'] });
      }
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

/** Words at the top of a page, by which it is found again in another edition. */
export interface PageQuote {
  readonly text: string;
  /** Up to 30 characters of the same paragraph. */
  readonly before: string;
}

/** A page that the reader marked. */
export interface Bookmark {
  readonly uid: string;
  readonly part_id: string;
  readonly id: string;
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly edition_id: string;
  readonly chapter: string | null;
  readonly quote: PageQuote | null;
  /** This device's clock, to be shown and never compared. */
  readonly created_at: number;
}

/** The words of the page that was shown last in a part. */
export interface KeptQuote {
  readonly uid: string;
  readonly part_id: string;
  readonly edition_id: string;
  readonly cfi: string;
  readonly quote: PageQuote;
}
