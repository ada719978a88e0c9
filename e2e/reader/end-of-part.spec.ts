import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expectAllSent, expectOpen, requestsEnded, turn } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

const PART = 'Cartas de ida';
const end = (page: Page) => page.getByRole('heading', { name: 'Fin', exact: true });

/** Turns pages until the end of the part. */
async function readToTheEnd(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(end(page)).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 90_000 });
}

test('the end of an owned part leads on, and the part is marked as finished until the reader removes the mark', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
  const reading = page.url();
  await readToTheEnd(page);
  await expect(page.getByText('Terminada: así queda en tu biblioteca.')).toBeVisible();
  await expect(page.getByText('Lo que sigue').or(page.getByText('Es la última parte de este libro.'))).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the end of a part, ${colorScheme}`);
  }
  // Arrow keys lead back into the text, and to its end again.
  await page.keyboard.press('ArrowLeft');
  await expect(end(page)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(end(page)).toBeVisible();
  await expectAllSent(page);

  // The library shows the part as finished, and so does another device.
  await page.getByRole('link', { name: 'Volver a mi biblioteca' }).click();
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: PART }) });
  await expect(card.getByText('Terminado', { exact: true })).toBeVisible();
  const [, , book] = new URL(reading).pathname.split('/');
  await page.goto(`${shop.url}/user-library/${book}`);
  await page.getByRole('button', { name: `Todavía no la termino: ${PART}` }).click();
  await expect(page.getByRole('button', { name: `Todavía no la termino: ${PART}` })).toHaveCount(0);
  await expectAllSent(page);
  await page.reload();
  await expect(page.getByRole('link', { name: new RegExp(`${PART}$`) }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: `Todavía no la termino: ${PART}` })).toHaveCount(0);
});

test('without a connection a part is finished too, and the library shows it when the connection is back', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
  // Without a service worker the first turn loads the code of the end of a part.
  await turn(page, 1);
  await requestsEnded(page);
  await context.setOffline(true);
  await readToTheEnd(page);
  await expect(page.getByText('Terminada: así queda en tu biblioteca.')).toBeVisible();
  await context.setOffline(false);
  await expectAllSent(page);
  const finish = await page.evaluate(async () => {
    const rows = await new Promise<{ baseRevision: number; pending: boolean }[]>((resolve) => {
      const request = indexedDB.open('cuentos-de-bolsillo-sync');
      request.addEventListener('success', () => {
        const all = request.result.transaction('finished_parts').objectStore('finished_parts').getAll();
        all.addEventListener('success', () => resolve(all.result as { baseRevision: number; pending: boolean }[]));
      });
    });
    return rows.map(({ baseRevision, pending }) => ({ baseRevision, pending }));
  });
  expect(finish).toEqual([{ baseRevision: 1, pending: false }]);
});
