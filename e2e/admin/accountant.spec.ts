import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { openArea, said } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const ID = '01900000-0000-7000-8000-0000000000d1';

/**
 * Gives the newest movement a boleta that an admin issued by hand, since the demonstration has only the provider's
 * vouchers.
 */
function addBoleta(shop: Shop): void {
  withShopDatabase(shop, (database) => {
    const movement = database
      .prepare('SELECT id, payment_id, order_id, at FROM money_movements WHERE position = 0 ORDER BY at DESC LIMIT 1')
      .get();
    if (!movement) throw new Error('the demonstration has no movement');
    const { id = null, payment_id = null, order_id = null, at = null } = movement;
    const sums = { net: 1252, vat: 238, total: 1490 };
    const content = {
      ...{ id: ID, kind: 'boleta', code: 39, number: 1, date: '2026-11-18', currency: 'CLP', ...sums },
      seller: { rut: '12.345.678-5', name: 'Ana Rojas', address: null },
      lines: [{ name: 'El faro: La niebla', quantity: 1, ...sums }],
      ...{ order: order_id, payment: '7001', reference: null },
    };
    const row = {
      ...{ id: ID, kind: 'boleta', movement_id: id, payment_id, ...sums },
      ...{ order_id, at, state: 'issued', number: 1, folio: '4711' },
      ...{ folio_typed_at: at, issuer: 'files', content: JSON.stringify(content), attempts: 1 },
      ...{ file_key: `tax-documents/${ID}.json`, created_at: at, issued_at: at },
    };
    const names = Object.keys(row);
    database
      .prepare(`INSERT INTO tax_documents (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row));
  });
}

async function makeLink(page: Page, shop: Shop): Promise<string> {
  await openArea(page, shop, '/admin/accounting');
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Para quién es').fill('Estudio Norte');
  await dialog.getByRole('button', { name: 'Crear enlace' }).click();
  const link = await page.getByLabel('Enlace nuevo').inputValue();
  expect(link).toMatch(new RegExp(`^${shop.url}/accountant/`));
  return link;
}

/** Presses a button that saves a file, and returns the file's name and text. */
async function download(page: Page, button: string | RegExp): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Opens addresses of the working area and expects each to require a login. */
async function expectNothingElse(context: BrowserContext, shop: Shop): Promise<void> {
  const page = await context.newPage();
  for (const path of ['/admin', '/admin/accounting', `/admin/accounting?documento=${ID}`, '/admin/users']) {
    await page.goto(`${shop.url}${path}`);
    await expect(page).toHaveURL(/\/login/);
  }
  for (const path of ['/api/admin/accountant_links', `/api/admin/tax_documents/${ID}`, '/api/admin/today'])
    expect((await context.request.get(`${shop.url}${path}`)).status(), path).toBe(401);
  await page.close();
}

test('an accountant reads the month by a link, without a session, and no other page, until the link is withdrawn', async ({
  page,
  shop,
  browser,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const link = await makeLink(page, shop);
  addBoleta(shop);
  const context = await browser.newContext({ locale: 'es-CL', serviceWorkers: 'block' });
  const door = await context.newPage();
  await door.goto(link);
  const month = door.getByRole('heading', { level: 2 }).first();
  await expect(door.getByText('Boleta, Folio 4711')).toBeVisible();
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await door.setViewportSize(viewport);
    await expectAccessible(door, `the month at ${viewport.width} px`);
    expect(await door.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }

  const csv = await download(door, 'Descargar CSV del mes');
  expect(csv.name).toMatch(/^contabilidad-\d{4}-\d{2}\.csv$/);
  expect(csv.text).toContain('4711');
  const boleta = await download(door, 'Descargar: Boleta, Folio 4711');
  expect(boleta.name).toBe('boleta-4711.json');
  expect(JSON.parse(boleta.text)).toMatchObject({ id: ID, kind: 'boleta', folio: '4711', total: 1490 });

  const latest = await month.textContent();
  await door.getByRole('button', { name: /^Mes anterior/ }).click();
  await expect(month).not.toHaveText(latest ?? '');
  await expectNothingElse(context, shop);

  await page.getByRole('button', { name: 'Retirar: Estudio Norte' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
  await said(page, 'Enlace retirado');
  const refused = door.waitForResponse((response) => response.url().endsWith('/api/accountant/month'));
  await door.goto(link);
  expect((await refused).status()).toBe(410);
  await expect(door.getByRole('alert')).toHaveText('Este enlace ya no sirve. Pide otro a quien te lo envió.');
  await expect(door.getByRole('button', { name: /Descargar/ })).toHaveCount(0);
  await expectAccessible(door, 'a link that is over');
  await context.close();
});
