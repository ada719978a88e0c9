import type { PublicBook } from '@cuentos/contract/books';
import type { Library, UserBookPart, UserPart } from '@cuentos/contract/library';
import * as endpoints from '@cuentos/contract/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { offlineCache } from '../books/offline-cache.ts';
import { lastReadHere } from './last-read.ts';
import { networkFirst } from '../../device/network-first.ts';

const FRESH_MS = 30_000;

/** The answer is either a list or an object; both are taken. */
function asLibrary(answer: Library | UserBookPart[]): Library {
  return Array.isArray(answer) ? { user_book_parts: answer, early_access: [] } : answer;
}

/** GET /api/user_book_parts/: what the reader holds. */
export const libraryQuery = queryOptions({
  queryKey: ['library'],
  queryFn: () =>
    networkFirst({
      fetch: async () => asLibrary(await call(endpoints.getLibrary)),
      read: () => offlineCache.current().readLibrary(),
      save: (library) => offlineCache.current().saveLibrary(library),
    }),
  staleTime: FRESH_MS,
  networkMode: 'always',
});

/** What this device knows of the last part read, against a list fetched at `listedAt`. */
export const lastReadQuery = (listedAt: number) =>
  queryOptions({
    queryKey: ['last-read', listedAt],
    queryFn: () => lastReadHere(listedAt),
    enabled: listedAt > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });

/** GET /api/user_book_parts/{book_id}: the book's parts with what the reader holds of each. */
export const userPartsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['library', bookId],
    queryFn: () =>
      networkFirst<readonly UserPart[]>({
        // The screen has its own text for this failure: 'Error al obtener el libro.'
        fetch: () => call(endpoints.listUserParts, { params: { book_id: bookId }, handles: 'all' }),
        read: () => offlineCache.current().readUserParts(bookId),
        save: (parts) => offlineCache.current().saveUserParts(bookId, parts),
      }),
    staleTime: FRESH_MS,
    networkMode: 'always',
  });

/** GET /api/books/user: books the reader owns; the rest of the shop is compared with it. */
export const ownBooksQuery = queryOptions({
  queryKey: ['library', 'books'],
  queryFn: (): Promise<readonly PublicBook[]> => call(endpoints.listOwnBooks),
  staleTime: FRESH_MS,
});
