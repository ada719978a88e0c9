import type { Page } from '@playwright/test';
import { expectOpen, firstWords, turn } from '../support/reader-page.ts';
import { shopLine } from '../support/shop-line.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

const part = 'Cartas de ida';

async function readALittle(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Leer ahora: ${part}` }).click();
  await expectOpen(page);
  await expect(page.getByText('Libro descargado y guardado')).toBeVisible();
  await turn(page, 3);
}

/** Everything that this browser keeps of the user. */
const left = (page: Page) =>
  page.evaluate(async () => {
    const counts: Record<string, number> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        counts[store] = await new Promise<number>((resolve) => {
          const request = database.transaction(store).objectStore(store).count();
          request.addEventListener('success', () => resolve(request.result));
        });
      }
      database.close();
    }
    const stores = Object.entries(counts).filter(([, count]) => count > 0);
    return { stores, localStorage: Object.keys(localStorage), covers: await caches.has('covers') };
  });

test('leaves nothing behind after a logout', async ({ page, shop }) => {
  await signIn(page, shop);
  await readALittle(page);
  await page.goto(`${shop.url}/user-settings`);
  expect((await left(page)).stores.map(([name]) => name)).toEqual(expect.arrayContaining(['epubs', 'positions']));
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => left(page)).toEqual({ stores: [], localStorage: [], covers: false });
});

test('asks before it drops what could not be sent', async ({ page, shop }) => {
  await signIn(page, shop);
  await page.route('**/api/user_book_parts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await readALittle(page);
  await page.goto(`${shop.url}/user-settings`);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Hay avances o notas sin enviar' })).toBeVisible();
  await page.getByRole('button', { name: 'Quedarme' }).click();
  expect((await left(page)).localStorage).toContain('refresh_token');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => left(page)).toEqual({ stores: [], localStorage: [], covers: false });
});

// That it comes in after the reading is tested in app-updates.test.ts: Chromium lets a new worker in only when the old one
// is idle, which took 1 to 34 s by itself, and with this runner attached to the worker sometimes more than 75 s.
test('keeps a new version out while someone reads, in whatever tab it was noticed', async ({ page, context, shop }) => {
  const line = await shopLine(shop);
  await signIn(page, { ...shop, url: line.url });
  await readALittle(page);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const words = await firstWords(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  line.publishNewVersion();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  await expect.poll(waits).toBe(true);
  const other = await context.newPage();
  await other.goto(`${line.url}/user-settings`);
  await page.bringToFront();
  await page.waitForTimeout(1500);
  expect(await waits()).toBe(true);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await turn(page, 1);
  const next = await firstWords(page);
  expect(next).not.toBe(words);

  // The reload that the new version will cause one day lands on the same page.
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(next);
  await line.close();
});
