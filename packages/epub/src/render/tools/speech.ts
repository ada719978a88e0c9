import type { Loader } from '../../container/loader.ts';
import type { Publication } from '../../container/publication.ts';
import { sectionOfCfi } from '../../locator/cfi.ts';
import { legible } from '../../locator/section-text.ts';
import { sentencesOf } from '../../locator/sentences.ts';
import { cfiOfText, textOfCfi } from '../../locator/text-range.ts';
import type { BookTexts } from './book-texts.ts';
import { narratedPassages } from './narrated-passages.ts';
import type { Sentence } from './sentence.ts';

/** The book and its files. */
interface Book {
  readonly publication: Publication;
  readonly loader: Loader;
}

/**
 * Yields the sentences of the book from a place on, through the linear sections to the end. Reads them from the files,
 * not from the pages, so that no section is laid out early.
 */
export async function* sentencesFrom(
  cfi: string,
  { publication, loader }: Book,
  texts: BookTexts,
  isNarrated: boolean,
): AsyncGenerator<Sentence, void, undefined> {
  const { sections, metadata } = publication;
  const { language } = metadata;
  const first = sectionOfCfi(cfi, sections) ?? sections.find((section) => section.linear);
  for (const section of sections.slice(first?.index ?? 0)) {
    if (!section.linear && section !== first) continue;
    if (isNarrated) {
      yield* narratedPassages(section, section === first ? cfi : null, { publication, loader }, texts);
      continue;
    }
    const text = await texts.text(section.index);
    if (!text) continue;
    const from = section === first ? (textOfCfi(cfi, text)?.from ?? 0) : 0;
    for (const span of sentencesOf(text.text, language, from)) {
      const range = cfiOfText(section.cfi, text, span);
      if (range === null) continue;
      const spoken = legible(text.text.slice(span.from, span.to));
      const isNote = text.notes.some((note) => note.from <= span.from && span.to <= note.to);
      yield { sectionIndex: section.index, cfi: range, text: spoken, language, isNote };
    }
  }
}
