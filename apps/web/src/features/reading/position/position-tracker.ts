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

/** Moves go to the server when the reader has rested this long. */
const REST_MS = 1000;

interface TrackerOptions {
  readonly partId: string;
  /** The server refused a move: another device is farther on, or, with null, no place is saved for this reader. */
  readonly onRefused: (remote: PositionResult | null) => void;
}

/** Opens the tracking of a part's place for the signed-in user, with what the device's storage still gives. */
export async function openPositionTracker(options: TrackerOptions): Promise<PositionTracker> {
  const uid = session.claims()?.uid ?? '';
  await saveUnsavedMoves();
  const stored = await readPosition(uid, options.partId).catch(() => null);
  // Refused or full storage: the last move is still only noted, and later than what could be saved before.
  const move = unsavedMoves().find((each) => each.uid === uid && each.partId === options.partId);
  const local = move ? { ...move, baseRevision: stored?.baseRevision ?? 0, pending: true } : stored;
  return new PositionTracker(uid, local, options);
}

/** Tracks the place in one part while it is read: saved here at once, on the server soon. */
export class PositionTracker {
  /** Position known to this device when the part was opened. */
  readonly local: LocalPosition | null;
  readonly #uid: string;
  readonly #partId: string;
  readonly #onSettled: (settled: SettledMove) => void;
  readonly #stopListening: () => void;
  /** Revision that the next move is made on top of. */
  #base: number;
  /** Written, and not yet answered. */
  #last: { readonly move: Move; readonly id: string } | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** The last move could not be written down here. */
  #isRefused = false;
  /** Writes follow one another: an earlier place must not arrive after a later one. */
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

  /** Notes a move; it survives the page's sudden end from the moment that this returns. */
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

  /** The reader goes to another device's place. */
  async follow(remote: PositionRecord): Promise<void> {
    this.#base = remote.revision;
    const place = { cfi: remote.last_location, percentage: remote.percentage, editionId: remote.edition_id };
    await this.#adopt({ revision: remote.revision, place });
  }

  /** The reader stays at `place`, knowing the other one: from now on this is the later. Null: no move is made. */
  async stay(remote: PositionRecord, place: ReadingPlace | null): Promise<void> {
    this.#base = remote.revision;
    await this.#adopt({ revision: remote.revision, place: null });
    if (place) this.move(place);
  }

  /** The page is going away or out of sight: sends the last move without waiting for anything. */
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

  /** Ends the tracking; what is noted is still sent. */
  close(): void {
    this.#stopListening();
    clearTimeout(this.#rest);
    this.#send();
  }

  /** Sends what is written; a move that could not be written down goes from here. */
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
      // Refused storage: local storage has the place, and it is sent from here.
    });
  }
}

/**
 * Sends a move that cannot wait. Null when no answer was understood; what stands in the outbox stays there then, and the
 * server knows a repetition by its id.
 */
async function sendLeaving(entry: PositionEntry): Promise<PositionResult | null> {
  // A page that ends has no time to renew its session.
  if (!session.accessToken()) return null;
  const answer: unknown = await sendPosition(entry, { leaving: true }).catch(() => null);
  return isPositionResult(answer) ? answer : null;
}
