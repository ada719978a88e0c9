import { expect, type Page } from '@playwright/test';
import { type PaymentMood, type PaymentStandIn, startPaymentStandIn } from '../support/payment-stand-in.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { signIn, policedTest as test } from '../support/shop-test.ts';
import { type Shop, startShop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

let provider: PaymentStandIn;
let shop: Shop;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  provider = await startPaymentStandIn();
  shop = await startShop({
    MP_API_BASE: provider.url,
    MP_ACCESS_TOKEN: 'TEST-token',
    MP_WEBHOOK_SECRET: 'secreto-de-avisos',
  });
});
test.afterAll(async () => {
  await shop.remove();
  await provider.close();
});

const goToPay = (page: Page) => page.getByRole('button', { name: 'Ir a pagar' });

/** Goes from the library to the last question before paying. */
async function askFor(page: Page, book: RegExp, part: string): Promise<void> {
  await page.getByRole('tab', { name: 'Descubrir Libros' }).click();
  await page.getByRole('link', { name: book }).click();
  await page.getByRole('button', { name: `¡Compra ahora!: ${part}` }).click();
  await page.getByRole('checkbox').check();
}

test('a payment server (stand-in) that hangs, answers rubbish, hangs up or refuses: progress, a sentence, one order', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const silent = /^El medio de pago no responde\. No se hizo ningún cobro/;
  const troubles: readonly (readonly [PaymentMood, RegExp])[] = [
    ['hang', silent],
    ['rubbish', silent],
    ['slam', silent],
    ['refuse', /^El medio de pago no aceptó la compra\. No se hizo ningún cobro/],
  ];
  await page.route('https://pagos.invalid/**', (route) => route.fulfill({ body: 'la página del proveedor' }));
  await signIn(page, shop);
  await askFor(page, /^Ver libro: Siete llaves/, 'Las tres primeras');
  for (const [mood, sentence] of troubles) {
    provider.behave(mood);
    await goToPay(page).click();
    if (mood === 'hang') {
      await expect(goToPay(page)).toHaveAttribute('aria-busy', 'true');
      // The buyer sees a message while the provider does not answer, and a second one when it takes long.
      for (const words of ['Conectando con el medio de pago…', /^El medio de pago está tardando/]) {
        await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: words })).toBeVisible();
        await expect(goToPay(page)).toHaveAttribute('aria-busy', 'true');
        await expect(page.getByText(sentence)).toHaveCount(0);
      }
    }
    // The server gives each attempt 12 s.
    await expect(page.getByText(sentence)).toBeVisible({ timeout: 60_000 });
    await expect(goToPay(page)).not.toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('checkbox')).toBeChecked();
    // The toast over the dialog can be closed, and the dialog stays open.
    await page.locator('[data-toasts]').getByRole('button', { name: 'Cerrar' }).click();
    await expect(page.getByText(sentence)).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeVisible();
  }
  provider.behave('work');
  await goToPay(page).click();
  await page.waitForURL('https://pagos.invalid/**');
  // All attempts have one order, so it cannot be paid twice.
  expect(new Set(provider.asked).size).toBe(1);
  expect(provider.asked.length).toBeGreaterThan(troubles.length);
});

test('without a connection: buying, refreshing, the profile and the password show a message, and nothing is lost', async ({
  page,
  context,
}) => {
  await signIn(page, shop);
  await askFor(page, /^Ver libro: Siete llaves/, 'Las tres siguientes');
  await context.setOffline(true);
  await expect(page.getByText('Sin conexión a internet').first()).toBeVisible();
  await goToPay(page).click();
  await expect(page.getByText('No hay conexión a internet').first()).toBeVisible();
  await expect(goToPay(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No puedes comprar el libro sin conexión.').first()).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Mi Perfil' }).click();
  await expect(page.getByText('No hay conexión a internet').last()).toBeVisible();
  // The profile's script is not on this device yet, so the page shown stays.
  expect(new URL(page.url()).pathname).toMatch(/^\/user-library\//);
  await context.setOffline(false);
  await expect(page.getByText('Conexión a internet restaurada')).toBeVisible();
  await expect(page.getByRole('button', { name: '¡Compra ahora!: Las tres siguientes' })).toBeVisible();

  await page.goto(`${shop.url}/update-password`);
  await page.getByLabel('Contraseña nueva').fill('una-clave-distinta');
  await page.getByLabel('Confirma la contraseña').fill('una-clave-distinta');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Error al actualizar la contraseña, intente nuevamente')).toBeVisible();
  await expect(page.getByLabel('Contraseña nueva')).toHaveValue('una-clave-distinta');
});

test('a form sent twice makes one account; sent later it says that the account exists', async ({ page, browser }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/users/') calls += 1;
  });
  const name = '<b>Ana</b> "ñandú" \u202Eanitram 🦙';
  const fill = async (form: Page) => {
    await form.goto(`${shop.url}/register`);
    await form.getByLabel('Nombre').fill(name);
    await form.getByLabel('Correo').fill('doble@ejemplo.cl');
    await form.getByLabel('Contraseña', { exact: true }).fill('un-secreto-largo');
    await form.getByLabel('Confirma la contraseña').fill('un-secreto-largo');
  };
  await fill(page);
  await page.getByRole('button', { name: 'Crear cuenta' }).dblclick();
  await page.waitForURL('**/user-library');
  expect(calls).toBe(1);
  const elsewhere = await browser.newPage();
  await fill(elsewhere);
  await elsewhere.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(elsewhere.getByText('El correo ingresado ya existe.').first()).toBeVisible();
  await elsewhere.close();
});

/** Requests a recovery mail and returns its link. */
async function recoveryLink(page: Page, email: string, before?: string): Promise<string> {
  await page.goto(`${shop.url}/login`);
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  // Waits for this screen, since the screen before has a field of the same name.
  const send = page.getByRole('button', { name: 'Enviarme los pasos' });
  await expect(send).toBeVisible();
  await page.getByLabel('Correo').fill(email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  let link: string | null = null;
  await expect
    .poll(async () => {
      await page.goto(`${shop.url}/dev/outbox`);
      const newest = page.locator('a[href*="/recover-password/"]').first();
      link = (await newest.count()) > 0 ? await newest.getAttribute('href') : null;
      return link !== null && link !== before;
    })
    .toBe(true);
  return link ?? '';
}

test('a recovery link works once; used twice or expired it says so and changes nothing', async ({ page }) => {
  const email = 'escritora@demo.cl';
  const tooOld = 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente';
  const save = async (password: string) => {
    await page.getByLabel('Contraseña nueva').fill(password);
    await page.getByLabel('Confirma la contraseña').fill(password);
    await page.getByRole('button', { name: 'Guardar contraseña' }).dblclick();
  };
  const link = await recoveryLink(page, email);
  await page.goto(link);
  await save('la-primera-nueva');
  await page.waitForURL('**/login');
  await expect(page.getByText('Contraseña actualizada correctamente')).toBeVisible();
  // A step back skips the sent form, and the mail's link still exists.
  const isOver = page.getByRole('heading', { name: 'Este enlace ya no sirve' });
  await page.goto(link);
  await expect(isOver).toBeVisible();

  const second = await recoveryLink(page, email, link);
  const checkResponse = page.waitForResponse((answer) => answer.url().endsWith('/reset-password/check'));
  await page.goto(second);
  expect((await checkResponse).status()).toBe(204);
  await expect(page.getByRole('button', { name: 'Guardar contraseña' })).toBeVisible();
  withShopDatabase(shop, (database) => database.exec('UPDATE account_tokens SET expires_at = 1'));
  await save('la-tercera-nueva');
  await expect(page.getByText(tooOld)).toBeVisible();
  await expect(isOver).toBeVisible();
  await page.goto(second);
  await expect(isOver).toBeVisible();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await expect(page.getByRole('button', { name: 'Enviarme los pasos' })).toBeVisible();

  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('la-primera-nueva');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/writter');
});

test('an expired stored session shows its sentence, and leads to the login', async ({ page }) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expired = `${part({ alg: 'none' })}.${part({ exp: 1_700_000_000, uid: 'x', role: 'reader' })}.x`;
  // This address has no script: a page of the shop could find the token first and end the session there.
  await page.goto(`${shop.url}/robots.txt`);
  await page.evaluate((token) => localStorage.setItem('refresh_token', token), expired);
  await page.goto(`${shop.url}/user-library`);
  await expect(page.getByText('Su sesión ha expirado, inicie sesión nuevamente')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
  await expect(page.getByRole('link', { name: 'Iniciar sesión' }).or(page.getByLabel('Correo')).first()).toBeVisible();
});
