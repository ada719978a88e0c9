import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import {
  expectAllSent,
  expectOpen,
  expectWholeApp,
  firstWords,
  openPart,
  percentage,
  turn,
  WORKER_MS,
} from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Moverse por la parte' });
const openSlider = async (page: Page) => {
  await page.getByTitle('Ir a otro lugar').click();
  await expect(sheetOf(page)).toBeVisible();
  return page.getByRole('slider', { name: 'Lugar en la parte' });
};
/** Moves the thumb to a fraction of the line, 0 to 1, and holds it there. */
const holdAt = async (page: Page, part: number) => {
  const box = await sheetOf(page).locator('.slider-line').boundingBox();
  if (!box) throw new Error('no line');
  await page.mouse.move(box.x + 10, box.y + 28);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * part, box.y + 20, { steps: 5 });
};

test('the slider shows a place before it opens it, stores the position once, and leads back', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  const saved: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('location')) saved.push(request.url());
  });
  await openPart(page);
  await turn(page, 2);
  await expectAllSent(page);
  const [words, before] = [await firstWords(page), await percentage(page)];
  const sent = saved.length;
  const slider = await openSlider(page);
  await expect(slider).toBeFocused();
  await expectAccessible(page, 'slider');
  const bubble = sheetOf(page).locator('output');
  await expect(bubble).toHaveText(/^«.+»$/);
  const here = (await bubble.textContent()) ?? '';
  await holdAt(page, 0.6);
  // The sheet shows the words of the place when the thumb is still.
  let last = here;
  await expect
    .poll(
      async () => {
        const before = last;
        last = (await bubble.textContent()) ?? '';
        return last === before && last !== here;
      },
      { intervals: [300] },
    )
    .toBe(true);
  await expect(slider).toHaveAttribute('aria-valuetext', /^(Capítulo \d+, )?posición \d+ de \d+, 6\d.%$/);
  expect(await firstWords(page)).toBe(words);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lastMove')))).toEqual([]);
  expect(saved.length).toBe(sent);
  await page.mouse.up();
  await expect.poll(() => percentage(page)).toBeGreaterThan(50);
  const start = last.slice(1, 15);
  const frame = page.frameLocator('[data-book-host] div:not([inert]) > iframe');
  await expect
    .poll(async () => (await frame.locator('body').textContent())?.replaceAll('\u00AD', '').replaceAll(/\s+/g, ' '))
    .toContain(start);
  await expectAllSent(page);
  await sheetOf(page).getByRole('button', { name: 'Volver a donde estaba' }).click();
  await expect.poll(() => firstWords(page)).toBe(words);
  await expect.poll(() => percentage(page)).toBe(before);
  // A step back closes the sheet and leaves the book open.
  await page.goBack();
  await expect(sheetOf(page)).toBeHidden();
  await expectOpen(page);
});

test('keys and page names open places, without a connection too, and a reload stays there', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await expectWholeApp(page);
  await context.setOffline(true);
  const slider = await openSlider(page);
  await page.keyboard.press('End');
  await expect.poll(() => percentage(page)).toBe(100);
  await page.keyboard.press('Home');
  await expect.poll(() => percentage(page)).toBe(0);
  await page.keyboard.press('PageUp');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Capítulo \d+/);
  await page.keyboard.press('Enter');
  await sheetOf(page).getByRole('button', { name: 'Ir a posición' }).click();
  await page.getByLabel('Posición').fill('9999');
  await page.keyboard.press('Enter');
  await expect(sheetOf(page).getByRole('alert')).toContainText('Esta parte no tiene esa posición');
  await page.getByLabel('Posición').fill('8');
  await page.keyboard.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuenow', '8');
  await expect.poll(() => percentage(page)).toBeGreaterThan(0);
  const words = await firstWords(page);
  await page.keyboard.press('Escape');
  await expect(sheetOf(page)).toBeHidden();
  await page.reload();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  await context.setOffline(false);
});
