import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { demoShop } from '../shots/demo-shop.ts';
import { expect, startSession, test } from '../support/shop-test.ts';

const BOOK = 'Siete llaves para una casa';
const READER = 'lectora@demo.cl';

const top = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;

test('on a phone the books of the landing page are before reasons and steps, in a wide window after them', async ({
  page,
  shop,
}) => {
  await page.goto(shop.url);
  expect(await top(page, '#libros')).toBeLessThan(await top(page, '#razones'));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await top(page, '#libros')).toBeGreaterThan(await top(page, '#razones'));
});

test('the purchase sheet fits a phone, and nothing is under the bar', async ({ page, shop }) => {
  const book = (await demoShop(shop)).book(BOOK);
  await startSession(page, shop, READER);
  await page.goto(`${shop.url}/user-library/${book.id}`);
  await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/^Vende /)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Tengo un código' })).toBeVisible();
  await expect(sheet.getByRole('switch', { name: 'Es un regalo' })).toBeVisible();
  // The sheet fits without scrolling; it was 751 px high before.
  const [content, height] = await sheet.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  expect(content).toBe(height);
  expect(height).toBeLessThanOrEqual(420);
  await expectAccessible(page, 'purchase-sheet');
  await sheet.getByRole('switch', { name: 'Es un regalo' }).check();
  await expect(sheet.getByLabel('De parte de (opcional)')).toHaveValue('Lucía Reyes');
});

test('the pocket shows its number of parts, on a narrow phone with large letters too, and leads to paying', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.addInitScript(() => {
    const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%');
    enlarge();
    new MutationObserver(enlarge).observe(document, { childList: true });
  });
  const pocket = page.getByRole('banner').getByRole('link', { name: /^Tu bolsillo/ });
  const count = () => pocket.evaluate((link) => getComputedStyle(link, '::after').content);
  const book = (await demoShop(shop)).book(BOOK);
  await startSession(page, shop, READER);
  await page.goto(`${shop.url}/user-library/${book.id}`);
  await page.getByRole('button', { name: 'Agregar a Tu bolsillo: Las tres primeras' }).click();
  await expect(page.getByRole('link', { name: 'Ver y pagar: Las tres primeras' })).toHaveAttribute('href', '/pocket');
  expect(await count()).toBe('"1"');
  for (const path of ['/user-library', '/']) {
    await page.goto(`${shop.url}${path}`);
    await expect(pocket).toBeInViewport({ ratio: 1 });
    await expect.poll(count, path).toBe('"1"');
  }
  await pocket.click();
  await expect(page.getByRole('button', { name: 'Pagar $1.990' })).toBeVisible();
});

test('a code in an address is kept on each page to which it leads', async ({ page, shop }) => {
  const book = (await demoShop(shop)).book(BOOK);
  const kept = () => page.evaluate(() => sessionStorage.getItem('discount-code'));
  const expectKept = async (...paths: readonly string[]) => {
    for (const [index, path] of paths.entries()) {
      await page.goto(`${shop.url}${path}?codigo=LLAVES-${index}`, { waitUntil: 'commit' });
      // A shared link redirects to the book's page.
      if (path.startsWith('/book_share')) await page.waitForURL('**/book-detail/**');
      await expect.poll(kept, path).toBe(`LLAVES-${index}`);
    }
  };
  const ofBook = ['book-detail', 'login', 'register', 'book_share/book_share'].map((screen) => `/${screen}/${book.id}`);
  await expectKept('/', ...ofBook, '/pocket');
  // The code must survive the redirect to the login.
  await page.goto(`${shop.url}/user-library/${book.id}?codigo=LLAVES-9`);
  await page.waitForURL('**/login/**');
  await page.getByLabel('Correo').fill(READER);
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/user-library/**');
  await expect.poll(kept).toBe('LLAVES-9');
  await expectKept(`/user-library/${book.id}`, '/user-library', '/user-settings/orders', '/pocket');
});
