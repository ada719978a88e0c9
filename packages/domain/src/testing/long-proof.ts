import { appendFileSync } from 'node:fs';
import { env } from 'node:process';
import fc from 'fast-check';

/** Longer than any slice takes on a slow machine. */
const SLICE_TIMEOUT_MS = 6 * 3_600_000;

/** A property of fast-check. Its own type is declared twice, for two kinds of modules, and the web app sees the other. */
interface Property {
  isAsync(): boolean;
}

/** The runs that a test is to make of a long proof: a small sample every day, a slice of the full count when asked. */
export interface LongProof {
  /** Index of the first run. An index means the same run on every machine. */
  readonly first: number;
  readonly count: number;
  /**
   * @param everydayMs time allowed to the everyday sample.
   * @returns the time allowed to this slice, in milliseconds.
   */
  timeout(everydayMs: number): number;
  /** Checks a property of fast-check with the values of the slice. @throws with the seed and the path of a failure. */
  assert(property: Property): Promise<void>;
  /** The indices of the slice. All of them have to be taken for the slice to count as made. */
  runs(): Generator<number>;
}

/**
 * Declares a test as a long proof; its full count stands in `tools/prove/proofs.mjs` beside what it shows.
 * `npm run prove` asks for a slice by `PROVE=name:first:count` and reads in `PROVE_RECEIPT` that it was really made.
 * @param name as in that list.
 * @param everyday how many runs, from the first one on, check every change.
 */
export function longProof(name: string, everyday: number): LongProof {
  const [requestedProof, askedFirst, askedCount] = (env['PROVE'] ?? '').split(':');
  const isAsked = requestedProof === name;
  const first = isAsked ? Number(askedFirst) : 0;
  const count = isAsked ? Number(askedCount) : everyday;
  const signReceipt = (): void => {
    const receipt = env['PROVE_RECEIPT'];
    if (isAsked && receipt) appendFileSync(receipt, `${name}:${first}:${count}\n`);
  };
  return {
    first,
    count,
    timeout: (everydayMs) => (isAsked ? SLICE_TIMEOUT_MS : everydayMs),
    async assert(property) {
      // A path of one number is the place in the seed's sequence where fast-check begins.
      await fc.assert(property as fc.IRawProperty<unknown>, { path: String(first), numRuns: count });
      signReceipt();
    },
    *runs() {
      for (let index = first; index < first + count; index += 1) yield index;
      signReceipt();
    },
  };
}

/** A number from 0 to below 1 for each index, evenly spread and always the same: moments to kill at, orders to shuffle. */
export const spread = (index: number): number => ((index + 1) * 0.618_033_988_749_894_9) % 1;
