import { normalizeText } from '@cuentos/domain/text/normalize';
import { type FoldedText, foldForSearch } from './search-text.ts';
import type { SectionText } from './section-text.ts';
import { cfiOfText, textOfCfi, type TextSpanOf } from './text-range.ts';

/** A text reduced to what an editor's hand rarely changes: letters and digits without case or accents, single spaces. */
interface Letters {
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
function lettersOf(text: string): Letters {
  const folded = foldForSearch(text);
  return KEPT.test(folded.text) ? reduce(folded, (sign) => KEPT.test(sign)) : reduce(folded, (sign) => sign !== ' ');
}

const lettersBySection = new WeakMap<SectionText, Letters>();

/** {@link lettersOf} of a section, made once however many quotes are looked for in it. */
function lettersOfSection(section: SectionText): Letters {
  const sectionLetters = lettersBySection.get(section) ?? lettersOf(section.text);
  lettersBySection.set(section, sectionLetters);
  return sectionLetters;
}

/** The stretch of the original between two characters, the first included. */
function spanOfLetters({ starts, ends }: Letters, from: number, to: number): TextSpanOf {
  return { from: starts[from] ?? 0, to: ends[to - 1] ?? 0 };
}

/** Number of the first character that begins at or after an offset of the original. */
function letterAt({ starts }: Letters, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reduce({ text, origins }: FoldedText, keeps: (sign: string) => boolean): Letters {
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

/** Place of a pattern in a text, with small differences. */
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
function align(text: string, pattern: string): Alignment | null {
  let best: Alignment | null = null;
  for (const place of placesOf(text, pattern)) {
    const slack = BUCKET + Math.ceil(pattern.length / 3);
    const from = Math.max(0, place - slack);
    const alignment = alignWithin(text.slice(from, place + pattern.length + slack), pattern);
    if (best && alignment.likeness <= best.likeness) continue;
    best = { likeness: alignment.likeness, at: alignment.at.map((offset) => offset + from) };
  }
  return best;
}

/** How alike two short texts are, 0 to 1, by the letters to change, add or remove; 1 for two empty ones. */
function likeness(a: string, b: string): number {
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

/** Possible starts of the pattern, the one that most of its seeds name first. */
function placesOf(text: string, pattern: string): number[] {
  const votes = new Map<number, { count: number; place: number }>();
  const last = Math.max(0, pattern.length - SEED);
  for (let offset = 0; offset <= last; offset += SEED_STEP) {
    const seed = pattern.slice(offset, offset + SEED);
    let placeCount = 0;
    for (let at = text.indexOf(seed); at >= 0 && placeCount < PLACES_PER_SEED; at = text.indexOf(seed, at + 1)) {
      placeCount += 1;
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

/** Text that a highlight stores besides its CFI. */
export interface Quote {
  readonly cfi: string;
  readonly text: string;
  /** Up to 30 characters on either side. */
  readonly before: string;
  readonly after: string;
}

/** A section of the edition to anchor in. */
export interface AnchorSection {
  /** Step path of the section, `Section.cfi`. */
  readonly cfi: string;
  readonly text: SectionText;
}

export interface AnchoredRange {
  /** Range of three parts in this edition. */
  readonly cfi: string;
  /** Index of the section in the given list. */
  readonly section: number;
  /** Offsets of the range in that section's text. */
  readonly span: TextSpanOf;
  /**
   * `cfi`: it led to the same text as ever; `quote`: the text was found elsewhere; `folded`: but for accents, case and
   * punctuation; `fuzzy`: but for some letters.
   */
  readonly by: 'cfi' | 'quote' | 'folded' | 'fuzzy';
}

/** Letters above which a quote is found without its surroundings. */
const SPEAKS_FOR_ITSELF = 12;
/** Likeness of the surroundings that a shorter quote needs, and from which on no better place is looked for. */
const KNOWN_AROUND = 0.35;
const SURE_AROUND = 0.5;
/** Likeness that a quote and its surroundings need together when some of its letters changed. */
const FUZZY = 0.68;
/** Likeness of the quote itself then, with surroundings that speak for it. */
const FUZZY_QUOTE = 0.5;
/** Letters compared of each end of a long quote. */
const EDGE = 64;

/** The letters of a quote within those of its surroundings. */
interface SoughtPassage {
  readonly quote: Quote;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

interface Place {
  readonly section: number;
  readonly span: TextSpanOf;
  readonly by: AnchoredRange['by'];
  /** Likeness of the surroundings, 0 to 1. */
  readonly around: number;
  /** Distance from the old place, characters; infinite in another section. */
  readonly distance: number;
}

interface OldPlace {
  readonly section: number;
  readonly at: number;
}

/**
 * Anchors a quote in an edition: where its CFI leads when the same text is there; else where the text stands with the
 * most of its surroundings, nearest to the old place when several fit as well; else where the letters are nearly the
 * same. Null when the text is gone: a wrong place would be worse than none.
 *
 * @param likely number of the section that the CFI's own leads to, -1 when none does
 */
export function reAnchor(quote: Quote, sections: readonly AnchorSection[], likely: number): AnchoredRange | null {
  const anchor = anchorOnce(quote, sections, likely);
  if (anchor || !MARK_OF_OLD.test(quote.text + quote.before + quote.after)) return anchor;
  // Quotes once held the marks of notes, which texts leave out.
  const without = (text: string): string => text.replaceAll(MARKS_OF_OLD, '');
  const { cfi, text, before, after } = quote;
  return anchorOnce({ cfi, text: without(text), before: without(before), after: without(after) }, sections, likely);
}

/** The mark of a note as quotes of before have it. */
const MARK_OF_OLD = /\[\d{1,4}\]/;
const MARKS_OF_OLD = /\[\d{1,4}\]/g;

function anchorOnce(quote: Quote, sections: readonly AnchorSection[], likely: number): AnchoredRange | null {
  const passage = wantedOf(quote);
  if (passage.text === '') return null;
  const own = sections[likely];
  const span = own ? textOfCfi(quote.cfi, own.text) : null;
  const old = { section: likely, at: span?.from ?? 0 };
  const order = sections.map((_, index) => index).toSorted((a, b) => Math.abs(a - likely) - Math.abs(b - likely));
  const place = (own && span && atOldPlace(passage, own, span, old)) ?? bestPlace(passage, sections, order, old);
  const section = place && sections[place.section];
  if (!place || !section) return null;
  const cfi = place.by === 'cfi' ? quote.cfi : cfiOfText(section.cfi, section.text, place.span);
  return cfi === null ? null : { cfi, section: place.section, span: place.span, by: place.by };
}

function wantedOf(quote: Quote): SoughtPassage {
  const quoteLetters = lettersOf(quote.before + quote.text + quote.after);
  const from = letterAt(quoteLetters, quote.before.length);
  const to = letterAt(quoteLetters, quote.before.length + quote.text.length);
  return {
    quote,
    text: quoteLetters.text.slice(from, to).trim(),
    before: quoteLetters.text.slice(0, from).trim(),
    after: quoteLetters.text.slice(to).trim(),
  };
}

function atOldPlace(passage: SoughtPassage, { text }: AnchorSection, span: TextSpanOf, old: OldPlace): Place | null {
  if (plain(text.text.slice(span.from, span.to)) !== plain(passage.quote.text)) return null;
  const letters = lettersOfSection(text);
  const matchedSurroundings = aroundOf(passage, letters, letterAt(letters, span.from), letterAt(letters, span.to));
  if (passage.text.length < 2 * SPEAKS_FOR_ITSELF && matchedSurroundings < SURE_AROUND) return null;
  return { section: old.section, span, by: 'cfi', around: matchedSurroundings, distance: 0 };
}

function bestPlace(
  passage: SoughtPassage,
  sections: readonly AnchorSection[],
  order: readonly number[],
  old: OldPlace,
): Place | null {
  const exact = bestExact(passage, sections, order, old);
  if (exact && exact.around >= SURE_AROUND) return exact;
  return bestFuzzy(passage, sections, order, old) ?? exact;
}

/** The exact place of the letters whose surroundings are most similar. */
function bestExact(
  passage: SoughtPassage,
  sections: readonly AnchorSection[],
  order: readonly number[],
  old: OldPlace,
): Place | null {
  let best: Place | null = null;
  for (const index of order) {
    const { text } = sections[index] as AnchorSection;
    const letters = lettersOfSection(text);
    const { length } = passage.text;
    for (let at = letters.text.indexOf(passage.text); at >= 0; at = letters.text.indexOf(passage.text, at + 1)) {
      const matchedSurroundings = aroundOf(passage, letters, at, at + length);
      const span = withSigns(text.text, passage.quote.text, spanOfLetters(letters, at, at + length));
      const by = plain(text.text.slice(span.from, span.to)) === plain(passage.quote.text) ? 'quote' : 'folded';
      const distance = index === old.section ? Math.abs(span.from - old.at) : Number.POSITIVE_INFINITY;
      const place: Place = { section: index, span, by, around: matchedSurroundings, distance };
      if (isBetter(place, best)) best = place;
    }
    // Identical surroundings cannot be exceeded, and the nearest sections come first.
    if (best && best.around === 1) break;
  }
  if (!best || passage.text.length >= SPEAKS_FOR_ITSELF) return best;
  return best.around >= KNOWN_AROUND ? best : null;
}

function isBetter(place: Place, best: Place | null): boolean {
  if (!best || place.around !== best.around) return !best || place.around > best.around;
  if (place.by !== best.by) return place.by === 'quote';
  return place.distance < best.distance;
}

/** The place whose letters are the most like the quote's with its surroundings, if they are enough so. */
function bestFuzzy(
  passage: SoughtPassage,
  sections: readonly AnchorSection[],
  order: readonly number[],
  old: OldPlace,
): Place | null {
  for (const pattern of patternsOf(passage)) {
    let best: (Place & { readonly likeness: number }) | null = null;
    for (const index of order) {
      const { text } = sections[index] as AnchorSection;
      const match = fuzzyIn(passage, pattern, lettersOfSection(text));
      if (!match || (best && match.likeness <= best.likeness)) continue;
      const span = withSigns(text.text, passage.quote.text, match.span);
      const distance = index === old.section ? Math.abs(span.from - old.at) : Number.POSITIVE_INFINITY;
      best = { section: index, span, by: 'fuzzy', around: match.around, distance, likeness: match.likeness };
      if (best.likeness > 0.9) break;
    }
    if (best) return best;
  }
  return null;
}

/** Pattern to compare with a text: the quote between more or less of its surroundings. */
interface Pattern {
  readonly before: string;
  readonly after: string;
}

function patternsOf({ text, before, after }: SoughtPassage): Pattern[] {
  const patterns = [{ before, after }];
  if (before !== '' && after !== '') patterns.push({ before, after: '' }, { before: '', after });
  if ((before !== '' || after !== '') && text.length >= 2 * SPEAKS_FOR_ITSELF) patterns.push({ before: '', after: '' });
  return patterns;
}

function fuzzyIn(
  passage: SoughtPassage,
  { before, after }: Pattern,
  letters: Letters,
): { span: TextSpanOf; likeness: number; around: number } | null {
  const { text } = passage;
  const lead = before === '' ? '' : `${before} `;
  const trail = after === '' ? '' : ` ${after}`;
  const isLong = text.length > EDGE;
  const head = align(letters.text, lead + text.slice(0, EDGE) + (isLong ? '' : trail));
  if (!head || head.likeness < FUZZY) return null;
  const tail = isLong ? align(letters.text, text.slice(-EDGE) + trail) : head;
  if (!tail || tail.likeness < FUZZY) return null;
  const from = skipSpace(letters.text, head.at[lead.length] ?? 0);
  const to = (isLong ? tail.at[EDGE] : head.at[lead.length + text.length]) ?? 0;
  const ratio = (to - from) / text.length;
  if (ratio < 0.5 || ratio > 1.8) return null;
  const inside = letters.text.slice(from, to).trim();
  const same = isLong ? Math.min(head.likeness, tail.likeness) : likeness(inside, text);
  if (same < FUZZY_QUOTE) return null;
  return {
    span: spanOfLetters(letters, from, from + inside.length),
    likeness: (head.likeness + tail.likeness + same) / 3,
    around: aroundOf(passage, letters, from, to),
  };
}

/** Similarity of a place's surroundings to those of the quote; missing surroundings of the quote do not count. */
function aroundOf({ before, after }: SoughtPassage, letters: Letters, from: number, to: number): number {
  const room = before.length + after.length;
  if (room === 0) return KNOWN_AROUND;
  const textBefore = letters.text.slice(Math.max(0, from - before.length - 1), from).trim();
  const right = letters.text.slice(to, to + after.length + 1).trim();
  const likenessBefore = before === '' ? 0 : likenessOf(textBefore.slice(-before.length), before) * before.length;
  const other = after === '' ? 0 : likenessOf(right.slice(0, after.length), after) * after.length;
  return (likenessBefore + other) / room;
}

function likenessOf(a: string, b: string): number {
  return a === b ? 1 : likeness(a, b);
}

/** A span grown by the signs that the quote begins and ends with, where the text has them too. */
function withSigns(text: string, quote: string, { from, to }: TextSpanOf): TextSpanOf {
  const trimmed = quote.trim();
  const [lead = ''] = /^[^\p{L}\p{N}]*/u.exec(trimmed) ?? [];
  const [trail = ''] = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(trimmed) ?? [];
  const hasLead = lead !== trimmed && text.startsWith(lead, from - lead.length) && from >= lead.length;
  const hasTrail = lead !== trimmed && text.startsWith(trail, to);
  return { from: hasLead ? from - lead.length : from, to: hasTrail ? to + trail.length : to };
}

function skipSpace(text: string, at: number): number {
  return text[at] === ' ' ? at + 1 : at;
}

/** Text with single spaces and trimmed, as editions may differ in line ends only. */
function plain(text: string): string {
  return normalizeText(text).replace(/\s+/g, ' ').trim();
}
