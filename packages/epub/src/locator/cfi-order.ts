// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./foliate-js.d.ts" />
import * as epubcfi from 'foliate-js/epubcfi.js';

/** One end of a CFI: the numbers of its steps with `!` between documents, and the character at its end, 0 if none. */
export interface CfiPosition {
  readonly steps: readonly (number | '!')[];
  readonly offset: number;
}

/** Both ends of a CFI; the same for a point. */
export interface CfiSpan {
  readonly start: CfiPosition;
  readonly end: CfiPosition;
}

/** The ends of a CFI, ids left out; null for what is none. */
export function parseCfi(cfi: string): CfiSpan | null {
  if (!epubcfi.isCFI.test(cfi)) return null;
  try {
    const parsed = epubcfi.parse(cfi);
    const start = positionOf(epubcfi.collapse(parsed));
    const end = positionOf(epubcfi.collapse(parsed, true));
    return start.steps.length > 0 && end.steps.length > 0 ? { start, end } : null;
  } catch {
    return null;
  }
}

/** Order of two positions in the book: negative when `a` comes first; a container comes before its content. */
export function comparePositions(a: CfiPosition, b: CfiPosition): number {
  const length = Math.min(a.steps.length, b.steps.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.steps[index] as number | '!', b.steps[index] as number | '!'];
    if (left === right) continue;
    if (left === '!' || right === '!') return left === '!' ? -1 : 1;
    return left - right;
  }
  return a.steps.length - b.steps.length || a.offset - b.offset;
}

/** Whether two ranges share at least one character. What is no CFI overlaps nothing. */
export function overlaps(a: string, b: string): boolean {
  const [left, right] = [parseCfi(a), parseCfi(b)];
  if (!left || !right) return false;
  return comparePositions(left.start, right.end) < 0 && comparePositions(right.start, left.end) < 0;
}

/** Whether two CFIs name the same range, whatever ids they assert. */
export function isSameRange(a: string, b: string): boolean {
  const [left, right] = [parseCfi(a), parseCfi(b)];
  if (!left || !right) return a === b;
  return comparePositions(left.start, right.start) === 0 && comparePositions(left.end, right.end) === 0;
}

/** Whether a text is a range of three comma-separated parts. */
export function isRangeCfi(text: string): boolean {
  const parsed = parseCfi(text);
  return parsed !== null && comparePositions(parsed.start, parsed.end) < 0;
}

function positionOf(path: epubcfi.CfiPath): CfiPosition {
  const steps: (number | '!')[] = [];
  path.forEach((parts, index) => {
    if (index > 0) steps.push('!');
    for (const part of parts) steps.push(part.index);
  });
  return { steps, offset: path.at(-1)?.at(-1)?.offset ?? 0 };
}
