import type { Page } from '@playwright/test';
import { expectOpen } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import type { Shop } from '../support/start-shop.ts';

const BOOK = 'Siete llaves para una casa';
const PART = 'Las tres primeras';
const RECIPIENT = 'tomas@ejemplo.cl';

const bookId = (shop: Shop) =>
  withShopDatabase(shop, (database) =>
    String(database.prepare('SELECT id FROM books WHERE name = ?').get(BOOK)?.['id']),
  );

/** Returns the newest mail of a template. */
const mailTo = (shop: Shop, template: string) =>
  withShopDatabase(shop, (database) =>
    String(
      database
        .prepare('SELECT text FROM mails WHERE recipient = ? AND template = ? ORDER BY created_at DESC')
        .get(RECIPIENT, template)?.['text'] ?? '',
    ),
  );

async function give(page: Page, shop: Shop): Promise<void> {
  await signIn(page, shop);
  await page.goto(`${shop.url}/book-detail/${bookId(shop)}`);
  await page.getByRole('link', { name: `Regalar: ${PART}` }).click();
  const sheet = page.getByRole('dialog', { name: 'Antes de pagar' });
  await expect(sheet.getByRole('switch', { name: 'Es un regalo' })).toBeChecked();
  await page.getByLabel(/^De parte de/).fill('Elisa');
  await page.getByLabel(/^Correo de quien/).fill(RECIPIENT);
  await page.getByLabel(/^Mensaje/).fill('Para tus viajes largos.');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
  await page.waitForURL('**/user-settings/orders*');
  await expect(page.getByText('Todavía no lo abren.').first()).toBeVisible();
}

test(
  'a gift is paid, its link opened by another person with a code, and read',
  { tag: '@core' },
  async ({ page, shop, browser }) => {
    await give(page, shop);
    await expect.poll(() => mailTo(shop, 'gift'), { timeout: 30_000 }).toContain('Abrir mi regalo');
    const [link = ''] = /http\S+\/gift\/\S+/.exec(mailTo(shop, 'gift')) ?? [];

    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(link.replace(/^https?:\/\/[^/]+/, shop.url));
    await expect(stranger.getByText('De parte de Elisa.')).toBeVisible();
    await expect(stranger.getByText('«Para tus viajes largos.»')).toBeVisible();
    await stranger.getByRole('button', { name: 'Abrir mi regalo' }).click();
    await stranger.waitForURL('**/register/**');
    await expect(stranger.getByText('Tu regalo', { exact: true })).toBeVisible();
    await stranger.getByLabel('Correo').fill(RECIPIENT);
    await stranger.getByRole('button', { name: 'Seguir con mi correo' }).click();
    await stranger.waitForURL('**/enter-code/**');
    await expect.poll(() => mailTo(shop, 'entry-code'), { timeout: 30_000 }).toMatch(/\b\d{6}\b/);
    await stranger.getByLabel('Código').fill(/\b\d{6}\b/.exec(mailTo(shop, 'entry-code'))?.[0] ?? '');
    await expect(stranger.getByRole('heading', { name: 'Tu regalo ya es tuyo' })).toBeVisible();
    await stranger.getByRole('link', { name: 'Leer ahora' }).click();
    await expectOpen(stranger);
    await context.close();

    await page.reload();
    await expect(page.getByText('Regalo recibido')).toBeVisible();
    await expect(page.getByText(RECIPIENT)).toHaveCount(0);
  },
);
