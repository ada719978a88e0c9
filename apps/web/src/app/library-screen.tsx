import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Shelf } from '../features/catalog/components/shelf.tsx';
import { booksQuery } from '../features/catalog/data.ts';
import { newestFirst } from '../features/catalog/newest-first.ts';
import { DiscoverBooks } from '../features/library/components/discover-books.tsx';
import { MyBooks } from '../features/library/components/my-books.tsx';
import { ProfileLink } from '../features/library/components/profile-link.tsx';
import { lastReadQuery, libraryQuery, ownBooksQuery } from '../features/library/data.ts';
import { type LibraryTab, useLibraryTab } from '../features/library/library-tab.ts';
import { libraryTexts as t } from '../features/library/texts.ts';
import { useRefresh } from '../features/library/use-refresh.ts';
import { useStoreName } from '../lib/store-name.ts';
import { useOnline } from '../offline/network-status.ts';
import { Button } from '../ui/button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';

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
              <Shelf books={others} hrefOf={(book) => `/user-library/${book.id}`} />
            </DiscoverBooks>
          )}
        </Tabs>
      </div>
    </SignedInFrame>
  );
}
