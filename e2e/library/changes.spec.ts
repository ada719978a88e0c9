import type { BrowserContext, Page } from '@playwright/test';
import { painted, selectByMouse } from '../support/highlighting.ts';
import { colour, openPart, WIDE } from '../support/highlights-page.ts';
import { percentage } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

/** Returns a counter of the browser's open streams, as its pages see them. */
function openStreams(context: BrowserContext): () => number {
  let count = 0;
  const change = (by: number) => (request: { url(): string }) => {
    if (request.url().includes('/api/changes/stream')) count += by;
  };
  context.on('request', change(1));
  context.on('requestfinished', change(-1));
  context.on('requestfailed', change(-1));
  return () => count;
}

/** Sets the visibility of a page, which no tab of a headless browser changes itself. */
async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((wanted) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => wanted });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Moves a reader's position in a part as another device does. */
async function readElsewhere({ url }: Shop, partId: string, percentage: number): Promise<void> {
  const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'x' });
  const { access_token: token } = (await (await fetch(`${url}/api/auth/`, { method: 'POST', body })).json()) as {
    access_token: string;
  };
  const response = await fetch(`${url}/api/user_book_parts/${partId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ last_location: 'epubcfi(/6/4!/4/2/1:0)', percentage, mutation_id: crypto.randomUUID() }),
  });
  expect(response.status).toBe(200);
}

/** Returns the id of a part that the reader holds. */
const partOf = (shop: Shop): string =>
  withShopDatabase(shop, (database) => {
    const row = database
      .prepare(
        `SELECT book_parts.id FROM users JOIN entitlements ON entitlements.user_id = users.id
         JOIN book_parts ON book_parts.id = entitlements.part_id
         WHERE users.email = 'lectora@demo.cl' AND book_parts.edition_id IS NOT NULL AND book_parts.release_at < ?`,
      )
      .get(Date.now());
    return String(row?.['id']);
  });

/** Returns the position that the shop has in the only begun part, percent. */
const placeOf = (shop: Shop): number =>
  withShopDatabase(shop, (database) => {
    const row = database.prepare('SELECT max(percentage) AS place FROM reading_positions').get();
    return Math.floor(Number(row?.['place'] ?? 0));
  });

test('a note written on one device appears on the other without a touch; a hidden page has no stream', async ({
  page,
  shop,
  browser,
}) => {
  const elsewhere = await browser.newContext({ serviceWorkers: 'block', viewport: WIDE, locale: 'es-CL' });
  const other = await elsewhere.newPage();
  const streams = openStreams(elsewhere);
  await page.setViewportSize(WIDE);
  await openPart(page, shop);
  // Waits until the shop has the position: else the other device would ask where to go on.
  await expect.poll(() => placeOf(shop)).toBe(await percentage(page));
  await openPart(other, shop, 0);
  await expect.poll(streams).toBe(1);

  const words = await selectByMouse(page, { words: 3 });
  await page.getByRole('button', { name: 'Agregar nota' }).click();
  await page.keyboard.type('Escrita en el otro');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => painted(other)).toEqual([expect.stringContaining(words)]);

  await show(other, 'hidden');
  await expect.poll(streams).toBe(0);
  const more = await selectByMouse(page, { skip: 2, words: 3 });
  await colour(page, 'Verde').click();
  await expect.poll(() => painted(page)).toHaveLength(2);
  expect(await painted(other)).toHaveLength(1);
  await show(other, 'visible');
  await expect.poll(() => painted(other)).toContain(`green: ${more}`);
  await expect.poll(streams).toBe(1);
  await elsewhere.close();
});

test('the first contact of a new browser asks for nothing again that the page has just loaded', async ({
  page,
  shop,
  context,
}) => {
  // Changes from before this browser knew the shop: a purchase, positions.
  const partId = partOf(shop);
  await readElsewhere(shop, partId, 31);
  let lists = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user_book_parts/') lists += 1;
  });
  const streams = openStreams(context);
  await signIn(page, shop);
  await expect(page.getByText('31 %').first()).toBeVisible();
  await expect.poll(streams).toBe(1);
  const before = lists;
  await readElsewhere(shop, partId, 57);
  await expect(page.getByText('57 %').first()).toBeVisible();
  expect([before, lists]).toEqual([1, 2]);
});

test('two tabs have one stream between them, which the other tab takes over', async ({ page, shop, context }) => {
  const streams = openStreams(context);
  await signIn(page, shop);
  await expect.poll(streams).toBe(1);
  const second = await context.newPage();
  await second.goto(`${shop.url}/user-library`);
  const link = second.getByRole('link', { name: /^Leer ahora/ }).first();
  await expect(link).toBeVisible();
  const partId = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await readElsewhere(shop, partId, 57);
  for (const tab of [page, second]) await expect(tab.getByText('57 %').first()).toBeVisible();
  expect(streams()).toBe(1);
  await show(page, 'hidden');
  await readElsewhere(shop, partId, 63);
  await expect(second.getByText('63 %').first()).toBeVisible();
  expect(streams()).toBe(1);
  await expect(page.getByText('63 %')).toHaveCount(0);
  await show(second, 'hidden');
  await expect.poll(streams).toBe(0);
  await show(page, 'visible');
  await expect(page.getByText('63 %').first()).toBeVisible();
});
