import type { AnswerOf, Call } from '@cuentos/contract/call';
import { foldText } from '@cuentos/domain/text/fold';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CallArguments } from '../../lib/api/api-client.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { adminCall } from './admin-call.ts';

/** 'Admin page size'. */
const PAGE_SIZES = [5, 10, 20, 50, 100] as const;
const DEFAULT_SIZE = 10;

/** Place in a paged list. */
interface ListPlace {
  readonly page: number;
  readonly size: number;
  /** Search words of the request. */
  readonly q: string | null;
  /** First page that turned out to be empty. */
  readonly end: number | null;
  /** The page came from the address: it is unknown whether the page before it has rows. */
  readonly linked: boolean;
}

/**
 * Place in a paged list, from 0. Page and size are in the address, so that a reload, a return and a link lead to the
 * same page; a search and its pages are not.
 * @param name distinguishes the lists of one screen; the first has none
 * @param firstSearch is sent to the server at once: a link leads to all matching rows, not to those of one page
 */
function useListPlace(name: string, firstSearch: string) {
  const [query, setQuery] = useSearchParams();
  const [pageKey, sizeKey] = [`${name}pagina`, `${name}mostrar`];
  const [place, setPlace] = useState((): ListPlace => {
    const page = Math.max(0, wholeNumber(query.get(pageKey)) - 1);
    const requestedSize = wholeNumber(query.get(sizeKey));
    const size = PAGE_SIZES.find((pageSize) => pageSize === requestedSize) ?? DEFAULT_SIZE;
    return { page, size, q: firstSearch.trim() || null, end: null, linked: page > 0 };
  });
  const pageInAddress = place.q === null && place.page > 0 ? String(place.page + 1) : null;
  const size = place.size === DEFAULT_SIZE ? null : String(place.size);
  useEffect(() => {
    if (query.get(pageKey) === pageInAddress && query.get(sizeKey) === size) return;
    setQuery(
      (before) => {
        for (const [key, value] of [
          [pageKey, pageInAddress],
          [sizeKey, size],
        ] as const) {
          if (value === null) before.delete(key);
          else before.set(key, value);
        }
        return before;
      },
      { replace: true },
    );
  }, [query, setQuery, pageKey, sizeKey, pageInAddress, size]);
  return [place, setPlace] as const;
}

function wholeNumber(text: string | null): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** A search asks the server when typing pauses. */
const SEARCH_DELAY_MS = 400;

interface PageRequest {
  /** Page times size. */
  readonly offset: number;
  readonly limit: number;
  /** Search words for the server; null lists all rows. */
  readonly q: string | null;
  readonly signal: AbortSignal;
}

/** A list that the server sends page by page. */
export interface Pages<Row> {
  /** Key of the list in the cache; pages lie below it. */
  readonly queryKey: readonly unknown[];
  readonly fetchPage: (request: PageRequest) => Promise<readonly Row[]>;
}

interface PagesOptions {
  /** Further query of the request. */
  readonly query?: Readonly<Record<string, string | null>>;
  /** Converts typed words into the server's search words; by default they are equal. */
  readonly serverWords?: (words: string) => string;
  /** Without the loader over the screen: the list is not what the visitor opened the screen for. */
  readonly quiet?: boolean;
}

/** The pages of a call, which takes offset and limit in its path or query, and search words as `q`. */
export function pagesOf<C extends Call>(
  call: C,
  { query = {}, serverWords = (words) => words, quiet = false }: PagesOptions = {},
): Pages<RowOf<AnswerOf<C>>> {
  return {
    queryKey: [...keyOf(call), 'list', ...Object.values(query)],
    fetchPage: async ({ offset, limit, q, signal }) => {
      const place = { offset, limit };
      const words = { ...query, q: q === null ? null : serverWords(q) };
      const inPath = call.path.includes('/:offset/');
      const options = {
        ...(inPath ? { params: place, query: words } : { query: { ...place, ...words } }),
        handles: 'all',
        signal,
        // Typing continues meanwhile.
        quiet: quiet || q !== null,
      };
      return (await adminCall(call, ...([options] as unknown as CallArguments<C>))) as readonly RowOf<AnswerOf<C>>[];
    },
  };
}

/** Page size while searching all pages for a row. */
const FOUND_BY = 100;

/** Searches all pages of a list for a row. @returns undefined when no page has it */
export async function findRow<Row>(
  { fetchPage }: Pages<Row>,
  isWanted: (row: Row) => boolean,
): Promise<Row | undefined> {
  const { signal } = new AbortController();
  for (let offset = 0; ; offset += FOUND_BY) {
    const rows = await fetchPage({ offset, limit: FOUND_BY, q: null, signal });
    const found = rows.find(isWanted);
    if (found !== undefined || rows.length < FOUND_BY) return found;
  }
}

type RowOf<Rows> = Rows extends readonly (infer Row)[] ? Row : never;

/** A page in the cache. */
interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  /** Number of rows from the server; rows appended here later do not count. */
  readonly returned: number;
}

interface PagedListOptions<Row> extends Pages<Row> {
  /** Text of a row that the search box compares. */
  readonly wordsOf: (row: Row) => string;
  /** Distinguishes the lists of one screen in the address; the first has none. */
  readonly name?: string;
  /** Initial search words. */
  readonly firstSearch?: string | undefined;
  /** Interval of refetching while the shown rows change by themselves, ms; false when they do not. */
  readonly lookAgain?: ((rows: readonly Row[]) => number | false) | undefined;
}

/** A list that only this screen's actions change. */
const rests = () => false as const;

type PageOptions<Row> = Pick<PagedListOptions<Row>, 'queryKey' | 'fetchPage' | 'lookAgain'>;

/** The page at a place; the page before is shown meanwhile. */
function usePage<Row>({ queryKey, fetchPage, lookAgain = rests }: PageOptions<Row>, { page, size, q }: ListPlace) {
  const query = useQuery({
    queryKey: [...queryKey, { page, size, q }],
    queryFn: async ({ signal }): Promise<LoadedPage<Row>> => {
      const rows = await fetchPage({ offset: page * size, limit: size, q, signal });
      return { rows, returned: rows.length };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgain(state.data?.rows ?? []),
  });
  const { rows: loaded, returned } = query.data ?? { rows: [], returned: 0 };
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  // Refetches in the background.
  const isLoading = query.isFetching && (!isSettled || lookAgain(loaded) === false);
  return { query, loaded, returned, isSettled, isLoading };
}

/**
 * Paged list of the working areas: page from 0, offset page × size, more only after a full page, another size starts at
 * page 0. The search filters the loaded page; when no row matches there, the server is asked. From an empty last page
 * it returns to the page before. `ListPanel` shows the result.
 */
export function usePagedList<Row>({
  queryKey,
  fetchPage,
  wordsOf,
  name = '',
  firstSearch = '',
  lookAgain,
}: PagedListOptions<Row>) {
  const [place, setPlace] = useListPlace(name, firstSearch);
  const [search, setSearch] = useState(firstSearch);
  const { page, q } = place;
  const { query, loaded, returned, isSettled, isLoading } = usePage({ queryKey, fetchPage, lookAgain }, place);

  const words = foldText(search.trim());
  const rows = words === '' ? loaded : loaded.filter((row) => foldText(wordsOf(row)).includes(words));
  const isAnswered = q !== null && foldText(q) === words;
  const wantsServer = words !== '' && isSettled && !isAnswered && rows.length === 0;

  if (isSettled && page > 0 && returned === 0) {
    setPlace({ ...place, page: place.linked ? 0 : page - 1, end: place.linked ? null : page, linked: false });
  }
  const begin = (changes: Partial<ListPlace>) => setPlace({ ...place, page: 0, end: null, ...changes });
  useEffect(() => {
    if (!wantsServer) return undefined;
    const ask = () => setPlace((current) => ({ ...current, page: 0, q: search.trim(), end: null }));
    const timer = setTimeout(ask, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wantsServer, search, setPlace]);
  return {
    // The server's own matching decides for its answer.
    rows: isAnswered ? loaded : rows,
    isPending: query.isPending,
    isLoading,
    isError: query.isError && query.data === undefined,
    retry: () => void query.refetch(),
    ...turning({ place, returned, isLoading }, setPlace),
    search,
    setSearch: (next: string) => {
      setSearch(next);
      // A longer word is searched in the server's rows for the shorter one.
      if (q !== null && (next.trim() === '' || !foldText(next.trim()).startsWith(foldText(q)))) begin({ q: null });
    },
    searchEverywhere: () => {
      if (words !== '' && !isAnswered) begin({ q: search.trim() });
    },
    searchedEverywhere: isAnswered,
  };
}

interface PageTurn {
  readonly place: ListPlace;
  /** Rows of the page that the server returned. */
  readonly returned: number;
  readonly isLoading: boolean;
}

/** Previous page, next page and page size. */
function turning({ place, returned, isLoading }: PageTurn, setPlace: (place: ListPlace) => void) {
  const { page, size, end } = place;
  const hasMore = returned === size && (end === null || page + 1 < end);
  const canNext = hasMore && !isLoading;
  const canPrevious = page > 0 && !isLoading;
  return {
    page,
    size,
    sizes: PAGE_SIZES,
    setSize: (next: number) => setPlace({ ...place, page: 0, size: next, end: null }),
    canNext,
    canPrevious,
    next: (): void => {
      if (canNext) setPlace({ ...place, page: page + 1, linked: false });
    },
    previous: (): void => {
      if (canPrevious) setPlace({ ...place, page: page - 1 });
    },
    reachedEnd: end !== null,
  };
}

/** Changes the rows of the shown page, without asking the server again. */
export function changeRows<Row>(
  client: QueryClient,
  queryKey: readonly unknown[],
  change: (rows: readonly Row[]) => readonly Row[],
): void {
  client.setQueriesData<LoadedPage<Row>>({ queryKey, type: 'active' }, (page) =>
    page ? { ...page, rows: change(page.rows) } : page,
  );
}
