import { getBook, listBooks, type PublicBook } from '@cuentos/contract/books';
import type { AnswerOf, Call } from '@cuentos/contract/call';
import { listOwnBooks } from '@cuentos/contract/library';
import type { CallArguments, CallSettings } from '../../lib/api/api-client.ts';
import { session } from '../../lib/api/session.ts';
import { offlineCache } from './offline-cache.ts';
import { type Copies, networkFirst } from '../../device/network-first.ts';

/** The screen says itself that a book does not exist. */
const NOT_THERE = [404, 422];

// Loaded when first used: the public pages arrive with their data.
const request = async <C extends Call>(call: C, ...options: CallArguments<C>): Promise<AnswerOf<C>> =>
  (await import('../../lib/api/api-client.ts')).request(call, ...options);

/** A logout leaves nothing behind: what arrives after it is not kept either. */
const keepFor = async (save: () => Promise<void>): Promise<void> => {
  if (session.refreshToken() !== null) await save();
};

/** GET /api/books/: every listed book with its parts; kept on the device for reading without a connection. */
export const booksCopies: Copies<readonly PublicBook[]> = {
  fetch: (settings) => request(listBooks, settings),
  read: () => offlineCache.current().readBooks(),
  save: (books) => keepFor(() => offlineCache.current().saveBooks(books)),
};

/** GET /api/books/{id}; kept on the device, so that an owned book's page opens without a connection. */
export const bookCopies = (id: string): Copies<PublicBook> => ({
  fetch: (settings) => listedOrOwned(id, settings?.handles),
  read: () => offlineCache.current().readBook(id),
  save: (book) => keepFor(() => offlineCache.current().saveBook(book)),
});

/** All listed books, from the server or the device. */
export const fetchBooks = (): Promise<readonly PublicBook[]> => networkFirst(booksCopies);

/** One book, from the server or the device. */
export const fetchBook = (id: string): Promise<PublicBook> => networkFirst(bookCopies(id));

/** The shop no longer shows an archived book, but owners of its parts go on reading. */
async function listedOrOwned(id: string, handles: CallSettings['handles'] = NOT_THERE): Promise<PublicBook> {
  try {
    return await request(getBook, { params: { id }, handles });
  } catch (error) {
    if (session.refreshToken() === null || !isNotThere(error)) throw error;
    const owned = await request(listOwnBooks, { handles: 'all' }).catch(() => []);
    const book = owned.find((candidate) => candidate.id === id);
    if (book) return book;
    throw error;
  }
}

const isNotThere = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && NOT_THERE.includes(Number(error.status));
