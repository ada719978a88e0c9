import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openArea, said } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, expectClean, signIn, test, watch } from '../support/shop-test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1280, height: 800 } });

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .first()
    .click();
const PURCHASES = 'Compras de usuarios';
const rows = (page: Page) => page.getByRole('table', { name: PURCHASES, exact: true }).getByRole('row');

async function choose(page: Page, person: string, book: string, part: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Persona' }).fill(person);
  await expect(page.getByRole('option', { name: new RegExp(person) })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Libro', { exact: true }).selectOption({ label: book });
  await page.getByLabel('Parte', { exact: true }).selectOption({ label: part });
}

test('a part is granted, revoked, and granted again only once', async ({ page, context, shop }) => {
  const seen = watch(context, shop);
  await openArea(page, shop, '/admin/user-book-parts');
  // The demonstration's purchases show a payment's id, a giver, or 'Sin datos'.
  await expect(
    rows(page)
      .filter({ hasText: /87\d{9}/ })
      .first(),
  ).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  await expect(rows(page).filter({ hasText: 'Sin datos' }).first()).toBeVisible();
  await press(page, 'Regalar una parte');
  await press(page, 'Regalar');
  await said(page, 'Debe seleccionar un libro y una parte del libro');
  await choose(page, 'Diego Carrasco', 'Cartas al invierno', 'Cartas de ida');
  await press(page, 'Regalar');
  await said(page, 'Libro agregado al usuario correctamente');
  const grantRows = rows(page).filter({ hasText: 'Diego Carrasco' });
  await expect(grantRows.first()).toContainText('Administradora');

  await press(page, 'Regalar una parte');
  await choose(page, 'Diego Carrasco', 'Cartas al invierno', 'Cartas de ida');
  await press(page, 'Regalar');
  await said(page, 'Error: el libro ya ha sido adquirido por el usuario.');
  await press(page, 'Cancelar');
  await press(page, 'Salir sin guardar');

  await page.getByLabel('Buscar usuario...').fill('cartas de ida');
  await press(page, 'Quitar: Cartas de ida, Diego Carrasco');
  await press(page, 'Quitar');
  await said(page, 'Regalo retirado');
  await expect(grantRows.first()).toContainText('Sin acceso');
  expectClean(seen);
});

test('a purchase is refunded with a reason, after its amount was confirmed', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/user-book-parts');
  await page.getByLabel('Buscar usuario...').fill('nicolas');
  await press(page, 'Devolver: Recorrido de ida, Nicolás Fuentes');
  await press(page, 'Continuar');
  await said(page, 'Escribe el motivo, de al menos 3 letras.');
  await page.getByLabel('Motivo').fill('Lo compró dos veces.');
  await press(page, 'Continuar');
  await expect(page.getByText(/Nicolás Fuentes recibirá \$1\.190/)).toBeVisible();
  await press(page, 'Devolver $1.190');
  await said(page, 'Devolución enviada al medio de pago');
  await expect(rows(page).filter({ hasText: 'Nicolás Fuentes' }).first()).toContainText('Devuelta');
});

test('a payment without a purchase stays on the page until it is refunded or closed', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await page.getByRole('tab', { name: 'Descubrir Libros' }).click();
  await page.getByRole('link', { name: /^Ver libro: Siete llaves/ }).click();
  await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
  const preference = new URL(page.url()).pathname.split('/').at(-1);
  for (const [id, amount] of [
    [990_001, 1500],
    [990_002, 7],
  ]) {
    const data = { preference_id: preference, status: 'approved', transaction_amount: amount, notify: true };
    await context.request.put(`${shop.url}/sandbox/mercadopago/_control/payments/${id}`, { data });
  }
  await context.clearCookies();
  // This address has no script that would renew the session before the storage is cleared.
  await page.goto(`${shop.url}/health/live`);
  await page.evaluate(() => localStorage.clear());
  await openArea(page, shop, '/admin/user-book-parts');
  const open = page.getByRole('table', { name: 'Pagos por resolver' }).getByRole('row');
  await expect(open).toHaveCount(3);
  await expect(open.filter({ hasText: '990001' })).toContainText('Monto distinto');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page, `open payments at ${width}`);
  }
  await open
    .filter({ hasText: '990001' })
    .getByRole('button', { name: /^Devolver/ })
    .click();
  await page.getByLabel('Motivo').fill('Pagó de más.');
  await press(page, 'Continuar');
  await press(page, 'Devolver $1.500');
  await said(page, 'Devolución enviada al medio de pago');
  await expect(open).toHaveCount(2);
  await open
    .filter({ hasText: '990002' })
    .getByRole('button', { name: /^Resolver por fuera/ })
    .click();
  await page.getByLabel('Motivo').fill('Transferencia 123.');
  await press(page, 'Marcar como resuelto');
  await said(page, 'Pago marcado como resuelto');
  await expect(page.getByText('Pagos por resolver')).toHaveCount(0);
});

test('early access is granted with an end and revoked', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/early-access');
  const list = page.getByRole('table', { name: 'Lecturas para revisión' });
  await expect(list.getByRole('row').nth(1)).toContainText('Lucía Reyes');
  await press(page, 'Dar lectura para revisión');
  await choose(page, 'Elena', 'El faro que aprendió a silbar', 'Tercera parte: La valija');
  await page.getByLabel('Hasta (opcional)').fill('2100-03-31');
  await expect(page.getByText('Hasta el 31/marzo/2100, inclusive.')).toBeVisible();
  await press(page, 'Dar acceso');
  await said(page, 'Lectura para revisión asignada');
  await expect(list.getByRole('row', { name: /Elena/ })).toContainText('31/03/2100');
  await press(page, /^Quitar: Tercera parte: La valija, Elena/);
  await press(page, 'Quitar');
  await said(page, 'Lectura para revisión retirada');
  await expect(list.getByRole('row', { name: /Elena/ })).toHaveCount(0);
});

test('the figures are shown and downloaded; logs and settings describe the events', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/sales');
  await expect(page.getByText(/^Se vendieron \$\d/)).toBeVisible();
  await expect(page.getByText('Vendido menos devoluciones, contracargos, comisión e IVA.')).toBeVisible();
  await expect(page.locator('.uplot canvas')).toBeVisible();
  // The chart shrinks with the window, as on a phone that is turned.
  const { width = 1280, height = 800 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width, height });
  await page.getByText('Ver como tabla').click();
  const row = page.getByRole('table').getByRole('row').nth(1);
  await expect(row).toContainText('$');
  // Figures in a column have equal widths; a single figure has its natural width.
  const numerals = (element: Element) => getComputedStyle(element).fontVariantNumeric;
  expect(await row.locator('td.figures').first().evaluate(numerals)).toContain('tabular-nums');
  expect(await page.locator('dd.figures').first().evaluate(numerals)).toContain('proportional-nums');
  // A count below five readers is withheld, so that no reader can be recognised.
  for (const readers of await page.locator('ol li .figures-column').allTextContents()) {
    expect(Number(readers)).toBeGreaterThanOrEqual(5);
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar las cifras en CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^cifras-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Vendido');

  await page.getByRole('link', { name: /^Ajustes/ }).click();
  await page.getByRole('link', { name: 'Registro', exact: true }).click();
  await expect(page.getByText(/Entregó una compra pagada|Quitó un regalo/).first()).toBeVisible();
  // The log names the person concerned, not only an id.
  await expect(page.getByText(/@.*\.\w+$/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Correos' }).click();
  await expect(page.getByText(/^Tu compra en Cuentos de Bolsillo: ./).first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Procesado').first()).toBeVisible();
  // The link has a count: the demonstration shop has no backup.
  await page.getByRole('link', { name: /^Servicios/ }).click();
  await expect(page.getByText('Simulador, sin dinero real')).toBeVisible();
});
