import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../../device/network-status.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { CutThreadDrawing, EmptyPocketDrawing } from '../../ui/pictures/drawings.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BookList } from '../books/book-list.tsx';
import { booksQuery } from '../books/queries.ts';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { newestFirst } from '../site/route-books.ts';
import { type LibraryTab, useLibraryTab } from './library-tab.ts';
import { MyBooks } from './my-books.tsx';
import { ProfileLink } from './profile-link.tsx';
import { lastReadQuery, libraryQuery, ownBooksQuery } from './queries.ts';
import { libraryTexts as t } from './texts.ts';
import { useRefresh } from './use-refresh.ts';

function useTabs() {
  const [tab, setTab] = useLibraryTab();
  const discover = () => {
    setTab('moreBooks');
    // The button that leads there goes with its own tab.
    document.getElementById('tab-moreBooks')?.focus();
  };
  return { tab, setTab, discover };
}

function useLibraryRefresh(list: LibraryTab) {
  const queryClient = useQueryClient();
  return useRefresh({
    list,
    done: t.booksRefreshed,
    reload: () =>
      Promise.all(
        [libraryQuery.queryKey, booksQuery.queryKey].map((queryKey) =>
          queryClient.refetchQueries({ queryKey }, { throwOnError: true }),
        ),
      ),
  });
}

/** Library. */
export function LibraryScreen() {
  const store = useStoreName();
  const online = useOnline();
  const { tab, setTab, discover } = useTabs();
  const library = useQuery(libraryQuery);
  const lastRead = useQuery(lastReadQuery(library.dataUpdatedAt));
  const books = useQuery({ ...booksQuery, enabled: tab === 'moreBooks' });
  const ownBooks = useQuery({ ...ownBooksQuery, enabled: tab === 'moreBooks' && online });
  const { refreshing, refresh } = useLibraryRefresh(tab);
  const owned = new Set(ownBooks.data?.map((book) => book.id));
  const others = newestFirst(books.data ?? []).filter((book) => !owned.has(book.id));
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
        <h1 className="type-3 mb-5">{t.title}</h1>
        <Tabs
          label={t.tabs.label}
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'myBooks', label: t.tabs.myBooks, count: library.data?.user_book_parts.length || undefined },
            { id: 'moreBooks', label: t.tabs.moreBooks },
          ]}
        >
          {tab === 'myBooks' ? (
            <MyBooks
              library={lastRead.isPending ? undefined : library.data}
              lastRead={lastRead.data ?? null}
              failed={library.isError}
              onRetry={() => void library.refetch()}
              onDiscover={discover}
            />
          ) : (
            <DiscoverBooks online={online} loading={books.isPending || ownBooks.isPending} empty={others.length === 0}>
              <BookList books={others} hrefOf={(book) => `/user-library/${book.id}`} />
            </DiscoverBooks>
          )}
        </Tabs>
      </div>
    </SignedInFrame>
  );
}

interface DiscoverBooksProps {
  readonly online: boolean;
  readonly loading: boolean;
  readonly empty: boolean;
  /** What is for sale. */
  readonly children: ReactNode;
}

/** Tab 'Descubrir Libros'. */
function DiscoverBooks({ online, loading, empty, children }: DiscoverBooksProps) {
  if (!online) return <EmptyState drawing={<CutThreadDrawing />} title={t.offlineTitle} text={t.offlineText} />;
  return (
    <section className="mt-8">
      <h2 className="type-2 mb-7">{t.discoverTitle}</h2>
      {loading && <ShelfSkeleton />}
      {!loading && empty && <EmptyState drawing={<EmptyPocketDrawing />} text={t.noMore} />}
      {!loading && !empty && children}
    </section>
  );
}

function ShelfSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="grid grid-cols-[104px_1fr] content-start gap-4 md:grid-cols-1">
          <div className="skeleton aspect-2/3" />
          <div className="grid content-start gap-2">
            <div className="skeleton h-5" />
            <div className="skeleton h-4 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
