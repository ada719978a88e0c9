import type { PublicBook } from '@cuentos/contract/books';
import { paths } from '@cuentos/contract/paths';
import { offlineCache } from '../../offline/cache.ts';
import { serverOrDevice } from '../../offline/server-or-device.ts';

/** The screen says itself that a book does not exist. */
const NOT_THERE = [404, 422];

// Loaded when first used: the public pages arrive with their data.
const callApi = async <T>(path: string, handles: readonly number[] = []) =>
  (await import('../../lib/api-client.ts')).callApi<T>(path, { handles });

/** GET /api/books/: every listed book with its parts; kept on the device for reading without a connection. */
export function fetchBooks(): Promise<readonly PublicBook[]> {
  return serverOrDevice<readonly PublicBook[]>({
    fetch: () => callApi(paths.books),
    read: () => offlineCache.current().readBooks(),
    save: (books) => offlineCache.current().saveBooks(books),
  });
}

/** GET /api/books/{id}. */
export function fetchBook(id: string): Promise<PublicBook> {
  return serverOrDevice<PublicBook>({
    fetch: () => callApi(paths.book(id), NOT_THERE),
    read: async () => (await offlineCache.current().readBooks())?.find((book) => book.id === id) ?? null,
    save: async () => {},
  });
}
