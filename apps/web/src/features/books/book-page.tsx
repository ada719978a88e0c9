import type { PublicBook } from '@cuentos/contract/books';
import type { ReactNode } from 'react';
import { useSite } from '../../lib/page-data.ts';
import { Link } from '../../ui/navigation.tsx';
import { FragmentButton } from './book-actions.tsx';
import { BookAccessibility } from './book-accessibility.tsx';
import { BookAtAGlanceLine } from './book-at-a-glance.tsx';
import { BookFacts } from './book-facts.tsx';
import { bookTexts as t } from './texts.ts';

interface BookPageProps {
  readonly book: PublicBook;
  readonly now: number;
  /** The link back. */
  readonly back: ReactNode;
  /** Content above the title. */
  readonly kind?: string;
  readonly slider: ReactNode;
  /** Content beside the title. */
  readonly sharing?: ReactNode;
  /** Next step of the visitor with the book. */
  readonly decision: ReactNode;
  /** Whether the number of downloads is known. */
  readonly isCounted: boolean;
  /** Element id of the parts' section. */
  readonly partsId?: string;
  readonly partsTitle: string;
  /** The parts, and the ways to pay. */
  readonly children: ReactNode;
}

/** The page of a book, for visitors and readers: the decision at the top, then the description and the parts. */
export function BookPage(props: BookPageProps) {
  const { book, now, back, kind, slider, sharing, decision, isCounted, partsId, partsTitle, children } = props;
  return (
    <>
      <p className="pt-3">{back}</p>
      <div className="grid grid-cols-1 gap-4 pt-2 pb-16 lg:grid-cols-[300px_minmax(0,1fr)] lg:items-start lg:gap-12 lg:pt-6 lg:pb-24 xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-20">
        <div className="mx-auto w-[44%] max-w-[320px] min-w-[156px] lg:sticky lg:top-24 lg:w-full lg:max-w-none">
          {slider}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <div className="lg:flex lg:flex-wrap lg:items-start lg:gap-8">
            <div className="min-w-0 lg:flex-[1_1_18rem]">
              {kind !== undefined && <p className="mb-1 text-sm text-ink-3">{kind}</p>}
              <div className="flex flex-wrap items-start justify-between gap-4">
                <h1 className="type-3 max-w-[16em] min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">{book.name}</h1>
                {sharing}
              </div>
              <AuthorLink />
              <BookAtAGlanceLine book={book} now={now} look="page" />
            </div>
            {decision}
          </div>
          <AboutBook book={book} isCounted={isCounted} />
          <section id={partsId} className="mt-6" aria-labelledby="parts-title">
            <h2 id="parts-title" className="type-2 mb-4">
              {partsTitle}
            </h2>
            {children}
          </section>
        </div>
      </div>
    </>
  );
}

/** Shows the book's description, a passage of it, and the known facts. */
function AboutBook({ book, isCounted }: Pick<BookPageProps, 'book' | 'isCounted'>) {
  const passage = book.highlights[0]?.passage;
  return (
    <>
      {book.description && (
        <p className="max-w-[40em] text-[1.0625rem] whitespace-pre-line text-ink-2">{book.description}</p>
      )}
      {passage && (
        <blockquote className="quote relative max-w-[26em] pl-5 text-[1.375rem] leading-[1.45]">
          <span
            aria-hidden="true"
            className="seam-y absolute top-[0.3em] bottom-[0.3em] left-0 [--seam:var(--cb-accent)]"
          />
          {t.quote(passage)}
        </blockquote>
      )}
      <div className="empty:hidden">
        <FragmentButton book={book} look="full" />
      </div>
      <BookFacts book={book} downloads={isCounted} />
      <BookAccessibility book={book} />
    </>
  );
}

/** Link to the author's section of the landing page. */
function AuthorLink() {
  const author = useSite()?.shop.author_name;
  if (!author) return null;
  return (
    <p>
      <Link
        to="/#autora"
        className="inline-flex min-h-11 items-center font-serif text-lg italic underline-offset-4 hover:underline"
      >
        {author}
      </Link>
    </p>
  );
}
