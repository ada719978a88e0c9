import { highlightOf } from '@cuentos/contract/highlight-of';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { Mutation as DomainMutation } from '@cuentos/domain/highlights/highlight';
import { record, type Replica } from '@cuentos/domain/highlights/replica';
import type { IDBPTransaction } from 'idb';
import {
  type HighlightMutation,
  type HighlightOrigin,
  type Mutation,
  syncDatabase,
  type SyncSchema,
} from '../../device/sync-database.ts';
import { broadcast } from '../../device/tabs.ts';

/** Keys of local storage. The first is fixed: other code reads it. Entries of part_id and highlights. */
const HIGHLIGHTS = 'highlights';
/** Ours: changes that the database does not have yet. Writing here is finished when the call returns. */
const UNKEPT = 'unkeptHighlights';

/** A highlight as it is kept on the device. */
export interface LocalEntry {
  readonly id: string;
  readonly book_part_id: string;
  readonly cfi_range: string;
  readonly color: string;
  readonly note: string;
  readonly created_at: string;
  readonly text_from_cfi: string;
}

function readList(key: string): unknown[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function write(key: string, value: readonly unknown[]): void {
  try {
    if (value.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or refused: the database has the same.
  }
}

function isOfPart(entry: unknown, partId: string): boolean {
  return typeof entry === 'object' && entry !== null && 'part_id' in entry && entry.part_id === partId;
}

function isChange(value: unknown): value is MadeChange {
  return typeof value === 'object' && value !== null && 'uid' in value && 'partId' in value && 'change' in value;
}

/** Writes a part's highlights under their fixed key. */
export function writeLocalHighlights(partId: string, highlights: readonly LocalEntry[]): void {
  const others = readList(HIGHLIGHTS).filter((entry) => !isOfPart(entry, partId));
  write(HIGHLIGHTS, highlights.length === 0 ? others : [...others, { part_id: partId, highlights }]);
}

/** Notes a change at once, so that a tab killed in the next instant loses nothing. */
export function noteChange(change: MadeChange): void {
  write(UNKEPT, [...readList(UNKEPT), change]);
}

/** The database has the change. */
export function changeWasKept({ change }: MadeChange): void {
  write(
    UNKEPT,
    readList(UNKEPT).filter((each) => !isChange(each) || each.change.id !== change.id),
  );
}

/** Changes that an earlier page noted and did not live to keep, in order. */
function unkeptChanges(): MadeChange[] {
  return readList(UNKEPT).filter(isChange);
}

/** One reader's copy of one part. */
export interface Place {
  readonly uid: string;
  readonly partId: string;
}

/** A part's highlights as this device knows them, with what each comes from. */
export interface StoredHighlights {
  readonly replica: Replica;
  /** By id of the highlight. */
  readonly origins: ReadonlyMap<string, HighlightOrigin>;
}

/** A change made here, before it is in the database. */
export interface MadeChange extends Place {
  readonly change: DomainMutation;
  /** Of a new highlight; null for any other change. */
  readonly made: HighlightOrigin | null;
  /** Id for the second mutation that a deletion may need (`replica.record`). */
  readonly spareId: string;
}

/** What the server made of a change. */
export type HighlightOutcome =
  | { readonly kind: 'taken'; readonly revision: number }
  /** The highlight is deleted already. */
  | { readonly kind: 'gone' }
  /** The content will never be taken. */
  | { readonly kind: 'refused' }
  /** Not in this part now. */
  | { readonly kind: 'parked' };

const STORES = ['mutations', 'answered', 'highlights', 'replicas'] as const;
type Transaction = IDBPTransaction<SyncSchema, typeof STORES, 'readonly' | 'readwrite'>;

export const isHighlight = (mutation: Mutation): mutation is HighlightMutation => mutation.kind === 'highlight';

/** Everything this device knows of a part's highlights. */
export async function readStored(place: Place): Promise<StoredHighlights> {
  const transaction = (await syncDatabase()).transaction(STORES, 'readonly');
  return load(transaction, place);
}

/**
 * Puts a change into the outbox, once, however often it is given.
 * @returns the mutations it became.
 */
export async function keepChange({ change, made, spareId, ...place }: MadeChange): Promise<DomainMutation[]> {
  const { uid, partId } = place;
  const transaction = (await syncDatabase()).transaction(STORES, 'readwrite');
  const { replica } = await load(transaction, place);
  const known = [...replica.outbox, ...replica.answered.map(({ mutation }) => mutation)];
  if (known.some(({ id }) => id === change.id)) return [];
  const added = record(replica, change, () => spareId).outbox.slice(replica.outbox.length);
  const mutations = transaction.objectStore('mutations');
  for (const each of added) {
    const origin = each.kind === 'create' ? made : null;
    await mutations.add({ id: each.id, uid, part_id: partId, kind: 'highlight', change: each, made: origin });
  }
  await transaction.done;
  broadcast({ kind: 'highlights', partId });
  return added;
}

/** The server has answered: the change leaves the outbox, and stays in sight until its row comes. */
export async function settleHighlight(mutation: HighlightMutation, outcome: HighlightOutcome): Promise<void> {
  const { uid, part_id } = mutation;
  const transaction = (await syncDatabase()).transaction(STORES, 'readwrite');
  const mutations = transaction.objectStore('mutations');
  const own = (await mutations.index('part').getAll([uid, part_id])).filter(({ id }) => id === mutation.id);
  for (const each of own) {
    if (outcome.kind === 'parked') await mutations.put({ ...each, parked: true } as HighlightMutation);
    else if (each.seq !== undefined) await mutations.delete(each.seq);
  }
  if (own.length > 0 && (outcome.kind === 'taken' || outcome.kind === 'gone')) {
    const cursor = (await transaction.objectStore('replicas').get([uid, part_id]))?.cursor ?? 0;
    const revision = outcome.kind === 'taken' ? outcome.revision : cursor;
    await transaction.objectStore('answered').add({ uid, part_id, mutation, revision });
  }
  await transaction.done;
  broadcast({ kind: 'highlights', partId: part_id });
}

/**
 * Takes in the server's rows that are later than `since`. Nothing goes back to an earlier revision; an answer to a
 * question older than what is here (the copy was cleared in between) is left aside.
 */
export async function mergeRows({ uid, partId }: Place, rows: readonly HighlightWire[], since: number) {
  const transaction = (await syncDatabase()).transaction(STORES, 'readwrite');
  const replicas = transaction.objectStore('replicas');
  const before = (await replicas.get([uid, partId]))?.cursor ?? 0;
  if (before < since) return;
  const highlights = transaction.objectStore('highlights');
  for (const row of rows) {
    const kept = await highlights.get([uid, partId, row.id]);
    if (row.revision <= (kept?.record.revision ?? 0)) continue;
    await highlights.put({ uid, part_id: partId, id: row.id, record: row });
  }
  const cursor = Math.max(before, ...rows.map(({ revision }) => revision));
  await replicas.put({ uid, part_id: partId, cursor });
  const answered = transaction.objectStore('answered');
  for (const { seq, revision } of await answered.index('part').getAll([uid, partId])) {
    if (revision <= cursor && seq !== undefined) await answered.delete(seq);
  }
  await transaction.done;
  if (rows.length > 0) broadcast({ kind: 'highlights', partId });
}

/** The part may be written in again, perhaps: what was parked is tried once more. @returns whether there was any. */
export async function resumePart({ uid, partId }: Place): Promise<boolean> {
  const transaction = (await syncDatabase()).transaction('mutations', 'readwrite');
  const waiting = await transaction.store.index('part').getAll([uid, partId]);
  const parked = waiting.filter(isHighlight).filter((mutation) => mutation.parked);
  for (const mutation of parked) await transaction.store.put({ ...mutation, parked: false });
  await transaction.done;
  return parked.length > 0;
}

/** Forgets the server's rows of all users and parts, to be asked for again. Not what waits to be sent. */
export async function clearRows(): Promise<void> {
  const stores = ['answered', 'highlights', 'replicas'] as const;
  const transaction = (await syncDatabase()).transaction(stores, 'readwrite');
  await Promise.all([...stores.map(async (name) => transaction.objectStore(name).clear()), transaction.done]);
}

async function load(transaction: Transaction, { uid, partId }: Place): Promise<StoredHighlights> {
  const part: [string, string] = [uid, partId];
  const [rows, kept, answered, queued] = await Promise.all([
    transaction.objectStore('highlights').getAll(IDBKeyRange.bound(part, [...part, []])),
    transaction.objectStore('replicas').get(part),
    transaction.objectStore('answered').index('part').getAll(part),
    transaction.objectStore('mutations').index('part').getAll(part),
  ]);
  const outbox = queued.filter(isHighlight);
  const origins = new Map<string, HighlightOrigin>();
  for (const { change, made } of [...answered.map(({ mutation }) => mutation), ...outbox]) {
    if (made) origins.set(change.annotationId, made);
  }
  for (const { id, record: row } of rows) if (!row.deleted) origins.set(id, row);
  return {
    replica: {
      confirmed: new Map(rows.map(({ id, record: row }) => [id, highlightOf(row)])),
      cursor: kept?.cursor ?? 0,
      answered: answered.map(({ mutation, revision }) => ({ mutation: mutation.change, revision })),
      outbox: outbox.map(({ change }) => change),
    },
    origins,
  };
}

/** Changes that a killed page only noted in local storage. */
export async function keepUnkeptChanges(): Promise<void> {
  for (const change of unkeptChanges()) {
    await keepChange(change).then(
      () => changeWasKept(change),
      () => {
        // Storage is refused: it stays noted.
      },
    );
  }
}
