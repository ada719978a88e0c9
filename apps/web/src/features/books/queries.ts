import { getBook, listBooks } from '@cuentos/contract/books';
import { queryOptions } from '@tanstack/react-query';
import { fetchBook, fetchBooks } from './fetch-books.ts';
import { keyOf } from '../../lib/api/query-key.ts';

const FRESH_MS = 60_000;

/** All listed books, for the screens behind the login; the public ones get theirs from the route. */
export const booksQuery = queryOptions({
  queryKey: keyOf(listBooks),
  queryFn: fetchBooks,
  staleTime: FRESH_MS,
  networkMode: 'always',
});

export const bookQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(getBook, { params: { id } }),
    queryFn: () => fetchBook(id),
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
