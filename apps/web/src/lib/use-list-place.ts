import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** 'Admin page size'. */
export const PAGE_SIZES = [5, 10, 20, 50, 100] as const;
const DEFAULT_SIZE = 10;

/** Where in a paged list one is. */
export interface ListPlace {
  readonly page: number;
  readonly size: number;
  /** What the server was asked for. */
  readonly q: string | null;
  /** First page that turned out to be empty. */
  readonly end: number | null;
  /** The page came with the address: nobody knows whether the one before it has rows. */
  readonly linked: boolean;
}

/**
 * Place in a paged list, from 0. Page and size stand in the address, so that reloading, coming back and a link
 * lead to the same page; what was looked for does not, nor the pages of it.
 * @param name tells the lists of one screen apart; the first has none.
 */
export function useListPlace(name = '') {
  const [query, setQuery] = useSearchParams();
  const [pageKey, sizeKey] = [`${name}pagina`, `${name}mostrar`];
  const [place, setPlace] = useState((): ListPlace => {
    const page = Math.max(0, wholeNumber(query.get(pageKey)) - 1);
    const wanted = wholeNumber(query.get(sizeKey));
    const size = PAGE_SIZES.find((known) => known === wanted) ?? DEFAULT_SIZE;
    return { page, size, q: null, end: null, linked: page > 0 };
  });
  const shown = place.q === null && place.page > 0 ? String(place.page + 1) : null;
  const size = place.size === DEFAULT_SIZE ? null : String(place.size);
  useEffect(() => {
    if (query.get(pageKey) === shown && query.get(sizeKey) === size) return;
    setQuery(
      (before) => {
        for (const [key, value] of [
          [pageKey, shown],
          [sizeKey, size],
        ] as const) {
          if (value === null) before.delete(key);
          else before.set(key, value);
        }
        return before;
      },
      { replace: true },
    );
  }, [query, setQuery, pageKey, sizeKey, shown, size]);
  return [place, setPlace] as const;
}

function wholeNumber(text: string | null): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
