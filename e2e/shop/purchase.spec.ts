import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';
import { expectOpen, firstWords, turn } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { shopLine } from '../support/shop-line.ts';
import { expectClean, watch, policedTest as test } from '../support/shop-test.ts';
import { type Shop, startShop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

/** The real novel where it is beside the repository; else the test makes a book of the same shape. */
const novel = join(import.meta.dirname, '..', '..', '..', 'shared', 'epubs', 'libros', 'la-regenta.epub');
const bookName = 'La Regenta';
const password = 'un-secreto-largo';
let folder: string;
let shop: Shop;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'cuentos-purchase-'));
  // The captcha is on: the page solves its proof of work, as for a reader.
  shop = await startShop({ CAPTCHA_PROVIDER: 'altcha' });
  const file = existsSync(novel) ? novel : await inventedNovel();
  await shop.command('import', file, '--book', bookName, '--part', bookName, '--price', '990');
});

test.afterAll(async () => {
  await shop.remove();
  await rm(folder, { recursive: true, force: true });
});

async function inventedNovel(): Promise<string> {
  const sentence = 'La ciudad dormía la siesta y el viento sur empujaba las nubes hacia el norte. ';
  const paragraph = `<p>${sentence.repeat(12)}</p>`;
  const chapters = Array.from({ length: 12 }, (_, index) => ({
    title: `Capítulo ${index + 1}`,
    html: `<h1>Capítulo ${index + 1}</h1>${paragraph.repeat(20)}`,
  }));
  const path = join(folder, 'novela.epub');
  await writeFile(path, makeEpub({ title: bookName, language: 'es', chapters }));
  return path;
}

const readNow = (page: Page) => page.getByRole('link', { name: /^Leer ahora/ });
/** The purchase link on the page of a book; the library has a button with the same words. */
const buyNow = (page: Page) => page.getByRole('link', { name: /Compra ahora/ }).first();

/** Goes from the landing page to the book's page in the library as a new reader, who types each value once. */
async function registerFromBook(page: Page, email: string): Promise<void> {
  await page.goto(shop.url);
  await page.getByRole('link', { name: new RegExp(`Ver libro.*${bookName}`) }).click();
  await page.waitForURL('**/book-detail/*');
  await buyNow(page).click();
  await page.waitForURL('**/register/*');
  await page.getByLabel('Nombre').fill('Ana Rojas');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirma la contraseña').fill(password);
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/user-library/*');
}

/** Goes from the dialog before paying, which opens by itself for the chosen part, to the provider's page. */
async function goToPay(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
}

/** Returns the newest code in the shop's mails. */
async function codeFor(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage();
  let code = '';
  await expect
    .poll(async () => {
      await outbox.goto(`${shop.url}/dev/outbox`);
      const mails = outbox.locator('article').filter({ hasText: email }).filter({ hasText: 'Tu código' });
      const body = (await mails.count()) > 0 ? await mails.first().locator('iframe').getAttribute('srcdoc') : '';
      code = />(\d{6})</.exec(body ?? '')?.[1] ?? '';
      return code;
    })
    .not.toBe('');
  await outbox.close();
  return code;
}

test('a visitor types one address and a code, and the chosen part is ready to be paid', async ({ page }) => {
  const email = 'desconocida@ejemplo.cl';
  await page.goto(shop.url);
  await page.getByRole('link', { name: new RegExp(`Ver libro.*${bookName}`) }).click();
  await buyNow(page).click();
  await page.waitForURL('**/register/*');
  await expect(page.getByText('Vas a comprar')).toBeVisible();
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Correo').press('Enter');
  await page.waitForURL('**/enter-code/*');
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('Vas a comprar')).toBeVisible();
  expect(page.url(), 'the address is in no address').not.toContain('desconocida');
  // After a reload the page asks for the same code.
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  const code = await codeFor(page, email);
  const field = page.getByLabel('Código de 6 números');
  await field.fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Ese código no es. Te quedan 4 intentos.')).toBeVisible();
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.waitForURL('**/user-library/*');
  const sheet = page.getByRole('dialog', { name: 'Antes de pagar' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText(bookName).first()).toBeVisible();
  expect(new URL(page.url()).search, 'asked once').toBe('');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  // A step back leads to the book and skips the forms that were sent.
  await page.goBack();
  await expect(page).toHaveURL(/\/book-detail\//);
});

test('the files for paying load while the visitor waits for the mail: after the code only data is requested', async ({
  page,
}) => {
  const line = await shopLine(shop);
  const email = 'lejana@ejemplo.cl';
  await page.goto(line.url);
  await page.getByRole('link', { name: new RegExp(`Ver libro.*${bookName}`) }).click();
  await buyNow(page).click();
  await page.waitForURL('**/register/*');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Correo').press('Enter');
  await page.waitForURL('**/enter-code/*');
  const isAllHere = () =>
    page.evaluate(() => {
      const names = document.querySelector<HTMLMetaElement>('meta[name=scripts-ahead]')?.content.split(' ') ?? [];
      const here = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
      return names.length > 0 && names.every((name) => here.has(name));
    });
  await expect.poll(isAllHere).toBe(true);
  line.keepAppFiles();
  await page.getByLabel('Código de 6 números').fill(await codeFor(page, email));
  await page.waitForURL('**/user-library/*');
  await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeVisible();
  await expect(page.locator('[data-toasts]').getByRole('button', { name: 'Cerrar' })).toHaveCount(0);
  await line.close();
});

test('a visitor buys a novel, reads it, and reads on without a network after a restart', { tag: '@core' }, async () => {
  test.setTimeout(120_000);
  const profile = join(folder, 'profile');
  const launch = async () =>
    chromium.launchPersistentContext(profile, {
      ...(await chromiumLaunchOptions()),
      viewport: { width: 390, height: 844 },
      locale: 'es-CL',
      hasTouch: true,
    });
  let context = await launch();
  const seen = watch(context, shop);
  let page = context.pages()[0] ?? (await context.newPage());
  await registerFromBook(page, 'ana@ejemplo.cl');
  await expect(readNow(page)).toHaveCount(0);
  await goToPay(page);
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Compra realizada con éxito')).toBeVisible();
  await expect(readNow(page)).toBeFocused();
  await readNow(page).click();
  await expectOpen(page);
  // The first reading opens the tutorial; the settings load before that.
  const tutorial = page.getByRole('dialog', { name: 'Cómo se lee aquí' });
  // A toast in the dialog has a close button too, so this takes the first one.
  await tutorial.getByRole('button', { name: 'Cerrar' }).first().click();
  await expect(tutorial).toBeHidden();
  await turn(page, 20);
  const words = await firstWords(page);
  expect(words).not.toBe('');
  await expect
    .poll(async () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated');
  await page.mouse.click(195, 25);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await page.waitForURL('**/user-library/*');
  const library = page.url();
  expectClean(seen);
  await context.close();
  await shop.stop();

  context = await launch();
  await context.setOffline(true);
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(library);
  await page.getByRole('link', { name: /^Leer:/ }).click();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  await context.close();
  await shop.start();
});

test('a refused payment is reported and opens no part', async ({ page }) => {
  await registerFromBook(page, 'berta@ejemplo.cl');
  await goToPay(page);
  await page.getByRole('button', { name: 'Rechazar pago' }).click();
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Error al realizar la compra')).toBeVisible();
  await expect(page.getByRole('button', { name: /Compra ahora/ }).first()).toBeVisible();
  await expect(readNow(page)).toHaveCount(0);
});

test('a pending payment waits, and opens the part once it is approved', { tag: '@core' }, async ({ page }) => {
  await registerFromBook(page, 'carla@ejemplo.cl');
  const library = page.url();
  await goToPay(page);
  const checkout = page.url();
  await page.getByRole('button', { name: 'Dejar pendiente' }).click();
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Compra pendiente de confirmación')).toBeVisible();
  await expect(readNow(page)).toHaveCount(0);
  await page.goto(checkout);
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
  await page.waitForURL('**/user-library/*');
  await page.goto(library);
  await expect(readNow(page)).toBeVisible();
});

test('a link brings a discount code to the sheet, and the order is paid with it', async ({ page }) => {
  withShopDatabase(shop, (database) =>
    database
      .prepare(
        `INSERT INTO discount_codes (id, code, kind, amount, max_uses_per_person, is_active, created_at, updated_at)
         VALUES ('01900000-0000-7000-8000-00000000c0de', 'REGENTA-4', 'percentage', 4, 1, 1, 1, 1)`,
      )
      .run(),
  );
  await page.goto(`${shop.url}/?codigo=regenta-4`);
  await registerFromBook(page, 'dora@ejemplo.cl');
  const sheet = page.getByRole('dialog', { name: 'Antes de pagar' });
  await expect(sheet.getByText('4 % menos en esta parte.')).toBeVisible();
  const field = sheet.getByLabel('Código de descuento');
  await expect(field).toHaveValue('regenta-4');
  await sheet.getByRole('button', { name: 'Quitar' }).click();
  await expect(sheet.getByText('$990')).toBeVisible();
  await sheet.getByRole('button', { name: 'Tengo un código' }).click();
  await field.fill('no-existe');
  await field.press('Enter');
  await expect(sheet.getByText('No conocemos ese código. Revisa que esté bien escrito.')).toBeVisible();
  await field.fill('regenta-4');
  await sheet.getByRole('button', { name: 'Aplicar' }).click();
  await expect(sheet.getByText('$950')).toBeVisible();
  await goToPay(page);
  await expect(page.getByText('$950').first()).toBeVisible();
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Compra realizada con éxito')).toBeVisible();
  await expect(readNow(page)).toBeVisible();
  await page.goto(`${shop.url}/user-settings/orders`);
  await expect(page.getByText('Código REGENTA-4')).toBeVisible();
  // The code was used, so the next purchase must not begin with it.
  expect(await page.evaluate(() => sessionStorage.getItem('discount-code'))).toBeNull();
  await expect(page.getByText('$950').first()).toBeVisible();
});
