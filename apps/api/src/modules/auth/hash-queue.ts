import { AppError } from '../../platform/http/app-error.ts';

/** For whom a password is hashed. */
export interface Turn {
  /** The network of a stranger, or the account or device of a person whom the shop knows. */
  readonly from: string;
  /** The person is signed in, holds a link of the shop, or comes with a known device. */
  readonly isKnown: boolean;
}

/** Where hashes wait for their turn. */
export interface HashQueue {
  /** Does a piece of work when its turn comes. @throws {AppError} busy when too many wait and this one is the last of them */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

interface Waiting extends Turn {
  start(): void;
  refuse(): void;
}

interface Room {
  /** Pieces that are done at the same time. */
  readonly atOnce: number;
  /** Pieces that may wait behind them. */
  readonly waiting: number;
}

/** Strangers who wait at an ordinary moment; more of them are a flood, or a very good day. */
const CALM = 8;

/**
 * A queue in which a flood of strangers holds nobody back. Whom the shop knows goes first; then who has the fewest
 * waiting, so that one network is one among many; of those the newest. A flood that comes from as many networks waits
 * behind whoever comes after it, and its oldest are refused when there is no more room: in the order of coming each of a
 * thousand registrations would stand before the one buyer. While a flood waits, what strangers get done rests as long as
 * it took: everything else that an account does afterwards takes the processor from other people, too.
 */
export function createHashQueue({ atOnce, waiting: most }: Room): HashQueue {
  const waiting: Waiting[] = [];
  let running = 0;
  let isResting = false;

  const drain = (): void => {
    while (running < atOnce) {
      const [next] = inOrder(waiting);
      if (!next || (isResting && !next.isKnown)) return;
      waiting.splice(waiting.indexOf(next), 1);
      running += 1;
      next.start();
    }
  };
  const rest = (ms: number): void => {
    isResting = true;
    setTimeout(() => {
      isResting = false;
      drain();
    }, ms).unref();
  };
  const perform = async <T>({ isKnown }: Turn, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      running -= 1;
      const isFlood = waiting.filter((each) => !each.isKnown).length > CALM;
      if (!isKnown && isFlood) rest(performance.now() - begun);
      drain();
    }
  };
  return {
    async run<T>(turn: Turn, work: () => Promise<T>) {
      await new Promise<void>((resolve, reject) => {
        waiting.push({ ...turn, start: resolve, refuse: () => reject(new AppError('busy')) });
        drain();
        if (waiting.length <= most) return;
        const last = inOrder(waiting).at(-1);
        if (!last) return;
        waiting.splice(waiting.indexOf(last), 1);
        last.refuse();
      });
      return perform(turn, work);
    },
  };
}

/** Those that wait, the next one first. */
function inOrder(waiting: readonly Waiting[]): Waiting[] {
  const counts = new Map<string, number>();
  for (const { from } of waiting) counts.set(from, (counts.get(from) ?? 0) + 1);
  const countOf = ({ from }: Waiting) => counts.get(from) ?? 0;
  return waiting.toReversed().toSorted((a, b) => Number(b.isKnown) - Number(a.isKnown) || countOf(a) - countOf(b));
}
