import { setTimeout as pause } from 'node:timers/promises';
import type { OwnershipCheck } from './job-runner.ts';

/** Interval at which new pieces are looked for while all running pieces take long. */
const LOOK_AGAIN_MS = 1000;

/** Work that a job does piece by piece. */
interface Line<Piece> {
  /** Finds due pieces, the most urgent first; called anew before each piece. */
  due(): Promise<readonly Piece[]>;
  work(piece: Piece): Promise<void>;
  /** See {@link OwnershipCheck}. */
  readonly isOurs: OwnershipCheck | undefined;
}

/**
 * Works off what is due, several pieces at once and each at most once, until nothing is left and nothing is under way: a
 * piece that takes minutes holds up none that comes meanwhile. It waits for what is under way also when something fails,
 * for who holds a lease must not let go of it before.
 * @param count how many at once.
 * @param signal ends the work; so does the first failure, for what has not begun.
 * @throws the first failure.
 */
export async function workOff<Piece extends { readonly id: string }>(
  count: number,
  signal: AbortSignal,
  { due, work, isOurs }: Line<Piece>,
): Promise<void> {
  const failed = new AbortController();
  const going = AbortSignal.any([signal, failed.signal]);
  // A list that was read before a piece was done still names it.
  const takenIds = new Set<string>();
  // Workers that look for a piece or work on one.
  let busyCount = 0;
  let isOver = false;
  let oneEnds = Promise.withResolvers<void>();
  const takeOne = async (): Promise<'done' | 'nothing' | 'over'> => {
    busyCount += 1;
    try {
      const next = (await due()).find(({ id }) => !takenIds.has(id));
      // Another worker that still looks may find a piece that came since; then this one waits beside it for more.
      if (!next) return busyCount === 1 ? 'over' : 'nothing';
      takenIds.add(next.id);
      if (isOurs && !(await isOurs())) return 'over';
      await work(next);
      return 'done';
    } finally {
      busyCount -= 1;
    }
  };
  const takeAll = async (): Promise<void> => {
    while (!going.aborted && !isOver) {
      const came = await takeOne();
      isOver ||= came === 'over';
      if (came === 'nothing') await Promise.race([oneEnds.promise, patience(going)]);
      else {
        oneEnds.resolve();
        oneEnds = Promise.withResolvers();
      }
    }
  };
  const all = Array.from({ length: count }, async () => takeAll().catch((error: unknown) => failed.abort(error)));
  await Promise.all(all);
  if (failed.signal.aborted) throw failed.signal.reason;
}

async function patience(going: AbortSignal): Promise<void> {
  await pause(LOOK_AGAIN_MS, undefined, { signal: going, ref: false }).catch(() => undefined);
}
