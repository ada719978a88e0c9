import type { BrowserContext, Page } from '@playwright/test';
import { cutOff } from '../support/connection.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import {
  countAppFiles,
  expectAllSent,
  expectOpen,
  expectWholeApp,
  firstWords,
  listAppFiles,
  openPanel,
  percentage,
  requestsEnded,
  shownPage,
  turn,
  WORKER_MS,
} from '../support/reader-page.ts';
import { shopLine } from '../support/shop-line.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

const openPart = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name: `Leer ahora: ${name}` }).click();
  await expectOpen(page);
};

test('restores the position where the browser stores nothing', async ({ page, shop }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await signIn(page, shop);
  await openPart(page, 'Cartas de ida');
  await turn(page, 12);
  const words = await firstWords(page);
  // Leaves by the book's own arrow: the page's script keeps running.
  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await page.waitForURL('**/user-library/*');
  await openPart(page, 'Cartas de ida');
  expect(await firstWords(page)).toBe(words);
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
});

test('signs in and opens a book in a browser that stores nothing, and says so', async ({ page, shop }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
    IDBFactory.prototype.open = refuse;
  });
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/user-library');
  await expect(page.getByText(/Este navegador no deja guardar nada aquí/)).toBeVisible();
  await openPart(page, 'Cartas de ida');
  // The tutorial opens at each visit, because no storage records that it was seen.
  await page.keyboard.press('Escape');
  await turn(page, 4);
  const words = await firstWords(page);
  const shownPercentage = await percentage(page);
  // The next page knows the position from the shop only.
  const storedPercentage = () =>
    withShopDatabase(shop, (database) =>
      Number(database.prepare('SELECT max(percentage) AS most FROM reading_positions').get()?.['most'] ?? 0),
    );
  await expect.poll(() => Math.floor(storedPercentage())).toBe(shownPercentage);
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
});

test('continues when the browser closes its databases without an event', async ({ page, context, shop }) => {
  await page.addInitScript(() => {
    const connections: IDBDatabase[] = [];
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function noted(...names) {
      const request = open.apply(this, names);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    };
    // Closes the databases without an event, as phones do in the background.
    Object.assign(globalThis, { endDatabases: () => connections.splice(0).map((each) => each.close()).length });
  });
  const end = () => page.evaluate(() => (globalThis as unknown as { endDatabases(): number }).endDatabases());
  await signIn(page, shop);
  await openPart(page, 'Cartas de ida');
  await expect(page.getByText('Libro descargado y guardado')).toBeVisible({ timeout: WORKER_MS });
  expect(await end()).toBeGreaterThan(0);
  await context.setOffline(true);
  await turn(page, 5);
  const words = await firstWords(page);
  // A new connection stores the move in the outbox.
  await expect.poll(end).toBeGreaterThan(0);
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
});

test('a connection on which nothing arrives does not prevent reading stored books', async ({ page, shop }) => {
  const line = await shopLine(shop);
  await signIn(page, { ...shop, url: line.url });
  await openPart(page, 'Cartas de ida');
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await turn(page, 4);
  await expectAllSent(page);
  await expectWholeApp(page);
  const words = await firstWords(page);
  line.hang();
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  await turn(page, 1);
  await page.goto(`${line.url}/user-library`);
  await expect(page.getByRole('link', { name: 'Leer ahora: Cartas de ida' })).toBeVisible();
  await page.goto(`${line.url}/user-settings`);
  // Waits inside the page, because a locator would wait for the navigation, which never finishes.
  const isTold = page.evaluate(
    (words) =>
      new Promise((resolve) => {
        const look = () => (document.body.textContent.includes(words) ? resolve(true) : setTimeout(look, 50));
        look();
      }),
    'Cerraste sesión en este dispositivo.',
  );
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  expect(await isTold).toBe(true);
  await line.close();
});

test('the book is stored at the moment of the message: a reload without a connection opens it', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page, 'Cartas de ida');
  // The toast is shown for some seconds; the connection is cut in its first second.
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await context.setOffline(true);
  await page.reload();
  await expectOpen(page);
  await page.goto(`${shop.url}/user-library`);
  await expect(page.getByRole('link', { name: 'Leer ahora: Cartas de ida' })).toBeVisible();
});

test('opens a book where the browser never answers about storage', async ({ page, shop }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      const { port1: request } = new MessageChannel();
      return Object.setPrototypeOf(request, IDBOpenDBRequest.prototype) as IDBOpenDBRequest;
    };
  });
  await signIn(page, shop);
  await openPart(page, 'Cartas de ida');
  await turn(page, 6);
  const words = await firstWords(page);
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
});

/** Fills the device's quota. */
async function fill(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
}

test('stores the position on a full device, without a connection', async ({ page, context, shop }) => {
  await signIn(page, shop);
  await openPart(page, 'Recorrido de ida');
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await expectWholeApp(page);
  await turn(page, 2);
  await expectAllSent(page);
  await fill(context, page, shop.url);
  await context.setOffline(true);
  await turn(page, 6);
  const words = await firstWords(page);
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
});

test('continues after a connection broke that had brought only the files for reading', async ({
  page,
  context,
  shop,
}) => {
  const line = await shopLine(shop);
  const files = await listAppFiles(shop.url);
  const first = new Set(files.filter(({ isFirst }) => isFirst).map(({ path }) => path));
  line.keepFromWorker((path) => !files.some((file) => file.path === path) || first.has(path));
  await signIn(page, { ...shop, url: line.url });
  await openPart(page, 'Recorrido de ida');
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  expect(await countAppFiles(page)).toBe(first.size);
  expect(first.size).toBeLessThan(files.length);
  await turn(page, 2);
  await cutOff(context);
  await turn(page, 3);
  const words = await firstWords(page);
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  await turn(page, 2);
  await page.goto(`${line.url}/user-library`);
  await expect(page.getByRole('link', { name: /^Leer ahora: Recorrido de ida/ })).toBeVisible();
  await line.close();
});

test('leads back to the book’s page without a connection, though that page was never opened', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page, 'Cartas de ida');
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await expectWholeApp(page);
  await requestsEnded(page);
  await context.setOffline(true);
  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await expect(page.getByRole('heading', { name: 'Cartas al invierno' })).toBeVisible();
});

test('shows a delayed section as soon as it arrives, without a tap', async ({ page, shop }) => {
  let isCut = false;
  // Blocks the file of the whole book, with which the reader would need no connection.
  await page.route('**/files/**', (route) => route.abort());
  await page.route('**/api/editions/**', (route) => (isCut ? route.abort() : route.continue()));
  await signIn(page, shop);
  await openPart(page, 'Cartas de ida');
  isCut = true;
  await openPanel(page);
  const chapters = page.getByRole('dialog', { name: 'Ajustes de lectura' }).locator('li button');
  await chapters.last().click();
  await expect(shownPage(page).getByText('Esta sección no llegó, o falta en el libro.')).toBeVisible();
  isCut = false;
  await expect(shownPage(page).getByText('Esta sección no llegó, o falta en el libro.')).toHaveCount(0, {
    timeout: 15_000,
  });
  expect(await firstWords(page)).not.toBe('');
});
