import type { PublicBook } from '@cuentos/contract/books';
import { ShelfBook } from './shelf-book.tsx';

interface ShelfProps {
  readonly books: readonly PublicBook[];
  readonly hrefOf: (book: PublicBook) => string;
}

export function Shelf({ books, hrefOf }: ShelfProps) {
  return (
    <ul className="grid border-t border-line md:grid-cols-3 md:gap-x-6 md:gap-y-10 md:border-0 lg:grid-cols-5">
      {books.map((book) => (
        <ShelfBook key={book.id} book={book} href={hrefOf(book)} />
      ))}
    </ul>
  );
}
