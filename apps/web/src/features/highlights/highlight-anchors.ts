import type { Loader } from '@cuentos/epub/container/loader';
import type { Publication } from '@cuentos/epub/container/publication';
import { sectionOfCfi } from '@cuentos/epub/locator/cfi';
import { reAnchor } from '@cuentos/epub/locator/re-anchor';
import { textOfCfi } from '@cuentos/epub/locator/text-range';
import { BookTexts } from '@cuentos/epub/render/tools/book-texts';
import type { ShownHighlight } from './highlight-store.ts';

/** Access to the open book for highlights. */
export interface HighlightedBook {
  readonly partId: string;
  /** Owner of the highlights of a sample, see `localReader`; null: the signed-in reader's, which are sent. */
  readonly localReader: string | null;
  readonly editionId: string;
  readonly bookName: string;
  readonly partName: string;
  readonly publication: Publication;
  readonly loader: Loader;
}

type Book = Pick<HighlightedBook, 'publication' | 'loader' | 'editionId'>;
type AnchorSections = Parameters<typeof reAnchor>[1];

/** Finds the places of highlights in the open edition. Reads the files, never the rendered pages. */
export class HighlightAnchors {
  readonly #book: Book;
  readonly #texts: BookTexts;
  #all: Promise<AnchorSections> | null = null;

  constructor(book: Book) {
    this.#book = book;
    this.#texts = new BookTexts(book.publication, book.loader, []);
  }

  /** The range of a highlight in this edition; null when its text is missing. Undefined when files do not load. */
  async placeOf({ cfi, quote, prefix, suffix, edition_id }: ShownHighlight): Promise<string | null | undefined> {
    const { sections } = this.#book.publication;
    const section = sectionOfCfi(cfi, sections);
    if (edition_id === this.#book.editionId && section) {
      const text = await this.#texts.text(section.index);
      if (!text) return undefined;
      const span = textOfCfi(cfi, text);
      if (span && span.from < span.to) return cfi;
    }
    if (quote.trim() === '') return null;
    const all = await this.#sections();
    const likely = all.findIndex((each) => each.cfi === section?.cfi);
    const anchor = reAnchor({ cfi, text: quote, before: prefix, after: suffix }, all, likely);
    if (anchor) return anchor.cfi;
    const expected = sections.filter(({ missing, characters }) => !missing && characters > 0);
    return all.length >= expected.length ? null : undefined;
  }

  #sections(): Promise<AnchorSections> {
    this.#all ??= this.#read();
    return this.#all;
  }

  async #read(): Promise<AnchorSections> {
    const { sections } = this.#book.publication;
    const all: { cfi: string; text: AnchorSections[number]['text'] }[] = [];
    for (const { cfi, index } of sections) {
      const text = await this.#texts.text(index);
      if (text) all.push({ cfi, text });
    }
    return all;
  }
}
