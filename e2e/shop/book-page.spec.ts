import type { UserPart } from '@cuentos/contract/library';
import type { Page } from '@playwright/test';
import { type DemoShop, demoShop, SERIAL } from '../shots/demo-shop.ts';
import { partStates } from '../shots/part-states.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, startSession, test } from '../support/shop-test.ts';

const READER = 'lectora@demo.cl';
const KEYS = 'Siete llaves para una casa';
const LONG_NAME = 'Cuadernos de la caleta '.repeat(14).slice(0, 300);

/** Answers the call for a book with this name and these parts. */
async function answerBook(page: Page, shop: DemoShop, name: string, parts: readonly UserPart[]): Promise<void> {
  const book = shop.book(SERIAL);
  await page.route(`**/api/books/${book.id}`, (route) => route.fulfill({ json: { ...book, name, parts } }));
  await page.route(`**/api/user_book_parts/${book.id}`, (route) => route.fulfill({ json: parts }));
}

/** Lists the filled buttons wholly in the window, above a fixed bar at its foot or inside it. */
const filledInSight = (page: Page) =>
  page.locator('main a.bg-accent, main button.bg-accent').evaluateAll((all) =>
    all
      .filter((each) => {
        const { width, top, bottom, left } = each.getBoundingClientRect();
        const isOnTop = each.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2));
        return width > 0 && top >= 0 && bottom <= innerHeight && isOnTop;
      })
      .map(({ textContent }) => textContent),
  );

const isWiderThanWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`price, button and sample are in the first screen, for a visitor and for a reader, ${width} px`, async ({
    page,
    shop: started,
  }) => {
    const shop = await demoShop(started);
    await page.setViewportSize({ width, height });
    const expectFirstScreen = async (path: string, price: string) => {
      await page.goto(`${shop.url}${path}/${shop.book(KEYS).id}`);
      await expect(page.getByRole('heading', { level: 1, name: KEYS })).toBeVisible();
      await expect.poll(() => filledInSight(page), path).toEqual(['¡Compra ahora!']);
      await expect(page.getByText(price).first()).toBeInViewport();
      const beginning = page.getByRole('link', { name: /^Lee el comienzo de Las tres primeras/ }).first();
      await expect(beginning).toBeInViewport({ ratio: 1 });
      const bar = await page.locator('[data-foot-bar]').boundingBox();
      const box = await beginning.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? height);
    };
    await expectFirstScreen('/book-detail', '$1.990');
    await startSession(page, shop, READER);
    await expectFirstScreen('/user-library', '$1.990');
    await expect(page.getByRole('link', { name: 'Ofelia Tralma' })).toBeVisible();
  });
}

test('two hundred parts, names of three hundred letters and missing pictures keep the page’s layout', async ({
  page,
  shop: started,
}) => {
  const shop = await demoShop(started);
  await startSession(page, shop, READER);
  const states = partStates(shop);
  const parts = Array.from({ length: 200 }, (_, at) => ({
    ...states[at % states.length]!,
    id: `part-${at}`,
    ...(at % states.length === 5 ? { name: LONG_NAME.replaceAll(' ', '') } : {}),
  }));
  await answerBook(page, shop, LONG_NAME, parts);
  // Image requests stay pending.
  await page.route('**/images/**', () => {});
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${shop.url}/user-library/${shop.book(SERIAL).id}`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('article')).toHaveCount(200);
    expect(await isWiderThanWindow(page), `${width}`).toBe(false);
    expect(await filledInSight(page), `${width}`).toContain('Leer');
  }
});

test('an expired code leaves page and price unchanged, and is reported before paying', async ({
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
  await startSession(page, shop, READER);
  await page.goto(`${shop.url}/user-library/${shop.book(KEYS).id}?codigo=pasado`);
  await page.getByRole('button', { name: '¡Compra ahora! Las tres primeras' }).click();
  const sheet = page.getByRole('dialog', { name: 'Antes de pagar' });
  await expect(sheet.getByLabel('Código de descuento')).toHaveValue('pasado');
  await expect(sheet.getByText('Ese código ya terminó')).toBeVisible();
  await expect(sheet.getByText('$1.990').first()).toBeVisible();
});
