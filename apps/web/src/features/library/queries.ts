import { getLibrary, type Library, listUserParts, type UserBookPart, type UserPart } from '@cuentos/contract/library';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Copies, fromServer, networkFirst } from '../../device/network-first.ts';
import { request } from '../../lib/api/api-client.ts';
import { bookCopies, booksCopies } from '../books/fetch-books.ts';
import { offlineCache } from '../books/offline-cache.ts';
import { bookQuery, booksQuery } from '../books/queries.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { lastReadHere } from './last-read-here.ts';
import { libraryTexts as t } from './texts.ts';
import { keyOf } from '../../lib/api/query-key.ts';

const FRESH_MS = 30_000;
/** Interval of refetching the state of a pending payment, ms. */
const PENDING_MS = 30_000;

/** The answer is either a list or an object; both are accepted. */
function asLibrary(answer: Library | UserBookPart[]): Library {
  return Array.isArray(answer) ? { user_book_parts: answer, early_access: [] } : answer;
}

/** GET /api/user_book_parts/: the reader's holdings. */
const libraryCopies: Copies<Library> = {
  fetch: async (settings) => asLibrary(await request(getLibrary, settings)),
  read: () => offlineCache.current().readLibrary(),
  save: (library, askedAt) => offlineCache.current().saveLibrary(library, askedAt),
};

export const libraryQuery = queryOptions({
  queryKey: keyOf(getLibrary),
  queryFn: () => networkFirst(libraryCopies),
  staleTime: FRESH_MS,
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.data?.awaited?.length ? PENDING_MS : false),
});

/** Query for the last part read on this device, against a list fetched at `listedAt`. */
export const lastReadQuery = (listedAt: number) =>
  queryOptions({
    queryKey: ['last-read', listedAt],
    queryFn: () => lastReadHere(listedAt),
    enabled: listedAt > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });

/** GET /api/user_book_parts/{book_id}: the book's parts with the reader's right to each. */
const userPartsCopies = (bookId: string): Copies<readonly UserPart[]> => ({
  // The screen has its own text for this failure: 'Error al obtener el libro.'
  fetch: () => request(listUserParts, { params: { book_id: bookId }, handles: 'all' }),
  read: () => offlineCache.current().readUserParts(bookId),
  save: (parts, askedAt) => offlineCache.current().saveUserParts(bookId, parts, askedAt),
  onStandIn: () => showToast('error', t.bookUnavailable),
});

export const userPartsQuery = (bookId: string) =>
  queryOptions({
    queryKey: keyOf(listUserParts, { params: { book_id: bookId } }),
    queryFn: () => networkFirst(userPartsCopies(bookId)),
    staleTime: FRESH_MS,
    networkMode: 'always',
  });

const showsOwnErrors = { handles: 'all' } as const;

/**
 * Refetches both lists of the library from the server, regardless of the device's copies.
 * @throws {ApiError} of the first failed list; the other one is still shown
 */
export async function refreshLibrary(queryClient: QueryClient): Promise<void> {
  await allOrFirstError([
    fromServer(libraryCopies, showsOwnErrors).then((library) =>
      queryClient.setQueryData(libraryQuery.queryKey, library),
    ),
    fromServer(booksCopies, showsOwnErrors).then((books) => queryClient.setQueryData(booksQuery.queryKey, books)),
  ]);
}

/**
 * Refetches a book and its parts from the server, regardless of the device's copies.
 * @throws {ApiError} of the first that failed
 */
export async function refreshBook(queryClient: QueryClient, bookId: string): Promise<void> {
  const parts = userPartsQuery(bookId).queryKey;
  await allOrFirstError([
    fromServer(bookCopies(bookId), showsOwnErrors).then((book) =>
      queryClient.setQueryData(bookQuery(bookId).queryKey, book),
    ),
    fromServer(userPartsCopies(bookId), showsOwnErrors).then((userParts) => queryClient.setQueryData(parts, userParts)),
  ]);
  await queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey, exact: true, refetchType: 'none' });
}

async function allOrFirstError(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
