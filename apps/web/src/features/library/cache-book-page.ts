import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api/api-client.ts';
import { libraryCache } from './library-cache.ts';

const background = { handles: 'all', quiet: true } as const;

/**
 * Keeps the page of a book of which a part is now on the device: the arrow out of the reader leads there, also for
 * who came straight from the library and has no connection any more. Never rejects; what fails is kept on a visit.
 */
export async function cacheBookPage(bookId: string): Promise<void> {
  await Promise.allSettled([
    call(endpoints.getBook, { params: { id: bookId }, ...background }).then((book) => libraryCache.saveBook(book)),
    call(endpoints.listUserParts, { params: { book_id: bookId }, ...background }).then((parts) =>
      libraryCache.saveUserParts(bookId, parts),
    ),
  ]);
}
