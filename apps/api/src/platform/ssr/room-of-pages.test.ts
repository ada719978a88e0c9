import type { LoadedPage, WebPages } from '@cuentos/contract/ssr';
import { expect, it } from 'vitest';
import { createKeptPages } from './kept-pages.ts';
import type { OwnPageServices, PagesState } from './page-services.ts';

/** Three megabytes, and slightly more with its compressed encodings. */
const document = 'a'.repeat(3_000_000);

/** Caches pages by address alone. @returns the cache and the addresses that were rendered */
function keepPages(keepingOf: (path: string) => LoadedPage['keeping']) {
  const drawn: string[] = [];
  const state = {} as PagesState;
  const services = { state: async () => state, now: () => 0, isFresh: () => true } as Partial<OwnPageServices>;
  const web = {
    loadPage: async (path) => {
      drawn.push(path);
      return {
        kind: 'page',
        status: 200,
        data: path,
        until: 1,
        keeping: keepingOf(path),
        draw: () => ({ head: '', app: '' }),
      };
    },
  } as Partial<WebPages>;
  const pages = createKeptPages({
    web: web as WebPages,
    services: services as OwnPageServices,
    documentOf: ({ data }) => `${data}${document}`,
  });
  return { drawn, pages };
}

it('temporary pages share eight megabytes: a third large one replaces the least recently used', async () => {
  const { drawn, pages } = keepPages(() => 'passing');
  for (const path of ['/a', '/b', '/a', '/c']) await pages.read(path);
  expect(drawn).toEqual(['/a', '/b', '/c']);
  for (const path of ['/a', '/c']) expect(pages.find(path), path).not.toBeNull();
  expect(pages.find('/b')).toBeNull();
});

it('permanent pages have space of their own, which temporary ones never take', async () => {
  const { drawn, pages } = keepPages((path) => (path === '/' ? 'standing' : 'passing'));
  for (const path of ['/', '/a', '/b', '/c', '/d', '/']) await pages.read(path);
  expect(drawn).toEqual(['/', '/a', '/b', '/c', '/d']);
});

it('permanent pages share forty-eight megabytes', async () => {
  const { pages } = keepPages(() => 'standing');
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  for (const path of paths) await pages.read(path);
  expect(paths.filter((path) => pages.find(path) !== null)).toEqual(paths.slice(-15));
});
