import type { PublicBook } from '@cuentos/contract/books';
import { getLegalDocument, getShop, type PublicShop } from '@cuentos/contract/shop';
import { DEFAULT_STORE_NAME } from '../lib/page-data.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { PublicSources } from './public-screens.ts';

/** Delay before the landing page's books are loaded, ms. */
const LOAD_DELAY_MS = 100;
/**
 * Time limit of the bare shell's data, ms. The shell shows no part of a page before its data has arrived, and stands in
 * after a connection failed, so that a hanging request counts as failed.
 */
const PATIENCE_MS = 8000;

// Server-rendered pages contain their books: only the bare shell fetches them.
const catalog = () => import('../features/books/fetch-books.ts');

const hasStatus = (error: unknown, ...statuses: number[]) =>
  typeof error === 'object' && error !== null && 'status' in error && statuses.includes(Number(error.status));

/** @throws {Error} when an answer takes longer than the time limit */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(answer, PATIENCE_MS, (): never => {
    throw new Error('the shop does not answer');
  });
}

async function loadBooks(): Promise<readonly PublicBook[]> {
  await new Promise((resolve) => setTimeout(resolve, LOAD_DELAY_MS));
  try {
    const { fetchBooks } = await catalog();
    return await inTime(fetchBooks());
  } catch {
    return []; // A load failure shows as an empty list.
  }
}

/** Identity of the shop; its default texts while the server is out of reach. */
async function loadShop(): Promise<PublicShop> {
  try {
    const { request } = await import('../lib/api/api-client.ts');
    return await inTime(request(getShop));
  } catch {
    const { originalWords } = await import('@cuentos/contract/shop-texts');
    const nobody = { author_name: '', author_noun: 'autora', portrait: null, quote: '', biography: '' } as const;
    const shop = { store_name: DEFAULT_STORE_NAME, mark_letters: 'CB', contact_email: null, accent: 'anil' } as const;
    return { identity: { ...nobody, ...shop, links: [] }, words: originalWords };
  }
}

/** Sources of a public screen in the browser, when the server has not rendered it: the API. */
export const publicSources: PublicSources = {
  books: () => ({ books: loadBooks() }),
  async book(id) {
    try {
      const { fetchBook } = await catalog();
      return await inTime(fetchBook(id));
    } catch (error) {
      if (hasStatus(error, 404, 422)) return null;
      throw error;
    }
  },
  shop: loadShop,
  async legalDocument(kind, version) {
    const { request } = await import('../lib/api/api-client.ts');
    try {
      const query = { version: version ?? null };
      return await inTime(request(getLegalDocument, { params: { kind }, query, handles: [404] }));
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  },
};
