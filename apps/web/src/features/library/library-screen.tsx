import type { PublicBook } from '@cuentos/contract/books';
import type { Library } from '@cuentos/contract/library';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NotebookPen, RefreshCw } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { useOnline } from '../../device/connection.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { CutThreadDrawing, EmptyPocketDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BookList } from '../books/book-list.tsx';
import { booksQuery } from '../books/queries.ts';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { type LibraryTab, useLibraryTab } from './library-tab.ts';
import { MyBooks } from './my-books.tsx';
import { ProfileLink } from './profile-link.tsx';
import { lastReadQuery, libraryQuery, refreshLibrary } from './queries.ts';
import { libraryTexts as t } from './texts.ts';
import { useRefresh } from './use-refresh.ts';
import { Waiting } from '../../ui/waiting.tsx';

function useTabs() {
  const [tab, setTab] = useLibraryTab();
  const discover = () => {
    setTab('moreBooks');
    // The pressed button disappears with its tab, so the tab gets the focus.
    document.getElementById('tab-moreBooks')?.focus();
  };
  return { tab, setTab, discover };
}

function useLibraryRefresh(list: LibraryTab) {
  const queryClient = useQueryClient();
  return useRefresh({
    list,
    done: t.booksRefreshed,
    reload: () => refreshLibrary(queryClient),
  });
}

/** Library. */
export function LibraryScreen() {
  const store = useStoreName();
  const online = useOnline();
  const { tab, setTab, discover } = useTabs();
  const library = useQuery(libraryQuery);
  const lastRead = useQuery(lastReadQuery(library.dataUpdatedAt));
  // A library of many books is rendered as a transition, so that the page stays responsive.
  const shown = useDeferredValue(lastRead.isPending ? undefined : library.data);
  const books = useQuery({ ...booksQuery, enabled: tab === 'moreBooks' });
  const { refreshing, refresh } = useLibraryRefresh(tab);
  const offer = books.data && library.data ? booksToDiscover(books.data, library.data) : null;
  return (
    <SignedInFrame
      actions={
        <>
          <Button
            variant="quiet"
            busy={refreshing}
            icon={<RefreshCw aria-hidden="true" />}
            onClick={() => void refresh()}
          >
            {t.refresh}
          </Button>
          <ProfileLink />
        </>
      }
    >
      <PrivateMeta title={t.metaTitle(store)} />
      <div className="pt-8 pb-24">
        <LibraryTitle />
        <Tabs
          label={t.tabs.label}
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'myBooks', label: t.tabs.myBooks, count: library.data?.user_book_parts.length ?? null },
            { id: 'moreBooks', label: t.tabs.moreBooks },
          ]}
        >
          {tab === 'myBooks' ? (
            <MyBooks
              library={shown}
              lastRead={lastRead.data ?? null}
              failed={library.isError}
              onRetry={() => void library.refetch()}
              onDiscover={discover}
            />
          ) : (
            <DiscoverBooks
              online={online}
              books={offer}
              failed={books.isError || library.isError}
              onRetry={() => void Promise.all([books.refetch(), library.refetch()])}
            />
          )}
        </Tabs>
      </div>
    </SignedInFrame>
  );
}

/** The title, and the link to the notebook. */
function LibraryTitle() {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
      <h1 className="type-3">{t.title}</h1>
      <Link to="/notebook" className={`${buttonClass({ variant: 'quiet' })} -me-2.5`}>
        <NotebookPen aria-hidden="true" />
        {t.notebook}
      </Link>
    </div>
  );
}

/** Returns the books of which the reader does not own every part permanently. */
function booksToDiscover(books: readonly PublicBook[], library: Library): readonly ShelfBook[] {
  const owned = new Set(library.user_book_parts.map((part) => part.book_part_id));
  const begunBookIds = new Set(library.user_book_parts.map((part) => part.book_id));
  return books
    .filter((book) => !begunBookIds.has(book.id) || book.parts.some((part) => !owned.has(part.id)))
    .map((book) => ({ book, isBegun: begunBookIds.has(book.id) }));
}

interface ShelfBook {
  readonly book: PublicBook;
  /** Whether the reader owns a part of the book already. */
  readonly isBegun: boolean;
}

interface DiscoverBooksProps {
  readonly online: boolean;
  /** Books for sale; null until they and the reader's own are known. */
  readonly books: readonly ShelfBook[] | null;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** Tab 'Descubrir Libros'. */
function DiscoverBooks({ online, books, failed, onRetry }: DiscoverBooksProps) {
  if (!online) return <EmptyState drawing={<CutThreadDrawing />} title={t.offlineTitle} text={t.offlineText} />;
  const begunBookIds = new Set(books?.flatMap((each) => (each.isBegun ? [each.book.id] : [])));
  return (
    <section className="mt-8">
      <h2 className="type-2 mb-7">{t.discoverTitle}</h2>
      {!books && !failed && <ShelfSkeleton />}
      {!books && failed && (
        <EmptyState
          drawing={<TornSeamDrawing />}
          text={t.discoverFailed}
          action={<Button onClick={onRetry}>{t.retry}</Button>}
        />
      )}
      {books?.length === 0 && <EmptyState drawing={<EmptyPocketDrawing />} text={t.noMore} />}
      {books && books.length > 0 && (
        <BookList
          books={books.map(({ book }) => book)}
          hrefOf={(book) => `/user-library/${book.id}`}
          noteOf={(book) => (begunBookIds.has(book.id) ? t.begun : null)}
        />
      )}
    </section>
  );
}

function ShelfSkeleton() {
  return (
    <Waiting className="grid gap-6 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="grid grid-cols-[104px_1fr] content-start gap-4 md:grid-cols-1">
          <div className="skeleton aspect-2/3" />
          <div className="grid content-start gap-2">
            <div className="skeleton h-5" />
            <div className="skeleton h-4 w-2/3" />
          </div>
        </div>
      ))}
    </Waiting>
  );
}
