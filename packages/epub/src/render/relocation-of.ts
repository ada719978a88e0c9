import { cfiOfElement, cfiOfRange, cfiOfSection } from '../locator/cfi.ts';
import { locationOf, percentageOf } from '../locator/locations.ts';
import type { Publication, Section } from '../container/publication.ts';
import type { ContentsIndex } from './contents-index.ts';
import type { Relocation } from './reader-types.ts';
import type { SectionView } from './section-view.ts';
import type { Stage } from './stage.ts';
import type { Place } from './visible-place.ts';

/** The report about the page shown; reads the layout. */
export function relocationOf(
  view: SectionView,
  stage: Stage,
  publication: Publication,
  contents: ContentsIndex,
  chosen: string | null,
  reason: Relocation['reason'],
): Relocation {
  const { section } = view;
  const place = stage.anchor;
  const inside = place?.characters ?? 0;
  const characters = section.start + inside;
  const { page, pages, exact, isFirst, isLast } = view.paging;
  const read = isLast ? Number.POSITIVE_INFINITY : view.charactersBefore(1);
  const entry = contents.current(
    {
      sectionIndex: section.index,
      document: view.document,
      text: view.text,
      isHead: view.isHead,
      from: inside,
      to: read,
    },
    chosen,
  );
  const leftInSection = Math.max(0, section.characters - Math.min(read, section.characters));
  return {
    cfi: cfiOfPlace(section, place, view.document),
    sectionIndex: section.index,
    percentage: percentageOf(characters, publication),
    location: locationOf(characters),
    page,
    pages,
    pagesLeftInSection: pages - 1 - page,
    charactersLeftInSection: leftInSection,
    charactersLeftInChapter: contents.charactersLeft(entry, section, Math.min(read, section.characters), publication),
    exact,
    tocHref: entry?.href ?? null,
    chapterTitle: entry?.title ?? null,
    atStart: isFirst && stage.adjacent(-1) === null,
    atEnd: isLast && stage.adjacent(1) === null,
    reason,
  };
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
