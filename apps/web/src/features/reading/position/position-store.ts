import type { PositionResult } from '@cuentos/contract/reading';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { hasFields, type OutboxQueue, registerHandler, type SettledEntry } from '../../../device/outbox.ts';
import { everythingOf, localReaderOf, syncDatabase } from '../../../device/sync-database.ts';
import { newId } from '../../../lib/new-id.ts';
import type { PageQuote } from '../../bookmarks/page-quote.ts';
import { type Move, moveWasSaved, unsavedMoves } from '../../library/last-read.ts';
import { type PositionEntry, sendPosition } from './position-sync.ts';

/** A position in a book, as the engine reports it. */
export type ReadingPlace = Pick<LocalPosition, 'cfi' | 'percentage' | 'editionId'>;

/** The reader's position in a part on this device. */
interface StoredPosition extends LocalPosition {
  readonly uid: string;
  readonly part_id: string;
}

/** The words of the last page shown in a part. */
interface PositionQuote {
  readonly uid: string;
  readonly part_id: string;
  readonly edition_id: string;
  readonly cfi: string;
  readonly quote: PageQuote;
}

declare module '../../../device/sync-database.ts' {
  interface SyncSchema {
    positions: { key: [string, string]; value: StoredPosition };
    quotes: { key: [string, string]; value: PositionQuote };
  }
}

/** Whether an answer contains the current position. */
export function isPositionResult(value: unknown): value is PositionResult {
  const place = { last_location: 'string', percentage: 'number', edition_id: 'string' } as const;
  return hasFields<PositionResult>(value, { ...place, revision: 'number', updated_at: 'string', accepted: 'boolean' });
}

/** The unsent moves. */
export const positionOutbox: OutboxQueue<PositionEntry, PositionResult> = registerHandler({
  kind: 'position',
  stores: ['positions'],
  async prepare(entry, transaction) {
    if (entry.base_revision !== null) return entry;
    const position = await transaction.objectStore('positions').get([entry.uid, entry.part_id]);
    return { ...entry, base_revision: position?.baseRevision ?? 0 };
  },
  send: (entry) => sendPosition(entry),
  isAnswer: isPositionResult,
  /** A refused move is dropped, because the next one replaces it; only a temporary fault is waited for. */
  classify: ({ status }) =>
    status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status) ? 'refused' : null,
  async settle(entry, outcome, transaction) {
    const { uid, part_id: partId } = entry;
    const positions = transaction.objectStore('positions');
    const position = await positions.get([uid, partId]);
    if (!position) return;
    const acceptedAnswer = outcome.kind === 'taken' && wasTaken(entry, outcome.answer) ? outcome.answer : null;
    const baseRevision = acceptedAnswer?.revision ?? position.baseRevision;
    const pending = (await positionOutbox.list(transaction, uid, partId)).length > 0;
    await positions.put({ ...position, baseRevision, pending });
  },
});

/** A move of this tab that the server has answered. */
export type SettledMove = SettledEntry<PositionEntry, PositionResult>;

/** Stores the server's answer; later moves build on the new revision. */
export const settleMove = positionOutbox.settle;
/** Called when the server has answered a move of this tab. */
export const onMoveSettled = positionOutbox.onSettled;

/** This device's position in a part; null without one. */
export async function readPosition(uid: string, partId: string): Promise<StoredPosition | null> {
  return (await syncDatabase((database) => database.get('positions', [uid, partId]))) ?? null;
}

/**
 * Stores the position that device and server agree on: the reader has seen this revision.
 * @param serverPosition with a null position the device's own stays and only the revision is stored
 */
export async function saveServerPosition(
  uid: string,
  partId: string,
  serverPosition: { readonly revision: number; readonly place: ReadingPlace | null },
): Promise<void> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction('positions', 'readwrite');
    const storedPosition = await transaction.store.get([uid, partId]);
    const place = serverPosition.place ?? storedPosition;
    if (place) {
      const { cfi, percentage, editionId } = place;
      const pending = serverPosition.place === null && (storedPosition?.pending ?? false);
      const baseRevision = serverPosition.revision;
      await transaction.store.put({ uid, part_id: partId, cfi, percentage, editionId, baseRevision, pending });
    }
    await transaction.done;
  });
}

/** Makes the outbox entry of a move. @param baseRevision null until it is sent */
export function entryOf(move: Move, id: string, baseRevision: number | null): PositionEntry {
  const { uid, partId, cfi, percentage, editionId } = move;
  return {
    id,
    uid,
    kind: 'position',
    part_id: partId,
    cfi,
    percentage,
    edition_id: editionId,
    base_revision: baseRevision,
  };
}

/**
 * Stores a move and puts it into the outbox. It replaces unsent moves of the part; a move that may have reached the
 * server stays before it.
 */
export async function enqueueMove(move: Move, id: string): Promise<void> {
  const { uid, partId, cfi, percentage, editionId } = move;
  return syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'positions'], 'readwrite');
    const mutations = transaction.objectStore('mutations');
    const positions = transaction.objectStore('positions');
    const storedPosition = await positions.get([uid, partId]);
    for (const earlier of await positionOutbox.list(transaction, uid, partId)) {
      if (earlier.base_revision === null && earlier.seq !== undefined) await mutations.delete(earlier.seq);
    }
    await positionOutbox.put(transaction, entryOf(move, id, null));
    const baseRevision = storedPosition?.baseRevision ?? 0;
    await positions.put({ uid, part_id: partId, cfi, percentage, editionId, baseRevision, pending: true });
    await transaction.done;
    moveWasSaved(move);
  });
}

/**
 * Puts this device's positions into the outbox as if it had seen none of the shop's, whose revisions restarted with a
 * restored backup: the further position counts, and where they differ the reader is asked.
 */
export async function offerPositions(uid: string): Promise<void> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'positions'], 'readwrite');
    const positions = transaction.objectStore('positions');
    for (const { part_id: partId, pending, ...place } of await positions.getAll(everythingOf(uid))) {
      if (!pending) await positionOutbox.put(transaction, entryOf({ ...place, partId }, newId(), 0));
      await positions.put({ ...place, part_id: partId, baseRevision: 0, pending: true });
    }
    await transaction.done;
  });
}

/** Records that a move is being sent by another way than the outbox. */
export async function freezeMove(sentEntry: PositionEntry): Promise<void> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction('mutations', 'readwrite');
    const storedEntry = (await positionOutbox.list(transaction, sentEntry.uid, sentEntry.part_id)).find(
      ({ id }) => id === sentEntry.id,
    );
    if (storedEntry && storedEntry.base_revision === null)
      await positionOutbox.put(transaction, { ...storedEntry, base_revision: sentEntry.base_revision });
    await transaction.done;
  });
}

/** The words of the last page of each part, for use in a later edition. */
export const positionQuotes = {
  async of(uid: string, partId: string): Promise<PositionQuote | null> {
    return (await syncDatabase((database) => database.get('quotes', [uid, partId]))) ?? null;
  },
  async put(quote: PositionQuote): Promise<void> {
    await syncDatabase((database) => database.put('quotes', quote));
  },
};

/** Whether the server's current position is the sent one. */
export function wasTaken(sentEntry: Pick<PositionEntry, 'cfi'>, result: PositionResult): boolean {
  // A repeated move is answered with the current position, which another device may have changed since.
  return result.accepted && result.last_location === sentEntry.cfi;
}

/** Whether a user, or a visitor without an account, has a position or a mark in a part's sample here. */
export async function hasLocalReading(uid: string, partId: string): Promise<boolean> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction(['positions', 'mutations', 'bookmarks', 'drafts']);
    const lookups = [localReaderOf(uid), localReaderOf('')].flatMap((reader) => [
      transaction.objectStore('positions').getKey([reader, partId]),
      transaction.objectStore('mutations').index('part').getKey([reader, partId]),
      transaction.objectStore('bookmarks').getKey(everythingOf(reader, partId)),
      transaction.objectStore('drafts').getKey([reader, partId]),
    ]);
    return (await Promise.all(lookups)).some((key) => key !== undefined);
  });
}

/** Moves those that killed pages left in local storage into the database. */
export async function saveUnsavedMoves(): Promise<void> {
  for (const move of unsavedMoves()) await enqueueMove(move, newId()).catch(() => {});
}
