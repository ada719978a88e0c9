import { type Quote, reAnchor } from '../locator/re-anchor.ts';
import { cfiOfPlace, textOfCfi } from '../locator/text-range.ts';
import { type BookSections, percentageAt } from './book-sections.ts';

/** A reading position in an earlier edition. */
export interface OldPlace {
  readonly cfi: string;
}

/** A reading position in the new edition. */
export interface NewPlace {
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
}

/** Characters after a place by which it is known again, and on either side of those. */
const WORDS = 80;
const AROUND = 30;

/** The range of a highlight in another edition; null when its text is gone. */
export function anchorQuote(quote: Quote, edition: BookSections): string | null {
  return reAnchor(quote, edition.sections, edition.sectionOf(quote.cfi))?.cfi ?? null;
}

/** A reading position in another edition, by the words that follow it; null when they are gone or it had none. */
export function anchorPlace({ cfi }: OldPlace, old: BookSections, edition: BookSections): NewPlace | null {
  const section = old.sections[old.sectionOf(cfi)];
  const at = section && textOfCfi(cfi, section.text)?.from;
  if (!section || at === undefined) return null;
  const { text } = section.text;
  const lead = /^\s*/.exec(text.slice(at, at + 200))?.[0].length ?? 0;
  const from = at + lead;
  const words = text.slice(from, from + WORDS);
  const quote = { cfi, text: words, before: text.slice(Math.max(0, from - AROUND), from), after: '' };
  const after = text.slice(from + words.length, from + words.length + AROUND);
  const found = reAnchor({ ...quote, after }, edition.sections, edition.sectionOf(cfi));
  const target = found && edition.sections[found.section];
  if (!found || !target) return null;
  const place = cfiOfPlace(target.cfi, target.text, found.span.from);
  return place === null ? null : { cfi: place, percentage: percentageAt(edition, found.section, found.span.from) };
}
