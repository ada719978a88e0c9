import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { publicSources } from './public-sources.ts';

const books = [{ id: 'faro' }];

beforeEach(async () => {
  // The first request imports this module. Imported here, it does not wait for the fake clock.
  await import('../features/books/fetch-books.ts');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('begins to load the books of the landing page after 100 ms', async () => {
  const calls = fakeApi({ 'GET /api/books/': { body: books } });
  const loaded = await publicSources.books();
  await vi.advanceTimersByTimeAsync(99);
  // Counts timers, since `calls` would not show a request yet: its module is imported after the timer fires.
  expect(vi.getTimerCount()).toBe(1);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect(loaded.books).resolves.toEqual(books);
  expect(calls).toHaveLength(1);
});

it('shows an empty list when the books cannot be loaded', async () => {
  fakeApi({ 'GET /api/books/': { status: 500, body: { detail: 'x' } } });
  const loaded = await publicSources.books();
  const emptyBooks = expect(loaded.books).resolves.toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await emptyBooks;
});

it.each([404, 422])('a missing book (%i) is null; another failure is an error', async (status) => {
  fakeApi({ 'GET /api/books/nada': { status, body: { detail: 'x' } }, 'GET /api/books/mala': { status: 500 } });
  await expect(publicSources.book('nada')).resolves.toBeNull();
  await expect(publicSources.book('mala')).rejects.toMatchObject({ status: 500 });
});

it('waits eight seconds for a server that does not answer: then a book fails, and the shop has its default texts', async () => {
  // The server accepts the call and never answers.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await import('../lib/api/api-client.ts');
  const book = vi.fn<(error: unknown) => void>();
  const shop = vi.fn<(words: unknown) => void>();
  publicSources.book('faro').catch(book);
  void Promise.resolve(publicSources.shop()).then(shop);
  await vi.advanceTimersByTimeAsync(7999);
  expect([book, shop].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(100);
  await vi.waitFor(() => expect(shop).toHaveBeenCalledOnce());
  expect(book).toHaveBeenCalledOnce();
});
