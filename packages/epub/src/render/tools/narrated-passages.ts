import type { Loader } from '../../container/loader.ts';
import { narrationPath, type SectionNarration } from '../../container/narration.ts';
import type { Publication, Section } from '../../container/publication.ts';
import { legible, type SectionText } from '../../locator/section-text.ts';
import { cfiOfOffset, cfiOfText, textOfCfi, type TextSpanOf, trimSpan } from '../../locator/text-range.ts';
import type { BookTexts } from './book-texts.ts';
import type { Sentence } from './sentence.ts';

/**
 * Yields the passages of a section that the book's narration reads, clip by clip; none when the section has no
 * narration or its file does not load.
 * @param start the place to begin at; null begins with the section
 */
export async function* narratedPassages(
  section: Section,
  start: string | null,
  { publication, loader }: { readonly publication: Publication; readonly loader: Loader },
  texts: BookTexts,
): AsyncGenerator<Sentence, void, undefined> {
  const narration = await readNarration(section, publication, loader);
  const text = narration && (await texts.textWith(section.index, new Set(narration.clips.map(([id]) => id))));
  if (!text) return;
  const mediaTypes = new Map(publication.resources.map(({ path, mediaType }) => [path, mediaType]));
  const from = (start === null ? null : textOfCfi(start, text)?.from) ?? 0;
  let isReached = from === 0;
  /** CFI of the mark; a sound without an element of the section keeps the previous one. */
  let cfi = cfiOfOffset(section.cfi, text, 0) ?? '';
  for (const [id, sound, begin, to, isNote] of narration.clips) {
    const span = spanOf(id, text);
    isReached ||= span !== null && span.to > from;
    const path = narration.sounds[sound];
    if (!isReached || path === undefined) continue;
    cfi = (span && cfiOfText(section.cfi, text, span)) ?? cfi;
    yield {
      sectionIndex: section.index,
      cfi,
      text: span ? legible(text.text.slice(span.from, span.to)) : '',
      language: publication.metadata.language,
      isNote: isNote === 1,
      clip: { path, mediaType: mediaTypes.get(path) ?? '', from: begin, to },
    };
  }
}

async function readNarration(
  { index }: Section,
  { resources }: Publication,
  loader: Loader,
): Promise<SectionNarration | null> {
  const path = narrationPath(index);
  if (!resources.some((resource) => resource.path === path)) return null;
  try {
    return JSON.parse(await loader.text(path)) as SectionNarration;
  } catch {
    return null;
  }
}

/** Span of an element's words; without an id, of all words of the section. */
function spanOf(id: string, { text, anchors, ends }: SectionText): TextSpanOf | null {
  if (id === '') return trimSpan(text, { from: 0, to: text.length });
  const [from, to] = [anchors.get(id), ends.get(id)];
  return from === undefined || to === undefined ? null : trimSpan(text, { from, to });
}
