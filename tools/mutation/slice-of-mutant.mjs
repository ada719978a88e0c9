import { createHash } from 'node:crypto';
import { SEED } from '../prove/proofs.mjs';

/** Number of slices into which mutants are divided, about equally many in each. */
export const SLICES = 100;

/**
 * Returns the slice of a mutant, from 0 on. The slice depends on the changed line and not on its file or number, so that
 * unchanged code is mutated in the same way at another commit.
 * @param {{ mutatorName: string, replacement: string, line: string, column: number }} mutant column from 0 on
 */
export function sliceOfMutant({ mutatorName, replacement, line, column }) {
  const indentation = line.length - line.trimStart().length;
  const words = [SEED, mutatorName, replacement, line.trim(), column - indentation].join('\n');
  return createHash('sha256').update(words).digest().readUInt32BE(0) % SLICES;
}
