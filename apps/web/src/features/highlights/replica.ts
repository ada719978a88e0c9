import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { HighlightMutation } from '@cuentos/domain/highlights/highlight';
import { record, type Replica } from '@cuentos/domain/highlights/replica';
import type { IDBPTransaction } from 'idb';
import { createJournal, hasKeys } from '../../device/journal.ts';
import { createKeyedJournal } from '../../device/keyed-journal.ts';
import { type SyncSchema, syncDatabase } from '../../device/sync-database.ts';
import { deviceTabs } from '../../device/tabs.ts';
import {
  type ChangedHighlight,
  changeOf,
  HIGHLIGHT,
  highlightOutbox,
  type HighlightOrigin,
} from './highlight-outbox.ts';
import { highlightEntries, isOfHighlights } from './import-outbox.ts';

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    /** The server's rows, tombstones included. */
    highlights: {
      key: [string, string, string];
      value: {
        readonly uid: string;
        readonly part_id: string;
        readonly id: string;
        readonly record: HighlightWire;
      };
    };
    /** Latest revision of one part's rows ({@link Replica.cursor}). */
    replicas: {
      key: [string, string];
      value: { readonly uid: string; readonly part_id: string; readonly cursor: number };
    };
  }
}

/** Reader and part of a copy. */
export interface PartKey {
  readonly uid: string;
  readonly partId: string;
}

/** A part's highlights on this device, with their origins. */
export interface StoredReplica {
  readonly replica: Replica;
  /** Origins by the highlight's id. */
  readonly origins: ReadonlyMap<string, HighlightOrigin>;
}

/** A local change before it is in the database. */
export interface LocalChange extends PartKey {
  readonly change: HighlightMutation;
  /** Origin of a new highlight, and of one that gets a note; null for other changes. */
  readonly made: HighlightOrigin | null;
  /** State of a changed highlight with the change; null for other changes. */
  readonly whole?: ChangedHighlight | null;
  /** Id for the second mutation that a deletion may need (`replica.record`). */
  readonly spareId: string;
}

/** Fixed key of local storage, which other code reads: a part's highlights in the server's form. */
const shownByPart = createJournal(
  'highlights',
  (value): value is { readonly part_id: string; readonly highlights?: unknown } => hasKeys(value, 'part_id'),
);

/** Changes that the database does not have yet. */
const journal = createKeyedJournal(
  'unkeptHighlights',
  (value): value is LocalChange => hasKeys(value, 'uid', 'partId', 'change'),
  ({ uid, change }) => `${uid}:${change.id}`,
);

/** Writes a part's highlights under their fixed key. */
export function writeShown(
  partId: string,
  highlights: readonly Pick<HighlightWire, 'id' | 'cfi_range' | 'color' | 'note' | 'created_at' | 'quote'>[],
): void {
  const others = shownByPart.entries().filter(({ part_id }) => part_id !== partId);
  const own = highlights.map(({ quote, ...each }) => ({ ...each, book_part_id: partId, text_from_cfi: quote }));
  shownByPart.write(own.length === 0 ? others : [...others, { part_id: partId, highlights: own }]);
}

/** Stores a change in local storage at once; {@link changeWasSaved} removes it when the database has it. */
export const noteChange = journal.add;

/** Removes a change from local storage, because the database or the server has it. */
export function changeWasSaved({ change }: LocalChange): void {
  journal.remove((each) => each.change.id === change.id);
}

/** Moves the changes that a killed page left in local storage into the database, in order. */
export async function saveUnsavedChanges(): Promise<void> {
  for (const change of journal.entries()) {
    await enqueueChange(change).then(
      () => changeWasSaved(change),
      () => {
        // Keeps the change in local storage when the database refuses.
      },
    );
  }
}

/** Counts a user's changes that only local storage has. */
export const countUnsavedChanges = (uid: string): number => journal.entries().filter((each) => each.uid === uid).length;

const STORES = ['mutations', 'answered', 'highlights', 'replicas'] as const;
type Transaction = IDBPTransaction<SyncSchema, typeof STORES, 'readonly' | 'readwrite'>;

/** All rows that this device has of a part's highlights. */
export async function readReplica(part: PartKey): Promise<StoredReplica> {
  return syncDatabase((database) => load(database.transaction(STORES, 'readonly'), part));
}

/** Puts a change into the outbox, once, however often it is called. @returns the resulting mutations */
export async function enqueueChange(localChange: LocalChange): Promise<HighlightMutation[]> {
  const { made: origin, whole = null, spareId, uid, partId } = localChange;
  const change = changeOf(localChange);
  return syncDatabase(async (database) => {
    const transaction = database.transaction(STORES, 'readwrite');
    const { replica } = await load(transaction, localChange);
    const pendingMutations = [...replica.outbox, ...replica.answered.map(({ mutation }) => mutation)];
    if (pendingMutations.some(({ id }) => id === change.id)) return [];
    const added = record(replica, change, () => spareId).outbox.slice(replica.outbox.length);
    for (const each of added) {
      const entry = { id: each.id, uid, part_id: partId, kind: HIGHLIGHT, change: each, made: origin, whole };
      await highlightOutbox.put(transaction, entry);
    }
    await transaction.done;
    deviceTabs.post({ kind: 'highlights', partId });
    return added;
  });
}

/**
 * Stores the server's rows of later revisions than `since`. No row returns to an earlier revision; an answer based on a
 * copy that was cleared meanwhile is discarded.
 */
export async function mergeRows({ uid, partId }: PartKey, rows: readonly HighlightWire[], since: number) {
  return syncDatabase(async (database) => {
    const transaction = database.transaction(STORES, 'readwrite');
    const replicas = transaction.objectStore('replicas');
    const before = (await replicas.get([uid, partId]))?.cursor ?? 0;
    if (before < since) return;
    const highlights = transaction.objectStore('highlights');
    // Stores all rows at once: one request after the other takes a phone half a minute for thousands of rows.
    const keepNewer = async (row: HighlightWire) => {
      const stored = await highlights.get([uid, partId, row.id]);
      if (row.revision > (stored?.record.revision ?? 0))
        await highlights.put({ uid, part_id: partId, id: row.id, record: row });
    };
    await Promise.all(rows.map(keepNewer));
    const cursor = Math.max(before, ...rows.map(({ revision }) => revision));
    await replicas.put({ uid, part_id: partId, cursor });
    const answered = transaction.objectStore('answered');
    for (const { seq, revision } of await answered.index('part').getAll([uid, partId])) {
      if (revision <= cursor && seq !== undefined) await answered.delete(seq);
    }
    await transaction.done;
    if (rows.length > 0) deviceTabs.post({ kind: 'highlights', partId });
  });
}

/** Unblocks the highlights of a part that may be writable again. @returns whether there were any */
export async function unblockPart({ uid, partId }: PartKey): Promise<boolean> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction('mutations', 'readwrite');
    const waiting = await transaction.store.index('part').getAll([uid, partId]);
    const blocked = waiting.filter((entry) => entry.parked && isOfHighlights(entry));
    for (const entry of blocked) await transaction.store.put({ ...entry, parked: false });
    await transaction.done;
    return blocked.length > 0;
  });
}

/**
 * Revision after which the rows of a part are missing here. A browser may take away the rows alone: without any, all of
 * them are missing.
 */
export const cursorOf = (rows: { readonly length: number }, state: { readonly cursor: number } | undefined): number =>
  rows.length === 0 ? 0 : (state?.cursor ?? 0);

async function load(transaction: Transaction, { uid, partId }: PartKey): Promise<StoredReplica> {
  const part: [string, string] = [uid, partId];
  const [rows, storedState, answers, waiting] = await Promise.all([
    transaction.objectStore('highlights').getAll(IDBKeyRange.bound(part, [...part, []])),
    transaction.objectStore('replicas').get(part),
    transaction.objectStore('answered').index('part').getAll(part),
    transaction.objectStore('mutations').index('part').getAll(part),
  ]);
  const outbox = highlightEntries(waiting);
  const answered = answers.map(({ mutation, revision }) => ({ ...mutation, change: changeOf(mutation), revision }));
  const origins = new Map<string, HighlightOrigin>();
  for (const { change, made: origin } of [...answered, ...outbox]) {
    if (origin) origins.set(change.annotationId, origin);
  }
  for (const { id, record: row } of rows) if (!row.deleted) origins.set(id, row);
  return {
    replica: {
      confirmed: new Map(rows.map(({ id, record: row }) => [id, highlightFromWire(row)])),
      cursor: cursorOf(rows, storedState),
      answered: answered.map(({ change, revision }) => ({ mutation: change, revision })),
      outbox: outbox.map(({ change }) => change),
    },
    origins,
  };
}
