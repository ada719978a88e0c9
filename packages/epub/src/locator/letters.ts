import { foldForSearch, type Folded } from './search-text.ts';
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
