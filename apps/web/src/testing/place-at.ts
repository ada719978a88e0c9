import type { Relocation } from '@cuentos/epub/render/reader-types';

/** Makes a position report of the engine. */
export function placeAt(changes: Partial<Relocation> = {}): Relocation {
  return {
    cfi: 'epubcfi(/6/2!/4/2/1:0)',
    sectionIndex: 0,
    percentage: 10,
    location: 1,
    page: 0,
    pages: 10,
    pagesLeftInChapter: { count: 9, exact: true },
    charactersLeftInSection: 5000,
    charactersLeftInChapter: 5000,
    exact: true,
    tocHref: 'a.xhtml',
    chapterTitle: 'Uno',
    atStart: false,
    atEnd: false,
    reason: 'turn',
    ...changes,
  };
}
