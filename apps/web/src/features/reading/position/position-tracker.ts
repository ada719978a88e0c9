import type { PositionRecord, PositionResult } from '@cuentos/contract/reading';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { session } from '../../../lib/api/session.ts';
import { type Move, moveWasKept, noteMove, unkeptMove } from '../../library/last-read.ts';
import { newId } from '../../../lib/new-id.ts';
import {
  saveServerPosition,
  freezeMutation,
  enqueueMove,
  mutationOf,
  onSettled,
  readPosition,
  settleMutation,
  wasTaken,
} from './position-store.ts';
import { sendPositionLeaving } from './position-sync.ts';

/** Moves go to the server when the reader has rested this long. */
const REST_MS = 1000;

/** Sending waits for the first page; where its code does not come, what is noted is sent by a later visit. */
const flushOutbox = () => import('../../../device/outbox.ts').then((code) => code.flushOutbox()).catch(() => {});

/** A place in a book, as the engine reports it. */
export interface ReadingPlace {
  readonly cfi: string;
  readonly percentage: number;
  readonly editionId: string;
}

interface KeeperOptions {
  readonly partId: string;
  /** The server refused a move: another device is farther on, or, with null, no place is kept for this reader. */
  readonly onRefused: (remote: PositionResult | null) => void;
}

/** Opens the keeping of a part's place for the signed-in user, with what the device's storage still gives. */
export async function openPositionTracker(options: KeeperOptions): Promise<PositionTracker> {
  const uid = session.claims()?.uid ?? '';
  await keepUnkeptMove();
  const kept = await readPosition(uid, options.partId).catch(() => null);
  // Refused or full storage: the last move is still only noted, and later than what could be kept before.
  const move = unkeptMove();
  const isHere = move?.uid === uid && move.partId === options.partId;
  const local = isHere ? { ...move, baseRevision: kept?.baseRevision ?? 0, pending: true } : kept;
  return new PositionTracker(uid, local, options);
}

/** Keeps the place in one part while it is read: here at once, on the server soon. */
export class PositionTracker {
  /** What this device knew when the part was opened. */
  readonly local: LocalPosition | null;
  readonly #uid: string;
  readonly #partId: string;
  readonly #onSettled: Parameters<typeof onSettled>[0];
  readonly #stopListening: () => void;
  /** Revision that the next move is made on top of. */
  #base: number;
  /** Written, and not yet answered. */
  #last: { readonly move: Move; readonly id: string } | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** The last move could not be written down here. */
  #isRefused = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(uid: string, local: LocalPosition | null, { partId, onRefused }: KeeperOptions) {
    this.local = local;
    this.#uid = uid;
    this.#partId = partId;
    this.#base = local?.baseRevision ?? 0;
    this.#onSettled = ({ mutation, result }) => {
      if (mutation.part_id !== partId || mutation.uid !== uid) return;
      if (this.#last?.id === mutation.id) this.#last = null;
      if (result && wasTaken(mutation, result)) this.#base = Math.max(this.#base, result.revision);
      else onRefused(result);
    };
    this.#stopListening = onSettled(this.#onSettled);
  }

  /** Notes a move; it survives the page's sudden end from the moment that this returns. */
  move({ cfi, percentage, editionId }: ReadingPlace): void {
    const move: Move = { uid: this.#uid, partId: this.#partId, cfi, percentage, editionId };
    const id = newId();
    noteMove(move);
    this.#last = { move, id };
    void this.#inTurn(async () => {
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
    const mutation = mutationOf(this.#last.move, this.#last.id, this.#base);
    const sent = sendPositionLeaving(mutation);
    void this.#inTurn(() => freezeMutation(mutation)).then(async () => {
      const result = await sent;
      if (result) await this.#inTurn(() => settleMutation(mutation, result));
      await flushOutbox();
    });
  }

  /** Ends the keeping; what is noted is still sent. */
  close(): void {
    this.#stopListening();
    clearTimeout(this.#rest);
    this.#send();
  }

  /** Sends what is written; a move that could not be written down goes from here. */
  readonly #send = (): void =>
    void this.#writing.then(async () => {
      if (!this.#isRefused || !this.#last) return flushOutbox();
      const { move, id } = this.#last;
      const mutation = mutationOf(move, id, this.#base);
      const result = await sendPositionLeaving(mutation);
      if (!result) return;
      moveWasKept(move);
      this.#onSettled({ mutation, result });
    });

  #adopt(seen: Parameters<typeof saveServerPosition>[2]): Promise<void> {
    return this.#inTurn(() => saveServerPosition(this.#uid, this.#partId, seen));
  }

  /** Writes follow one another: an earlier place must not arrive after a later one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work).catch(() => {
      // Refused storage: local storage has the place, and it is sent from here.
    });
    this.#writing = done;
    return done;
  }
}

/** A move that a killed page only noted in local storage. */
export async function keepUnkeptMove(): Promise<void> {
  const move = unkeptMove();
  if (move) await enqueueMove(move, newId()).catch(() => {});
}
