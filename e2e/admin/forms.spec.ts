import { openArea } from '../support/admin-page.ts';
import { expect, test } from '../support/shop-test.ts';

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`a field reserves a line for its error, so that no button moves under the pointer, at ${viewport.width}`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(viewport);
    await openArea(page, shop, '/admin/users');
    await page.getByRole('button', { name: 'Agregar usuario' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nuevo usuario' });
    const button = dialog.getByRole('button', { name: 'Crear usuario' });
    await expect(dialog.getByLabel('Nombre')).toBeFocused();
    const field = dialog.getByLabel('Correo', { exact: true });
    // Hovering waits until the dialog has stopped moving.
    await button.hover();
    const before = [await button.boundingBox(), await field.boundingBox()];
    await page.mouse.down();
    // The field loses the focus at the press and shows its error before the button is released.
    await expect(dialog.getByText('El nombre es obligatorio.')).toBeVisible();
    expect([await button.boundingBox(), await field.boundingBox()]).toEqual(before);
    await page.mouse.up();
    await expect(dialog.getByText('El rol es obligatorio.')).toBeVisible();
  });
}

test('a form on a page reserves the line too: the first press after an empty field arrives', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/announcements');
  const form = page.getByRole('region', { name: 'Borrar una dirección' });
  const button = form.getByRole('button', { name: 'Borrar', exact: true });
  await form.getByLabel('Correo').focus();
  await button.hover();
  const before = await button.boundingBox();
  await page.mouse.down();
  await expect(form.getByText('El correo no es válido.')).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(form.getByLabel('Correo')).toBeFocused();
});

test("buttons of 'Hoy' open the forms themselves, and Back closes them", async ({ page, shop }) => {
  await openArea(page, shop, '/admin');
  await page.getByRole('link', { name: 'Anuncio', exact: true }).click();
  await expect(page.getByLabel('Asunto')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Regalar', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Compras de usuarios' }).first()).toBeVisible();
  // The address no longer opens the dialog, so a reload does not open it again.
  await expect(page).toHaveURL(/user-book-parts$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Nueva parte', exact: true }).click();
  await page.getByRole('dialog', { name: '¿De qué libro es la parte?' }).getByRole('button').nth(1).click();
  await expect(page.getByRole('dialog', { name: 'Nueva parte' })).toBeVisible();
});
