import { foldText } from '@cuentos/domain/text/fold';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ListBody, SearchBox } from '../../../ui/lists/list-panel.tsx';

interface WholeListProps<Row extends { readonly id: string }> extends Pick<
  ComponentProps<typeof ListBody<Row>>,
  'columns' | 'caption' | 'empty' | 'nothingFoundText'
> {
  /** Undefined while it is loading. */
  readonly rows: readonly Row[] | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
  /** Returns the text of a row that the search compares. */
  readonly wordsOf: (row: Row) => string;
  readonly searchLabel: string;
  readonly action: ReactNode;
}

/** A list that is loaded whole and filtered here. */
export function WholeList<Row extends { readonly id: string }>(props: WholeListProps<Row>) {
  const { rows, isError, onRetry, wordsOf, searchLabel, action, ...body } = props;
  const [search, setSearch] = useState('');
  const words = foldText(search).trim();
  const list = {
    rows: rows?.filter((row) => foldText(wordsOf(row)).includes(words)) ?? [],
    isError,
    retry: onRetry,
    isPending: rows === undefined,
    isLoading: false,
    // An empty list ignores the search.
    search: rows?.length === 0 ? '' : search,
    setSearch,
    searchedEverywhere: true,
  };
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchBox label={searchLabel} value={search} onChange={setSearch} />
        <div className="flex flex-wrap gap-2">{action}</div>
      </div>
      <ListBody list={list} {...body} />
    </div>
  );
}
