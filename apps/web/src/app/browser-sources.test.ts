import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { browserSources } from './browser-sources.ts';

const shelf = [{ id: 'faro' }];

beforeEach(async () => {
  localStorage.clear();
  session.forget();
  // Its file comes with the first navigation; a clock that stands still would wait for it.
  await import('../features/books/fetch-books.ts');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('begins to load the books of the landing page after 100 ms', async () => {
  const calls = fakeApi({ 'GET /api/books/': { body: shelf } });
  const { books } = await browserSources().books();
  await vi.advanceTimersByTimeAsync(99);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await expect(books).resolves.toEqual(shelf);
  expect(calls).toHaveLength(1);
});

it('shows an empty list when they cannot be had', async () => {
  fakeApi({ 'GET /api/books/': { status: 500, body: { detail: 'x' } } });
  const { books } = await browserSources().books();
  const loaded = expect(books).resolves.toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  await loaded;
});

it("asks for nothing while the page's own books are fresh, then anew", async () => {
  const calls = fakeApi({ 'GET /api/books/': { body: shelf } });
  const sources = browserSources({ landing: { books: shelf } });
  expect((await sources.books()).books).toBe(shelf);
  await expect(sources.book('faro')).resolves.toEqual(shelf[0]);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  const { books } = await sources.books();
  await vi.advanceTimersByTimeAsync(100);
  await books;
  expect(calls).toHaveLength(1);
});

it.each([404, 422])('a book that is not there (%i) is none; another failure is one', async (status) => {
  fakeApi({ 'GET /api/books/nada': { status, body: { detail: 'x' } }, 'GET /api/books/mala': { status: 500 } });
  const sources = browserSources();
  await expect(sources.book('nada')).resolves.toBeNull();
  await expect(sources.book('mala')).rejects.toMatchObject({ status: 500 });
});

it('starts in the library without a connection, when somebody is signed in', () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(browserSources().offlineStart()).toBeNull();
  signInAs('ana');
  expect(browserSources().offlineStart()).toBe('/user-library');
  line.mockReturnValue(true);
  expect(browserSources().offlineStart()).toBeNull();
});

it('starts there too when the kept shell stood in for a page, but lets one go to the landing page later', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  signInAs('ana');
  const { offlineStart } = browserSources({}, true);
  expect(offlineStart()).toBe('/user-library');
  expect(offlineStart()).toBeNull();
});

it('opens no book without a session: the reader ends at /login', async () => {
  vi.useRealTimers();
  const thrown = await browserSources()
    .openBook({ part_uuid: 'uno' }, 'http://localhost/reader/faro/uno')
    .catch((response: unknown) => response);
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).headers.get('location')).toBe('/login');
});
