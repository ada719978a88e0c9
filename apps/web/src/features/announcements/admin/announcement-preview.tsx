import { type Block, type Inline, parseMarkup } from '@cuentos/domain/announcements/markup';
import { bookFromPrice } from '@cuentos/domain/orders/price';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { formatPrice } from '../../../lib/formats.ts';
import { useSite, useStoreName } from '../../../lib/page-data.ts';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { booksQuery } from '../../books/queries.ts';
import { announcementTexts as t } from './texts.ts';

const WIDTHS = { phone: 'max-w-[340px]', computer: 'max-w-[560px]' } as const;

interface AnnouncementPreviewProps {
  readonly subject: string;
  readonly body: string;
}

/** Preview of an announcement in a mail program, at two widths. */
export function AnnouncementPreview({ subject, body }: AnnouncementPreviewProps) {
  const store = useStoreName();
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone');
  return (
    <section aria-labelledby="preview-title">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview-title" className="type-1">
          {t.preview}
        </h2>
        <fieldset aria-label={t.width} className="flex rounded-2 border border-line-strong">
          {(['phone', 'computer'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={width === each}
              onClick={() => setWidth(each)}
              className="min-h-11 px-3.5 text-sm font-semibold aria-pressed:bg-accent aria-pressed:text-on-accent"
            >
              {t[each]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="rounded-pocket bg-sunken p-4">
        <div className={`mx-auto grid gap-4 bg-sheet p-5 [overflow-wrap:anywhere] ${WIDTHS[width]}`}>
          <p className="font-serif text-lg font-[560]">{store}</p>
          <p className="type-1 font-serif font-[560]">{subject || t.untitled}</p>
          {placed(parseMarkup(body)).map(({ at, piece }) => (
            <PreviewBlock key={at} block={piece} />
          ))}
          <p className="border-t border-line pt-3 text-xs text-ink-3">
            {t.previewWhy} <span className="underline">{t.previewLeave}</span>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Keys of the pieces of a text are their places. */
const placed = <Piece,>(pieces: readonly Piece[]) => pieces.map((piece, at) => ({ at, piece }));

function PreviewBlock({ block }: { readonly block: Block }) {
  if (block.kind === 'book') return <BookCard id={block.bookId} />;
  if (block.kind === 'list') {
    return (
      <ul className="grid list-disc gap-1 pl-5">
        {placed(block.items).map(({ at, piece }) => (
          <li key={at}>
            <Pieces pieces={piece} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p className="text-ink-2">
      {placed(block.lines).map(({ at, piece }) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          <Pieces pieces={piece} />
        </Fragment>
      ))}
    </p>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Inline[] }) {
  return placed(pieces).map(({ at, piece }) => {
    if (piece.kind === 'bold') return <b key={at}>{piece.text}</b>;
    if (piece.kind === 'italic') return <i key={at}>{piece.text}</i>;
    if (piece.kind === 'link') {
      return (
        <span key={at} title={piece.url} className="text-accent underline">
          {piece.text}
        </span>
      );
    }
    return piece.text;
  });
}

/** A book's card as the mail has it. */
function BookCard({ id }: { readonly id: string }) {
  const { data } = useQuery(booksQuery);
  const least = useSite()?.leastAmount ?? 0;
  const book = data?.find((each) => each.id === id);
  if (!book) return <p className="border-y border-line py-3 text-sm text-ink-3">{t.missingBook}</p>;
  const price = bookFromPrice(
    book.parts.filter(({ ebook }) => ebook).map(({ value }) => value),
    least,
  );
  return (
    <div className="flex items-center gap-3.5 border-y border-line py-3.5">
      <div className="w-16 shrink-0">
        <Cover picture={book.image} alt={t.cover(book.name)} sizes="64px" seed={book.id} />
      </div>
      <div className="min-w-0">
        <p className="font-serif text-lg leading-6 font-[560]">{book.name}</p>
        {price !== null && <p className="figures text-sm text-ink-3">{t.fromPrice(formatPrice(price))}</p>}
      </div>
    </div>
  );
}
