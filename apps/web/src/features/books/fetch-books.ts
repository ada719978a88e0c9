import { getBook, listBooks, type PublicBook } from '@cuentos/contract/books';
import type { AnswerOf, Call } from '@cuentos/contract/call';
import { listOwnBooks } from '@cuentos/contract/library';
import type { CallArguments, CallSettings } from '../../lib/api/api-client.ts';
import { session } from '../../lib/api/session.ts';
import { offlineCache } from './offline-cache.ts';
import { type Copies, networkFirst } from '../../device/network-first.ts';

/** The screen itself says that a book does not exist. */
const NOT_THERE = [404, 422];

// Loaded at the first use, because public pages contain their data.
const request = async <C extends Call>(call: C, ...options: CallArguments<C>): Promise<AnswerOf<C>> =>
  (await import('../../lib/api/api-client.ts')).request(call, ...options);

/** Keeps the copy unless a logout came in between. */
const keepFor = async (save: () => Promise<void>): Promise<void> => {
  if (session.refreshToken() !== null) await save();
};

/** GET /api/books/: all listed books with their parts; stored on the device for use without a connection. */
export const booksCopies: Copies<readonly PublicBook[]> = {
  fetch: (settings) => request(listBooks, settings),
  read: () => offlineCache.current().readBooks(),
  save: (books) => keepFor(() => offlineCache.current().saveBooks(books)),
};

/** GET /api/books/{id}; stored on the device, so that an owned book's page opens without a connection. */
export const bookCopies = (id: string): Copies<PublicBook> => ({
  fetch: (settings) => listedOrOwned(id, settings?.handles),
  read: () => offlineCache.current().readBook(id),
  save: (book) => keepFor(() => offlineCache.current().saveBook(book)),
});

/** All listed books, from the server or the device. */
export const fetchBooks = (): Promise<readonly PublicBook[]> => networkFirst(booksCopies);

/** One book, from the server or the device. */
export const fetchBook = (id: string): Promise<PublicBook> => networkFirst(bookCopies(id));

/** A book that the shop has archived is still shown to owners of its parts. */
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
