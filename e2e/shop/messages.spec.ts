import type { Page } from '@playwright/test';
import { openArea, said } from '../support/admin-page.ts';
import { cutChanges } from '../support/connection.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

const box = (page: Page) => page.getByLabel('Tu respuesta');

/** Lists the texts of the mails of a template, oldest first. */
const mails = (shop: Shop, template: string) =>
  withShopDatabase(shop, (database) =>
    database
      .prepare('SELECT recipient, text FROM mails WHERE template = ? ORDER BY created_at')
      .all(template)
      .map((row) => ({ recipient: String(row['recipient']), text: String(row['text']) })),
  );

/** Goes from 'Mis compras' to the form and sends the first message about the newest order. */
async function askForHelp(page: Page, shop: Shop, text: string): Promise<void> {
  await page.goto(`${shop.url}/user-settings/orders`);
  await page
    .getByRole('link', { name: /^Pedir ayuda con esta compra/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Ayuda con tu compra' })).toBeVisible();
  await page.getByLabel('Tu mensaje').fill(text);
  await page.getByLabel('Tu mensaje').press('Control+Enter');
  await page.waitForURL(/\/user-settings\/messages\/[0-9a-f-]{36}$/);
  await expect(box(page)).toBeVisible();
}

test('a buyer asks for help with an order, is answered in the thread and by mail, and writes again', async ({
  page,
  shop,
  browser,
}) => {
  await signIn(page, shop);
  await askForHelp(page, shop, 'Se queda en la portada.');
  const thread = page.url();
  await expect(page.getByText('Se queda en la portada.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Comprobante' })).toBeVisible();
  // A second question about the order opens the same thread.
  await page.goto(`${shop.url}/user-settings/orders`);
  await page
    .getByRole('link', { name: /^Pedir ayuda con esta compra/ })
    .first()
    .click();
  await page.waitForURL(thread);

  const office = await (await browser.newContext()).newPage();
  await openArea(office, shop, '/admin/users');
  await office
    .getByRole('navigation', { name: 'Áreas de trabajo' })
    .first()
    .getByRole('link', { name: /^Lectores/ })
    .click();
  await expect(office.getByRole('link', { name: 'Mensajes 1 cosa espera' })).toBeVisible();
  await office.getByRole('link', { name: /^Ver la conversación con/ }).click();
  await expect(office.getByText('Se queda en la portada.')).toBeVisible();
  await expect(office.getByRole('heading', { name: 'La compra' })).toBeVisible();
  await office.getByRole('button', { name: 'Detalles' }).click();
  await expect(office.getByRole('dialog').getByText('lectora@demo.cl', { exact: true })).toBeVisible();
  await office.keyboard.press('Escape');
  await box(office).fill('Subí otro archivo.\nPrueba ahora.');
  await office.getByRole('button', { name: 'Enviar' }).click();
  await said(office, 'Respuesta enviada');
  await expect(office.getByText('Respondida')).toBeVisible();
  const tab = office.getByRole('navigation', { name: 'Secciones del panel' }).getByRole('link', { name: 'Mensajes' });
  await expect(tab).toHaveText('Mensajes');
  const [mail] = mails(shop, 'message-answer');
  expect(mail?.recipient).toBe('lectora@demo.cl');
  expect(mail?.text).toContain('Subí otro archivo.\nPrueba ahora.');
  expect(mail?.text).toContain(new URL(thread).pathname);

  await page.goto(`${shop.url}/user-settings`);
  await page.getByRole('link', { name: 'Mensajes 1 respuesta nueva' }).click();
  await expect(page.getByText('Respuesta nueva')).toBeVisible();
  await page.getByRole('listitem').getByRole('link').first().click();
  await expect(box(page)).toBeVisible();
  await expect(page.getByText('Prueba ahora.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Respondida')).toBeVisible();
  await page.goForward();
  await box(page).fill('Ahora sí.');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await said(page, 'Mensaje enviado');
  await expect(page.getByText('Ahora sí.')).toBeVisible();
  await expect(box(page)).toHaveValue('');

  await tab.click();
  await office.getByRole('link', { name: /^Ver la conversación con/ }).click();
  await expect(office.getByRole('heading', { name: 'Lucía Reyes' })).toBeVisible();
  // The shop refuses to close a thread with a message that this page has not shown.
  await expect(office.getByText('Ahora sí.')).toBeVisible();
  await office.getByRole('button', { name: 'Cerrar conversación' }).click();
  await expect(office.getByRole('button', { name: 'Reabrir' })).toBeVisible();
  await office.context().close();
});

test('a message being written survives a lost connection, a reload and the end of the session', async ({
  page,
  shop,
}) => {
  await cutChanges(page.context());
  await signIn(page, shop);
  await askForHelp(page, shop, 'Hola.');
  await page.context().setOffline(true);
  await box(page).fill('Una cosa más');
  await expect(page.getByText(/queda en este dispositivo/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeEnabled();
  await page.reload();
  await expect(box(page)).toHaveValue('Una cosa más');

  const thread = page.url();
  withShopDatabase(shop, (database) => database.prepare('UPDATE sessions SET revoked_at = 1').run());
  await page.reload();
  await page.waitForURL('**/login?next=*');
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(thread);
  await expect(box(page)).toHaveValue('Una cosa más');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await said(page, 'Mensaje enviado');
  await page.reload();
  await expect(page.getByText('Una cosa más')).toHaveCount(1);
  await expect(box(page)).toHaveValue('');
});

test('a visitor writes from the landing page’s contact section, and is answered by mail only', async ({
  page,
  shop,
  browser,
}) => {
  await page.goto(`${shop.url}/#contacto`);
  await page.locator('#contacto').getByRole('link', { name: 'Escríbenos' }).click();
  await page.waitForURL('**/contact');
  await page.getByLabel('Nombre').fill('Vera Lagos');
  await page.getByLabel('Correo').fill('vera@ejemplo.cl');
  await page.getByLabel('Tu mensaje').fill('¿Se lee sin conexión?');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('heading', { name: 'Recibimos tu mensaje' })).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await openArea(office, shop, '/admin/messages');
  await office.getByRole('link', { name: 'Ver la conversación con Vera Lagos' }).click();
  await expect(office.getByText(/nadie ha comprobado que el correo sea suyo/)).toBeVisible();
  await box(office).fill('Sí, se lee sin conexión.');
  await office.getByRole('button', { name: 'Enviar' }).click();
  await said(office, 'Respuesta enviada');
  await office.context().close();
  expect(mails(shop, 'message-answer')).toEqual([
    { recipient: 'vera@ejemplo.cl', text: expect.stringContaining('Sí, se lee sin conexión.') },
  ]);
});
