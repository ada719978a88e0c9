import { countedLength } from '../container/counted-text.ts';
import type { Loader } from '../container/loader.ts';
import type { Publication, Section } from '../container/publication.ts';
import { sectionFinder } from '../locator/cfi.ts';
import { type AnchorSection, type Quote, reAnchor } from '../locator/re-anchor.ts';
import { readMarkupText } from '../locator/read-markup-text.ts';
import type { SectionText } from '../locator/section-text.ts';
import { cfiOfOffset, textOfCfi } from '../locator/text-range.ts';

/** The texts of an edition, to find places in. */
export interface BookSections {
  readonly publication: Publication;
  /** Texts of the spine items, in order; an image or a missing item has an empty text. */
  readonly sections: readonly AnchorSection[];
  /** Returns the number of the section in a CFI, -1 for none. */
  sectionOf(cfi: string): number;
}

const EMPTY: SectionText = { text: '', chunks: [], anchors: new Map(), ends: new Map(), notes: [] };

/** Reads all texts of a cleaned edition. */
export async function readSections(publication: Publication, loader: Loader): Promise<BookSections> {
  const sections: AnchorSection[] = [];
  for (const section of publication.sections) {
    sections.push({ cfi: section.cfi, text: await textOf(section, loader) });
  }
  const find = sectionFinder(publication.sections);
  return { publication, sections, sectionOf: (cfi) => find(cfi)?.index ?? -1 };
}

/** Part of the book before a place, 0 to 100. */
export function percentageAt({ publication, sections }: BookSections, section: number, offset: number): number {
  const { chunks = [], text = '' } = sections[section]?.text ?? {};
  let characters = publication.sections[section]?.start ?? 0;
  for (const { start, length } of chunks) {
    if (start >= offset) break;
    if (countedLength(text.slice(start, start + length)) > 0) characters += Math.min(length, offset - start);
  }
  return publication.characters > 0 ? Math.min(100, (characters / publication.characters) * 100) : 0;
}

async function textOf({ missing, mediaType, path }: Section, loader: Loader): Promise<SectionText> {
  if (missing || !/html/.test(mediaType)) return EMPTY;
  try {
    return readMarkupText(await loader.text(path)) ?? EMPTY;
  } catch {
    // A file that this reader cannot take apart has no places; the others have.
    return EMPTY;
  }
}

/** A reading position in an earlier edition. */
interface OldPosition {
  readonly cfi: string;
}

/** A reading position in the new edition. */
export interface NewPosition {
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
}

/** Number of characters after a place that identify it, and of their surroundings on either side. */
const WORDS = 80;
const AROUND = 30;

/** The range of a highlight in another edition; null when its text is gone. */
export function anchorQuote(quote: Quote, edition: BookSections): string | null {
  return reAnchor(quote, edition.sections, edition.sectionOf(quote.cfi))?.cfi ?? null;
}

/** A reading position in another edition, by the words that follow it; null when they are gone or it had none. */
export function anchorPlace({ cfi }: OldPosition, old: BookSections, edition: BookSections): NewPosition | null {
  const section = old.sections[old.sectionOf(cfi)];
  const at = section && textOfCfi(cfi, section.text)?.from;
  if (!section || at === undefined) return null;
  const { text } = section.text;
  const lead = /^\s*/.exec(text.slice(at, at + 200))?.[0].length ?? 0;
  const from = at + lead;
  const words = text.slice(from, from + WORDS);
  const quote = { cfi, text: words, before: text.slice(Math.max(0, from - AROUND), from), after: '' };
  const after = text.slice(from + words.length, from + words.length + AROUND);
  const anchor = reAnchor({ ...quote, after }, edition.sections, edition.sectionOf(cfi));
  const target = anchor && edition.sections[anchor.section];
  if (!anchor || !target) return null;
  const place = cfiOfOffset(target.cfi, target.text, anchor.span.from);
  return place === null ? null : { cfi: place, percentage: percentageAt(edition, anchor.section, anchor.span.from) };
}

/** Work of one run of the child process; paths are those of cleaned editions on disk. */
export interface AnchorJob {
  readonly edition: string;
  readonly quotes: readonly Quote[];
  /** Positions by the edition they point into. */
  readonly places: readonly { readonly edition: string; readonly places: readonly OldPosition[] }[];
}

/** Places in the order of the job; null for a highlight whose words are gone. */
export interface AnchorResult {
  readonly quotes: readonly (string | null)[];
  readonly places: readonly (readonly (NewPosition | null)[])[];
}
