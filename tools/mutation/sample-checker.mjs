// Checker that Stryker calls for each mutant before it is tested: rejects those outside the sample.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../launch/stamps.mjs';
import { sliceOfMutant } from './slice-of-mutant.mjs';

/** Lines of the files before Stryker wrote its mutants into their copies. */
const originals = new Map();

function lineOf(file, number) {
  if (!originals.has(file)) {
    const original = join(root, relative(process.cwd(), file));
    originals.set(file, readFileSync(original, 'utf8').split('\n'));
  }
  return originals.get(file)[number];
}

/** @param {{ sample: { first: number, count: number } }} options of the run */
function createChecker({ sample: { first, count } }) {
  const isInSample = ({ fileName, mutatorName, replacement, location: { start } }) => {
    const slice = sliceOfMutant({ mutatorName, replacement, line: lineOf(fileName, start.line), column: start.column });
    return slice >= first && slice < first + count;
  };
  const notInSample = { status: 'compileError', reason: 'not in the sample' };
  return {
    async init() {},
    async check(mutants) {
      return Object.fromEntries(
        mutants.map((mutant) => [mutant.id, isInSample(mutant) ? { status: 'passed' } : notInSample]),
      );
    },
    group: (mutants) => [mutants.map(({ id }) => id)],
  };
}
createChecker.inject = ['options'];

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createChecker }];
