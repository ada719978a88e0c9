import type { PositionRecord, PositionResult } from '@cuentos/contract/reading';
import type { LocalPosition } from '@cuentos/domain/reading/position';
import { session } from '../lib/session.ts';
import { flushOutbox } from './flush-outbox.ts';
import { type Move, noteMove, unkeptMove } from './local-locations.ts';
import { newId } from './new-id.ts';
import {
  adoptRevision,
  freezeMutation,
  keepMove,
  onSettled,
  readPosition,
  settleMutation,
  wasTaken,
} from './outbox.ts';
import { sendPositionLeaving } from './send-position.ts';
import type { Mutation } from './sync-database.ts';

/** Moves go to the server when the reader has rested this long. */
const REST_MS = 1000;

/** A place in a book, as the engine reports it. */
export interface ReadingPlace {
  readonly cfi: string;
  readonly percentage: number;
  readonly editionId: string;
}

/** Keeps the place in one part while it is read: here at once, on the server soon (spec §4, 'Reader start'). */
export interface PositionKeeper {
  /** What this device knew when the part was opened. */
  readonly local: LocalPosition | null;
  /** Notes a move; it survives the page's sudden end from the moment that this returns. */
  move(place: ReadingPlace): void;
  /** The reader goes to another device's place. */
  follow(remote: PositionRecord): Promise<void>;
  /** The reader stays here, knowing the other place: from now on this one is the later. */
  stay(remote: PositionRecord, place: ReadingPlace | null): Promise<void>;
  /** The page is going away or out of sight: sends the last move without waiting for anything. */
  leave(): void;
  /** Ends the keeping; what is noted is still sent. */
  close(): void;
}

interface KeeperOptions {
  readonly partId: string;
  /** The server refused a move, since another device is farther on. */
  readonly onRefused: (remote: PositionResult) => void;
}

/** Opens the keeping of a part's place for the signed-in user; storage trouble leaves it working for this page only. */
export async function openPositionKeeper({ partId, onRefused }: KeeperOptions): Promise<PositionKeeper> {
  const uid = session.claims()?.uid ?? '';
  await keepUnkeptMove();
  const local = await readPosition(uid, partId).catch(() => null);
  let base = local?.baseRevision ?? 0;
  /** Written and perhaps not yet sent. */
  let last: { readonly move: Move; readonly id: string } | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  // Writes follow one another: an earlier place must not arrive after a later one.
  let writing: Promise<unknown> = Promise.resolve();

  const stopListening = onSettled(({ partId: settled, mutation, result }) => {
    if (settled !== partId || mutation.uid !== uid) return;
    if (result && wasTaken(mutation, result)) base = Math.max(base, result.revision);
    else if (result) onRefused(result);
    if (last?.id === mutation.id) last = null;
  });

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = writing.then(work).catch(() => {
      // Refused storage: local storage has the place, and `leave` sends it.
    });
    writing = done;
    return done;
  };

  const move = (place: ReadingPlace): void => {
    const next: Move = { uid, partId, cfi: place.cfi, percentage: place.percentage, editionId: place.editionId };
    const id = newId();
    noteMove(next);
    last = { move: next, id };
    void inTurn(() => keepMove(next, id));
    clearTimeout(rest);
    rest = setTimeout(() => void writing.then(flushOutbox), REST_MS);
  };

  return {
    local,
    move,
    async follow(remote) {
      base = remote.revision;
      const place = { cfi: remote.last_location, percentage: remote.percentage, editionId: remote.edition_id };
      await inTurn(() => adoptRevision(uid, partId, { revision: remote.revision, place }));
    },
    async stay(remote, place) {
      base = remote.revision;
      await inTurn(() => adoptRevision(uid, partId, { revision: remote.revision, place: null }));
      if (place) move(place);
    },
    leave() {
      clearTimeout(rest);
      if (!last) return;
      const { move: left, id } = last;
      const mutation = mutationOf(left, id, base);
      const sent = sendPositionLeaving(mutation);
      void inTurn(() => freezeMutation(mutation)).then(async () => {
        const result = await sent;
        if (result) await settleMutation(mutation, result);
        await flushOutbox();
      });
    },
    close() {
      stopListening();
      clearTimeout(rest);
      void writing.then(flushOutbox);
    },
  };
}

function mutationOf(move: Move, id: string, baseRevision: number): Mutation {
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

/** A move that a killed page only noted in local storage. */
export async function keepUnkeptMove(): Promise<void> {
  const move = unkeptMove();
  if (move) await keepMove(move, newId()).catch(() => {});
}
