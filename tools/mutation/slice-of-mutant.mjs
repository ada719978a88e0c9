import { createHash } from 'node:crypto';
import { SEED } from '../prove/proofs.mjs';

/** Slices into which all mutants fall, about equally many into each. */
export const SLICES = 100;

/**
 * The slice of a mutant, from 0 on. It depends on the line that is changed and not on its file or number, so that code
 * which stayed the same is mutated the same way at another commit.
 * @param {{ mutatorName: string, replacement: string, line: string, column: number }} mutant column from 0 on
 */
export function sliceOfMutant({ mutatorName, replacement, line, column }) {
  const indentation = line.length - line.trimStart().length;
  const words = [SEED, mutatorName, replacement, line.trim(), column - indentation].join('\n');
  return createHash('sha256').update(words).digest().readUInt32BE(0) % SLICES;
}
