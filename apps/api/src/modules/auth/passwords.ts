import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/http/app-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Refuses a common password, naming the field that it stands in.
 * @param options.own name and address of the person and name of the shop, which are no secrets either.
 * @throws {AppError} password_too_common
 */
export function refuseCommonPassword(
  password: string,
  { field = 'password', own }: { readonly field?: 'password' | 'new_password'; readonly own: readonly string[] },
): void {
  if (!isCommonPassword(password, own)) return;
  const { detail } = new AppError('password_too_common');
  throw new AppError('password_too_common', { fields: { [field]: detail } });
}

/** The person or network for which a password is hashed. */
export interface Turn {
  /** The network of a stranger, or the account or device of a person whom the shop knows. */
  readonly from: string;
  /** True for a signed-in person, the holder of a link of the shop, or a known device. */
  readonly isKnown: boolean;
  /** An account is made with it. */
  readonly isNew?: boolean;
}

/** Queue of the hashes. */
export interface HashQueue {
  /**
   * Does a piece of work when its turn comes. @throws {AppError} busy when too many wait and this one is the last of
   * them
   */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

interface WaitingTurn extends Turn {
  start(): void;
  refuse(): void;
}

interface Room {
  /** Pieces that are done at the same time. */
  readonly atOnce: number;
  /** Pieces that may wait behind them. */
  readonly waiting: number;
}

/** Most strangers who wait on an ordinary day; more count as a flood. */
const CALM = 8;

/**
 * A queue in which a flood of strangers does not delay other people. Known people are served first, then the network
 * with the fewest waiting requests, and of these the newest request. A flood from as many networks therefore waits
 * behind later requests, and its oldest requests are refused when the queue is full; first come, first served would put
 * a thousand registrations before one buyer. While a flood waits, new accounts are followed by a pause as long as their
 * hash took, because later actions of an account use the processor, too.
 */
export function createHashQueue({ atOnce, waiting: most }: Room): HashQueue {
  const waitingTurns: WaitingTurn[] = [];
  let running = 0;
  let isResting = false;

  const drain = (): void => {
    while (running < atOnce) {
      const [next] = inOrder(waitingTurns);
      if (!next || (isResting && !next.isKnown)) return;
      waitingTurns.splice(waitingTurns.indexOf(next), 1);
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
  const perform = async <T>({ isNew = false }: Turn, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      running -= 1;
      const isFlood = waitingTurns.filter((each) => !each.isKnown).length > CALM;
      if (isNew && isFlood) rest(performance.now() - startedAt);
      drain();
    }
  };
  return {
    async run<T>(turn: Turn, work: () => Promise<T>) {
      await new Promise<void>((resolve, reject) => {
        waitingTurns.push({ ...turn, start: resolve, refuse: () => reject(new AppError('busy')) });
        drain();
        if (waitingTurns.length <= most) return;
        const last = inOrder(waitingTurns).at(-1);
        if (!last) return;
        waitingTurns.splice(waitingTurns.indexOf(last), 1);
        last.refuse();
      });
      return perform(turn, work);
    },
  };
}

/** Waiting turns in the order in which they start. */
function inOrder(waitingTurns: readonly WaitingTurn[]): WaitingTurn[] {
  const counts = new Map<string, number>();
  for (const { from } of waitingTurns) counts.set(from, (counts.get(from) ?? 0) + 1);
  const countOf = ({ from }: WaitingTurn) => counts.get(from) ?? 0;
  return waitingTurns.toReversed().toSorted((a, b) => Number(b.isKnown) - Number(a.isKnown) || countOf(a) - countOf(b));
}

/**
 * OWASP's second recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane; about 45
 * ms here.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing fills a core, and by the library it runs on the few threads that also read files: with one core and two of
 * those threads always left, a burst of logins lets no picture wait. About twenty logins a second and hash.
 */
const queue = createHashQueue({ atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 60 });

/** Hash of no password at all, so that an unknown address takes as long to refuse as a known one. */
let decoy: Promise<string> | undefined;

/** Turn of the shop itself, its team and its commands. */
const ofShop: Turn = { from: 'shop', isKnown: true };

/** Hashes an NFC-normalised password for storing. @throws {AppError} busy */
export async function hashPassword(password: string, turn = ofShop): Promise<string> {
  return queue.run(turn, async () => hash(password, parameters));
}

/** Compares in the same time whether or not there is a stored hash. @throws {AppError} busy */
export async function passwordMatches(stored: string | null, password: string, turn = ofShop): Promise<boolean> {
  decoy ??= hash('no account has this password', parameters);
  const storedHash = stored ?? (await decoy);
  const matched = await queue.run(turn, async () => verify(storedHash, password).catch(() => false));
  return matched && stored !== null;
}
