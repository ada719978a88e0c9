import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, expectClean, signIn, test, watch } from '../support/shop-test.ts';

/** Gives the browser an authenticator with a key store, whose owner is always present. */
async function giveDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Returns the number of stored keys. */
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Sets whether the authenticator recognises its owner. */
    verifies: async (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const ADD = 'Agregar una clave de acceso';
const ENTER = 'Entrar con una clave de acceso';

test('a reader adds a passkey, signs in with it on the way to a page, and removes it', async ({
  page,
  context,
  shop,
}) => {
  const seen = watch(context, shop);
  const device = await giveDevice(page);
  await signIn(page, shop);
  await page.goto(`${shop.url}/user-settings`);
  await expect(page.getByText('Todavía no tienes ninguna.')).toBeVisible();
  await expectAccessible(page, 'no passkeys');

  // Dates the sign-in back: after a quarter of an hour adding a key requires the password, since the device may be
  // unattended.
  withShopDatabase(shop, (database) => database.exec('update sessions set authenticated_at = 0'));
  await page.getByRole('button', { name: ADD }).click();
  await page.getByLabel('Contraseña actual').fill('cuentos-demo');
  await page.getByRole('button', { name: ADD }).click();
  const rows = page.getByRole('region', { name: 'Claves de acceso' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('todavía no la has usado');
  expect(await device.keys()).toBe(1);
  await page.getByRole('button', { name: ADD }).click();
  await expect(page.getByText('Este dispositivo ya guarda una clave de acceso de tu cuenta.')).toBeVisible();

  await page.getByRole('button', { name: /^Cambiar nombre de la clave de acceso/ }).click();
  const name = page.getByLabel('Nombre', { exact: true });
  await expect(name).toBeVisible();
  await expectAccessible(page, 'naming a passkey');
  await name.fill('Mi teléfono');
  await page.keyboard.press('Enter');
  await expect(rows).toContainText('Mi teléfono');
  await expectAccessible(page, 'a passkey');

  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  const book = withShopDatabase(shop, (database) =>
    String(database.prepare("select id from books where name like 'Siete llaves%'").get()?.['id']),
  );
  await page.goto(`${shop.url}/login/${book}`);
  await device.verifies(false);
  await page.getByRole('button', { name: ENTER }).click();
  await expect(
    page.getByText('No llegó ninguna clave de acceso. Inténtalo otra vez o entra de otra manera.'),
  ).toBeVisible();
  await device.verifies(true);
  await page.getByRole('button', { name: ENTER }).click();
  await page.waitForURL(`**/user-library/${book}`);

  await page.goto(`${shop.url}/user-settings`);
  await expect(rows).toContainText('usada por última vez el');
  await page.getByRole('button', { name: 'Quitar la clave de acceso Mi teléfono' }).click();
  const question = page.getByRole('dialog', { name: '¿Quitar esta clave de acceso?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'removing a passkey');
  await question.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('Todavía no tienes ninguna.')).toBeVisible();

  // The device still has the key that the shop has deleted.
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  await page.goto(`${shop.url}/login`);
  await page.getByRole('button', { name: ENTER }).click();
  await expect(
    page.getByText('Esa clave de acceso ya no abre ninguna cuenta aquí. Entra de otra manera.'),
  ).toBeVisible();
  expectClean(seen);
});
