import type { LoadedPage, PageServices } from '@cuentos/contract/ssr';
import { expect, it } from 'vitest';
import webPages from './entry-server.tsx';
import { fakeBook, fakePart } from './testing/catalogue.ts';
import { publicShop, siteFacts } from './testing/site-facts.ts';

const END = Date.parse('2026-12-01T02:59:59.999Z');
const presale = { is_presale: true, presale_discount_percentage: 20, presale_end_date: new Date(END).toISOString() };
const book = fakeBook({ parts: [fakePart({ value: 1000, ...presale })] });

let now = END - 1000;
const services: PageServices = {
  site: siteFacts(),
  now: () => now,
  shop: async () => publicShop(),
  legalDocument: async () => null,
  books: async () => [book],
  book: async (id) => (id === book.id ? book : null),
};

async function load(url: string): Promise<LoadedPage> {
  const page = await webPages.loadPage(url, services);
  if (page.kind !== 'page') throw new Error(`${url} is no page`);
  return page;
}

it.each([
  ['/', '/'],
  ['/?codigo=REGALO#x', '/'],
  ['/LOGIN/', '/login'],
  ['/book-detail/%61bc?x', '/book-detail/abc'],
  ['/register/a%2Fb', '/register/a%2Fb'],
  ['/terms-and-conditions/2', '/terms-and-conditions/2'],
  ['//evil.test/', null],
  ['/gift/secreto', null],
  ['/accountant/secreto', null],
  ['/recover-password/secreto', null],
  ['/user-library', null],
  ['/home', null],
  ['/nada', null],
])('stores %s as %s', (url, path) => {
  expect(webPages.sharedPath(url)).toBe(path);
});

it('a page is kept in memory only when its address is the shop’s own', async () => {
  for (const [url, keeping] of [
    ['/', 'standing'],
    ['/login', 'standing'],
    [`/book-detail/${book.id}`, 'standing'],
    [`/register/${book.id}`, 'passing'],
    ['/register/inventado', 'single'],
    ['/newsletter/confirm/secreto', 'single'],
  ] as const) {
    expect((await load(url)).keeping, url).toBe(keeping);
  }
  expect(await webPages.standingPaths(services)).toEqual(
    expect.arrayContaining(['/', '/login', '/privacy-policy', '/terms-and-conditions', `/book-detail/${book.id}`]),
  );
  expect((await load('/not-found/')).status).toBe(404);
});

it('expires when a presale ends, and has another text then', async () => {
  const before = await load('/');
  expect(before.until).toBe(END);
  now = END;
  const after = await load('/');
  expect(after.data).not.toBe(before.data);
  // Only the year in the page's last line changes by itself, at midnight in Santiago.
  expect(after.until).toBe(Date.parse('2027-01-01T03:00:00Z'));
});
