import { foldText } from '@cuentos/domain/text/fold';
import type { TextSpanOf } from './text-range.ts';

/** A text as searches compare it, and where each of its characters stood. */
export interface FoldedText {
  readonly text: string;
  /** Offset in the original of each folded character, and the original's length at the end. */
  readonly origins: Uint32Array;
}

/** A match with its surroundings, white space collapsed; cut ends have an ellipsis. */
export interface Snippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Length of a snippet, characters. */
const SNIPPET = 150;

/** Soft hyphens and zero-width spaces, which no one types. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/;
/**
 * Characters that a typesetter writes unlike a keyboard, such as ligatures and quotation marks, with their typed form.
 */
const AS_TYPED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st', œ: 'oe', æ: 'ae', ĳ: 'ij' }),
  ...'« » “ ” „ ‟ ″'.split(' ').map((quote): [string, string] => [quote, '"']),
  ...'‘ ’ ‚ ‛ ‹ › ′ ´ `'.split(' ').map((quote): [string, string] => [quote, "'"]),
]);
const SPACE = /\s/;
const MARK = /^\p{M}$/u;

/**
 * Folds a text by the rules of {@link foldText} (case and accents aside, ñ kept), with white space as single spaces and
 * what is set as it is typed ({@link AS_TYPED}), keeping track of where each character came from.
 */
export function foldForSearch(text: string): FoldedText {
  const pieces: string[] = [];
  // The longest that one character becomes is three.
  const origins = new Uint32Array(text.length * 3 + 1);
  let length = 0;
  let isAfterSpace = false;
  const put = (piece: string, at: number): void => {
    if (piece === '') return;
    pieces.push(piece);
    for (let index = 0; index < piece.length; index += 1) {
      if (length < origins.length) origins[length] = at;
      length += 1;
    }
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code < 0x80 && !isMarkAt(text, at + 1)) {
      const isSpace = code <= 32;
      if (!isSpace) put(code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : (text[at] as string), at);
      else if (!isAfterSpace) put(' ', at);
      isAfterSpace = isSpace;
      at += 1;
      continue;
    }
    const cluster = clusterAt(text, at);
    const isSpace = SPACE.test(cluster);
    if (isSpace && !isAfterSpace) put(' ', at);
    else if (!isSpace && !UNSEEN.test(cluster)) put(asTyped(foldText(cluster)), at);
    isAfterSpace = isSpace || (isAfterSpace && UNSEEN.test(cluster));
    at += cluster.length;
  }
  origins[Math.min(length, origins.length - 1)] = text.length;
  return { text: pieces.join(''), origins: origins.subarray(0, length + 1) };
}

/** Places of a folded needle, in order and without overlap. */
export function findAll({ text, origins }: FoldedText, needle: string, limit = Number.POSITIVE_INFINITY): TextSpanOf[] {
  const spans: TextSpanOf[] = [];
  if (needle === '') return spans;
  for (let at = text.indexOf(needle); at >= 0 && spans.length < limit; at = text.indexOf(needle, at + needle.length)) {
    let end = at + needle.length;
    // A match that ends inside a ligature takes the whole of it.
    while (origins[end] === origins[end - 1]) end += 1;
    spans.push({ from: origins[at] as number, to: origins[end] as number });
  }
  return spans;
}

/** A match with the text around it, 150 characters in all, cut between words. */
export function snippetOf(text: string, { from, to }: TextSpanOf): Snippet {
  const match = collapse(text.slice(from, to)).slice(0, SNIPPET);
  const room = SNIPPET - match.length;
  const wide = room * 4 + 40;
  const before = collapse(text.slice(Math.max(0, from - wide), from)).trimStart();
  const after = collapse(text.slice(to, to + wide)).trimEnd();
  // Gives the room that one side does not need to the other.
  const roomBefore = Math.min(before.length, Math.max(Math.floor(room / 2), room - after.length));
  return { before: cutStart(before, roomBefore), match, after: cutEnd(after, room - roomBefore) };
}

const asTyped = (folded: string): string => AS_TYPED.get(folded) ?? folded;

function cutStart(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(text.length - Math.max(0, room - 1));
  const space = cut.indexOf(' ');
  return `…${space >= 0 && space < 20 ? cut.slice(space + 1) : cut}`;
}

function cutEnd(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, Math.max(0, room - 1));
  const space = cut.lastIndexOf(' ');
  const words = space > cut.length - 20 && space >= 0 ? cut.slice(0, space) : cut;
  // Three points after a stop would be four.
  return `${words.replace(/[.,;:…]+$/, '')}…`;
}

function collapse(text: string): string {
  return text.replace(/[\u00AD\u200B\u2060]/g, '').replace(/\s+/g, ' ');
}

/** A character with the combining marks after it: the unit that folds alone. */
function clusterAt(text: string, at: number): string {
  let end = at + (isPair(text, at) ? 2 : 1);
  while (isMarkAt(text, end)) end += isPair(text, end) ? 2 : 1;
  return text.slice(at, end);
}

function isMarkAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Combining marks begin at U+0300.
  return code >= 0x300 && MARK.test(String.fromCodePoint(text.codePointAt(at) as number));
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
