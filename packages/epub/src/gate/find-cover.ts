import { resolveHref } from '../container/container-path.ts';
import type { BookFile } from './book-files.ts';
import type { WarningLog } from './gate-warning.ts';
import type { OpenBook } from './open-book.ts';
import type { CarriedFile } from './store-files.ts';

export interface Cover {
  readonly path: string;
  readonly mediaType: string;
  readonly hash: string;
}

/**
 * The cover image a book names: EPUB 3 `cover-image`, EPUB 2 `meta name="cover"` (an id, or by mistake a path), an
 * image in the guide. Only bitmaps whose pixels a decoder can hold.
 */
export function findCover(
  book: OpenBook,
  carried: ReadonlyMap<BookFile, CarriedFile>,
  pixelLimit: number,
  log: WarningLog,
): Cover | null {
  const named = candidates(book);
  for (const file of named) {
    const kept = file === null ? undefined : carried.get(file);
    if (file?.type?.kind !== 'image' || kept === undefined) continue;
    if (kept.pixels !== null && kept.pixels <= pixelLimit) {
      return { path: file.path, mediaType: file.type.mediaType, hash: kept.hash };
    }
    log.add('cover-unusable', file.path);
    return null;
  }
  log.add('cover-missing', '');
  return null;
}

function candidates({ document, items, files, opf }: OpenBook): (BookFile | null)[] {
  const found: (BookFile | null)[] = [];
  for (const { item, file } of items.values()) if (item.properties.includes('cover-image')) found.push(file);
  const named = document.metadata.find(({ name, property }) => name === 'meta' && property === 'cover')?.value ?? '';
  found.push(items.get(named)?.file ?? null);
  const hrefs = [named, ...document.guide.filter(({ type }) => type.includes('cover')).map(({ href }) => href)];
  for (const href of hrefs) {
    const target = resolveHref(opf.source, href);
    if (href !== '' && target.kind === 'inside') found.push(files.find(target.path, target.rawPath));
  }
  return found;
}
