import * as epubcfi from 'foliate-js/epubcfi.js';

// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./foliate-js.d.ts" />

/** An end of a CFI: the numbers of its steps with `!` between documents, and the character at its end, 0 if none. */
export interface CfiPosition {
  readonly steps: readonly (number | '!')[];
  readonly offset: number;
}

/** Both ends of a CFI, equal for a point. */
export interface CfiSpan {
  readonly start: CfiPosition;
  readonly end: CfiPosition;
}

/** The ends of a CFI without ids; null when it is malformed. */
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
    const [stepOfA, stepOfB] = [a.steps[index] as number | '!', b.steps[index] as number | '!'];
    if (stepOfA === stepOfB) continue;
    if (stepOfA === '!' || stepOfB === '!') return stepOfA === '!' ? -1 : 1;
    return stepOfA - stepOfB;
  }
  return a.steps.length - b.steps.length || a.offset - b.offset;
}

/** Whether two ranges share at least one character. A text that is no CFI overlaps nothing. */
export function overlaps(a: string, b: string): boolean {
  const [spanOfA, spanOfB] = [parseCfi(a), parseCfi(b)];
  if (!spanOfA || !spanOfB) return false;
  return comparePositions(spanOfA.start, spanOfB.end) < 0 && comparePositions(spanOfB.start, spanOfA.end) < 0;
}

/** Whether two CFIs name the same range, whatever ids they assert. */
export function isSameRange(a: string, b: string): boolean {
  const [spanOfA, spanOfB] = [parseCfi(a), parseCfi(b)];
  if (!spanOfA || !spanOfB) return a === b;
  return comparePositions(spanOfA.start, spanOfB.start) === 0 && comparePositions(spanOfA.end, spanOfB.end) === 0;
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

/** A point in a section's text: the steps of the element around it, and a character in one of its texts. */
export interface CfiPoint {
  readonly parent: readonly string[];
  readonly step: number;
  readonly offset: number;
}

/** Step to a child element (EPUB CFI 1.1 §3.1.4); an id follows as an assertion, `^` before its special characters. */
export function elementStep(index: number, id: string): string {
  return id === '' ? `/${index}` : `/${index}[${id.replace(/[\^[\](),;=]/g, '^$&')}]`;
}

/**
 * CFI of a range between two points of one section, in three parts; the same string as foliate-js and epub.js make.
 *
 * @param base step path of the section in the package document, `Section.cfi`
 */
export function cfiOfPoints(base: string, start: CfiPoint, end: CfiPoint): string {
  const shortest = Math.min(start.parent.length, end.parent.length);
  let shared = 0;
  while (shared < shortest && start.parent[shared] === end.parent[shared]) shared += 1;
  const rest = ({ parent, step, offset }: CfiPoint): string => `${parent.slice(shared).join('')}/${step}:${offset}`;
  return `epubcfi(${base}!${start.parent.slice(0, shared).join('')},${rest(start)},${rest(end)})`;
}

/** CFI of one point of a section. */
export function cfiOfPoint(base: string, { parent, step, offset }: CfiPoint): string {
  return `epubcfi(${base}!${parent.join('')}/${step}:${offset})`;
}

/** Step of a file that no book has. */
const NOWHERE = 2_000_000_000;

/** A unique range without a target, for words whose place is unknown. @param id a UUID */
export function unplacedRange(id: string): string {
  const steps = id.split('-').map((digits) => 2 * Number.parseInt(digits, 16));
  return `epubcfi(/6/${NOWHERE}!/${steps.join('/')},/1:0,/1:1)`;
}

/** Whether a range is one of {@link unplacedRange}. */
export const isUnplaced = (cfi: string): boolean => cfi.startsWith(`epubcfi(/6/${NOWHERE}!`);
