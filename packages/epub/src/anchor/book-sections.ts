import type { Loader } from '../container/loader.ts';
import type { Publication, Section } from '../container/publication.ts';
import { countedLength } from '../container/counted-text.ts';
import { sectionFinder } from '../locator/cfi.ts';
import type { AnchorSection } from '../locator/re-anchor.ts';
import { readMarkupText } from '../locator/read-markup-text.ts';
import type { SectionText } from '../locator/section-text.ts';

/** The texts of an edition, to find places in. */
export interface BookSections {
  readonly publication: Publication;
  /** One for each spine item, in order; an image or what is missing has an empty text. */
  readonly sections: readonly AnchorSection[];
  /** Number of the section that a CFI leads to, -1 for none. */
  sectionOf(cfi: string): number;
}

const EMPTY: SectionText = { text: '', chunks: [], anchors: new Map() };

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
