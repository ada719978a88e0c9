import type { PublicBook } from '@cuentos/contract/books';
import type { PublicSources } from './public-screens.ts';

/** Landing book load. */
const LOAD_DELAY_MS = 100;

// The page that the server drew brings its books: only the bare shell fetches them.
const catalog = () => import('../features/books/fetch-books.ts');

const hasStatus = (error: unknown, ...statuses: number[]) =>
  typeof error === 'object' && error !== null && 'status' in error && statuses.includes(Number(error.status));

async function loadBooks(): Promise<readonly PublicBook[]> {
  await new Promise((resolve) => setTimeout(resolve, LOAD_DELAY_MS));
  try {
    const { fetchBooks } = await catalog();
    return await fetchBooks();
  } catch {
    return []; // A load failure shows as an empty list.
  }
}

/** Where a public screen loads from in the browser when the server has not drawn it: the API. */
export const publicSources: PublicSources = {
  books: () => ({ books: loadBooks() }),
  async book(id) {
    try {
      const { fetchBook } = await catalog();
      return await fetchBook(id);
    } catch (error) {
      if (hasStatus(error, 404, 422)) return null;
      throw error;
    }
  },
};
