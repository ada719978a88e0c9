import { Search, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button, IconButton } from '../button.tsx';
import { inputClass } from '../forms/field-classes.ts';
import { NativeSelect } from '../forms/select-field.tsx';
import { EmptyPocketDrawing, TornSeamDrawing } from '../pictures/drawings.tsx';
import { type Column, DataTable, TableSkeleton } from './data-table.tsx';
import { listTexts as t } from './texts.ts';
import { EmptyState } from './empty-state.tsx';

/** State and actions of a paged list. */
interface PagedList<Row> {
  /** Rows of the page that match the search. */
  readonly rows: readonly Row[];
  /** Whether the first page is still loading. */
  readonly isPending: boolean;
  /** Whether a page is loading. */
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly retry: () => void;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  /** Choices for `size`. */
  readonly sizes: readonly number[];
  readonly setSize: (size: number) => void;
  readonly canNext: boolean;
  readonly canPrevious: boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** Sends the search to the server, although the page has matches. */
  readonly searchEverywhere: () => void;
  /** Whether the rows are the server's results of the search. */
  readonly searchedEverywhere: boolean;
  /** Whether the last page was empty, so that the list went back one page. */
  readonly reachedEnd: boolean;
}

interface ListRow {
  readonly id: string;
}

interface ListPanelProps<Row extends ListRow> {
  readonly list: PagedList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly caption: string;
  /** Label of the search; without it the list has no search. */
  readonly searchLabel?: string;
  /** Button beside the search that adds a row. */
  readonly action?: ReactNode;
  /** Texts of a list without any rows. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode };
}

/** Search, table and pages of one list, with its waiting, empty and failed states. */
export function ListPanel<Row extends ListRow>({ list, searchLabel, action, ...bodyProps }: ListPanelProps<Row>) {
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
      <ListBody list={list} {...bodyProps} />
      {!list.isError && !list.isPending && (list.page > 0 || list.rows.length > 0 || list.search !== '') && (
        <Pager
          {...list}
          label={bodyProps.caption}
          onSize={list.setSize}
          onNext={list.next}
          onPrevious={list.previous}
        />
      )}
    </div>
  );
}

/** Says whether the search covers this page or the whole list. */
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

interface ListBodyProps<Row extends ListRow> extends Pick<ListPanelProps<Row>, 'columns' | 'caption' | 'empty'> {
  readonly list: Pick<
    PagedList<Row>,
    'rows' | 'isPending' | 'isLoading' | 'isError' | 'retry' | 'search' | 'setSearch' | 'searchedEverywhere'
  > & { readonly size?: number };
  /** Text for an empty result, when the list searches more than words. */
  readonly nothingFoundText?: string;
}

/** The table, or the state that replaces it: failed, loading, no search results, or empty. */
export function ListBody<Row extends ListRow>({ list, columns, caption, empty, nothingFoundText }: ListBodyProps<Row>) {
  if (list.isError) return <ListFailure onRetry={list.retry} />;
  if (list.isPending) return <TableSkeleton rows={list.size === 5 ? 5 : 6} />;
  if (list.rows.length > 0) {
    return (
      <DataTable
        caption={caption}
        columns={columns}
        rows={list.rows}
        keyOf={({ id }) => id}
        isLoading={list.isLoading}
      />
    );
  }
  if (list.isLoading || (list.search !== '' && !list.searchedEverywhere)) return <TableSkeleton rows={3} />;
  if (list.search !== '') {
    return <NothingFound search={list.search} text={nothingFoundText} onClear={() => list.setSearch('')} />;
  }
  return <EmptyState drawing={<EmptyPocketDrawing />} {...empty} />;
}

interface NothingFoundProps {
  readonly search: string;
  readonly text?: string | undefined;
  readonly onClear: () => void;
}

/** Says that a search has no results, with a button that clears it. */
export function NothingFound({ search, text = t.nothingFoundText, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      drawing={<EmptyPocketDrawing />}
      title={t.nothingFound(search)}
      text={text}
      action={<Button onClick={onClear}>{t.seeAll}</Button>}
    />
  );
}

/** Says that a list failed to load, with a button that tries again. */
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

interface PagerProps {
  /** Name of the paged list, because a screen may contain two. */
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly isLoading: boolean;
  readonly canNext: boolean;
  readonly canPrevious: boolean;
  /** Whether the last page was empty, so that the list went back one page. */
  readonly reachedEnd: boolean;
  readonly onSize: (size: number) => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/** 'Mostrar', 'Anterior', 'Página N', 'Siguiente'. */
function Pager({
  label,
  page,
  size,
  sizes,
  isLoading,
  canNext,
  canPrevious,
  reachedEnd,
  onSize,
  onNext,
  onPrevious,
}: PagerProps) {
  return (
    <nav aria-label={t.pages(label)} className="flex flex-wrap items-center justify-between gap-3 pt-4 text-sm">
      <PageSizeSelect size={size} sizes={sizes} onSize={onSize} />
      <div className="flex flex-wrap items-center gap-3 max-md:w-full max-md:justify-between">
        <Button disabled={!canPrevious} onClick={onPrevious}>
          {t.previous}
        </Button>
        <output className="figures grid min-w-20 justify-items-center text-center">
          <span>{isLoading ? t.loading : t.page(page)}</span>
          {reachedEnd && !isLoading && <span className="text-xs text-ink-3">{t.noMore}</span>}
        </output>
        <Button disabled={!canNext} onClick={onNext}>
          {t.next}
        </Button>
      </div>
    </nav>
  );
}

interface PageSizeSelectProps {
  readonly size: number;
  readonly sizes: readonly number[];
  readonly onSize: (size: number) => void;
}

/** 'Mostrar': rows per page. */
function PageSizeSelect({ size, sizes, onSize }: PageSizeSelectProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id}>{t.show}</label>
      <NativeSelect
        id={id}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
        className="figures min-h-11 w-20 py-2"
      >
        {sizes.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

interface SearchBoxProps {
  /** Accessible name and words in the empty box. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called on Enter. */
  readonly onSearch?: () => void;
}

/** Search over a list; filters while typing. */
export function SearchBox({ label, value, onChange, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <search className="relative w-full md:max-w-[380px]">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3" />
      <input
        ref={input}
        // Uses type=text: the cross and Escape of type=search differ between browsers.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch?.();
          if (event.key === 'Escape' && value !== '') clear();
        }}
        className={`${inputClass} pr-12 pl-11`}
      />
      {value !== '' && (
        <IconButton label={t.clearSearch} icon={<X />} onClick={clear} className="absolute top-0.5 right-0.5" />
      )}
    </search>
  );
}
