/** Formats that authors upload instead of an EPUB. */
export type OtherFormat = 'pdf' | 'kindle' | 'word' | 'pictures';

/** Number of first bytes by which formats are recognised. */
export const START_LENGTH = 68;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?)$/iu;
/** Matches folders, and files that operating systems and comic programs add to archives. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|ComicInfo\.xml$)|\/$/u;

/** Format of a file that is no zip, by its first bytes; null when it is unknown. */
export function formatOfStart(start: Buffer): OtherFormat | null {
  if (start.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  if (start.toString('latin1', 60, 68) === 'BOOKMOBI') return 'kindle';
  return start.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1' ? 'word' : null;
}

/** Format of a zip that is no EPUB, by the names in it; null when it is unknown. */
export function formatOfNames(names: Iterable<string>): OtherFormat | null {
  const files = [...names].filter((name) => !BESIDE.test(name));
  if (files.includes('word/document.xml')) return 'word';
  return files.length > 0 && files.every((name) => PICTURE.test(name)) ? 'pictures' : null;
}
