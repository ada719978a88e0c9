import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openArea, said } from '../support/admin-page.ts';
import { expectAccessible } from '../support/axe.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, expectClean, test, watch } from '../support/shop-test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const PERIOD_MS = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Computes the code of a period by RFC 6238 and 4226, without any code of the shop. */
function codeOf(secret: string, period: number): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * An authenticator app with this secret. It also uses the code of the period before, so that no test waits for the
 * next.
 */
function application(secret: string): () => string {
  let shownCodes = 0;
  return () => {
    shownCodes = Math.max(shownCodes + 1, Math.floor(Date.now() / PERIOD_MS) - 1);
    return codeOf(secret, shownCodes);
  };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Verificación en dos pasos' });

async function answer(page: Page, code: string): Promise<void> {
  await dialog(page).getByLabel('Código', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
}

test('an admin sets the second factor up, signs in with a code, and is asked again before a refund', async ({
  page,
  context,
  shop,
}) => {
  const seen = watch(context, shop);
  await openArea(page, shop, '/user-settings');
  await page.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Código QR con la clave para tu aplicación' })).toBeVisible();
  await expectAccessible(page, 'setting it up');
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '');
  const nextCode = application(secret);
  await page.getByLabel('Código', { exact: true }).fill('no-es');
  await page.keyboard.press('Enter');
  await said(page, 'El código no es correcto o ya se usó. Espera a que tu aplicación muestre el siguiente.');
  await page.getByLabel('Código', { exact: true }).fill(nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tus códigos de recuperación' })).toBeVisible();
  const codes = await page.getByRole('listitem').locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessible(page, 'recovery codes');
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible();

  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${shop.url}/login`);
  const sendPassword = async () => {
    await page.getByLabel('Correo').fill('admin@demo.cl');
    await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(dialog(page)).toBeVisible();
  };
  await sendPassword();
  await expectAccessible(page, 'asking for a code');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
  await sendPassword();
  await answer(page, nextCode());
  await page.waitForURL('**/admin');

  await page.evaluate(() => localStorage.setItem('showTutorial', 'false'));
  await page.goto(`${shop.url}/admin/user-book-parts`);
  // Dates the confirmation back, since a refund requires one of the last ten minutes.
  withShopDatabase(shop, (database) => database.exec('update sessions set factor_confirmed_at = 0'));
  await page.getByLabel('Buscar usuario...').fill('nicolas');
  await page.getByRole('button', { name: 'Devolver: Recorrido de ida, Nicolás Fuentes' }).click();
  await page.getByLabel('Motivo').fill('Lo compró dos veces.');
  await page.getByRole('button', { name: 'Continuar', exact: true }).click();
  await page.getByRole('button', { name: 'Devolver $1.190' }).click();
  await expect(dialog(page)).toContainText('confirma con un código de tu aplicación que eres tú');
  await answer(page, codes[0] ?? '');
  await said(page, 'Devolución enviada al medio de pago');

  // The admin has lost telephone and recovery codes, and no other admin can help.
  expect(await shop.command('admin:reset-factor', 'admin@demo.cl')).toContain('Verificación en dos pasos quitada');
  await page.goto(`${shop.url}/user-settings`);
  await expect(page.getByRole('button', { name: 'Activar', exact: true })).toBeVisible();
  expectClean(seen);
});
