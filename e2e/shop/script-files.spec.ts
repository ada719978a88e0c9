import type { PublicBook } from '@cuentos/contract/books';
import type { Page } from '@playwright/test';
import { pressInBar, requestsEnded } from '../support/reader-page.ts';
import { expect, startSession, test } from '../support/shop-test.ts';

/** Lists the script files that were downloaded since now, each as often as it was. */
async function scriptByWire(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  // With data saving on, the page does not fetch ahead the files of the screens after the form.
  await client.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  const fromCache = new Set<string>();
  const files: string[] = [];
  client.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.endsWith('.js') && !response.fromDiskCache && !fromCache.has(requestId)) files.push(pathname);
  });
  await client.send('Network.enable');
  return files;
}

interface Screen {
  readonly name: string;
  readonly path: (book: PublicBook) => string;
  readonly most: number;
  /** The last file that a private screen fetches by itself. */
  readonly last?: string;
}

const screens: readonly Screen[] = [
  { name: 'the landing page', path: () => '/', most: 3 },
  { name: 'a book', path: ({ id }) => `/book-detail/${id}`, most: 3 },
  { name: 'the way in', path: () => '/login', most: 6 },
  {
    name: 'the reader, its search opened,',
    path: ({ id, parts }) => `/reader/${id}/${parts[0]?.id ?? ''}`,
    // Counts the hyphenation patterns, which a browser without its own needs.
    most: 9,
    last: 'reader-later',
  },
  // Both screens fetch the reader ahead, and the code that places toasts: a file of 1 kB of its own, since the reader's
  // page and the public pages load it with their first toast only.
  { name: 'the library', path: () => '/user-library', most: 16, last: 'reader-screen' },
  { name: 'settings', path: () => '/user-settings', most: 25, last: 'reader-screen' },
];

for (const { name, path, most, last } of screens) {
  test(`${name} requests at most ${most} script files, each once`, async ({ page, shop }) => {
    const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as readonly PublicBook[];
    const book = books.find((each) => each.name === 'El faro que aprendió a silbar') as PublicBook;
    if (last) await startSession(page, shop, 'lectora@demo.cl');
    const files = await scriptByWire(page);
    await page.goto(shop.url + path(book));
    if (last) await expect.poll(() => files.filter((file) => file.includes(last))).toHaveLength(1);
    if (last === 'reader-later') {
      await pressInBar(page, 'Buscar en esta parte');
      await expect(page.getByRole('searchbox')).toBeVisible();
    }
    await requestsEnded(page);
    expect(files.length, files.join(' ')).toBeLessThanOrEqual(most);
    expect(files.toSorted()).toEqual([...new Set(files)].toSorted());
  });
}
