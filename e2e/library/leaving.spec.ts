import type { BrowserContext, Page } from '@playwright/test';
import { keptOnDevice } from '../support/kept-on-device.ts';
import { WORKER_MS, expectOpen, firstWords, turn } from '../support/reader-page.ts';
import { shopLine } from '../support/shop-line.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

const part = 'Cartas de ida';

async function readALittle(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Leer ahora: ${part}` }).click();
  await expectOpen(page);
  await expect(page.getByText('Libro descargado y guardado')).toBeVisible({ timeout: WORKER_MS });
  await turn(page, 3);
}

test('leaves no data behind after a logout', async ({ page, shop }) => {
  await signIn(page, shop);
  await readALittle(page);
  await page.goto(`${shop.url}/user-settings`);
  expect((await keptOnDevice(page)).stores.map(([name]) => name)).toEqual(
    expect.arrayContaining(['epubs', 'positions']),
  );
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => keptOnDevice(page)).toEqual({ stores: [], localStorage: [], covers: false });
});

test('asks before it deletes unsent data', async ({ page, shop }) => {
  await signIn(page, shop);
  await page.route('**/api/user_book_parts/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await readALittle(page);
  await page.goto(`${shop.url}/user-settings`);
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Hay avances, notas o mensajes sin enviar' })).toBeVisible();
  await page.getByRole('button', { name: 'Quedarme' }).click();
  expect((await keptOnDevice(page)).localStorage).toContain('refresh_token');
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => keptOnDevice(page)).toEqual({ stores: [], localStorage: [], covers: false });
});

/** Makes each tab record the answers to its question whether the new version may take over. */
async function noteAnswers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== top) return;
    const noted: string[] = [];
    Object.assign(window, { noted });
    const { locks } = navigator;
    const request = locks.request.bind(locks) as (...given: unknown[]) => Promise<unknown>;
    const ask = (...given: unknown[]): Promise<unknown> => {
      const work = given.at(-1) as (lock: Lock | null) => unknown;
      const note = (lock: Lock | null): unknown => {
        if (lock === null) noted.push('someone reads');
        return work(lock);
      };
      return request(...given.slice(0, -1), note);
    };
    Object.assign(locks, { request: ask });
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function post(this: ServiceWorker, message: unknown) {
      if ((message as { type: string }).type === 'SKIP_WAITING') noted.push('let in');
      postMessage.call(this, message);
    };
  });
}
const answers = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { noted: string[] }).noted);

// app-updates.test.ts covers the takeover after reading: Chromium lets a new worker take over only when the old one is
// idle, which took 1 to 34 s, and with Playwright attached to the worker sometimes more than 75 s.
test('keeps a new version out while a book is open, in whichever tab it was noticed', async ({
  page,
  context,
  shop,
}) => {
  const line = await shopLine(shop);
  await noteAnswers(context);
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
  // A tab looks for new versions half a minute after it was opened; the test shortens that time.
  await other.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((work: () => void, ms?: number) =>
      setTimeout(work, ms === 30_000 ? 0 : ms)) as typeof setTimeout;
  });
  await other.goto(`${line.url}/user-settings`);
  await page.bringToFront();
  // The tab without an open book asks whether the new version may take over, and learns that another tab reads.
  await expect.poll(() => answers(other)).toContain('someone reads');
  expect([await answers(page), await answers(other)].flat()).not.toContain('let in');
  expect(await waits()).toBe(true);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await turn(page, 1);
  const next = await firstWords(page);
  expect(next).not.toBe(words);

  // The reload for the new version opens the same page again.
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(next);
  await line.close();
});
