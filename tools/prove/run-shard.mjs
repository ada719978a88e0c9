import { SEED } from './proofs.mjs';
import { passed, resultsOf } from './results.mjs';
import { countOf, missingOf, piecesOf, sliceOf } from './slices.mjs';

/**
 * Makes the missing runs of a shard, piece by piece, and stores the result of each piece at once. A failed piece stays
 * missing, so that the next run makes it again.
 * @param {object} wanted
 * @param {readonly import('./proofs.mjs').Proof[]} wanted.proofs
 * @param {readonly string[]} wanted.engines
 * @param {number} wanted.shard from 1 on
 * @param {number} wanted.shards
 * @param {boolean} wanted.again whether to repeat runs that passed at this commit
 * @param {string} wanted.commit
 * @param {object} tools
 * @param {(file?: string) => import('./results.mjs').Result[]} tools.read
 * @param {(result: import('./results.mjs').Result) => void} tools.add
 * @param {Function} tools.make runs a piece and returns its result
 * @param {(line: string) => void} tools.say
 * @returns {Promise<number>} how many pieces failed
 */
export async function runShard({ proofs, engines, shard, shards, again, commit }, { read, add, make, say }) {
  let failures = 0;
  for (const proof of proofs) {
    for (const engine of proof.engines.filter((name) => engines.includes(name))) {
      const of = { proof: proof.name, engine, commit, seed: SEED };
      const passedSlices = () => passed(resultsOf(read(), of));
      const slice = sliceOf(proof.full, shard, shards);
      const gaps = again ? [slice] : missingOf(slice, passedSlices());
      const pieces = gaps.flatMap((gap) => piecesOf(gap, proof.piece));
      const title = `${proof.name} (${engine})`;
      if (slice.count > 0 && pieces.length === 0) say(`${title}: ${number(slice.count)} made before, none left`);
      for (const [index, piece] of pieces.entries()) {
        say(`${title}: piece ${index + 1} of ${pieces.length}, ${runsOf(piece)} …`);
        const { outcome, seconds, message } = await make(proof, engine, piece);
        add({ ...of, ...piece, outcome, seconds, at: new Date().toISOString(), ...(message ? { message } : {}) });
        if (outcome === 'failed') failures += 1;
        const all = `${number(countOf(passedSlices()))} of ${number(proof.full)} ${proof.unit} in all`;
        say(`${title}: ${runsOf(piece)} ${outcome} in ${seconds} s; ${all}${message ? `\n${message}` : ''}`);
      }
    }
  }
  return failures;
}

const number = (value) => value.toLocaleString('en');

/** @returns the runs of a piece as a person names them, counted from 0. */
export const runsOf = ({ first, count }) => `runs ${number(first)} to ${number(first + count - 1)}`;
