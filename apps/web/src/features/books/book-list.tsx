import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { useNow } from '../../lib/clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { FragmentButton, ShareButton } from './book-actions.tsx';
import { BookAtAGlanceLine } from './book-at-a-glance.tsx';
import { BookSlider } from './book-slider.tsx';
import { SampleLink } from './sample-link.tsx';
import { samplePart } from './sample-part.ts';
import { bookTexts as t } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';

interface ShelfProps {
  readonly books: readonly PublicBook[];
  readonly hrefOf: (book: PublicBook) => string;
  /** Returns the note beside a book's name. */
  readonly noteOf?: (book: PublicBook) => string | null;
  /** Whether each card links to the book's sample. */
  readonly samples?: boolean;
}

export function BookList({ books, hrefOf, noteOf, samples = false }: ShelfProps) {
  return (
    <ul className="grid border-t border-line md:grid-cols-3 md:gap-x-6 md:gap-y-10 md:border-0 lg:grid-cols-4 xl:grid-cols-5">
      {books.map((book) => (
        <BookListItem
          key={book.id}
          book={book}
          href={hrefOf(book)}
          note={noteOf?.(book) ?? null}
          sample={samples ? samplePart(book) : null}
        />
      ))}
    </ul>
  );
}

interface ShelfBookProps {
  readonly book: PublicBook;
  /** Address of 'Ver libro'. */
  readonly href: string;
  readonly note: string | null;
  readonly sample: PublicPart | null;
}

/** A book on the shelf: a row on a phone, a column from 768 px. */
function BookListItem({ book, href, note, sample }: ShelfBookProps) {
  const now = useNow();
  return (
    <li className="flex flex-wrap gap-x-4.5 gap-y-3 border-b border-line py-6 last:max-md:border-0 last:max-md:pb-0 md:flex-col md:flex-nowrap md:gap-2 md:border-0 md:p-0">
      <div className="w-[104px] min-w-0 md:w-auto">
        <BookSlider
          book={book}
          look="quiet"
          sizes="(width >= 1280px) 272px, (width >= 1024px) 21vw, (width >= 768px) 30vw, 104px"
        />
      </div>
      <div className="flex min-w-0 flex-1 basis-40 flex-col md:basis-auto">
        <h3 className="text-[1.1875rem] leading-[1.3]">{book.name}</h3>
        {book.location && <p className="mt-1 text-sm text-ink-3">{book.location}</p>}
        <BookAtAGlanceLine book={book} now={now} look="card" />
        {book.parts.length === 0 && (
          <p className="mt-2">
            <Badge tone="info">{t.inPreparation}</Badge>
          </p>
        )}
        {note && (
          <p className="mt-2">
            <Badge tone="info">{note}</Badge>
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-1 pt-3">
          <Link to={href} aria-label={t.seeBookOf(book.name)} className={`${buttonClass()} px-3.5!`}>
            {t.seeBook}
          </Link>
          <FragmentButton book={book} look="icon" />
          <ShareButton book={book} />
          {sample && <SampleLink bookId={book.id} part={sample} variant="quiet" className="-ms-2.5" />}
        </div>
      </div>
    </li>
  );
}
