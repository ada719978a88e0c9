import type { PublicBook } from '@cuentos/contract/books';
import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import type { WithBooks } from './route-data.ts';

/** Books of this screen's route; null while they are on their way. */
export function useBooks(): readonly PublicBook[] | null {
  const { books } = useLoaderData<WithBooks>();
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
