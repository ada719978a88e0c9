import type { Page } from '@playwright/test';
import { expect, test } from '../support/shop-test.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import type { Shop } from '../support/start-shop.ts';

const KEYS = 'Siete llaves para una casa';
const FIRST = 'Las tres primeras';
const SECOND = 'Las tres siguientes';
const LIGHT = 'El faro que aprendió';
const NOTEBOOK = 'Cuaderno del farero';

const bookId = (shop: Shop, name: string) =>
  withShopDatabase(shop, (database) =>
    String(database.prepare('SELECT id FROM books WHERE name LIKE ?').get(`${name}%`)?.['id']),
  );
const bookPage = (shop: Shop, name: string) => `${shop.url}/book-detail/${bookId(shop, name)}`;

/** Signs in on the login page shown. */
async function enter(page: Page): Promise<void> {
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

async function pay(page: Page, amount: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeVisible();
  await expect(page.getByRole('dialog').getByText(amount).first()).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
  await expect(page.getByText(amount).first()).toBeVisible();
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
}

const toPocket = (page: Page, part: string) =>
  page.getByRole('button', { name: `Agregar a Tu bolsillo: ${part}` }).click();

test('a visitor collects parts of two books, signs in, pays once, and owns all of them', async ({ page, shop }) => {
  await page.goto(bookPage(shop, KEYS));
  await toPocket(page, FIRST);
  await expect(page.getByRole('link', { name: `Ver y pagar: ${FIRST}` })).toBeVisible();
  await page.goto(bookPage(shop, LIGHT));
  await toPocket(page, NOTEBOOK);
  await page.getByRole('link', { name: `Ver y pagar: ${NOTEBOOK}` }).click();
  await page.waitForURL('**/pocket');
  await expect(page.getByRole('button', { name: 'Pagar $2.480' })).toBeVisible();

  await page.getByRole('button', { name: `Quitar: ${FIRST}` }).click();
  await expect(page.getByRole('button', { name: 'Pagar $490' })).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('button', { name: 'Pagar $2.480' }).click();

  await page.waitForURL('**/login?next=*');
  await enter(page);
  await page.waitForURL('**/pocket');
  await expect(page.getByText('Está en tu cuenta')).toBeVisible();
  await page.getByRole('button', { name: 'Pagar $2.480' }).click();
  await pay(page, '$2.480');

  await page.waitForURL('**/user-settings/orders*');
  await expect(page.getByText('Compra realizada con éxito')).toBeVisible();
  const order = page.getByRole('listitem').filter({ hasText: FIRST }).first();
  for (const part of [FIRST, NOTEBOOK]) {
    await expect(order.getByRole('link', { name: `Leer: ${part}` })).toBeVisible();
  }
  await page.goto(`${shop.url}/pocket`);
  await expect(page.getByText('Tu bolsillo está vacío')).toBeVisible();

  // One part is returned, and the other stays.
  await page.goto(`${shop.url}/user-settings/orders`);
  await order.getByRole('button', { name: /^Arrepentirme/ }).click();
  await page.getByRole('checkbox', { name: FIRST }).check();
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await page.getByRole('button', { name: 'Devolver y recibir $1.990' }).click();
  await page.getByRole('button', { name: 'Ver mis compras' }).click();
  await expect(order.getByText('Pagada')).toBeVisible();
  await expect(order.getByRole('link', { name: `Leer: ${FIRST}` })).toHaveCount(0);
  await expect(order.getByRole('link', { name: `Leer: ${NOTEBOOK}` })).toBeVisible();
});

test('completing a book from its page leads through the login to its price, and back to its parts', async ({
  page,
  shop,
}) => {
  await page.goto(bookPage(shop, KEYS));
  await expect(page.getByText('Ahorras: 747 CLP')).toBeVisible();
  await page.getByRole('link', { name: 'Completar por $4.233' }).click();
  await page.waitForURL('**/register/**');
  // The server renders the page without its query; the script adds it to the link.
  const login = page.getByRole('main').getByRole('link', { name: /Inicia(r)? sesión/ });
  await expect(login).toHaveAttribute('href', /part=all/);
  await login.click();
  await page.waitForURL('**/login/**');
  await enter(page);
  await page.waitForURL('**/user-library/*');
  await pay(page, '$4.233');
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Compra realizada con éxito')).toBeVisible();
  for (const part of [FIRST, SECOND]) {
    await expect(page.getByRole('link', { name: `Leer ahora: ${part}` })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Completa el libro' })).toHaveCount(0);
});
