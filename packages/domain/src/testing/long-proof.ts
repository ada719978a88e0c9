import { appendFileSync } from 'node:fs';
import { env } from 'node:process';
import fc from 'fast-check';

/** A time limit above the time that any slice takes on a slow machine. */
const SLICE_TIMEOUT_MS = 6 * 3_600_000;

/**
 * A property of fast-check. The package declares its type once for each module kind, and the web app sees the other
 * one.
 */
interface Property {
  isAsync(): boolean;
}

/** The runs that a test makes of a long proof: a small sample by default, a slice of the full count on request. */
export interface LongProof {
  /** Index of the first run. An index stands for the same run on every machine. */
  readonly first: number;
  readonly count: number;
  /**
   * @param everydayMs time allowed to the everyday sample.
   * @returns the time allowed to this slice, in milliseconds.
   */
  timeout(everydayMs: number): number;
  /** Checks a property of fast-check for the slice's runs. @throws with the seed and the path of a failure */
  assert(property: Property): Promise<void>;
  /** Yields the indices of the slice. The slice counts as made only once all of them were taken. */
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
      // fast-check reads a path of one number as the index in the seed's sequence to begin with.
      await fc.assert(property as fc.IRawProperty<unknown>, { path: String(first), numRuns: count });
      signReceipt();
    },
    *runs() {
      for (let index = first; index < first + count; index += 1) yield index;
      signReceipt();
    },
  };
}

/** A number from 0 to below 1 for each index, evenly spread and reproducible: tests use it for moments and orders. */
export const spread = (index: number): number => ((index + 1) * 0.618_033_988_749_894_9) % 1;
