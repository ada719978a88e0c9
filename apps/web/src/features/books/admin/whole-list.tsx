import { foldText } from '@cuentos/domain/text/fold';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable, TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { EmptyPocketDrawing } from '../../../ui/pictures/drawings.tsx';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { ListFailure, SearchBox } from '../../../ui/lists/list-panel.tsx';

interface WholeListProps<Row> {
  /** Undefined while it comes. */
  readonly rows: readonly Row[] | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** What the search looks through. */
  readonly wordsOf: (row: Row) => string;
  readonly caption: string;
  readonly action: ReactNode;
  readonly texts: {
    readonly search: string;
    readonly nothingFound: (search: string) => string;
    readonly nothingFoundText: string;
    readonly seeAll: string;
    readonly empty: { readonly title: string; readonly text: string };
  };
}

/** A list that comes whole and is filtered here. */
export function WholeList<Row>({ rows, isError, onRetry, wordsOf, action, texts, ...table }: WholeListProps<Row>) {
  const [search, setSearch] = useState('');
  const words = foldText(search).trim();
  const matchingRows = rows?.filter((row) => foldText(wordsOf(row)).includes(words));
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchBox label={texts.search} value={search} onChange={setSearch} />
        <div className="flex flex-wrap gap-2">{action}</div>
      </div>
      {isError ? (
        <ListFailure onRetry={onRetry} />
      ) : !rows || !matchingRows ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState drawing={<EmptyPocketDrawing />} {...texts.empty} />
      ) : matchingRows.length === 0 ? (
        <EmptyState
          drawing={<EmptyPocketDrawing />}
          title={texts.nothingFound(search)}
          text={texts.nothingFoundText}
          action={<Button onClick={() => setSearch('')}>{texts.seeAll}</Button>}
        />
      ) : (
        <DataTable {...table} rows={matchingRows} />
      )}
    </div>
  );
}
