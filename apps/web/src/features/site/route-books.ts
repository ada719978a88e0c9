import type { PublicBook } from '@cuentos/contract/books';
import type { PublicShop } from '@cuentos/contract/shop';
import { useEffect, useState } from 'react';
import { useScreenData } from '../../lib/screen-data.ts';

/** Data that is loaded for the screens that show all books. */
export interface BooksData {
  readonly books: readonly PublicBook[] | Promise<readonly PublicBook[]>;
}

/** Data that is loaded for the landing page beside the books. */
export interface ShopData {
  readonly shop: PublicShop;
}

/** Words and author of the landing page. */
export const useShop = (): PublicShop => (useScreenData() as ShopData).shop;

/** Books loaded for this screen; null while they are loading. */
export function useBooks(): readonly PublicBook[] | null {
  const { books } = useScreenData() as BooksData;
  const [arrived, setArrived] = useState<readonly PublicBook[] | null>(null);
  const late = books instanceof Promise ? books : null;
  useEffect(() => {
    let isMounted = true;
    void late?.then((value) => isMounted && setArrived(value));
    return () => {
      isMounted = false;
    };
  }, [late]);
  return books instanceof Promise ? arrived : books;
}
