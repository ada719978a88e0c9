import type { Publication, Section } from '../container/publication.ts';

/** Characters of one location. */
export const CHARACTERS_PER_LOCATION = 1000;

/** Location of a place, from 0, given the characters of the linear sections before it. */
export function locationOf(characters: number): number {
  return Math.floor(characters / CHARACTERS_PER_LOCATION);
}

/** Part of the book before a place, 0 to 100, not rounded; 0 in a book without text. */
export function percentageOf(characters: number, publication: Pick<Publication, 'characters'>): number {
  if (publication.characters <= 0) return 0;
  return Math.min(100, Math.max(0, (characters / publication.characters) * 100));
}

/** Characters in a section below which a book counts as one of pictures, whose locations are its pages. */
const OF_PICTURES = 100;

/** Returns whether a book consists of pictures, so that characters do not measure the progress. */
export function isOfPictures({ characters, sections }: Pick<Publication, 'characters' | 'sections'>): boolean {
  return characters < OF_PICTURES * sections.filter(({ linear }) => linear).length;
}

/** Part of a book of pictures before a page of a section, 0 to 100. */
export function percentageByPages(
  { index }: Section,
  { page, pages }: { readonly page: number; readonly pages: number },
  { sections }: Pick<Publication, 'sections'>,
): number {
  const linear = sections.filter((section) => section.linear);
  const before = linear.filter((section) => section.index < index).length;
  return Math.min(100, ((before + page / Math.max(1, pages)) / Math.max(1, linear.length)) * 100);
}

/** What a fraction may lack by rounding: a page that is the seventh of ten must not open as the sixth. */
const ROUNDING = 1e-9;

/**
 * The linear section that holds a place given as a fraction of the book (0 to 1), and the characters before that
 * place inside the section; 1 is the end of the last section, even if that has no text. Null when the book has no
 * linear section.
 */
export function placeAtFraction(
  fraction: number,
  publication: Pick<Publication, 'characters' | 'sections'>,
): { section: Section; characters: number } | null {
  const linear = publication.sections.filter((section) => section.linear);
  const part = Math.min(1, Math.max(0, fraction));
  if (isOfPictures(publication)) {
    const at = part * linear.length + ROUNDING;
    const index = Math.min(linear.length - 1, Math.floor(at));
    const section = linear[index];
    // A section of text among the pictures has several pages.
    return section ? { section, characters: Math.floor((at - index) * section.characters) } : null;
  }
  const charactersBefore = part * publication.characters;
  const section =
    linear.findLast((each) => each.start <= charactersBefore && (part === 1 || each.characters > 0)) ?? linear[0];
  return section ? { section, characters: Math.max(0, charactersBefore - section.start) } : null;
}
