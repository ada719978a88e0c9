import type { PositionResult } from '@cuentos/contract/reading';
import { type Move, moveWasKept } from '../../library/last-read.ts';
import {
  type KeptPosition,
  type Mutation,
  type PositionMutation,
  syncDatabase,
} from '../../../device/sync-database.ts';

interface Settled {
  readonly mutation: PositionMutation;
  /** Null for a definitive refusal. */
  readonly result: PositionResult | null;
}
type SettleListener = (settled: Settled) => void;

const settleListeners = new Set<SettleListener>();

/** The place of reading that this device knows; null when it knows none. */
export async function readPosition(uid: string, partId: string): Promise<KeptPosition | null> {
  return (await (await syncDatabase()).get('positions', [uid, partId])) ?? null;
}

/**
 * Writes the place as known to device and server alike: the reader has seen this revision.
 * @param cfi null keeps the device's own place and only notes the revision.
 */
export async function saveServerPosition(
  uid: string,
  partId: string,
  seen: { readonly revision: number; readonly place: { cfi: string; percentage: number; editionId: string } | null },
): Promise<void> {
  const transaction = (await syncDatabase()).transaction('positions', 'readwrite');
  const kept = await transaction.store.get([uid, partId]);
  const place = seen.place ?? kept;
  if (place) {
    const { cfi, percentage, editionId } = place;
    const pending = seen.place === null && (kept?.pending ?? false);
    const next: KeptPosition = {
      uid,
      part_id: partId,
      cfi,
      percentage,
      editionId,
      baseRevision: seen.revision,
      pending,
    };
    await transaction.store.put(next);
  }
  await transaction.done;
}

/** What is sent of a move. @param baseRevision null until it is sent. */
export function mutationOf(move: Move, id: string, baseRevision: number | null): PositionMutation {
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
 * Keeps a move and its mutation. Moves of one part that were never sent give way to the latest; one that may have
 * reached the server stays in front of it.
 */
export async function enqueueMove(move: Move, mutationId: string): Promise<void> {
  const { uid, partId, cfi, percentage, editionId } = move;
  const transaction = (await syncDatabase()).transaction(['mutations', 'positions'], 'readwrite');
  const mutations = transaction.objectStore('mutations');
  const positions = transaction.objectStore('positions');
  const known = await positions.get([uid, partId]);
  for (const earlier of (await mutations.index('part').getAll([uid, partId])).filter(isMove)) {
    if (earlier.base_revision === null && earlier.seq !== undefined) await mutations.delete(earlier.seq);
  }
  await mutations.add(mutationOf(move, mutationId, null));
  const baseRevision = known?.baseRevision ?? 0;
  await positions.put({ uid, part_id: partId, cfi, percentage, editionId, baseRevision, pending: true });
  await transaction.done;
  moveWasKept(move);
}

const isMove = (mutation: Mutation): mutation is PositionMutation => mutation.kind === 'position';

/**
 * The user's oldest mutation, ready to be sent: a move with its base revision frozen. Highlights of a part in which one
 * of them is parked wait behind it. Null when there is none.
 */
export async function takeNextMutation(uid: string): Promise<Mutation | null> {
  const transaction = (await syncDatabase()).transaction(['mutations', 'positions'], 'readwrite');
  const mutations = transaction.objectStore('mutations');
  const parked = new Set<string>();
  let taken: Mutation | null = null;
  for (let cursor = await mutations.index('uid').openCursor(uid); cursor; cursor = await cursor.continue()) {
    const { value } = cursor;
    if (value.kind === 'highlight' && value.parked) parked.add(value.part_id);
    if (value.kind === 'highlight' && parked.has(value.part_id)) continue;
    taken = value;
    break;
  }
  if (taken && isMove(taken) && taken.base_revision === null) {
    const position = await transaction.objectStore('positions').get([uid, taken.part_id]);
    taken = { ...taken, base_revision: position?.baseRevision ?? 0 };
    await mutations.put(taken);
  }
  await transaction.done;
  return taken;
}

/** Notes that a mutation is on its way by another path than {@link takeNextMutation}. */
export async function freezeMutation(sent: PositionMutation): Promise<void> {
  const transaction = (await syncDatabase()).transaction('mutations', 'readwrite');
  const waiting = (await transaction.store.index('part').getAll([sent.uid, sent.part_id])).filter(isMove);
  const found = waiting.find(({ id }) => id === sent.id);
  if (found && found.base_revision === null)
    await transaction.store.put({ ...found, base_revision: sent.base_revision });
  await transaction.done;
}

/** Whether the place that holds on the server is the one that the mutation sent. */
export function wasTaken(mutation: Pick<PositionMutation, 'cfi'>, result: PositionResult): boolean {
  // A repeated mutation is answered with the place that holds now, which another device may have moved since.
  return result.accepted && result.last_location === mutation.cfi;
}

/**
 * The server answered: the mutation goes, and what comes after it builds on the new revision.
 * @param result null for a definitive refusal.
 */
export async function settleMutation(mutation: PositionMutation, result: PositionResult | null): Promise<void> {
  const { uid, part_id: partId } = mutation;
  const transaction = (await syncDatabase()).transaction(['mutations', 'positions'], 'readwrite');
  const mutations = transaction.objectStore('mutations');
  const positions = transaction.objectStore('positions');
  const waiting = (await mutations.index('part').getAll([uid, partId])).filter(isMove);
  const others = waiting.filter(({ id }) => id !== mutation.id);
  for (const { seq } of waiting.filter(({ id }) => id === mutation.id)) {
    if (seq !== undefined) await mutations.delete(seq);
  }
  const position = await positions.get([uid, partId]);
  if (position) {
    const baseRevision = result && wasTaken(mutation, result) ? result.revision : position.baseRevision;
    await positions.put({ ...position, baseRevision, pending: others.length > 0 });
  }
  await transaction.done;
  for (const listener of settleListeners) listener({ mutation, result });
}

/** Told when the server has answered a mutation of this tab. */
export function onSettled(listener: SettleListener): () => void {
  settleListeners.add(listener);
  return () => settleListeners.delete(listener);
}

/** How many of the user's writes the server has not taken. */
export async function countMutations(uid: string): Promise<number> {
  return (await syncDatabase()).countFromIndex('mutations', 'uid', uid);
}

/** Forgets a user's writes, places, highlights and drafts (voluntary logout). */
export async function forgetUser(uid: string): Promise<void> {
  const stores = ['mutations', 'answered', 'positions', 'highlights', 'replicas', 'drafts'] as const;
  const transaction = (await syncDatabase()).transaction(stores, 'readwrite');
  const mutations = transaction.objectStore('mutations');
  for (const seq of await mutations.index('uid').getAllKeys(uid)) await mutations.delete(seq);
  const answered = transaction.objectStore('answered');
  for (const seq of await answered.index('part').getAllKeys(everythingOf(uid))) await answered.delete(seq);
  for (const name of ['positions', 'highlights', 'replicas', 'drafts'] as const) {
    await transaction.objectStore(name).delete(everythingOf(uid));
  }
  await transaction.done;
}

/** All keys that begin with a user. */
function everythingOf(uid: string): IDBKeyRange {
  return IDBKeyRange.bound([uid], [uid, []]);
}
