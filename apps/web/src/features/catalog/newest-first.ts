import type { PublicBook } from '@cuentos/contract/books';

/** The shop's order: the newest book first. */
export function newestFirst(books: readonly PublicBook[]): PublicBook[] {
  return books.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
}
