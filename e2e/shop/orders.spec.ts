import type { Page } from '@playwright/test';
import { expectOpen } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const BOOK = 'Siete llaves';
const PART = 'Las tres primeras';

const idOf = (shop: Shop, table: 'books' | 'book_parts', name: string) =>
  withShopDatabase(shop, (database) =>
    String(database.prepare(`SELECT id FROM ${table} WHERE name LIKE ?`).get(`${name}%`)?.['id']),
  );

/** Goes from the book's page in the library to the provider's page. */
async function goToPay(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${shop.url}/user-library/${idOf(shop, 'books', BOOK)}`);
  await page.getByRole('button', { name: `¡Compra ahora!: ${PART}` }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
}

const entryOf = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Compra ' }).first();

test(
  'a buyer finds her payment and its receipt, returns the unopened part, and buys it again to read',
  { tag: '@core' },
  async ({ page, shop }) => {
    await signIn(page, shop);
    await goToPay(page, shop);
    await page.getByRole('button', { name: 'Aprobar pago' }).click();
    await page.waitForURL('**/user-library/*');
    await expect(page.getByText('Compra realizada con éxito')).toBeVisible();

    await page.goto(`${shop.url}/user-settings`);
    await page.getByRole('link', { name: 'Mis compras' }).click();
    await page.waitForURL('**/user-settings/orders');
    const entry = entryOf(page);
    await expect(entry.getByText('Pagada')).toBeVisible();
    await expect(entry.getByText('Sin abrir')).toBeVisible();
    await expect(
      entry.getByText(new RegExp(`^Puedes arrepentirte de «${PART}» hasta el \\d\\d/\\d\\d/\\d{4}`)),
    ).toBeVisible();

    await entry.getByRole('link', { name: `Comprobante: ${PART}` }).click();
    await expect(page.getByRole('heading', { name: 'Comprobante de compra' })).toBeVisible();
    await expect(page.getByText('Total (IVA incluido)')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Imprimir o guardar como PDF' })).toBeHidden();
    await expect(page.getByText('Este comprobante no reemplaza la boleta.')).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await page.goBack();

    await entry.getByRole('button', { name: `Arrepentirme: ${PART}` }).click();
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    await page.getByRole('button', { name: /^Devolver y recibir/ }).click();
    await expect(page.getByRole('heading', { name: 'Tu dinero va en camino' })).toBeVisible();
    await page.getByRole('button', { name: 'Ver mis compras' }).click();
    await expect(entry.getByText(/^(Devuelta|Devolución en camino)$/)).toBeVisible();
    await expect(entry.getByText(/^Te arrepentiste el /)).toBeVisible();
    await expect(entry.getByRole('link', { name: /^Leer/ })).toHaveCount(0);

    // The part is for sale again, and its address no longer opens it.
    const [book, part] = [idOf(shop, 'books', BOOK), idOf(shop, 'book_parts', PART)];
    await page.goto(`${shop.url}/reader/${book}/${part}`);
    await expect(page.getByRole('heading', { name: 'No encontramos esta parte del libro' })).toBeVisible();

    await goToPay(page, shop);
    await page.getByRole('button', { name: 'Aprobar pago' }).click();
    await page.waitForURL('**/user-library/*');
    await page.goto(`${shop.url}/user-settings/orders`);
    await entryOf(page)
      .getByRole('link', { name: `Leer: ${PART}` })
      .click();
    await expectOpen(page);
    // A part that was opened cannot be returned.
    await page.goto(`${shop.url}/user-settings/orders`);
    await expect(entryOf(page).getByText(/^Abierta el /)).toBeVisible();
    await expect(entryOf(page).getByRole('button', { name: /^Arrepentirme/ })).toHaveCount(0);
  },
);

test('a pending payment is listed with a way to go on, and can be cancelled there', async ({ page, shop }) => {
  await signIn(page, shop);
  await goToPay(page, shop);
  await page.getByRole('button', { name: /pendiente/i }).click();
  await page.waitForURL('**/user-library/*');
  await page.goto(`${shop.url}/user-settings/orders`);
  const entry = entryOf(page);
  await expect(entry.getByText('Pendiente', { exact: true })).toBeVisible();
  await expect(entry.getByRole('link', { name: `Seguir con el pago: ${PART}` })).toHaveAttribute('href', /sandbox/);
  await entry.getByRole('button', { name: `Cancelar: ${PART}` }).click();
  await page.getByRole('button', { name: 'Cancelar este pago' }).click();
  await expect(entry.getByText('Rechazada')).toBeVisible();
  await expect(entry.getByRole('link', { name: `Comprar de nuevo: ${PART}` })).toBeVisible();
});
