import { expectOpen, requestsEnded } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test('a step back closes the open layer before it leaves the page', async ({ page, shop }) => {
  const book = withShopDatabase(shop, (database) =>
    String(database.prepare("SELECT id FROM books WHERE name LIKE 'Siete llaves%'").get()?.['id']),
  );
  await signIn(page, shop);
  for (const path of [`/book-detail/${book}`, `/user-library/${book}`]) {
    await page.goto(`${shop.url}${path}`);
    await requestsEnded(page);
    const dialog = page.getByRole('dialog');
    const openers = [
      page.getByRole('button', { name: /^Ver fragmento/ }).first(),
      page.locator('main [aria-roledescription="carrusel"] button').first(),
      ...(path.startsWith('/user') ? [page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' })] : []),
    ];
    for (const opener of openers) {
      if ((await opener.count()) === 0) continue;
      await opener.click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(path);
      // Closing the dialog with Escape leaves no entry in the history.
      await opener.click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
  }
});

test('a step back restores the scroll position of a page, and never reopens the book', async ({ page, shop }) => {
  await signIn(page, shop);
  const link = page.getByRole('article').getByRole('link', { name: 'Cartas al invierno' });
  await link.evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    // Notes the scroll position at the click, which is the one to restore.
    addEventListener('click', () => sessionStorage.setItem('left-at', String(scrollY)), { once: true, capture: true });
  });
  await page.mouse.wheel(0, 1);
  await link.click();
  await page.waitForURL('**/user-library/*');
  const before = await page.evaluate(() => Number(sessionStorage.getItem('left-at')));
  expect(before).toBeGreaterThan(100);
  const book = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Leer ahora: Cartas de ida' }).click();
  await expectOpen(page);
  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(book);
  await page.goBack();
  await page.waitForURL('**/user-library');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);

  // The reader is opened from the library, and its entry is replaced by the book's page.
  await page.getByRole('link', { name: 'Leer ahora: Cartas de ida' }).click();
  await expectOpen(page);
  await page.reload();
  await expectOpen(page);
  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(book);
  await page.goBack();
  await page.waitForURL('**/user-library');
});

test('a running download does not prevent reading, shows its progress, and can be cancelled', async ({
  page,
  shop,
}) => {
  let requestCount = 0;
  await page.route('**/files/**', () => {
    requestCount += 1;
    // The file never arrives.
    return new Promise<void>(() => {});
  });
  await signIn(page, shop);
  await page.getByRole('link', { name: 'Leer ahora: Cartas de ida' }).click();
  await expectOpen(page);
  await expect.poll(() => requestCount).toBe(1);
  await expect(page.locator('[data-download-line]')).toBeAttached();
  await expect(async () => {
    await page.getByRole('button', { name: /Abrir los ajustes/ }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText(/^Descargando, 0 KB de /)).toBeVisible();
  await page.screenshot({ path: '../.cache/reader-download.png' });
  await page.getByRole('button', { name: 'Detener la descarga' }).click();
  await expect(page.locator('[data-download-line]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await expect(page.getByRole('link', { name: 'Leer ahora: Cartas de ida' })).toBeVisible();
});
