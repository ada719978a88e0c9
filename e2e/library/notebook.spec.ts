import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { cutOff, reconnect } from '../support/connection.ts';
import { painted, selectByMouse, wordsOnPage } from '../support/highlighting.ts';
import { colour, openPart, toolbar, WIDE } from '../support/highlights-page.ts';
import { expectAllSent, expectOpen, expectWholeApp, firstWords, PART, turn, wayBack } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, startSession, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow', viewport: WIDE });

/** Lists the reader's highlights in the shop, deleted ones too. */
const stored = (shop: Shop) =>
  withShopDatabase(shop, (database) =>
    database.prepare('SELECT color, notes, quote, deleted_at FROM annotations ORDER BY revision').all(),
  );

/** Highlights words of the page shown. */
async function highlight(page: Page, skip: number, name: string): Promise<string> {
  const words = await selectByMouse(page, { skip });
  await colour(page, name).click();
  await expect(toolbar(page)).toBeHidden();
  return words;
}

const entry = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words });
const choose = async (page: Page, words: string, action: RegExp) => {
  await entry(page, words)
    .getByRole('button', { name: /^Más acciones/ })
    .click();
  await page.getByRole('button', { name: action }).click();
};

test('a notebook without a connection is read, searched, edited, deleted and restored; the shop gets the changes afterwards', async ({
  page,
  shop,
  context,
}) => {
  await openPart(page, shop, 3);
  const first = await highlight(page, 0, 'Amarillo');
  const second = await highlight(page, 1, 'Azul');
  await expectAllSent(page);
  await page.goto(`${shop.url}/notebook`);
  await expect(entry(page, second)).toBeVisible();
  await expectWholeApp(page);
  await cutOff(context);
  await page.reload();
  await expect(entry(page, first)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Buscar en tu cuaderno' });
  await search.fill(first.slice(0, 12).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase());
  await expect(entry(page, second)).toBeHidden();
  await search.fill('');
  await choose(page, first, /^Editar$/);
  await page.getByRole('textbox', { name: 'Nota' }).fill('Escrita sin conexión');
  await page.getByRole('button', { name: 'Verde' }).last().click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(entry(page, first)).toContainText('Escrita sin conexión');
  await choose(page, second, /^Mover a la papelera/);
  await expect(entry(page, second)).toBeHidden();
  await page.getByRole('link', { name: 'Papelera 1' }).click();
  await page.getByRole('button', { name: /^Restaurar/ }).click();
  await expect(page.getByText('La papelera está vacía')).toBeVisible();
  await page.getByRole('link', { name: 'Volver al cuaderno' }).click();
  await choose(page, second, /^Mover a la papelera/);
  await expect(entry(page, second)).toBeHidden();
  await page.reload();
  await expect(entry(page, first)).toContainText('Verde');
  await expect(page.getByRole('link', { name: 'Papelera 1' })).toBeVisible();
  await reconnect(context);
  await expectAllSent(page);
  const rows = stored(shop);
  expect(rows.filter((row) => row['deleted_at'] === null)).toMatchObject([
    { color: 'green', quote: first, notes: expect.stringContaining('Escrita sin conexión') },
  ]);
  // The highlight that was restored and deleted again keeps its words; its first, deleted row has none any more.
  const deletedWords = rows.filter((row) => row['deleted_at'] !== null).map((row) => row['quote']);
  expect(deletedWords.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['', second]);
});

/** Chooses a file of the shop's own form with a passage of the part, and imports it. */
async function importPassage(page: Page, quote: string): Promise<void> {
  const notes = [{ book: { title: PART }, quote, color: 'green' }];
  const buffer = Buffer.from(JSON.stringify({ format: 'cuentos-notes', version: 1, notes }));
  await page.getByRole('button', { name: 'Traer notas' }).first().click();
  await page.locator('input[type=file]').setInputFiles({ name: 'notas.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: /^Traer 1/ }).click();
  await page.getByRole('button', { name: 'Ir al cuaderno' }).click();
}

test('a passage that is imported without a connection is at its place in the reader, and is sent from there', async ({
  page,
  shop,
  context,
}) => {
  await openPart(page, shop, 3);
  const text = (await wordsOnPage(page)).text.replaceAll('\u00AD', '');
  await expectAllSent(page);
  const address = page.url();
  await page.goto(`${shop.url}/notebook`);
  await expectWholeApp(page);
  await cutOff(context);
  await importPassage(page, text);
  await expect(entry(page, text)).toBeVisible();
  await page.goto(address);
  await expectOpen(page);
  await expect.poll(() => painted(page)).toEqual([`green: ${text}`]);
  await reconnect(context);
  await expectAllSent(page);
  expect(stored(shop)).toMatchObject([{ color: 'green', quote: text, deleted_at: null }]);
  await expect.poll(() => painted(page)).toEqual([`green: ${text}`]);
});

test('a trash that was emptied without a connection is emptied in the shop by a page that is not the notebook', async ({
  page,
  shop,
  context,
}) => {
  const deletedWords = () => stored(shop).flatMap((row) => (row['deleted_at'] === null ? [] : [row['quote']]));
  await openPart(page, shop, 3);
  const words = await highlight(page, 0, 'Amarillo');
  const kept = await highlight(page, 1, 'Azul');
  await expectAllSent(page);
  await page.goto(`${shop.url}/notebook`);
  await expect(entry(page, kept)).toBeVisible();
  await choose(page, words, /^Mover a la papelera/);
  await expectWholeApp(page);
  await expectAllSent(page);
  expect(deletedWords()).toEqual([words]);
  await cutOff(context);
  await page.getByRole('link', { name: 'Papelera 1' }).click();
  await page.getByRole('button', { name: 'Vaciar papelera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Vaciar papelera' }).click();
  await expect(page.getByText('La papelera está vacía')).toBeVisible();
  await page.close();
  const library = await context.newPage();
  await library.goto(`${shop.url}/user-library`);
  await expect(library.getByRole('heading', { level: 1 })).toBeVisible();
  await reconnect(context);
  await expectAllSent(library);
  expect(deletedWords()).toEqual(['']);
});

test('leads from a note to its page, and back to the same place', async ({ page, shop }) => {
  await openPart(page, shop, 3);
  const words = await highlight(page, 0, 'Rosado');
  const marked = await firstWords(page);
  await turn(page, 4);
  await expectAllSent(page);
  await page.goto(`${shop.url}/notebook?color=pink`);
  await entry(page, words)
    .getByRole('link', { name: /^Ir a la página/ })
    .click();
  await expectOpen(page);
  await expect.poll(async () => firstWords(page)).toBe(marked);
  await expect(wayBack(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${shop.url}/notebook?color=pink`);
  await expect(entry(page, words)).toBeVisible();
});

const LONG = 400;

/** Inserts the rows of a reader with many notes directly, because the API is not tested here. */
function writeMuch(shop: Shop): void {
  withShopDatabase(shop, (database) => {
    const held = database
      .prepare(
        `SELECT users.id AS user_id, book_parts.id AS part_id, book_parts.edition_id FROM users
         JOIN entitlements ON entitlements.user_id = users.id JOIN book_parts ON book_parts.id = entitlements.part_id
         WHERE users.email = 'lectora@demo.cl' AND book_parts.edition_id IS NOT NULL AND book_parts.release_at < ?`,
      )
      .get(Date.now());
    const row = { ...held, color: 'yellow', notes: '[]', prefix: '', suffix: '', same_as: null, deleted_at: null };
    for (let at = 1; at <= LONG; at += 1) {
      const values = {
        ...row,
        ...{ id: crypto.randomUUID(), range_hash: String(at), revision: at, created_at: 1e12, updated_at: 1e12 },
        cfi_range: `epubcfi(/6/4!/4/${at * 2},/1:0,/1:9)`,
        quote: `Frase número ${at}. ${'Una frase que sigue y sigue. '.repeat(at % 7)}`,
        trashed_note: null,
      };
      const names = Object.keys(values);
      database
        .prepare(`INSERT INTO annotations (${names.join()}) VALUES (${names.map(() => '?').join()})`)
        .run(...(Object.values(values) as string[]));
    }
  });
}

test('a long notebook is drawn during scrolling, by keyboard too, and restores its position', async ({
  page,
  shop,
}) => {
  writeMuch(shop);
  await startSession(page, shop, 'lectora@demo.cl');
  await page.goto(`${shop.url}/notebook`);
  await expect(entry(page, 'Frase número 1.')).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThan(60);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(entry(page, `Frase número ${LONG}.`)).toBeVisible();
  // Tab goes on from the focused entry, although the list draws only visible entries.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(entry(page, `Frase número ${LONG}.`)).toBeHidden();
  const label = await page
    .getByRole('article')
    .nth(8)
    .getByRole('link')
    .evaluate((link: HTMLElement) => {
      link.focus();
      return link.getAttribute('aria-label');
    });
  for (let step = 0; step < 24; step += 1) await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const numberIn = (text: string | null) => Number(/número (\d+)/.exec(text ?? '')?.[1]);
  expect(numberIn(focused)).toBe(numberIn(label) + 12);
  // This visible link is the position to which a step back must return.
  const shown = page.getByRole('link', { name: focused.replace('Más acciones', 'Ir a la página') });
  await expect(shown).toBeInViewport();
  const top = await shown.evaluate((link) => link.getBoundingClientRect().top);
  await shown.click();
  await expectOpen(page);
  await page.goBack();
  await expect(shown).toBeInViewport();
  await expect
    .poll(async () => shown.evaluate((link, before) => Math.abs(link.getBoundingClientRect().top - before), top))
    .toBeLessThan(40);
});

test('axe finds no fault on a phone, dark', async ({ page, shop }) => {
  writeMuch(shop);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, shop, 'lectora@demo.cl');
  await page.goto(`${shop.url}/notebook`);
  await expect(entry(page, 'Frase número 1.')).toBeVisible();
  await expectAccessible(page, 'the list');
  await page
    .getByRole('button', { name: /^Más acciones/ })
    .first()
    .click();
  await expectAccessible(page, 'a menu');
  await page.getByRole('button', { name: 'Compartir cita' }).click();
  await expect(page.getByRole('img', { name: /^Imagen con la cita/ })).toBeVisible();
  await expectAccessible(page, 'a shared passage');
  await page.keyboard.press('Escape');
  await choose(page, 'Frase número 2.', /^Editar$/);
  await expectAccessible(page, 'the editor');
  await page.getByRole('button', { name: 'Mover a la papelera' }).click();
  // Waits for the focus, which goes to the next note: it would take the key from the link.
  await expect(page.getByRole('button', { name: /^Más acciones/ }).and(page.locator(':focus'))).toBeVisible();
  await page
    .getByRole('link', { name: /^Papelera/ })
    .filter({ visible: true })
    .press('Enter');
  await expect(page.getByRole('button', { name: /^Restaurar/ })).toBeVisible();
  await expectAccessible(page, 'the trash');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
