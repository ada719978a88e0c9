import type { PublicBook } from '@cuentos/contract/books';
import type { UserPart } from '@cuentos/contract/library';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { BookSlider } from '../features/catalog/components/book-slider.tsx';
import { ShareButton } from '../features/catalog/components/share-button.tsx';
import { bookQuery } from '../features/catalog/data.ts';
import { BookIntroduction } from '../features/catalog/components/book-introduction.tsx';
import { ProfileLink } from '../features/library/components/profile-link.tsx';
import { BookFailed, BookSkeleton } from '../features/library/components/book-states.tsx';
import { userPartsQuery } from '../features/library/data.ts';
import { libraryTexts as t } from '../features/library/texts.ts';
import { useRefresh } from '../features/library/use-refresh.ts';
import { useStoreName } from '../lib/store-name.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { showToast } from '../ui/toast-store.ts';
import { LibraryBookParts } from './library-book-parts.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';
import { appTexts } from './texts.ts';

/** 'Detalle del libro' of a reader. */
export function LibraryBookScreen() {
  const bookId = useParams()['book_id'] ?? '';
  const store = useStoreName();
  const queryClient = useQueryClient();
  const book = useQuery(bookQuery(bookId));
  const parts = useQuery(userPartsQuery(bookId));
  const reload = () =>
    Promise.all([
      book.refetch({ throwOnError: true }),
      parts.refetch({ throwOnError: true }),
      queryClient.invalidateQueries({ queryKey: ['library'], refetchType: 'none' }),
    ]);
  const { refreshing, refresh } = useRefresh({ list: `book:${bookId}`, done: t.bookRefreshed, reload });
  const failed = parts.isError && !parts.data;
  useEffect(() => {
    if (failed) showToast('error', t.bookUnavailable);
  }, [failed]);

  const refreshButton = (
    <Button variant="quiet" busy={refreshing} icon={<RefreshCw aria-hidden="true" />} onClick={() => void refresh()}>
      {t.refresh}
    </Button>
  );
  return (
    <SignedInFrame
      actions={
        <>
          {refreshButton}
          <ProfileLink />
        </>
      }
    >
      <PrivateMeta title={appTexts.titled(book.data?.name ?? t.detail, store)} />
      <p className="pt-3">
        <BackLink to="/user-library">{t.title}</BackLink>
      </p>
      {failed || (book.isError && !book.data) ? (
        <BookFailed onRetry={() => void Promise.all([book.refetch(), parts.refetch()])} />
      ) : book.data && parts.data ? (
        <LoadedBook book={book.data} parts={parts.data} onRefresh={() => void refresh()} />
      ) : (
        <BookSkeleton />
      )}
    </SignedInFrame>
  );
}

interface LoadedBookProps {
  readonly book: PublicBook;
  readonly parts: readonly UserPart[];
  readonly onRefresh: () => void;
}

function LoadedBook({ book, parts, onRefresh }: LoadedBookProps) {
  return (
    <>
      <div className="grid gap-8 pt-4 pb-10 lg:grid-cols-[380px_minmax(0,1fr)] lg:items-start lg:gap-20 lg:pt-6">
        <div className="mx-auto w-[68%] max-w-[320px] lg:w-full lg:max-w-none">
          <BookSlider book={book} sizes="(width >= 1024px) 380px, 68vw" eager>
            <div className="absolute right-2 bottom-2 z-1 flex gap-2">
              <ShareButton book={book} look="sheet" />
              <IconButton look="sheet" label={t.refresh} icon={<RefreshCw aria-hidden="true" />} onClick={onRefresh} />
            </div>
          </BookSlider>
        </div>
        <BookIntroduction book={book} kind={t.detail} />
      </div>
      <LibraryBookParts book={book} parts={parts} />
    </>
  );
}
