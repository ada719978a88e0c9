import type { PublicBook } from '@cuentos/contract/books';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/formats.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { catalogTexts as t } from '../texts.ts';
import { BookSlider } from './book-slider.tsx';
import { FragmentButton } from './fragment-button.tsx';
import { ShareButton } from './share-button.tsx';

/** The newest book, large, with its first quote. */
export function FeaturedBook({ book, href }: { readonly book: PublicBook; readonly href: string }) {
  const passage = book.highlights[0]?.passage;
  return (
    <article className="grid gap-7 lg:grid-cols-[360px_minmax(0,1fr)] lg:items-center lg:gap-20">
      <div className="mx-auto w-[74%] max-w-[300px] lg:w-full lg:max-w-none">
        <BookSlider book={book} sizes="(width >= 1024px) 360px, 300px" />
      </div>
      <div>
        <h3 className="type-3">{book.name}</h3>
        <p className="figures mt-2.5 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-3">
          {book.location && <span>{book.location}</span>}
          <span>
            {book.pages > 0 && `${t.pageCount(formatNumber(book.pages))}, `}
            {t.partCount(book.parts.length)}
          </span>
        </p>
        {passage && (
          <blockquote className="quote mt-6 max-w-[26em] text-[clamp(1.1875rem,1.05rem+0.6vw,1.5rem)] leading-[1.45]">
            {t.quote(passage)}
          </blockquote>
        )}
        <p className="mt-5 line-clamp-5 max-w-[36em] text-ink-2">{book.description}</p>
        <div className="mt-7 flex flex-wrap items-center gap-2">
          <Link
            to={href}
            aria-label={t.seeBookOf(book.name)}
            className={`${buttonClass({ variant: 'primary', size: 'large' })} max-md:px-4.5!`}
          >
            {t.seeBook}
          </Link>
          <FragmentButton name={book.name} fragment={book.fragment} look="quiet" />
          <ShareButton book={book} />
        </div>
      </div>
    </article>
  );
}
