import type { Publication, Section } from '../container/publication.ts';
import { isCfi, sectionFinder } from '../locator/cfi.ts';
import { placeAtFraction } from '../locator/locations.ts';
import { splitHref } from './contents-index.ts';
import type { Opening } from './opening.ts';
import type { ReaderTarget } from './reader-types.ts';

/** A section and where in it. */
export interface ResolvedTarget {
  readonly section: Section;
  readonly opening: Opening;
}

/** Makes the function that finds what a target names; null for what the book does not have. */
export function targetResolver(
  publication: Publication,
  sectionOfPath: ReadonlyMap<string, Section>,
): (target: ReaderTarget) => ResolvedTarget | null {
  const sectionOf = sectionFinder(publication.sections);
  return (target) => {
    if (typeof target !== 'string') {
      const place = placeAtFraction(target.fraction, publication);
      return place && { section: place.section, opening: { characters: place.characters } };
    }
    if (isCfi(target)) {
      const section = sectionOf(target);
      return section && { section, opening: { cfi: target } };
    }
    const [path, fragment] = splitHref(target);
    const section = sectionOfPath.get(path);
    return section ? { section, opening: fragment ? { fragment } : 'start' } : null;
  };
}
