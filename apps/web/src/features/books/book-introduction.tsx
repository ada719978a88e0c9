import type { PublicBook } from '@cuentos/contract/books';
import { formatNumber } from '../../lib/formats.ts';
import { FragmentButton } from './book-actions.tsx';
import { bookTexts as t } from './texts.ts';

/** Title, colophon, description, first passage and the excerpt's button, as a reader's book page shows them. */
export function BookIntroduction({ book, kind }: { readonly book: PublicBook; readonly kind: string }) {
  const passage = book.highlights[0]?.passage;
  return (
    <div className="grid content-start gap-6">
      <div>
        <p className="text-sm text-ink-3">{kind}</p>
        <h1 className="type-3 mt-1 max-w-[16em]">{book.name}</h1>
      </div>
      <BookFacts book={book} />
      {book.description && <p className="max-w-[40em] whitespace-pre-line text-ink-2">{book.description}</p>}
      {passage && <blockquote className="quote max-w-[26em] text-xl leading-normal">{t.quote(passage)}</blockquote>}
      <div className="empty:hidden">
        <FragmentButton name={book.name} fragment={book.fragment} look="full" />
      </div>
    </div>
  );
}

interface BookFactsProps {
  readonly book: {
    readonly location: string;
    readonly genre: string;
    readonly pages: number;
    readonly download_count: number;
    readonly series: { readonly name: string; readonly number: number | null } | null;
    readonly isbn: string | null;
  };
  /** The public page also counts the downloads. */
  readonly downloads?: boolean;
}

/** The colophon: place, genre, pages. */
export function BookFacts({ book, downloads = false }: BookFactsProps) {
  // An imported book may lack place and genre.
  const facts = [
    [t.place, book.location],
    [t.genre, book.genre],
    [t.pages, book.pages > 0 ? formatNumber(book.pages) : ''],
    [t.series, book.series ? t.inSeries(book.series.name, book.series.number) : ''],
    [t.isbn, book.isbn ?? ''],
    ...(downloads ? [[t.downloads, formatNumber(book.download_count)]] : []),
  ].filter(([, value]) => value !== '');
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-[0.9375rem] leading-[1.4]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
