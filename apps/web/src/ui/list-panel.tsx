import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { type Column, DataTable, TableSkeleton } from './data-table.tsx';
import { EmptyPocketDrawing, TornSeamDrawing } from './drawings.tsx';
import { EmptyState } from './empty-state.tsx';
import { listTexts as t } from './list-texts.ts';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';

/** A list page by page: what it shows and does. */
interface PagedList<Row> {
  /** Rows of the page that the search leaves. */
  readonly rows: readonly Row[];
  /** Nothing to show yet. */
  readonly isPending: boolean;
  /** A page is on its way. */
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly retry: () => void;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly setSize: (size: number) => void;
  readonly canNext: boolean;
  readonly canPrevious: boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** Asks the server for the search now, whatever the page holds. */
  readonly searchEverywhere: () => void;
  /** The rows are the server's answer to the search. */
  readonly searchedEverywhere: boolean;
  /** An empty last page was stepped back from. */
  readonly reachedEnd: boolean;
}

interface ListPanelProps<Row> {
  readonly list: PagedList<Row>;
  readonly sizes: readonly number[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly caption: string;
  /** Without one there is no search. */
  readonly searchLabel?: string;
  /** Beside the search: the button that adds. */
  readonly action?: ReactNode;
  /** Shown when there is nothing at all. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
}

/** Search, table and pages of one list, with its waiting, empty and failed states. */
export function ListPanel<Row>({ list, sizes, searchLabel, action, ...shown }: ListPanelProps<Row>) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {searchLabel && (
          <SearchBox
            label={searchLabel}
            value={list.search}
            onChange={list.setSearch}
            onSearch={list.searchEverywhere}
          />
        )}
        {action}
      </div>
      {searchLabel && <SearchScope list={list} />}
      <ListBody list={list} {...shown} />
      {!list.isError && !list.isPending && (list.page > 0 || list.rows.length > 0 || list.search !== '') && (
        <Pager
          {...list}
          label={shown.caption}
          sizes={sizes}
          onSize={list.setSize}
          onNext={list.next}
          onPrevious={list.previous}
        />
      )}
    </div>
  );
}

/** Where the search looks: on this page, or everywhere. */
function SearchScope<Row>({ list }: { readonly list: PagedList<Row> }) {
  const searching = list.search.trim() !== '';
  const morePages = list.page > 0 || list.canNext;
  return (
    <output className="mt-1 mb-3 flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
      {searching && !list.isLoading && list.searchedEverywhere && t.everywhere}
      {searching && !list.searchedEverywhere && list.rows.length > 0 && morePages && (
        <>
          {t.onlyThisPage}
          <Button variant="quiet" onClick={list.searchEverywhere}>
            {t.searchEverywhere}
          </Button>
        </>
      )}
    </output>
  );
}

function ListBody<Row>({
  list,
  columns,
  keyOf,
  caption,
  empty,
}: Pick<ListPanelProps<Row>, 'list' | 'columns' | 'keyOf' | 'caption' | 'empty'>) {
  if (list.isError) return <ListFailure onRetry={list.retry} />;
  if (list.isPending) return <TableSkeleton rows={list.size > 5 ? 6 : 5} />;
  if (list.rows.length > 0) {
    return <DataTable caption={caption} columns={columns} rows={list.rows} keyOf={keyOf} isLoading={list.isLoading} />;
  }
  if (list.isLoading || (list.search !== '' && !list.searchedEverywhere)) return <TableSkeleton rows={3} />;
  if (list.search !== '') {
    return (
      <EmptyState
        drawing={<EmptyPocketDrawing />}
        title={t.nothingFound(list.search)}
        text={t.nothingFoundText}
        action={<Button onClick={() => list.setSearch('')}>{t.seeAll}</Button>}
      />
    );
  }
  return <EmptyState drawing={<EmptyPocketDrawing />} {...empty} />;
}

/** A list that could not be had. */
export function ListFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<TornSeamDrawing />}
      title={t.failed}
      text={t.failedText}
      action={<Button onClick={onRetry}>{t.retry}</Button>}
    />
  );
}
