import type { Section } from '../container/publication.ts';
import { rangeOfCfi, sectionOfCfi } from '../locator/cfi.ts';
import type { SectionView } from './section-view.ts';

/** A range of a section that is laid out. */
export interface LiveRange {
  readonly sectionIndex: number;
  readonly range: Range;
}

/** The range a CFI names, while its section is live; null otherwise. */
export function liveRange(cfi: string, sections: readonly Section[], views: Iterable<SectionView>): LiveRange | null {
  const section = sectionOfCfi(cfi, sections);
  const view = [...views].find((each) => each.section === section && each.isReady);
  const range = view ? rangeOfCfi(cfi, view.document) : null;
  return view && range ? { sectionIndex: view.section.index, range } : null;
}
