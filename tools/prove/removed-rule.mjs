// How a rule is taken out of the code, and how an entry of a list of them is written. `from` stands in its file exactly
// once. One who changes a rule changes its entry too; the everyday tests say so.

/**
 * @typedef {object} RemovedRule
 * @property {string} rule what holds while nothing is removed
 * @property {string} file
 * @property {string} from
 * @property {string} to
 * @property {readonly string[]} tests
 */

/**
 * Rules of one file that the same tests see.
 * @param {string} file
 * @param {readonly string[]} tests
 * @param {readonly (readonly [rule: string, from: string, to: string])[]} rules
 * @returns {RemovedRule[]}
 */
export const of = (file, tests, rules) => rules.map(([rule, from, to]) => ({ rule, file, from, to, tests }));

/**
 * Takes a rule out of the text of its file.
 * @param {RemovedRule} rule
 * @param {string} text
 * @throws when the rule does not stand there exactly once
 */
export function withoutRule({ rule, file, from, to }, text) {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`"${rule}" stands ${parts.length - 1} times in ${file}; it has to be once.`);
  return parts.join(to);
}
