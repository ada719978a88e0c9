import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { useEffect, useState } from 'react';
import { onReturn } from '../../../device/connection.ts';
import { fetchBook } from '../../books/fetch-books.ts';

/**
 * The shop's book; `unknown` until the shop answers, `away` while it is out of reach, `gone` when it has no such book.
 */
export type KnownBook = PublicBook | 'unknown' | 'away' | 'gone';

/** Requested during the last pages; again when the connection returns. */
export function useCatalogueBook(bookId: string): KnownBook {
  const [book, setBook] = useState<KnownBook>('unknown');
  useEffect(() => {
    let isMounted = true;
    const ask = () =>
      void fetchBook(bookId).then(
        (book) => isMounted && setBook(book),
        (error: unknown) => isMounted && setBook(isGone(error) ? 'gone' : 'away'),
      );
    ask();
    const stop = onReturn(ask);
    return () => {
      isMounted = false;
      stop();
    };
  }, [bookId]);
  return book;
}

const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && [404, 422].includes(Number(error.status));

/** Whether a part is the last one, as far as the book lists its parts: a stand-in for the book may list none. */
export const isLastPart = (book: PublicBook, partId: string): boolean => book.parts.at(-1)?.id === partId;

/** The part after this one; null after the last, and where that is unknown. */
export function nextPart(book: PublicBook, partId: string): PublicPart | null {
  const at = book.parts.findIndex(({ id }) => id === partId);
  return at === -1 ? null : (book.parts[at + 1] ?? null);
}

/** The part of the book; null where book or part is unknown. */
export const partOf = (book: KnownBook, partId: string): PublicPart | null =>
  typeof book === 'string' ? null : (book.parts.find(({ id }) => id === partId) ?? null);
