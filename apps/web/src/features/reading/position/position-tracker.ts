import type { PositionRecord, PositionResult } from '@cuentos/contract/reading';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { session } from '../../../lib/api/session.ts';
import { flushOutbox } from '../../../device/outbox.ts';
import { newId } from '../../../lib/new-id.ts';
import { createSerialQueue } from '../../../lib/serial-queue.ts';
import { type Move, moveWasSaved, noteMove, unsavedMoves } from '../../library/last-read.ts';
import {
  enqueueMove,
  entryOf,
  freezeMove,
  onMoveSettled,
  type ReadingPlace,
  readPosition,
  saveUnsavedMoves,
  saveServerPosition,
  type SettledMove,
  isPositionResult,
  settleMove,
  wasTaken,
} from './position-store.ts';
import { type PositionEntry, sendPosition } from './position-sync.ts';

/** Rest of the reader after which a move is sent, ms. */
const REST_MS = 1000;

interface TrackerOptions {
  readonly partId: string;
  /**
   * Called when the server refused a move: another device is farther on, or, with null, no position is stored for this
   * reader.
   */
  readonly onRefused: (remote: PositionResult | null) => void;
}

/** Opens the tracking of a part's position for the signed-in user, with the data that the device can still read. */
export async function openPositionTracker(options: TrackerOptions): Promise<PositionTracker> {
  const uid = session.claims()?.uid ?? '';
  await saveUnsavedMoves();
  const stored = await readPosition(uid, options.partId).catch(() => null);
  // Storage is refused or full: the last move is in local storage only, and newer than the stored one.
  const move = unsavedMoves().find((each) => each.uid === uid && each.partId === options.partId);
  const local = move ? { ...move, baseRevision: stored?.baseRevision ?? 0, pending: true } : stored;
  return new PositionTracker(uid, local, options);
}

/** Tracks the position in a part while it is read: stored here at once, sent to the server soon. */
export class PositionTracker {
  /** Position known to this device when the part was opened. */
  readonly local: LocalPosition | null;
  readonly #uid: string;
  readonly #partId: string;
  readonly #onSettled: (settled: SettledMove) => void;
  readonly #stopListening: () => void;
  /** Revision on which the next move is based. */
  #base: number;
  /** Stored, and not answered yet. */
  #last: { readonly move: Move; readonly id: string } | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** The last move could not be stored here. */
  #isRefused = false;
  /** Writes are sequential: an earlier position must not be stored after a later one. */
  readonly #writing = createSerialQueue();

  constructor(uid: string, local: LocalPosition | null, { partId, onRefused }: TrackerOptions) {
    this.local = local;
    this.#uid = uid;
    this.#partId = partId;
    this.#base = local?.baseRevision ?? 0;
    this.#onSettled = ({ entry, outcome }) => {
      if (entry.part_id !== partId || entry.uid !== uid) return;
      if (this.#last?.id === entry.id) this.#last = null;
      const result = outcome.kind === 'taken' ? outcome.answer : null;
      if (result && wasTaken(entry, result)) this.#base = Math.max(this.#base, result.revision);
      else onRefused(result);
    };
    this.#stopListening = onMoveSettled(this.#onSettled);
  }

  /** Records a move; it survives the page's sudden end once this returns. */
  move({ cfi, percentage, editionId }: ReadingPlace): void {
    const move: Move = { uid: this.#uid, partId: this.#partId, cfi, percentage, editionId };
    const id = newId();
    noteMove(move);
    this.#last = { move, id };
    void this.#write(async () => {
      this.#isRefused = true;
      await enqueueMove(move, id);
      this.#isRefused = false;
    });
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#send, REST_MS);
  }

  /** The reader goes to another device's position. */
  async follow(remote: PositionRecord): Promise<void> {
    this.#base = remote.revision;
    const place = { cfi: remote.last_location, percentage: remote.percentage, editionId: remote.edition_id };
    await this.#adopt({ revision: remote.revision, place });
  }

  /**
   * The reader stays at `place`, knowing the other position: from now on this is the later one. Null: no move is made.
   */
  async stay(remote: PositionRecord, place: ReadingPlace | null): Promise<void> {
    this.#base = remote.revision;
    await this.#adopt({ revision: remote.revision, place: null });
    if (place) this.move(place);
  }

  /** The page is closed or hidden: sends the last move without waiting. */
  leave(): void {
    clearTimeout(this.#rest);
    if (!this.#last) return;
    const entry = entryOf(this.#last.move, this.#last.id, this.#base);
    const pendingAnswer = sendLeaving(entry);
    void this.#write(() => freezeMove(entry)).then(async () => {
      const answer = await pendingAnswer;
      if (answer) await this.#write(() => settleMove(entry, { kind: 'taken', answer }));
      await flushOutbox();
    });
  }

  /** Ends the tracking; a recorded move is still sent. */
  close(): void {
    this.#stopListening();
    clearTimeout(this.#rest);
    this.#send();
  }

  /** Sends the stored moves; a move that could not be stored is sent directly. */
  readonly #send = (): void =>
    void this.#writing.idle().then(async () => {
      if (!this.#isRefused || !this.#last) {
        await flushOutbox();
        return;
      }
      const { move, id } = this.#last;
      const entry = entryOf(move, id, this.#base);
      const answer = await sendLeaving(entry);
      if (!answer) return;
      moveWasSaved(move);
      this.#onSettled({ entry, outcome: { kind: 'taken', answer } });
    });

  #adopt(serverPosition: Parameters<typeof saveServerPosition>[2]): Promise<void> {
    return this.#write(() => saveServerPosition(this.#uid, this.#partId, serverPosition));
  }

  #write(work: () => Promise<void>): Promise<void> {
    return this.#writing.run(work).catch(() => {
      // Storage is refused: local storage has the position, and it is sent from here.
    });
  }
}

/**
 * Sends a move that cannot wait. Null without a valid answer; the outbox then keeps its entry, and the server
 * recognises a repetition by its id.
 */
async function sendLeaving(entry: PositionEntry): Promise<PositionResult | null> {
  // A closing page has no time to renew its session.
  if (!session.accessToken()) return null;
  const answer: unknown = await sendPosition(entry, { leaving: true }).catch(() => null);
  return isPositionResult(answer) ? answer : null;
}
