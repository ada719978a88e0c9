import type { PublicBook } from '@cuentos/contract/books';
import { session } from '../lib/api/session.ts';
import { isOnline } from '../device/network-status.ts';
import type { RouteSources } from './route-data.ts';
import { startReading } from './start-reading.ts';

/** Landing book load. */
const LOAD_DELAY_MS = 100;
/** As long as the shelf is this young, moving between public pages asks for nothing. */
const FRESH_MS = 60_000;

// The page that the server drew brings its books: the first fetch comes with the first navigation.
const catalog = () => import('../features/books/fetch-books.ts');

const hasStatus = (error: unknown, ...statuses: number[]) =>
  typeof error === 'object' && error !== null && 'status' in error && statuses.includes(Number(error.status));

/**
 * Where the routes load from in the browser: what the page brought, then the API.
 * @param cutOff the page came from the service worker, because the network did not answer.
 */
export function browserSources(loaderData: Readonly<Record<string, unknown>> = {}, cutOff = false): RouteSources {
  let shelf: readonly PublicBook[] | null = broughtBooks(loaderData);
  let shelfUntil = Date.now() + FRESH_MS;
  let startsCutOff = cutOff;

  const freshShelf = () => (shelf && Date.now() < shelfUntil ? shelf : null);
  const loadShelf = async (): Promise<readonly PublicBook[]> => {
    await new Promise((resolve) => setTimeout(resolve, LOAD_DELAY_MS));
    try {
      const { fetchBooks } = await catalog();
      shelf = await fetchBooks();
      shelfUntil = Date.now() + FRESH_MS;
      return shelf;
    } catch {
      return []; // A load failure shows as an empty list.
    }
  };
  return {
    books: () => ({ books: freshShelf() ?? loadShelf() }),
    async book(id) {
      const known = freshShelf()?.find((book) => book.id === id);
      if (known) return known;
      try {
        const { fetchBook } = await catalog();
        return await fetchBook(id);
      } catch (error) {
        if (hasStatus(error, 404, 422)) return null;
        throw error;
      }
    },
    async requireSession() {
      const [{ requireSession }, { startDevice }] = await Promise.all([
        import('./guard.ts'),
        import('../features/reading/start-device.ts'),
      ]);
      await requireSession();
      await startDevice();
    },
    openBook: startReading,
    offlineStart() {
      const isCutOff = startsCutOff || !isOnline();
      startsCutOff = false;
      return isCutOff && session.isRefreshTokenValid() ? '/user-library' : null;
    },
  };
}

function broughtBooks(loaderData: Readonly<Record<string, unknown>>): readonly PublicBook[] | null {
  const withBooks = Object.values(loaderData).find(
    (value) => typeof value === 'object' && value !== null && 'books' in value,
  );
  return (withBooks as { books: readonly PublicBook[] } | undefined)?.books ?? null;
}
