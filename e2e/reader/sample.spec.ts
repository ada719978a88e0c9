import type { PublicBook } from '@cuentos/contract/books';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { painted, selectByMouse } from '../support/highlighting.ts';
import { expectAllSent, expectOpen, firstWords, holdsWords, PART, percentage } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const SERIAL = 'El faro que aprendió a silbar';
const end = (page: Page) => page.getByRole('heading', { name: /^(Hasta aquí llega el comienzo|Fin)$/ });

/** Waits for the samples, which the shop makes a moment after its start. */
async function samplesMade({ url }: Shop): Promise<void> {
  const kinds = async () => {
    const books = (await (await fetch(`${url}/api/books/`)).json()) as readonly PublicBook[];
    return books.flatMap(({ parts }) => parts).find(({ name }) => name === PART)?.sample;
  };
  await expect.poll(kinds, { timeout: 60_000 }).not.toBe('none');
}

/** Turns pages until the end of the sample. */
async function readToTheEnd(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(end(page)).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
}

async function expectOneScreen(page: Page): Promise<void> {
  const [content, height] = await page
    .locator('[data-sample-end]')
    .evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  expect(content).toBe(height);
}

/** Returns the code in the newest mail to an address. */
async function codeFor(shop: Shop, email: string): Promise<string> {
  let code = '';
  await expect
    .poll(() => {
      const mail = withShopDatabase(shop, (database) =>
        database.prepare('SELECT text FROM mails WHERE recipient = ? ORDER BY created_at DESC').get(email),
      );
      code = /\b\d{6}\b/.exec(String(mail?.['text'] ?? ''))?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

test('one field at the end of a sample keeps the part, which waits in the account’s pocket', async ({ page, shop }) => {
  await samplesMade(shop);
  const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as readonly PublicBook[];
  const part = books.flatMap(({ parts }) => parts).find(({ name }) => name === 'Las tres primeras');
  await page.goto(`${shop.url}/sample/${part?.book_id}/${part?.id}`);
  await expectOpen(page);
  await readToTheEnd(page);
  await expect(page.getByRole('link', { name: 'Comprar y seguir leyendo' })).toBeVisible();
  await expectAccessible(page, 'sample-end of a beginning');
  await expectOneScreen(page);
  await page.getByLabel('Guárdala con tu correo').fill('nueva@ejemplo.cl');
  await page.getByRole('button', { name: 'Guardar' }).click();
  const field = page.getByLabel('Código de 6 números');
  await expect(field).toBeFocused();
  await field.fill(await codeFor(shop, 'nueva@ejemplo.cl'));
  await page.waitForURL('**/pocket');
  await expect(page.getByRole('heading', { name: 'Las tres primeras' })).toBeVisible();
  await expect(page.getByText('Está en tu cuenta')).toBeVisible();
});

test('a sample is requested once, beside the script that opens it', async ({ page, shop }) => {
  await samplesMade(shop);
  const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as readonly PublicBook[];
  const part = books.flatMap(({ parts }) => parts).find(({ name }) => name === PART);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/vendor-.*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`${shop.url}/sample/${part?.book_id}/${part?.id}`, { waitUntil: 'commit' });
  const times = () => requestedPaths.filter((path) => path === `/api/samples/${part?.id}`).length;
  await expect.poll(times).toBe(1);
  release();
  await expectOpen(page);
  expect(times()).toBe(1);
});

test('a visitor reads the sample, and continues in the whole part at the same words with the same marks', async ({
  page,
  shop,
}) => {
  await samplesMade(shop);
  await page.goto(shop.url);
  await page
    .getByRole('link', { name: `Ver libro: ${SERIAL}` })
    .first()
    .click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: PART }) });
  await row.getByRole('link', { name: /^(Lee el comienzo|Leer gratis)/ }).click();
  await expectOpen(page);
  await expect(page.getByRole('dialog', { name: 'Cómo se lee aquí' })).toHaveCount(0);
  await readToTheEnd(page);
  await expectAccessible(page, 'sample-end');
  // One screen holds the offer to keep the sample, the next part and its price.
  await expect(page.getByLabel('Guárdala con tu correo')).toBeVisible();
  await expect(page.getByRole('link', { name: /^¡Compra ahora!: / })).toBeVisible();
  await expectOneScreen(page);
  // Turns back to a page with words to highlight.
  await page.getByRole('button', { name: 'Volver a la última página' }).click();
  await expect(end(page)).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => percentage(page)).toBeGreaterThan(0);
  await selectByMouse(page, { words: 3 });
  await page.getByRole('button', { name: 'Verde' }).click();
  await expect.poll(() => painted(page)).toHaveLength(1);
  const [words, mark] = [await firstWords(page), await painted(page)];

  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  await expect.poll(() => painted(page)).toEqual(mark);

  const address = new URL(page.url());
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/user-library');
  await page.evaluate(() => localStorage.setItem('showTutorial', 'false'));
  // A reader who owns the part is redirected from the sample to the part.
  await page.goto(address.href);
  await page.waitForURL(`**${address.pathname.replace('/sample/', '/reader/')}`);
  await expectOpen(page);
  await expect.poll(() => holdsWords(page, words)).toBe(true);
  await expect.poll(() => painted(page)).toEqual(mark);
  await expectAllSent(page);
  await page.reload();
  await expectOpen(page);
  await expect.poll(() => painted(page)).toEqual(mark);
});
