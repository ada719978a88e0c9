import type { Page } from '@playwright/test';
import { demoShop, SERIAL } from '../shots/demo-shop.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, startSession, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const KEYS = 'Siete llaves para una casa';
const LONG_NAME = 'Cuadernos de la caleta '.repeat(14).slice(0, 300);
const ONE_WORD = LONG_NAME.replaceAll(' ', '').padEnd(300, 'x');
const WIDTHS = [320, 390, 1280];

/** Gives a book two hundred parts, and gives the book and some of its parts a name of three hundred letters. */
function stretchBook(shop: Shop, bookId: string): void {
  withShopDatabase(shop, (database) => {
    const row = database.prepare('SELECT * FROM book_parts WHERE book_id = ? AND value > 0').get(bookId);
    if (!row) throw new Error('the book has no part that is sold');
    const columns = Object.keys(row);
    const insert = database.prepare(
      `INSERT INTO book_parts (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    database.exec('BEGIN IMMEDIATE');
    for (let at = 0; at < 200; at += 1) {
      const name = at % 50 === 0 ? ONE_WORD.slice(0, 296) + String(at).padStart(4, '0') : `Entrega ${at}`;
      const part = { ...row, id: crypto.randomUUID(), name, name_key: name, position: 100 + at };
      insert.run(...columns.map((column) => part[column as keyof typeof part]));
    }
    database.prepare('UPDATE books SET name = ?, name_key = ? WHERE id = ?').run(LONG_NAME, LONG_NAME, bookId);
    database.exec('COMMIT');
  });
}

const isWiderThanWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** Opens a page in each width and expects no content beyond the window's edge. */
async function expectNoWider(page: Page, address: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('main h1')).toBeVisible();
    expect(await isWiderThanWindow(page), `${address} ${width}`).toBe(false);
  }
}

test('two hundred parts and names of three hundred letters fit book and shop in each width', async ({
  page,
  shop: started,
}) => {
  const shop = await demoShop(started);
  const { id } = shop.book(SERIAL);
  const partCount = shop.book(SERIAL).parts.length;
  stretchBook(shop, id);
  const address = `${shop.url}/book-detail/${id}`;
  // The server keeps a page for a second at most.
  await expect.poll(async () => (await page.goto(address), page.getByRole('article').count())).toBe(partCount + 200);
  await expectNoWider(page, address);
  await expect(page.getByRole('link', { name: /^¡Compra ahora!: Entrega 199/ })).toBeAttached();
  await expectNoWider(page, `${shop.url}/`);
  await expect(page.getByRole('link', { name: new RegExp(`^Ver libro: ${LONG_NAME.trim()}`) }).first()).toBeVisible();
});

for (const [fault, isSaid, answer] of [
  ['never come', false, () => {}],
  ['are refused', true, (route) => route.abort('connectionreset')],
] as const satisfies readonly (readonly [string, boolean, Parameters<Page['route']>[1]])[]) {
  test(`pictures that ${fault} leave name, price and button, and their space`, async ({ page, shop: started }) => {
    const shop = await demoShop(started);
    await page.route('**/images/**', answer);
    const book = shop.book(SERIAL);
    for (const path of ['/', `/book-detail/${book.id}`]) {
      await expectNoWider(page, `${shop.url}${path}`);
      const frames = await page.locator('main picture').evaluateAll((pictures) =>
        pictures.map((picture) => {
          const { offsetWidth, offsetHeight } = picture.parentElement!;
          return offsetWidth === 0 ? 1.5 : offsetHeight / offsetWidth;
        }),
      );
      expect(frames.length).toBeGreaterThan(0);
      for (const shape of frames) expect(shape).toBeCloseTo(1.5, 1);
    }
    await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeVisible();
    await expect(page.getByRole('link', { name: /^¡Compra ahora!/ }).first()).toBeAttached();
    if (isSaid) await expect(page.locator('main picture img').first()).toHaveAttribute('src', /placeholder/);
  });
}

test('a book’s page whose script is cut off sells by its links, and its other parts stay true', async ({
  page,
  shop: started,
}) => {
  const shop = await demoShop(started);
  const book = shop.book(SERIAL);
  await page.route(/\/assets\/(?!public-).*\.js$/, async (route) => route.abort('connectionreset'));
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto(`${shop.url}/book-detail/${book.id}`);
  await page
    .getByRole('button', { name: /Agregar a Tu bolsillo/ })
    .first()
    .click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revisa tu conexión y toca de nuevo' })).toBeVisible();
  expect(await isWiderThanWindow(page)).toBe(false);
  await page
    .getByRole('link', { name: /^¡Compra ahora!/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/register\/.*part=/);
});

test('an expired code in the address leaves the public pages unchanged, and is reported before paying', async ({
  page,
  shop: started,
}) => {
  const shop = await demoShop(started);
  withShopDatabase(shop, (database) =>
    database
      .prepare(
        `INSERT INTO discount_codes (id, code, kind, amount, ends_at, max_uses_per_person, is_active, created_at, updated_at)
         VALUES ('01900000-0000-7000-8000-00000000c0de', 'PASADO', 'percentage', 10, 2, 1, 1, 1, 1)`,
      )
      .run(),
  );
  await startSession(page, shop, 'lectora@demo.cl');
  await page.goto(`${shop.url}/?codigo=pasado`);
  await page.goto(`${shop.url}/book-detail/${shop.book(KEYS).id}`);
  await expect(page.getByText('$1.990').first()).toBeVisible();
  await page
    .getByRole('link', { name: /^¡Compra ahora!.* Las tres primeras/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Antes de pagar' });
  await expect(sheet.getByText('Ese código ya terminó')).toBeVisible();
  await expect(sheet.getByText('$1.990').first()).toBeVisible();
});
