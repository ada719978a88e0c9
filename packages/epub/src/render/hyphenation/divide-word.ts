// Names the hand-written types: other workspaces compile this file from its source and would not find them by themselves.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./hyphen.d.ts" />
import type { PatternBranch, PatternNode, Patterns } from 'hyphen';

/**
 * Offsets at which a word may be divided, by Liang's algorithm. The package's own function copies the word for each of
 * its letters, which takes ten times as long, and a chapter is divided before its page is laid out.
 *
 * @param least number of letters that stay together at the beginning and at the end
 */
export function divideWord(
  word: string,
  [table, patterns, exceptions]: Patterns,
  least: readonly [number, number],
): number[] {
  const lower = word.toLowerCase();
  const known = exceptions?.[lower];
  if (known) return [...known];
  const letters = `.${lower}.`;
  const levels = new Uint8Array(letters.length + 1);
  for (let from = 0; from < letters.length - 2; from += 1) {
    // Skips a pattern's value before the first letter of the word, because it divides nothing.
    const place = Math.max(0, from - 1);
    let branch: PatternBranch | null = patterns;
    for (let at = from; branch !== null && at < letters.length; at += 1) {
      const node: PatternNode | undefined = branch[letters[at] as string];
      branch = typeof node === 'object' ? (isPair(node) ? node[0] : node) : null;
      const row = typeof node === 'number' ? node : isPair(node) ? node[1] : null;
      if (row !== null) raise(levels, table[row] ?? [], place);
    }
  }
  const places: number[] = [];
  for (let at = least[0]; at <= word.length - least[1]; at += 1) if ((levels[at] as number) % 2 === 1) places.push(at);
  return places;
}

const isPair = (node: PatternNode | undefined): node is readonly [PatternBranch, number] => Array.isArray(node);

function raise(levels: Uint8Array, row: readonly number[], place: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const level = row[at] as number;
    if (level > (levels[place + at] as number)) levels[place + at] = level;
  }
}
