import type { PublicBook } from '@cuentos/contract/books';
import type { SiteFacts } from '@cuentos/contract/ssr';
import { sharePicturePath } from '@cuentos/domain/books/share-picture';
import { Hourglass, Lock } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { Island } from '../../lib/island.tsx';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { useIsServerDrawn } from '../../lib/server-drawn.ts';
import { useScreenData } from '../../lib/screen-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PublicFrame } from '../site/page-frames.tsx';
import { PageMeta } from '../site/public-meta.tsx';
import { ShareButton } from './book-actions.tsx';
import { bookJsonLd } from './book-json-ld.ts';
import {
  type BookPageData,
  CompleteOwnBook,
  FollowPageBook,
  NextStepBar,
  OwnBookDecision,
  PartActionsIsland,
} from './book-islands.tsx';
import { BookPage } from './book-page.tsx';
import { BookSlider } from './book-slider.tsx';
import { PublicPartRow } from './public-part-row.tsx';
import { bookTexts as t } from './texts.ts';

const DESCRIPTION_MAX = 180;

/** Public book detail. */
export function BookDetailScreen() {
  const { book } = useScreenData() as BookPageData;
  return (
    <PublicFrame>
      <LoadedBook book={book} />
    </PublicFrame>
  );
}

function LoadedBook({ book }: { readonly book: PublicBook }) {
  const store = useStoreName();
  const now = useNow();
  return (
    <>
      <PageMeta
        title={t.metaTitle(book.name, store)}
        description={summary(book.description)}
        path={`/book-detail/${book.id}`}
        image={{ path: sharePicturePath(book), alt: t.cover(book.name) }}
        type="book"
      />
      <BookJsonLd book={book} now={now} />
      <div className="wrap">
        <BookPage
          book={book}
          now={now}
          back={<BackLink to="/">{t.backToStart}</BackLink>}
          slider={<BookSlider book={book} sizes="(width >= 1280px) 380px, (width >= 1024px) 300px, 44vw" eager />}
          sharing={<ShareButton book={book} look="lined" />}
          decision={<Island name="book-decision" of={book.id} component={OwnBookDecision} wakes="for-known" />}
          isCounted={book.parts.length > 0}
          partsTitle={t.parts}
        >
          <PublicParts book={book} now={now} />
        </BookPage>
        <Island name="next-step" of={book.id} component={NextStepBar} wakes="for-known" />
      </div>
    </>
  );
}

function summary(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  return `${text.slice(0, DESCRIPTION_MAX).replace(/\s+\S*$/, '')}…`;
}

/** The book's parts for sale, and the ways to pay. */
function PublicParts({ book, now }: { readonly book: PublicBook; readonly now: number }) {
  if (book.parts.length === 0) return <BookInPreparation book={book} />;
  return (
    <>
      <Island name="complete-book" of={book.id} component={CompleteOwnBook} wakes="for-known" />
      <ul className="border-t border-line">
        {book.parts.map((part) => (
          <PublicPartRow
            key={part.id}
            part={part}
            now={now}
            actions={<Island name="part-actions" of={part.id} component={PartActionsIsland} wakes="for-known" />}
          />
        ))}
      </ul>
      <p className="mt-6 flex items-start gap-3.5 text-sm leading-[1.45] text-balance text-ink-2 [&>svg]:size-5 [&>svg]:shrink-0">
        <Lock aria-hidden="true" />
        {t.payment}
      </p>
    </>
  );
}

/** Stands in for the parts of a book without any, and offers a notice of the first one. */
function BookInPreparation({ book }: { readonly book: PublicBook }) {
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <Badge tone="info">
        <Hourglass aria-hidden="true" />
        {t.inPreparation}
      </Badge>
      <p className="text-ink-2">{t.noParts}</p>
      <div className="w-full md:max-w-[280px]">
        <Island name="follow-book" of={book.id} component={FollowPageBook} wakes="for-known" />
      </div>
    </div>
  );
}

/**
 * Data of the server's page for search engines. The browser keeps the element unchanged: React would make a script from
 * text, which a page with Trusted Types refuses.
 */
function BookJsonLd({ book, now }: { readonly book: PublicBook; readonly now: number }) {
  const site = useSite();
  const isServerDrawn = useIsServerDrawn();
  const [html] = useState(() => (site && isServerDrawn ? { __html: jsonLdMarkup(book, site, now) } : null));
  return html && <script type="application/ld+json" dangerouslySetInnerHTML={html} />;
}

function jsonLdMarkup(book: PublicBook, { origin, shop, seller }: SiteFacts, now: number): string {
  const { seller_name: sellerName, sales_open: salesOpen } = seller;
  const json = bookJsonLd(book, { origin, author: shop.author_name, seller: sellerName, salesOpen, now });
  // A name may contain the end of a script or the beginning of a comment.
  return JSON.stringify(json).replaceAll('<', '\\u003c');
}
