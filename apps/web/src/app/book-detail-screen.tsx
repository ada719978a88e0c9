import type { PublicBook } from '@cuentos/contract/books';
import { useLoaderData, useNavigate } from 'react-router';
import { BookSlider } from '../features/catalog/components/book-slider.tsx';
import { PublicBookPage } from '../features/catalog/components/public-book-page.tsx';
import { catalogTexts as t } from '../features/catalog/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { useNow } from '../lib/clock.ts';
import { session } from '../lib/session.ts';
import { BookJsonLd } from './book-json-ld.tsx';
import { PageMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import type { WithBook } from './route-data.ts';

const DESCRIPTION_MAX = 180;

/** Public book detail. */
export function BookDetailScreen() {
  const { book } = useLoaderData<WithBook>();
  return (
    <PublicFrame>
      <LoadedBook book={book} />
    </PublicFrame>
  );
}

function LoadedBook({ book }: { readonly book: PublicBook }) {
  const store = useStoreName();
  const navigate = useNavigate();
  const now = useNow();
  /** Buy click. */
  const buy = () => navigate(session.isRefreshTokenValid() ? `/user-library/${book.id}` : `/register/${book.id}`);
  return (
    <>
      <PageMeta
        title={t.metaTitle(book.name, store)}
        description={summary(book.description)}
        path={`/book-detail/${book.id}`}
        image={book.image?.src}
        type="book"
      />
      <BookJsonLd book={book} now={now} />
      <PublicBookPage
        book={book}
        now={now}
        onBuy={() => void buy()}
        slider={<BookSlider book={book} sizes="(width >= 1024px) 380px, 68vw" eager />}
      />
    </>
  );
}

function summary(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  return `${text.slice(0, DESCRIPTION_MAX).replace(/\s+\S*$/, '')}…`;
}
