import type { ComponentProps, ReactNode } from 'react';
import { listTexts } from './texts.ts';
import { rowActionClass } from './row-action-class.ts';
import { Waiting } from '../waiting.tsx';

/* oxlint-disable no-redundant-roles, no-interactive-element-to-noninteractive-role --
   roles are written out: Safari drops the elements' own ones where CSS makes blocks of them */

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /**
   * Place of the column in the block that a row becomes on a phone: `title` and `badge` in the first line, `actions` in
   * the last, and the others between, each after its label; `wide` has no label.
   */
  readonly place?: 'title' | 'badge' | 'wide' | 'actions';
  /** Whether the cells are right-aligned, for figures. */
  readonly end?: boolean;
  /** Classes of the column on windows of 768 px and more, its width for instance. */
  readonly className?: string;
}

interface DataTableProps<Row> {
  /** Accessible name. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Whether newer rows are loading. */
  readonly isLoading?: boolean;
}

/** Table that becomes a list of blocks under 768 px, but not on paper. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isLoading = false }: DataTableProps<Row>) {
  return (
    <table role="table" aria-busy={isLoading} className="w-full border-collapse text-sm leading-5 as-blocks:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="as-blocks:sr-only">
        <tr role="row">
          {columns.map(({ id, label, end, place, className }) => (
            <th
              key={id}
              role="columnheader"
              scope="col"
              className={`border-b border-line-strong py-3 text-xs font-semibold whitespace-nowrap text-ink-3 ${between} ${place === 'actions' ? 'print:hidden' : ''} ${end ? 'text-right' : 'text-left'} ${className ?? ''}`}
            >
              {place === 'actions' ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="as-blocks:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line as-blocks:grid as-blocks:grid-cols-[1fr_auto] as-blocks:gap-x-3 as-blocks:gap-y-1 as-blocks:border-b as-blocks:py-4 as-table:hover:bg-sheet"
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Padding between columns, smaller in a table with many columns for its width. */
const between =
  'as-table:not-first:pl-1.5 as-table:not-last:pr-1.5 as-table:lg:not-first:pl-3 as-table:lg:not-last:pr-3';

const phonePlaces = {
  title: 'as-blocks:col-start-1 as-blocks:row-start-1',
  badge: 'as-blocks:col-start-2 as-blocks:row-start-1 as-blocks:text-right',
  wide: 'as-blocks:col-span-2',
  actions: 'as-blocks:order-last as-blocks:col-span-2 as-blocks:-ml-2 print:hidden',
  plain: 'as-blocks:col-span-2 as-blocks:flex as-blocks:flex-wrap as-blocks:items-baseline as-blocks:gap-x-2',
} as const;

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { label, cell, place, end } = column;
  const type = place === 'title' ? 'font-serif text-base leading-6 font-[560]' : '';
  return (
    <td
      role="cell"
      className={`align-middle as-blocks:block as-blocks:min-w-0 as-table:border-b as-table:border-line as-table:py-2 ${between} as-table:[tr>&]:h-15 ${end ? 'figures as-table:text-right' : ''} ${phonePlaces[place ?? 'plain']} ${type}`}
    >
      {!place && (
        <span aria-hidden="true" className="min-w-22 shrink-0 text-ink-3 as-table:hidden">
          {label}
        </span>
      )}
      {place === 'actions' ? (
        <div className="flex flex-wrap items-center gap-x-1 as-table:-mr-2 as-table:flex-nowrap as-table:justify-end">
          {cell(row)}
        </div>
      ) : (
        // Stands beside its label, or below it when a word is wider than the remaining room.
        <div className="min-w-0 as-table:[overflow-wrap:anywhere] as-blocks:flex-1 as-blocks:basis-[min-content] as-blocks:wrap-break-word">
          {cell(row)}
        </div>
      )}
    </td>
  );
}

/** Placeholder of a table whose rows are loading. */
export function TableSkeleton({ rows = 5 }: { readonly rows?: number }) {
  return (
    <>
      <output className="sr-only">{listTexts.loading}</output>
      <Waiting className="border-t border-line-strong">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex h-15 items-center gap-6 border-b border-line max-md:h-28">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-4 w-1/5 max-md:hidden" />
            <div className="skeleton ml-auto h-4 w-1/6" />
          </div>
        ))}
      </Waiting>
    </>
  );
}

interface RowActionProps extends ComponentProps<'button'> {
  readonly tone?: 'plain' | 'danger';
  readonly busy?: boolean;
}

/** Text button for an action on a row. Its `aria-label` names the row too. */
export function RowAction({ tone = 'plain', busy = false, className, onClick, ...rest }: RowActionProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? undefined : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={`${rowActionClass(tone)} ${className ?? ''}`}
    />
  );
}
