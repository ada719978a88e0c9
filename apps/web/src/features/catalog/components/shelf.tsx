import type { PublicBook } from '@cuentos/contract/books';
import { ShelfBook } from './shelf-book.tsx';

interface ShelfProps {
  readonly books: readonly PublicBook[];
  readonly hrefOf: (book: PublicBook) => string;
}

/** Empty places at the end of the last row. */
const gap = (count: number, columns: number) => (columns - (count % columns)) % columns;

export function Shelf({ books, hrefOf }: ShelfProps) {
  // Five to a row on a desktop, unless four leave less of the last row empty.
  const four = books.length > 5 && gap(books.length, 4) < gap(books.length, 5);
  return (
    <ul
      className={`grid border-t border-line md:grid-cols-3 md:gap-x-6 md:gap-y-10 md:border-0 lg:grid-cols-4 ${four ? '' : 'xl:grid-cols-5'}`}
    >
      {books.map((book) => (
        <ShelfBook key={book.id} book={book} href={hrefOf(book)} />
      ))}
    </ul>
  );
}
