import type { PublicBook } from '@cuentos/contract/books';
import { buttonClass } from '../../ui/button.tsx';
import { FragmentButton, ShareButton } from './book-actions.tsx';
import { BookSlider } from './book-slider.tsx';
import { bookTexts as t } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';

interface ShelfProps {
  readonly books: readonly PublicBook[];
  readonly hrefOf: (book: PublicBook) => string;
}

/** Empty places at the end of the last row. */
const gap = (count: number, columns: number) => (columns - (count % columns)) % columns;

export function BookList({ books, hrefOf }: ShelfProps) {
  // Five to a row on a desktop, unless four leave less of the last row empty.
  const four = books.length > 5 && gap(books.length, 4) < gap(books.length, 5);
  return (
    <ul
      className={`grid border-t border-line md:grid-cols-3 md:gap-x-6 md:gap-y-10 md:border-0 lg:grid-cols-4 ${four ? '' : 'xl:grid-cols-5'}`}
    >
      {books.map((book) => (
        <BookListItem key={book.id} book={book} href={hrefOf(book)} />
      ))}
    </ul>
  );
}

interface ShelfBookProps {
  readonly book: PublicBook;
  /** Where 'Ver libro' goes. */
  readonly href: string;
}

/** A book on the shelf: a row at 390, standing from 768. */
function BookListItem({ book, href }: ShelfBookProps) {
  return (
    <li className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4.5 border-b border-line py-6 last:max-md:border-0 last:max-md:pb-0 md:flex md:flex-col md:gap-2 md:border-0 md:p-0">
      <div className="min-w-0">
        <BookSlider
          book={book}
          look="quiet"
          sizes="(width >= 1280px) 272px, (width >= 1024px) 21vw, (width >= 768px) 30vw, 104px"
        />
      </div>
      <div className="flex flex-col md:flex-1">
        <h3 className="text-[1.1875rem] leading-[1.3]">{book.name}</h3>
        {book.location && <p className="mt-1 text-sm text-ink-3">{book.location}</p>}
        <div className="mt-auto flex flex-wrap items-center gap-1 pt-3">
          <Link to={href} aria-label={t.seeBookOf(book.name)} className={`${buttonClass()} px-3.5!`}>
            {t.seeBook}
          </Link>
          <FragmentButton name={book.name} fragment={book.fragment} look="icon" />
          <ShareButton book={book} />
        </div>
      </div>
    </li>
  );
}
