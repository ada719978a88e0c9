import type { Publication, Section } from '../container/publication.ts';

/** Characters of one location. */
const CHARACTERS_PER_LOCATION = 1000;

/** Location of a place, from 0, given the characters of the linear sections before it. */
export function locationOf(characters: number): number {
  return Math.floor(characters / CHARACTERS_PER_LOCATION);
}

/** Part of the book before a place, 0 to 100, not rounded; 0 in a book without text. */
export function percentageOf(characters: number, publication: Pick<Publication, 'characters'>): number {
  if (publication.characters <= 0) return 0;
  return Math.min(100, Math.max(0, (characters / publication.characters) * 100));
}

/**
 * The linear section that holds a place given as a fraction of the book (0 to 1), and the characters before that
 * place inside the section. Null when the book has no linear section.
 */
export function placeAtFraction(
  fraction: number,
  publication: Pick<Publication, 'characters' | 'sections'>,
): { section: Section; characters: number } | null {
  const linear = publication.sections.filter((section) => section.linear);
  const wanted = Math.min(1, Math.max(0, fraction)) * publication.characters;
  const section = linear.findLast((each) => each.start <= wanted && each.characters > 0) ?? linear[0];
  return section ? { section, characters: Math.max(0, wanted - section.start) } : null;
}
