import type { Picture, PublicBook } from '@cuentos/contract/books';
import type { Library } from '@cuentos/contract/library';

/**
 * Name of the Cache Storage that holds covers; the service worker reads it too.
 *
 * Pictures could be kept as data URLs in local storage; Cache Storage keeps the same bytes once, a third
 * smaller, off the heap, and under their own address: the pages need no second kind of `src`. Only the worker can serve
 * them, and without the worker there is no start without a connection either. Pictures of public books tell little, but
 * which ones are kept tells what was bought: logout deletes them.
 */
export const COVERS_CACHE = 'covers';
/** Pixels: a library card is at most 240 CSS px wide; sharp on most phones, 15 to 30 kB. */
const KEPT_WIDTH = 640;

function addressOf(picture: Picture): string {
  const candidates = picture.srcset.split(',').flatMap((candidate) => {
    const [address = '', width = ''] = candidate.trim().split(/\s+/);
    return address ? [{ address, width: Number.parseInt(width, 10) }] : [];
  });
  const fitting = candidates.findLast(({ width }) => width <= KEPT_WIDTH);
  return fitting?.address ?? picture.src;
}

/** Pictures of the library's cards, and of the books they belong to. */
export function coverAddresses(library: Library, books: readonly PublicBook[]): string[] {
  const held = new Set([...library.user_book_parts, ...library.early_access].map((item) => item.book_id));
  const pictures = [
    ...library.user_book_parts.map((part) => part.image),
    ...library.early_access.map((item) => item.book_part_image),
    ...books.flatMap((book) =>
      held.has(book.id) ? [book.image, book.back_image, ...book.parts.map((part) => part.image)] : [],
    ),
  ];
  return [...new Set(pictures.flatMap((picture) => (picture ? [addressOf(picture)] : [])))];
}

/** Keeps exactly these pictures. One that does not arrive is tried again with the next library. */
export async function keepCovers(addresses: readonly string[]): Promise<void> {
  if (typeof caches === 'undefined') return;
  const cache = await caches.open(COVERS_CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all([
    ...[...kept].filter((path) => !addresses.includes(path)).map(async (path) => cache.delete(path)),
    ...addresses.filter((path) => !kept.has(path)).map(async (path) => cache.add(path).catch(() => {})),
  ]);
}

export async function forgetCovers(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(COVERS_CACHE);
}
