import type { Page } from '@playwright/test';
import { openArea, said, tabTo } from '../support/admin-page.ts';
import { expect, expectClean, signIn, test, watch } from '../support/shop-test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1280, height: 800 } });

const password = 'un-secreto-largo';
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

async function fillUser(page: Page, name: string, email: string, role: string): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Correo', { exact: true }).fill(email);
  await page.getByLabel('Rol', { exact: true }).selectOption(role);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirma la contraseña').fill(password);
}

test('the keyboard alone creates, changes, looks up and deletes a user', async ({ page, context, shop }) => {
  const seen = watch(context, shop);
  await openArea(page, shop, '/user-settings');
  await tabTo(page, 'link', 'Panel de administración');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await tabTo(page, 'link', 'Tienda');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/users');
  await tabTo(page, 'button', 'Agregar usuario');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nuevo usuario' });
  await tabTo(page, 'button', 'Crear usuario');
  await page.keyboard.press('Enter');
  for (const text of [
    'El nombre es obligatorio.',
    'El correo es obligatorio.',
    'El rol es obligatorio.',
    'La contraseña es obligatoria.',
    'La confirmación de la contraseña es obligatoria.',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  // The first invalid field has the focus.
  await page.keyboard.type('Ana Rojas');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ana.rojas@ejemplo.cl');
  await tabTo(page, 'combobox', 'Rol');
  await page.keyboard.type('Lect');
  await tabTo(page, 'textbox', 'Contraseña');
  await page.keyboard.type(password);
  await tabTo(page, 'textbox', 'Confirma la contraseña');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await said(page, 'Usuario creado correctamente');
  // The new user is appended to the loaded rows.
  await expect(page.getByRole('row').last()).toContainText('ana.rojas@ejemplo.cl');

  await tabTo(page, 'button', 'Editar: Ana Rojas');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Nombre');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Ana María Rojas');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Hay cambios sin guardar')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, 'button', 'Guardar cambios');
  await page.keyboard.press('Enter');
  await said(page, 'Usuario actualizado correctamente');
  await expect(row(page, /Ana María Rojas/)).toHaveCount(1);

  await tabTo(page, 'button', 'Detalles: Ana María Rojas');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Todavía no tiene libros.')).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, 'button', 'Eliminar: Ana María Rojas');
  await page.keyboard.press('Enter');
  await expect(page.getByText('¿Desea eliminar el usuario?')).toBeVisible();
  await tabTo(page, 'button', 'Eliminar');
  await page.keyboard.press('Enter');
  await said(page, 'Usuario eliminado correctamente');
  await expect(row(page, /Ana María Rojas/)).toHaveCount(0);
  expectClean(seen);
});

test('pages, sizes and searches find everybody; an address is accepted once; the last admin stays', async ({
  page,
  shop,
}) => {
  await openArea(page, shop, '/admin/users');
  await expect(page.getByText('Página 1')).toBeVisible();
  await expect(row(page, /Nicolás Fuentes/)).toHaveCount(0);
  await press(page, 'Siguiente');
  await expect(page.getByText('Página 2')).toBeVisible();
  await expect(row(page, /Nicolás Fuentes/)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled();
  await page.getByLabel('Mostrar').selectOption('5');
  await expect(page.getByText('Página 1')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(6);
  // The person is on a page that is not loaded, so the server must search.
  await page.getByLabel('Buscar usuario...').fill('nicolas');
  await expect(row(page, /Nicolás Fuentes/)).toHaveCount(1);
  await press(page, 'Borrar la búsqueda');
  await expect(page.getByRole('row')).toHaveCount(6);

  await press(page, 'Agregar usuario');
  await fillUser(page, 'Otra Lucía', 'lectora@demo.cl', 'reader');
  await press(page, 'Crear usuario');
  await said(page, 'Error: el correo ingresado ya existe.');
  await press(page, 'Cancelar');
  await press(page, 'Salir sin guardar');

  await page.getByLabel('Buscar usuario...').fill('admin@demo.cl');
  await press(page, 'Eliminar: Administradora');
  await press(page, 'Eliminar');
  await said(page, 'Es la única cuenta de administración: primero dale ese rol a otra persona.');
});

test('a role counts from the next call on, and its loss is shown', async ({ page, browser, shop }) => {
  await openArea(page, shop, '/admin/users');
  const before = await browser.newContext();
  const reader = await before.newPage();
  await openArea(reader, shop, '/admin/users', 'lectora@demo.cl');
  await expect(reader.getByText('Acceso Denegado')).toBeVisible();
  await before.close();

  const setRole = async (role: string) => {
    await page.getByLabel('Buscar usuario...').fill('lectora@demo.cl');
    await press(page, 'Editar: Lucía Reyes');
    await page.getByLabel('Rol', { exact: true }).selectOption(role);
    await press(page, 'Guardar cambios');
    await said(page, 'Usuario actualizado correctamente');
    await press(page, /^Cerrar$/);
    await press(page, 'Borrar la búsqueda');
  };
  await setRole('admin');
  // The change of role ended the sessions with the old role.
  const place = await browser.newContext();
  const other = await place.newPage();
  await openArea(other, shop, '/admin/users', 'lectora@demo.cl');
  await expect(other.getByRole('row').nth(1)).toBeVisible();

  await setRole('reader');
  await other.getByRole('button', { name: 'Siguiente' }).click();
  await said(other, 'Tu sesión se cerró. Inicia sesión para seguir donde estabas.');
  await other.waitForURL(/\/login/);
  await place.close();
});

test('a session can be closed, and its user edited and deleted', async ({ page, browser, shop }) => {
  await openArea(page, shop, '/admin/users');
  await press(page, 'Agregar usuario');
  await fillUser(page, 'Bruno Díaz', 'bruno@ejemplo.cl', 'reader');
  await press(page, 'Crear usuario');
  await said(page, 'Usuario creado correctamente');
  const place = await browser.newContext();
  const other = await place.newPage();
  await other.goto(`${shop.url}/login`);
  await other.getByLabel('Correo').fill('bruno@ejemplo.cl');
  await other.getByLabel('Contraseña', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Iniciar sesión' }).click();
  await other.waitForURL('**/user-library');

  await page.getByRole('link', { name: 'Sesiones Activas' }).click();
  await expect(row(page, /Administradora/).first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await page.getByLabel('Buscar sesión...').fill('bruno');
  await press(page, 'Cerrar sesión: Bruno Díaz');
  await press(page, 'Cerrar sesión');
  await said(page, 'Sesión cerrada');
  await other.goto(`${shop.url}/user-settings`);
  await other.waitForURL((url) => url.pathname === '/login' || url.pathname === '/');

  await place.close();
  const again = await browser.newContext();
  const third = await again.newPage();
  await third.goto(`${shop.url}/login`);
  await third.getByLabel('Correo').fill('bruno@ejemplo.cl');
  await third.getByLabel('Contraseña', { exact: true }).fill(password);
  await third.getByRole('button', { name: 'Iniciar sesión' }).click();
  await third.waitForURL('**/user-library');
  await again.close();
  await page.reload();
  await page.getByLabel('Buscar sesión...').fill('bruno');
  await press(page, 'Editar usuario: Bruno Díaz');
  await expect(page.getByLabel('Correo')).toHaveValue('bruno@ejemplo.cl');
  await press(page, 'Cancelar');
  await press(page, 'Eliminar usuario: Bruno Díaz');
  await press(page, 'Eliminar');
  await said(page, 'Usuario eliminado correctamente');
  await expect(row(page, /Bruno Díaz/)).toHaveCount(0);
});

/** Main action of each tab, its dialog, and the button that must be pressed first. */
const TABS = [
  { tab: 'Libros', action: 'Agregar libro', dialog: 'Nuevo libro' },
  { tab: 'Partes de libros', before: /^Mostrar partes de/, action: 'Agregar parte', dialog: 'Nueva parte' },
  { tab: 'Compras de usuarios', action: 'Regalar una parte', dialog: 'Regalar una parte' },
  { tab: 'Sesiones Activas', action: /^Cerrar sesión: /, dialog: /.+/ },
] as const;

test('the keyboard alone reaches the main action of each tab and comes back from its dialog', async ({
  page,
  browser,
  shop,
}) => {
  // A second signed-in account has a session that the admin can end.
  const reader = await browser.newPage();
  await signIn(reader, shop);
  await reader.close();
  await openArea(page, shop, '/admin/users');
  const walkTo = async (role: 'button' | 'link', name: string | RegExp) => {
    await tabTo(page, role, name);
    await page.keyboard.press('Enter');
  };
  for (const { tab, action, dialog, ...more } of TABS) {
    await walkTo('link', tab);
    if ('before' in more) await walkTo('button', more.before);
    await walkTo('button', action);
    const opened = page.getByRole('dialog', { name: dialog }).last();
    await expect(opened).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    const exact = typeof action === 'string' ? { exact: true } : {};
    await expect(page.getByRole('button', { name: action, ...exact }).first()).toBeFocused();
  }
  await walkTo('link', 'Dinero');
  await tabTo(page, 'button', 'Descargar las cifras en CSV');
  await walkTo('link', 'Volver a la tienda');
  await page.waitForURL('**/user-library');
});

test('a writter has her own Hoy and two tabs, her own books and parts, and nothing that only admins do', async ({
  page,
  shop,
}) => {
  await openArea(page, shop, '/writter', 'escritora@demo.cl');
  await expect(page.getByText('Panel de administración', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lo que viene' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Vendido' })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Áreas de trabajo' }).getByRole('link', { name: 'Libros' }).click();
  await page.waitForURL('**/writter/books');
  const tabs = page.getByRole('navigation', { name: 'Secciones del panel' }).getByRole('link');
  await expect(tabs).toHaveText(['Libros', 'Partes de libros']);
  await expect(page.getByRole('button', { name: /^Editar: / })).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^(Activar|Desactivar|Eliminar): / })).toHaveCount(0);
  await tabs.last().click();
  await page.getByRole('button', { name: 'Mostrar partes de El faro que aprendió a silbar' }).click();
  await expect(page.getByRole('button', { name: /^Editar: / }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Activar|Desactivar|Eliminar): / })).toHaveCount(0);
  await page.goto(`${shop.url}/admin/users`);
  await page.waitForURL('**/not-authorized');
});

test('the typed text survives a step back', async ({ page, shop }) => {
  await openArea(page, shop, '/admin/users');
  const tabs = page.getByRole('navigation', { name: 'Secciones del panel' });
  await tabs.getByRole('link', { name: 'Libros', exact: true }).click();
  await press(page, 'Agregar libro');
  await page.getByLabel('Nombre', { exact: true }).fill('Sin terminar');
  await page.goBack();
  await press(page, 'Seguir editando');
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Sin terminar');
  expect(new URL(page.url()).pathname).toBe('/admin/books');
  await page.goBack();
  await press(page, 'Salir sin guardar');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/admin/books');
  await page.goBack();
  await page.waitForURL('**/admin/users');
});
