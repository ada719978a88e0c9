import { getBook } from '@cuentos/contract/books';
import { listUserParts } from '@cuentos/contract/library';
import { fromServer } from '../../device/network-first.ts';
import { isOnline } from '../../device/network-status.ts';
import { request } from '../../lib/api/api-client.ts';
import { booksWithoutPage, libraryCache, saveLibraryCovers } from './library-cache.ts';

const background = { handles: 'all', quiet: true } as const;

/**
 * Stores the page and the pictures of a book with a stored part, since the reader's arrow leads there, also without a
 * connection. Never rejects; failed files are fetched by {@link completeBookPages}.
 */
export async function cacheBookPage(bookId: string): Promise<void> {
  await Promise.allSettled([
    fromServer({
      fetch: () => request(getBook, { params: { id: bookId }, ...background }),
      save: (book) => libraryCache.saveBook(book),
    }),
    fromServer({
      fetch: () => request(listUserParts, { params: { book_id: bookId }, ...background }),
      save: (parts, askedAt) => libraryCache.saveUserParts(bookId, parts, askedAt),
    }),
  ]);
  await saveLibraryCovers().catch(() => {});
}

/**
 * Fetches the missing pages and pictures of all books with a stored part: a connection may have broken, or the browser
 * has evicted them. Never rejects.
 */
export async function completeBookPages(): Promise<void> {
  if (!isOnline()) return;
  try {
    for (const bookId of await booksWithoutPage()) await cacheBookPage(bookId);
    await saveLibraryCovers();
  } catch {
    // Without storage there is nothing to complete.
  }
}
