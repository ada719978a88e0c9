import { limits } from '@cuentos/contract/limits';
import { formatBytes } from '../../lib/formats.ts';
import { ebookTexts } from './ebook-texts.ts';
import { bookTexts } from './texts.ts';

const IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Types that a picker offers for pictures. */
export const IMAGE_TYPES = [...IMAGES].join(',');
/** What a picker offers for books: some systems know no type for them. */
export const EPUB_TYPES = 'application/epub+zip,.epub';

/** What is wrong with a picture before it is sent; null when nothing is. */
export function imageFault({ type, size }: File): string | null {
  if (!IMAGES.has(type)) return bookTexts.notImage;
  return size > limits.imageBytes ? bookTexts.imageTooLarge : null;
}

/** What is wrong with an EPUB before it is sent; null when nothing is. */
export function epubFault({ name, type, size }: File): string | null {
  // Systems that do not know the type send none, or call it a zip; then the name decides.
  const isUnnamed = type === '' || type === 'application/octet-stream' || type === 'application/zip';
  if (type !== 'application/epub+zip' && !(isUnnamed && /\.epub$/i.test(name))) return ebookTexts.notEpub;
  return size > limits.epubBytes ? ebookTexts.tooLarge(formatBytes(size)) : null;
}
