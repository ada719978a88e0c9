import { findAll, foldForSearch } from './search-text.ts';
import type { SectionText } from './section-text.ts';
import { cfiOfText, textOfCfi, type TextSpanOf, trimSpan } from './text-range.ts';

/** What a highlight remembers of its text besides its CFI (design §4). */
export interface Quote {
  readonly cfi: string;
  readonly text: string;
  /** Up to 30 characters on either side. */
  readonly before: string;
  readonly after: string;
}

/** A section of the edition to anchor in: its texts are asked for one at a time, the likeliest first. */
export interface AnchorSection {
  /** Step path of the section, `Section.cfi`. */
  readonly cfi: string;
  readonly text: SectionText;
}

export interface Anchored {
  /** Range of three parts in this edition. */
  readonly cfi: string;
  /** Number of the section in the list given. */
  readonly section: number;
  /** `cfi`: it led to the same text as ever; `quote`: the text was found elsewhere; `folded`: but for accents and case. */
  readonly by: 'cfi' | 'quote' | 'folded';
}

/** Characters on either side that are compared. */
const CONTEXT = 30;

/**
 * Anchors a quote in an edition: where its CFI leads when the same text is there, else where the text stands with
 * the most of its surroundings, nearest to the old place when several fit as well. Null when the text is gone.
 *
 * @param likely number of the section that the CFI's own leads to, -1 when none does
 */
export function reAnchor(quote: Quote, sections: readonly AnchorSection[], likely: number): Anchored | null {
  const wanted = plain(quote.text);
  if (wanted === '') return null;
  const own = sections[likely];
  const old = own ? textOfCfi(quote.cfi, own.text) : null;
  if (own && old && plain(own.text.text.slice(old.from, old.to)) === wanted) {
    return { cfi: quote.cfi, section: likely, by: 'cfi' };
  }
  const order = sections.map((_, index) => index).toSorted((a, b) => Math.abs(a - likely) - Math.abs(b - likely));
  for (const by of ['quote', 'folded'] as const) {
    const best = bestOf(quote, sections, order, by, { section: likely, at: old?.from ?? 0 });
    if (best) return best;
  }
  return null;
}

function bestOf(
  quote: Quote,
  sections: readonly AnchorSection[],
  order: readonly number[],
  by: 'quote' | 'folded',
  old: { readonly section: number; readonly at: number },
): Anchored | null {
  let best: { readonly anchored: Anchored; readonly score: number; readonly distance: number } | null = null;
  for (const index of order) {
    const { cfi: base, text } = sections[index] as AnchorSection;
    for (const found of findQuote(text.text, quote.text, by)) {
      const score = contextScore(text.text, found, quote);
      const distance = index === old.section ? Math.abs(found.from - old.at) : Number.POSITIVE_INFINITY;
      if (best && (score < best.score || (score === best.score && distance >= best.distance))) continue;
      const cfi = cfiOfText(base, text, found);
      if (cfi !== null) best = { anchored: { cfi, section: index, by }, score, distance };
    }
    // All of the surroundings fit: nothing can fit better, and the sections come nearest first.
    if (best && best.score >= plain(quote.before).length + plain(quote.after).length) break;
  }
  return best?.anchored ?? null;
}

/** Places of a quote in a text, white space alike: to the letter, or folded. */
function findQuote(text: string, quote: string, by: 'quote' | 'folded'): TextSpanOf[] {
  const found = findAll(foldForSearch(text), foldForSearch(quote).text.trim());
  const trimmed = found.map((span) => trimSpan(text, span)).filter((span) => span !== null);
  return by === 'folded' ? trimmed : trimmed.filter(({ from, to }) => plain(text.slice(from, to)) === plain(quote));
}

/** Characters of the surroundings that are the same, counted outwards from the quote. */
function contextScore(text: string, { from, to }: TextSpanOf, quote: Quote): number {
  const before = plain(text.slice(Math.max(0, from - CONTEXT * 4), from));
  const after = plain(text.slice(to, to + CONTEXT * 4));
  return sharedEnd(before, plain(quote.before)) + sharedStart(after, plain(quote.after));
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function sharedEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

/** Single spaces, none at the ends: how editions differ in nothing but their line ends. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
