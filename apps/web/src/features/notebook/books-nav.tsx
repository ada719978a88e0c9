import type { Picture } from '@cuentos/contract/books';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import type { NotebookEntry } from './entries.ts';
import { type Filters, writeFilters } from './filters.ts';
import { notebookTexts as t } from './texts.ts';

/** A book of the notebook with its number of entries. */
export interface BookCount {
  readonly id: string;
  readonly name: string;
  readonly image: Picture | null;
  readonly count: number;
}

/** The books of some entries, in their order. */
export function booksOf(entries: readonly NotebookEntry[]): BookCount[] {
  const books = new Map<string, BookCount>();
  for (const { part } of entries) {
    const known = books.get(part.book_id);
    const image = known?.image ?? part.image;
    books.set(part.book_id, { id: part.book_id, name: part.book_name, image, count: (known?.count ?? 0) + 1 });
  }
  return [...books.values()];
}

const row =
  'relative grid items-center gap-3 py-2 text-[0.9375rem] leading-[1.3] text-ink-2 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink ' +
  'aria-[current]:before:absolute aria-[current]:before:inset-y-2 aria-[current]:before:-left-4 aria-[current]:before:w-1 aria-[current]:before:bg-[repeating-linear-gradient(180deg,var(--cb-accent)_0_8px,transparent_8px_13px)]';

interface BooksNavProps {
  readonly books: readonly BookCount[];
  readonly filters: Filters;
  readonly trashCount: number;
}

/** The books at the left of a wide window, and the link to the trash. */
export function BooksNav({ books, filters, trashCount }: BooksNavProps) {
  const hrefOf = (bookId: string | null) => ({ search: writeFilters({ ...filters, bookId, trash: false }).toString() });
  const isCurrent = (bookId: string | null) => (!filters.trash && filters.bookId === bookId ? true : undefined);
  const total = books.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav
      aria-label={t.books}
      className="sticky top-22 max-h-[calc(100dvh-7rem)] self-start overflow-y-auto ps-4 -ms-4 max-lg:hidden"
    >
      <h2 className="border-b border-line-strong pb-2 font-sans text-[0.8125rem] leading-[1.125rem] font-semibold tracking-normal text-ink-3">
        {t.booksTitle}
      </h2>
      <ul>
        <li className="border-b border-line">
          <Link
            to={hrefOf(null)}
            replace
            aria-current={isCurrent(null)}
            className={`${row} min-h-12 grid-cols-[minmax(0,1fr)_auto]`}
          >
            {t.allBooks}
            <Count count={total} />
          </Link>
        </li>
        {books.map(({ id, name, image, count }) => (
          <li key={id} className="border-b border-line">
            <Link
              to={hrefOf(id)}
              replace
              aria-current={isCurrent(id)}
              className={`${row} min-h-16 grid-cols-[32px_minmax(0,1fr)_auto] font-serif`}
            >
              <Cover picture={image} alt="" sizes="32px" seed={id} />
              <span className="[overflow-wrap:anywhere]">{name}</span>
              <Count count={count} />
            </Link>
          </li>
        ))}
      </ul>
      <TrashLink filters={filters} count={trashCount} />
    </nav>
  );
}

/** 'Papelera', with its number of entries. */
export function TrashLink({ filters, count }: { readonly filters: Filters; readonly count: number }) {
  return (
    <Link
      to={{ search: writeFilters({ ...filters, trash: true }).toString() }}
      aria-current={filters.trash ? true : undefined}
      className={`${buttonClass({ variant: 'quiet' })} -ms-2.5 mt-3`}
    >
      <Trash2 aria-hidden="true" />
      {t.trash}
      {count > 0 && <Count count={count} />}
    </Link>
  );
}

function Count({ count }: { readonly count: number }) {
  return (
    <span className="figures inline-flex min-h-5 items-center rounded-1 bg-accent-soft px-1.5 font-sans text-2xs font-semibold text-accent">
      {count}
    </span>
  );
}
