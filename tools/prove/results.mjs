// Results of the slices of the long proofs: one line of JSON for each, so that several runs add up and an interrupted
// one loses nothing.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../launch/stamps.mjs';

/**
 * @typedef {object} Result
 * @property {string} proof
 * @property {string} engine
 * @property {string} commit
 * @property {number} seed
 * @property {number} first
 * @property {number} count
 * @property {'passed' | 'failed'} outcome
 * @property {number} seconds
 * @property {string} at day and time, UTC
 * @property {string} [message] how it failed, with the seed and the path of the run
 */

/** Path of the results, ignored by git. Lines of another machine's file may be appended to it. */
export const resultFile = join(root, '.cache', 'proofs.jsonl');

/** @returns {Result[]} in the order in which they were made. */
export function readResults(file = resultFile) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parsed) : [];
}

/** Parses a line; ignores one that was cut off when its process ended. */
function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** @param {Result} result */
export function addResult(result, file = resultFile) {
  mkdirSync(dirname(file), { recursive: true });
  // Begins a new line, because the line before may have been cut off.
  appendFileSync(file, `\n${JSON.stringify(result)}\n`);
}

/** @returns {Result[]} those of one proof on one engine at one commit, with the seed of today. */
export function resultsOf(results, { proof, engine, commit, seed }) {
  return results.filter(
    (each) => each.proof === proof && each.engine === engine && each.commit === commit && each.seed === seed,
  );
}

/** Returns the slices that passed. */
export const passed = (results) => results.filter(({ outcome }) => outcome === 'passed');

const CODE = ['--', '.', ':(exclude)docs', ':(exclude,glob)**/*.md'];

/** Returns the last commit that changed more than documents, with '+changes' when the files differ from it. */
export function codeCommit() {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('log', '-1', '--format=%h', '--abbrev=10', ...CODE);
  return git('status', '--porcelain', ...CODE) === '' ? commit : `${commit}+changes`;
}
