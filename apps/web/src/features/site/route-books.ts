import type { PublicBook } from '@cuentos/contract/books';
import { useEffect, useState } from 'react';
import { useScreenData } from '../../lib/screen-data.ts';

/** What is loaded for the screens that show all books. */
export interface WithBooks {
  readonly books: readonly PublicBook[] | Promise<readonly PublicBook[]>;
}

/** Books that were loaded for this screen; null while they are on their way. */
export function useBooks(): readonly PublicBook[] | null {
  const { books } = useScreenData() as WithBooks;
  const [arrived, setArrived] = useState<readonly PublicBook[] | null>(null);
  const late = books instanceof Promise ? books : null;
  useEffect(() => {
    let wanted = true;
    void late?.then((value) => wanted && setArrived(value));
    return () => {
      wanted = false;
    };
  }, [late]);
  return books instanceof Promise ? arrived : books;
}

/** The shop's order: the newest book first. */
export function newestFirst(books: readonly PublicBook[]): PublicBook[] {
  return books.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id));
}
