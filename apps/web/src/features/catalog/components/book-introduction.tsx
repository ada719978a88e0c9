import type { PublicBook } from '@cuentos/contract/books';
import { catalogTexts as t } from '../texts.ts';
import { BookFacts } from './book-facts.tsx';
import { FragmentButton } from './fragment-button.tsx';

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
