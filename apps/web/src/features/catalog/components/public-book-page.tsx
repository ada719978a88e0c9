import type { PublicBook } from '@cuentos/contract/books';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';
import { catalogTexts as t } from '../texts.ts';
import { BookFacts } from './book-facts.tsx';
import { FragmentButton } from './fragment-button.tsx';
import { PublicPartRow } from './public-part-row.tsx';
import { ShareButton } from './share-button.tsx';

interface PublicBookPageProps {
  readonly book: PublicBook;
  readonly now: number;
  readonly slider: ReactNode;
  readonly onBuy: () => void;
}

/** Everything about a book, and its parts to buy. */
export function PublicBookPage({ book, now, slider, onBuy }: PublicBookPageProps) {
  const passage = book.highlights[0]?.passage;
  return (
    <div className="wrap">
      <p className="pt-3">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
      <div className="grid grid-cols-1 gap-8 pt-4 pb-16 lg:grid-cols-[380px_minmax(0,1fr)] lg:items-start lg:gap-20 lg:pt-6 lg:pb-24">
        <div className="mx-auto w-[68%] max-w-[320px] lg:sticky lg:top-24 lg:w-full lg:max-w-none">{slider}</div>
        <div className="grid grid-cols-1 gap-6">
          <div className="flex items-start justify-between gap-4">
            <h1 className="type-3 max-w-[16em] min-w-0">{book.name}</h1>
            <ShareButton book={book} look="lined" />
          </div>
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
            <FragmentButton name={book.name} fragment={book.fragment} look="full" />
          </div>
          <BookFacts book={book} downloads />
          <section className="mt-6" aria-labelledby="parts-title">
            <h2 id="parts-title" className="type-2 mb-4">
              {t.parts}
            </h2>
            {book.parts.length === 0 ? (
              <p className="border-t border-line pt-4 text-ink-2">{t.noParts}</p>
            ) : (
              <ul className="border-t border-line">
                {book.parts.map((part) => (
                  <PublicPartRow key={part.id} part={part} now={now} onBuy={onBuy} />
                ))}
              </ul>
            )}
            <p className="mt-6 flex items-start gap-3.5 text-sm leading-[1.45] text-balance text-ink-2 [&>svg]:size-5 [&>svg]:shrink-0">
              <Lock aria-hidden="true" />
              {t.payment}
            </p>
          </section>
        </div>
      </div>
    </div>
  );
}
