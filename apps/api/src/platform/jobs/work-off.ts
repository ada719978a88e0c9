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
  let runningCount = 0;
  let oneEnds = Promise.withResolvers<void>();
  const takeOne = async (): Promise<'done' | 'nothing' | 'over'> => {
    const next = (await due()).find(({ id }) => !takenIds.has(id));
    if (!next) return runningCount === 0 ? 'over' : 'nothing';
    takenIds.add(next.id);
    runningCount += 1;
    try {
      if (isOurs && !(await isOurs())) return 'over';
      await work(next);
      return 'done';
    } finally {
      runningCount -= 1;
      oneEnds.resolve();
      oneEnds = Promise.withResolvers();
    }
  };
  const takeAll = async (): Promise<void> => {
    while (!going.aborted) {
      const came = await takeOne();
      if (came === 'over') return;
      if (came === 'nothing') await Promise.race([oneEnds.promise, patience(going)]);
    }
  };
  const all = Array.from({ length: count }, async () => takeAll().catch((error: unknown) => failed.abort(error)));
  await Promise.all(all);
  if (failed.signal.aborted) throw failed.signal.reason;
}

async function patience(going: AbortSignal): Promise<void> {
  await pause(LOOK_AGAIN_MS, undefined, { signal: going, ref: false }).catch(() => undefined);
}
