import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';
import { expectAccessible } from '../support/axe.ts';
import { cutOff, reconnect } from '../support/connection.ts';
import { shopLine } from '../support/shop-line.ts';
import {
  WORKER_MS,
  expectAllSent,
  expectOpen,
  firstWords,
  openPanel,
  percentage,
  turn,
  expectWholeApp,
} from '../support/reader-page.ts';
import { revokePart } from '../support/shop-database.ts';
import { expect, expectClean, signIn, test, watch } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

const part = 'Cartas de ida';
const openPart = async (page: Page, name = part) => {
  await page.getByRole('link', { name: `Leer ahora: ${name}` }).click();
  await expectOpen(page);
};
const partOnDevice = (page: Page) =>
  expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });

// Kept difference: read-before-downloaded.
test('reads online before the file is stored, and reopens at the same page', async ({ page, context, shop }) => {
  const seen = watch(context, shop);
  let release: () => void = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/files/**', async (route) => {
    await hold;
    await route.continue();
  });
  await signIn(page, shop);
  await openPart(page);
  const before = await percentage(page);
  await turn(page, 20);
  expect(await percentage(page)).toBeGreaterThan(before);
  expect(await page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)))).toContain(
    'cuentos-de-bolsillo',
  );
  await expect(page.getByText('Libro descargado y guardado')).toHaveCount(0);
  release();
  await partOnDevice(page);
  const words = await firstWords(page);

  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);

  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await page.waitForURL('**/user-library/*');
  await page.getByRole('link', { name: `Leer ahora: ${part}` }).click();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  expectClean(seen);
});

test('carries the position to another device, and asks before it jumps, but not while pages are turned', async ({
  browser,
  shop,
}) => {
  const [first, second] = await Promise.all([browser.newContext(), browser.newContext()]);
  const one = await first.newPage();
  await signIn(one, shop);
  await openPart(one, 'Cuentos del mesón');
  await turn(one, 4);
  const shared = await firstWords(one);
  await expectAllSent(one);

  const other = await second.newPage();
  await signIn(other, shop);
  await openPart(other, 'Cuentos del mesón');
  expect(await firstWords(other)).toBe(shared);
  await turn(other, 12);
  const farther = await percentage(other);
  const fartherWords = await firstWords(other);
  await expectAllSent(other);

  await turn(one, 1);
  await expectAllSent(one);
  await turn(one, 1);
  await expectAllSent(one);
  const words = await firstWords(one);
  expect(farther).toBeGreaterThan((await percentage(one)) + 2);
  await expect(one.getByRole('button', { name: 'Seguir aquí' })).toHaveCount(0);
  await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(one.getByRole('heading', { name: 'Ibas más adelante en otro dispositivo' })).toBeVisible();

  await one.reload();
  await expectOpen(one);
  expect(await firstWords(one)).toBe(words);
  await expect(one.getByRole('heading', { name: 'Ibas más adelante en otro dispositivo' })).toBeVisible();
  await one.getByRole('button', { name: /^Ir a \d+\s%$/ }).click();
  await expect.poll(() => firstWords(one)).toBe(fartherWords);
  await one.reload();
  await expectOpen(one);
  expect(await firstWords(one)).toBe(fartherWords);
  await expect(one.getByRole('button', { name: 'Seguir aquí' })).toHaveCount(0);
  await Promise.all([first.close(), second.close()]);
});

test('renews an access token that expired during reading', async ({ page, shop }) => {
  await signIn(page, shop);
  let refused = 0;
  let renewed = 0;
  await page.route('**/api/editions/**', async (route) => {
    refused += 1;
    if (refused > 1) return route.continue();
    return route.fulfill({ status: 401, json: { detail: 'La sesión debe renovarse.', code: 'access_token_expired' } });
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewed += 1;
  });
  await openPart(page, 'Recorrido de ida');
  expect(await firstWords(page)).not.toBe('');
  expect(renewed).toBe(1);
});

test('resumes an interrupted download', async ({ page, shop }) => {
  const line = await shopLine(shop, { cuts: 2, bytes: 9000 });
  await signIn(page, { ...shop, url: line.url });
  await openPart(page, 'Recorrido de ida');
  await partOnDevice(page);
  expect(line.ranges).toEqual([null, 'bytes=9000-', 'bytes=18000-']);
  await page.reload();
  await expectOpen(page);
  await line.close();
});

test('starts without a connection: library, covers, the same page', { tag: '@core' }, async ({ shop }) => {
  const profile = await mkdtemp(join(tmpdir(), 'cuentos-profile-'));
  const options = { ...(await chromiumLaunchOptions()), viewport: { width: 390, height: 844 }, locale: 'es-CL' };
  let context = await chromium.launchPersistentContext(profile, options);
  let page = await context.newPage();
  await signIn(page, shop);
  await openPart(page, 'Primera parte: La niebla');
  await turn(page, 7);
  const words = await firstWords(page);
  await expectWholeApp(page);
  await page.goto(`${shop.url}/user-library`);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('covers')).keys()).length))
    .toBeGreaterThan(3);
  await page
    .getByRole('link', { name: /niebla/ })
    .first()
    .waitFor();
  const away = await page
    .getByRole('link', { name: `Leer ahora: ${part}` })
    .evaluate((link: HTMLAnchorElement) => link.href);
  await context.close();
  await shop.stop();

  context = await chromium.launchPersistentContext(profile, options);
  const seen = watch(context, shop);
  await cutOff(context);
  page = await context.newPage();
  const began = Date.now();
  const response = await page.goto(shop.url);
  expect(response?.fromServiceWorker()).toBe(true);
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self'");
  await page.waitForURL('**/user-library');
  const cover = page.locator('article img, section img').first();
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Leer ahora: Primera parte: La niebla' }).click();
  await expectOpen(page);
  test.info().annotations.push({ type: 'cold start to page, ms', description: String(Date.now() - began) });
  expect(await firstWords(page)).toBe(words);
  await turn(page, 1);

  // The service worker keeps a document for the book's own address.
  const further = await firstWords(page);
  const again = await page.reload();
  expect(again?.fromServiceWorker()).toBe(true);
  await expectOpen(page);
  expect(await firstWords(page)).toBe(further);

  // A part without a copy on this device has no link; its address shows that, with a way back.
  await page.goto(`${shop.url}/user-library`);
  await expect(page.getByText('Se descarga cuando vuelva la conexión').first()).toBeVisible();
  await expect(page.getByRole('link', { name: `Leer ahora: ${part}` })).toHaveCount(0);
  await page.goto(away);
  await expect(page.getByRole('heading', { name: 'Esta parte no está en este dispositivo' })).toBeVisible();
  await page.getByRole('link', { name: 'Volver a mi biblioteca' }).click();
  await page.waitForURL('**/user-library');
  expect(seen.problems).toEqual([]);

  // The move made without a connection is sent after reconnecting.
  await shop.start();
  const arrived = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await reconnect(context);
  await arrived;
  await context.close();
  await rm(profile, { recursive: true, force: true });
});

test('a part revoked during reading disappears with the next page turn', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page);
  await partOnDevice(page);
  const arrived = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await turn(page, 1);
  await arrived;
  revokePart(shop, page.url());
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Esta parte no está en tu biblioteca' })).toBeVisible();
});

test(
  'a part that was revoked disappears at the next contact, with the reason',
  { tag: '@core' },
  async ({ page, shop }) => {
    await signIn(page, shop);
    await openPart(page);
    const address = page.url();
    // Without a copy the device does not know that the reader owned the part.
    await partOnDevice(page);
    await page.reload();
    await expectOpen(page);
    revokePart(shop, address);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Esta parte no está en tu biblioteca' })).toBeVisible();
  },
);

test('axe finds no fault, light and dark, with and without the panel', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page, 'Recorrido de ida');
  await partOnDevice(page);
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await turn(page, 2);
  await openPanel(page);
  await expectAccessible(page, 'the panel');
  for (const theme of ['Oscuro', 'Gris']) {
    await page.getByRole('tab', { name: 'Tema' }).click();
    await page.getByRole('button', { name: theme }).click();
    await expectAccessible(page, theme);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
  await expectAccessible(page, 'without the panel');
});
