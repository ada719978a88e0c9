import { type Folded, foldForSearch } from './search-text.ts';
import type { SectionText } from './section-text.ts';
import type { TextSpanOf } from './text-range.ts';

/** A text reduced to what an editor's hand rarely changes: letters and digits without case or accents, single spaces. */
export interface Letters {
  readonly text: string;
  /** Offset in the original where each character begins. */
  readonly starts: Uint32Array;
  /** Offset in the original where each character ends. */
  readonly ends: Uint32Array;
}

const KEPT = /[\p{L}\p{N}]/u;

/**
 * Reduces a text to its letters: typography (quotes, dashes, dots, white space) is what editions differ in most. A
 * text without any letter keeps its signs, so that it can still be found.
 */
export function lettersOf(text: string): Letters {
  const folded = foldForSearch(text);
  return KEPT.test(folded.text) ? reduce(folded, (sign) => KEPT.test(sign)) : reduce(folded, (sign) => sign !== ' ');
}

const known = new WeakMap<SectionText, Letters>();

/** {@link lettersOf} of a section, made once however many quotes are looked for in it. */
export function lettersOfSection(section: SectionText): Letters {
  const made = known.get(section) ?? lettersOf(section.text);
  known.set(section, made);
  return made;
}

/** The stretch of the original between two characters, the first included. */
export function spanOfLetters({ starts, ends }: Letters, from: number, to: number): TextSpanOf {
  return { from: starts[from] ?? 0, to: ends[to - 1] ?? 0 };
}

/** Number of the first character that begins at or after an offset of the original. */
export function letterAt({ starts }: Letters, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reduce({ text, origins }: Folded, keeps: (sign: string) => boolean): Letters {
  const pieces: string[] = [];
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  let space = -1;
  for (let at = 0; at < text.length; at += 1) {
    // Pairs fold to pairs: both halves are kept or dropped together.
    const high = text.charCodeAt(at);
    const isPair = high >= 0xd800 && high < 0xdc00;
    const sign = isPair ? text.slice(at, at + 2) : (text[at] as string);
    if (!keeps(sign)) {
      space = length > 0 && space < 0 ? at : space;
      at += isPair ? 1 : 0;
      continue;
    }
    if (space >= 0) {
      pieces.push(' ');
      starts[length] = origins[space] as number;
      ends[length] = origins[at] as number;
      length += 1;
      space = -1;
    }
    pieces.push(sign);
    for (const half of isPair ? [at, at + 1] : [at]) {
      starts[length] = origins[half] as number;
      ends[length] = origins[half + 1] as number;
      length += 1;
    }
    at += isPair ? 1 : 0;
  }
  return { text: pieces.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/** Where a pattern stands in a text, though not to the letter. */
export interface Alignment {
  /** 1 for the same letters, 0 for none in common. */
  readonly likeness: number;
  /** Offset in the text of each boundary of the pattern, its end included. */
  readonly at: readonly number[];
}

/** Letters of a seed: a stretch that an edited sentence still shares with the old one. */
const SEED = 6;
const SEED_STEP = 3;
/** Places taken of one seed, and distance up to which two seeds mean the same place. */
const PLACES_PER_SEED = 60;
const BUCKET = 24;
const CANDIDATES = 3;

/**
 * The place of a text that is most like a pattern (at most some hundred characters): seeds vote for places, and the
 * best few are compared letter by letter. Null when no seed is found.
 */
export function align(text: string, pattern: string): Alignment | null {
  let best: Alignment | null = null;
  for (const place of placesOf(text, pattern)) {
    const slack = BUCKET + Math.ceil(pattern.length / 3);
    const from = Math.max(0, place - slack);
    const found = alignWithin(text.slice(from, place + pattern.length + slack), pattern);
    if (best && found.likeness <= best.likeness) continue;
    best = { likeness: found.likeness, at: found.at.map((offset) => offset + from) };
  }
  return best;
}

/** How alike two short texts are, 0 to 1, by the letters to change, add or remove; 1 for two empty ones. */
export function likeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  let row = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Uint16Array(b.length + 1);
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      next[j] = Math.min(cell(row, j - 1) + same, cell(row, j) + 1, cell(next, j - 1) + 1);
    }
    row = next;
  }
  return 1 - cell(row, b.length) / longer;
}

/** Where the pattern would begin, the place that most seeds name first. */
function placesOf(text: string, pattern: string): number[] {
  const votes = new Map<number, { count: number; place: number }>();
  const last = Math.max(0, pattern.length - SEED);
  for (let offset = 0; offset <= last; offset += SEED_STEP) {
    const seed = pattern.slice(offset, offset + SEED);
    let taken = 0;
    for (let at = text.indexOf(seed); at >= 0 && taken < PLACES_PER_SEED; at = text.indexOf(seed, at + 1)) {
      taken += 1;
      const bucket = Math.round((at - offset) / BUCKET);
      const vote = votes.get(bucket) ?? { count: 0, place: at - offset };
      vote.count += 1;
      votes.set(bucket, vote);
    }
  }
  const ordered = [...votes.values()].toSorted((a, b) => b.count - a.count);
  return ordered.slice(0, CANDIDATES).map(({ place }) => place);
}

/** Compares the whole pattern with the part of a window that fits it best (free ends in the window). */
function alignWithin(window: string, pattern: string): Alignment {
  const width = window.length + 1;
  const costs = new Uint16Array(width * (pattern.length + 1));
  for (let i = 1; i <= pattern.length; i += 1) {
    costs[i * width] = i;
    for (let j = 1; j < width; j += 1) {
      const same = pattern.charCodeAt(i - 1) === window.charCodeAt(j - 1) ? 0 : 1;
      const above = (i - 1) * width + j;
      costs[i * width + j] = Math.min(
        cell(costs, above - 1) + same,
        cell(costs, above) + 1,
        cell(costs, i * width + j - 1) + 1,
      );
    }
  }
  const bottom = pattern.length * width;
  let end = 0;
  for (let j = 1; j < width; j += 1) if (cell(costs, bottom + j) < cell(costs, bottom + end)) end = j;
  const errors = cell(costs, bottom + end);
  return { likeness: 1 - errors / Math.max(1, pattern.length), at: traceBack(costs, window, pattern, end) };
}

function traceBack(costs: Uint16Array, window: string, pattern: string, end: number): number[] {
  const width = window.length + 1;
  const at: number[] = Array.from({ length: pattern.length + 1 }, () => 0);
  let [i, j] = [pattern.length, end];
  at[i] = j;
  while (i > 0) {
    const here = cell(costs, i * width + j);
    const same = j > 0 && pattern.charCodeAt(i - 1) === window.charCodeAt(j - 1) ? 0 : 1;
    if (j > 0 && here === cell(costs, (i - 1) * width + j - 1) + same) j -= 1;
    else if (here !== cell(costs, (i - 1) * width + j) + 1) {
      j -= 1;
      continue;
    }
    i -= 1;
    at[i] = j;
  }
  return at;
}

function cell(costs: Uint16Array, index: number): number {
  return costs[index] ?? 0;
}
