import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { NotebookEntry, TrashedEntry } from './entries.ts';
import { type Filters, passes } from './filters.ts';
import type { NotebookState } from './notebook-store.ts';
import { type Row, rowsByBook, rowsByDay } from './rows.ts';
import { SearchIndex } from './search-index.ts';

interface Shown {
  /** All entries, regardless of the filters. */
  readonly entries: readonly NotebookEntry[];
  /** Entries that pass the filters, in their shown order. */
  readonly shown: readonly NotebookEntry[];
  readonly rows: readonly Row[];
  /** Deleted entries that pass the filters. */
  readonly trash: readonly Extract<Row<TrashedEntry>, { kind: 'entry' }>[];
  /** The applied filters: while a search is running, the former ones. */
  readonly used: Filters;
}

/** Applies the filters to the notebook. Typing stays possible while a search is running. */
export function useShown({ entries, trash }: NotebookState, filters: Filters): Shown {
  const [index] = useState(() => new SearchIndex());
  useEffect(() => {
    const end = new AbortController();
    void index.prepare(entries, end.signal);
    return () => end.abort();
  }, [index, entries]);
  const { query, kind, bookId, by } = useDeferredValue(filters);
  const colors = useDeferredValue(filters.colors.join(' '));
  return useMemo(() => {
    const chosen: Filters = { query, kind, bookId, by, trash: false, colors: colors === '' ? [] : colors.split(' ') };
    const find = <Entry extends NotebookEntry>(some: readonly Entry[]) =>
      index.find(
        some.filter((entry) => passes(chosen, entry)),
        query,
      );
    const found = find(entries);
    const rows = by === 'day' ? rowsByDay(found) : rowsByBook(found);
    return {
      entries,
      shown: by === 'day' ? rows.flatMap((row) => (row.kind === 'entry' ? [row.entry] : [])) : found,
      rows,
      trash: find(trash).map((entry, at) => ({ kind: 'entry', key: entry.key, entry, number: at + 1 })),
      used: chosen,
    };
  }, [index, entries, trash, query, kind, bookId, by, colors]);
}
