import type { Page } from '@playwright/test';
import { openArea } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectOpen, percentage, turn } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

/** Counts the rows on the server that reading would write. */
function traces(shop: Shop): unknown {
  return withShopDatabase(shop, (database) => {
    const count = (table: string) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
    return { places: count('reading_positions'), deliveries: count('deliveries'), notes: count('annotations') };
  });
}

async function firstPart(page: Page, shop: Shop): Promise<string> {
  const books = (await (await page.request.get(`${shop.url}/api/books/`)).json()) as {
    id: string;
    parts: { id: string; ebook: boolean }[];
  }[];
  for (const { id, parts } of books) {
    const part = parts.find(({ ebook }) => ebook);
    if (part) return `/reader/${id}/${part.id}/true`;
  }
  throw new Error('the shop has no book');
}

/** Lists the keys of a store on the device. */
const storedKeys = (page: Page, store: 'epubs' | 'adminEpubs') =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('cuentos-de-bolsillo');
        request.addEventListener('success', () => {
          const all = request.result.transaction(name).objectStore(name).count();
          all.addEventListener('success', () => {
            resolve(all.result);
            request.result.close();
          });
        });
      }),
    store,
  );

test('shows an editor a part without recording its reading', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/books');
  const before = traces(shop);
  await page.goto(shop.url + (await firstPart(page, shop)));
  await expectOpen(page);
  await expect(page.getByText('Vista previa', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Cómo se lee aquí' })).toHaveCount(0);
  await turn(page, 3);
  expect(await percentage(page)).toBeGreaterThan(0);
  await expectAccessible(page, 'preview');
  await expect.poll(() => storedKeys(page, 'adminEpubs')).toBe(1);
  expect(await storedKeys(page, 'epubs')).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('bookPartsLocations'))).toBeNull();
  // The back link opens a question instead of closing the preview.
  await page.getByRole('link', { name: 'Volver al libro' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Estás en una vista previa' })).toBeVisible();
  await page.getByRole('button', { name: 'Seguir viendo' }).click();
  await expectOpen(page);
  await page.reload();
  await expectOpen(page);
  expect(await percentage(page)).toBe(0);
  expect(traces(shop)).toEqual(before);
  await page.getByRole('link', { name: 'Volver al libro' }).press('Enter');
  await page.getByRole('button', { name: 'Ir al panel de administración' }).click();
  await page.waitForURL('**/admin/book-parts');
});

test('sends a visitor to the login, from a book and from a preview', async ({ page, browser, shop }) => {
  await openArea(page, shop, '/admin/book-parts');
  const address = shop.url + (await firstPart(page, shop));
  const visitor = await browser.newPage();
  for (const closed of [address, address.replace(/\/true$/, '')]) {
    await visitor.goto(closed);
    const { pathname } = new URL(closed);
    await visitor.waitForURL(`**/login/*?next=${encodeURIComponent(pathname)}`);
  }
  await visitor.close();
});

test('refuses a reader, and a writter of another book', async ({ page, browser, shop }) => {
  await openArea(page, shop, '/user-settings', 'lectora@demo.cl');
  const address = shop.url + (await firstPart(page, shop));
  await page.goto(address);
  await page.waitForURL('**/not-authorized');
  withShopDatabase(shop, (database) => database.exec('DELETE FROM book_writers'));
  const other = await browser.newPage();
  await openArea(other, shop, '/writter/books', 'escritora@demo.cl');
  await other.goto(address);
  await expect(other.getByRole('heading', { name: 'No puedes ver esta vista previa' })).toBeVisible();
  await other.close();
});
