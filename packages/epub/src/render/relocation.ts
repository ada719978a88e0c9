import { cfiOfElement, cfiOfRange, cfiOfSection } from '../locator/cfi.ts';
import { isOfPictures, locationOf, percentageByPages, percentageOf } from '../locator/locations.ts';
import type { Publication, Section } from '../container/publication.ts';
import type { ContentsIndex } from './contents-index.ts';
import type { Relocation } from './reader-types.ts';
import type { SectionView } from './sections/section-view.ts';
import type { Viewport } from './sections/viewport.ts';
import type { Place } from './pagination/visible-place.ts';

/** Average number of letters in the width of one em, including spaces and short lines. */
const LETTERS_PER_EM = 1.2;

/** Describes the shown page's position; reads the layout. */
export function relocationOf(
  view: SectionView,
  viewport: Viewport,
  publication: Publication,
  contents: ContentsIndex,
  chosenPlace: string | null,
  reason: Relocation['reason'],
): Relocation {
  const { section } = view;
  const place = viewport.anchor;
  const inside = place?.characters ?? 0;
  const characters = section.start + inside;
  const { page, pages, exact, isFirst, isLast } = view.paging;
  const readCharacters = isLast ? Number.POSITIVE_INFINITY : view.charactersBefore(1);
  const entry = contents.current(
    {
      sectionIndex: section.index,
      document: view.document,
      text: view.text,
      isHead: view.isHead,
      from: inside,
      to: readCharacters,
    },
    chosenPlace,
  );
  const leftInSection = Math.max(0, section.characters - Math.min(readCharacters, section.characters));
  const restOf = (part: 'entry' | 'chapter') =>
    contents.rest(entry, section, Math.min(readCharacters, section.characters), publication, part);
  return {
    cfi: cfiOfPlace(section, place, view.document),
    sectionIndex: section.index,
    percentage: isOfPictures(publication)
      ? percentageByPages(section, { page: view.screensBefore ?? page, pages }, publication)
      : percentageOf(characters, publication),
    location: locationOf(characters),
    page,
    pages,
    charactersLeftInSection: leftInSection,
    pagesLeftInChapter: pagesLeft(view, viewport.beside, leftInSection, restOf('chapter')),
    charactersLeftInChapter: restOf('entry').characters,
    exact,
    tocHref: entry?.href ?? null,
    chapterTitle: entry?.title ?? null,
    atStart: isFirst && viewport.adjacent(-1) === null,
    atEnd: isLast && viewport.adjacent(1) === null,
    reason,
  };
}

/** Estimates the pages left in a chapter that ends inside its section or continues in other ones. */
function pagesLeft(
  { section, settings, paging: { page, pages, exact } }: SectionView,
  beside: number | null,
  leftInSection: number,
  rest: ReturnType<ContentsIndex['rest']>,
): Relocation['pagesLeftInChapter'] {
  // Estimates the characters of a full page; a page with little text says nothing about other pages.
  const { marginLeft, marginRight, fontSize, lineHeight } = settings.theme;
  const letters = ((settings.size.width - marginLeft - marginRight) / fontSize) * LETTERS_PER_EM;
  const full = Math.max(1, letters * (settings.size.height / (fontSize * lineHeight)));
  const perPage = pages > 1 ? Math.max(full / 2, section.characters / pages) : full;
  const here = pages - 1 - page;
  if (rest.characters < leftInSection) {
    return { count: Math.min(here, Math.ceil(rest.characters / perPage)), exact: exact && rest.characters === 0 };
  }
  const isDrawn = ({ layout }: Section): boolean => layout === 'pre-paginated';
  const unseen = rest.sections.filter(({ index }) => index !== beside);
  const later = unseen.map((each) => (isDrawn(each) ? 1 : Math.max(1, Math.round(each.characters / perPage))));
  return { count: later.reduce((sum, count) => sum + count, here), exact: exact && rest.sections.every(isDrawn) };
}

/** CFI of a place in a live section; of the section's beginning when there is no place. */
export function cfiOfPlace(section: Section, place: Place | null, document: Document): string {
  if (!place) return cfiOfSection(section);
  if (place.node.nodeType === Node.ELEMENT_NODE) return cfiOfElement(section, place.node as Element);
  const range = document.createRange();
  range.setStart(place.node, place.offset);
  range.collapse(true);
  return cfiOfRange(section, range);
}
