import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type GoogleIssuer, startGoogleIssuer } from '../support/google-issuer.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { signIn, policedTest as test } from '../support/shop-test.ts';
import { type Shop, startShop } from '../support/start-shop.ts';
import { idlePage } from '../support/still-page.ts';

const PUBLIC_KEY = 'TEST-clave-publica';
const MEASUREMENT = 'G-PRUEBA1234';
const PROVIDER_SCRIPT = 'https://sdk.mercadopago.com/js/v2';
const ANALYTICS_SCRIPT = 'https://www.googletagmanager.com/gtag/js**';

let google: GoogleIssuer;
let shop: Shop;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  google = await startGoogleIssuer();
  shop = await startShop({
    ...google.settings,
    MP_ACCESS_TOKEN: 'TEST-token',
    MP_WEBHOOK_SECRET: 'secreto-de-avisos',
    MP_PUBLIC_KEY: PUBLIC_KEY,
    PAYMENT_SANDBOX: 'true',
    GA4_MEASUREMENT_ID: MEASUREMENT,
  });
});
test.afterAll(async () => {
  await shop.remove();
  await google.close();
});

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continuar con Google' });
const refuseCounting = (page: Page) => page.getByRole('button', { name: 'Rechazar' }).click();

function change(sql: string, ...values: (string | number)[]): void {
  withShopDatabase(shop, (database) => database.prepare(sql).run(...values));
}

async function enterByGoogle(page: Page): Promise<void> {
  await page.goto(`${shop.url}/login`);
  await googleButton(page).click();
}

test.describe('sign-in with Google (local stand-in for its script and keys)', () => {
  test('sign-in with a nonce, and no automatic selection after a logout', async ({ page, context }) => {
    await google.serveScript(context);
    google.actAs({ sub: '1', email: 'gabriela@gmail.com', name: 'Gabriela Soto' });
    await enterByGoogle(page);
    await page.waitForURL('**/user-library');
    await refuseCounting(page);
    await page.goto(`${shop.url}/user-settings`);
    await expect(page.getByText('gabriela@gmail.com')).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL(`${shop.url}/`);
    expect(await page.evaluate(() => sessionStorage.getItem('autoSelectOff'))).toBe('1');
    await page.goto(`${shop.url}/login`);
    await expect(googleButton(page)).toBeVisible();
    const scriptFacts = await page.evaluate(
      () =>
        (globalThis as unknown as { googleAsked: { initialized: { client_id: string; nonce: string }[] } }).googleAsked,
    );
    expect(scriptFacts.initialized).toHaveLength(1);
    expect(scriptFacts.initialized[0]?.nonce.length).toBeGreaterThan(20);
  });

  test('an unconfirmed password account of the same address shows the sentence for 400', async ({ page, context }) => {
    await google.serveScript(context);
    change(`update users set email_verified_at = null where email = 'escritora@demo.cl'`);
    google.actAs({ sub: '2', email: 'escritora@demo.cl', name: 'Otra' });
    await enterByGoogle(page);
    await expect(page.getByText('Error al iniciar sesión con Google, usuario ya existe.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('a deleted account shows the sentence for 403, and the button works again', async ({ page, context }) => {
    await google.serveScript(context);
    google.actAs({ sub: '3', email: 'borrada@gmail.com', name: 'Ana Borrada' });
    await enterByGoogle(page);
    await page.waitForURL('**/user-library');
    change(`update users set deleted_at = ? where google_sub = '3'`, Date.now());
    await page.evaluate(() => localStorage.clear());
    // Closes the tab, because the library may redirect to the login and abort the next navigation.
    await page.close();
    const again = await context.newPage();
    await enterByGoogle(again);
    await expect(again.getByText(/^Ya existe cuenta con este usuario y fue eliminada/)).toBeVisible();
    google.actAs({ sub: '4', email: 'nueva@gmail.com', name: 'Ana Nueva' });
    await googleButton(again).click();
    await again.waitForURL('**/user-library');
  });

  test('a first password later than 15 minutes after the sign-in requires Google again', async ({ page, context }) => {
    await google.serveScript(context);
    google.actAs({ sub: '5', email: 'primera@gmail.com', name: 'Paula Primera' });
    await enterByGoogle(page);
    await page.waitForURL('**/user-library');
    await refuseCounting(page);
    const anHourAgo = Date.now() - 3_600_000;
    change(
      `update sessions set authenticated_at = ? where user_id = (select id from users where google_sub = '5')`,
      anHourAgo,
    );
    await page.goto(`${shop.url}/update-password`);
    await page.getByLabel('Contraseña nueva').fill('una-primera-clave');
    await page.getByLabel('Confirma la contraseña').fill('una-primera-clave');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect(page.getByText(/^Tu cuenta entra con Google/)).toBeVisible();
    await expect(page.getByLabel('Contraseña actual')).toHaveCount(0);
    await googleButton(page).click();
    await expect(page.getByText('Contraseña actualizada correctamente')).toBeVisible();
    await page.waitForURL('**/user-settings');
  });

  test('nothing of Google loads before its screen; where its script does not load there is no button', async ({
    page,
    context,
  }) => {
    const requests: string[] = [];
    await context.route('https://accounts.google.com/**', (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    await page.goto(shop.url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(requests).toEqual([]);
    await page.goto(`${shop.url}/login`);
    await expect.poll(() => requests.length).toBe(1);
    await expect(page.getByRole('region', { name: 'Entrar con Google' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  });
});

test.describe('the provider’s script on the purchase click (local stand-in for it)', () => {
  const buy = async (page: Page) => {
    await page.getByRole('link', { name: /^Ver libro: Siete llaves/ }).click();
    await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Ir a pagar' }).click();
  };
  const toShelf = async (page: Page) => {
    await signIn(page, shop);
    await refuseCounting(page);
    await page.getByRole('tab', { name: 'Descubrir Libros' }).click();
  };

  test('it loads with the click, gets the key, es-CL and the preference, and opens over the page', async ({
    page,
    context,
  }) => {
    let loads = 0;
    await context.route(PROVIDER_SCRIPT, (route) => {
      loads += 1;
      return route.fulfill({
        contentType: 'text/javascript',
        body: `window.MercadoPago = class {
          constructor(key, options) { this.key = key; this.locale = options.locale; }
          checkout(options) { window.opened = { key: this.key, locale: this.locale, ...options }; }
        };`,
      });
    });
    await toShelf(page);
    expect(loads).toBe(0);
    await buy(page);
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'opened') as unknown))
      .toEqual({
        key: PUBLIC_KEY,
        locale: 'es-CL',
        preference: { id: expect.any(String) },
        autoOpen: true,
      });
    expect(loads).toBe(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('where it does not load the buyer is sent to the provider’s page', async ({ page, context }) => {
    await context.route(PROVIDER_SCRIPT, (route) => route.abort());
    await toShelf(page);
    await buy(page);
    await page.waitForURL('**/sandbox/mercadopago/checkout/*');
  });
});

test.describe('Google Analytics (local stand-in for its script)', () => {
  const watchScript = async (context: BrowserContext) => {
    const loads: string[] = [];
    await context.route(ANALYTICS_SCRIPT, (route) => {
      loads.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    return loads;
  };
  const sentForms = (page: Page) =>
    page.evaluate(() =>
      ((Reflect.get(globalThis, 'dataLayer') ?? []) as ArrayLike<unknown>[]).map((item) => [...Array.from(item)]),
    );
  const banner = (page: Page) => page.getByRole('region', { name: 'Permiso para medir visitas' });
  const VISITS_CODE = /\/measure-visits-[^/]+\.js$/;
  /** Opens a page and waits until the code of the visits notice has run. */
  const decided = async (page: Page, go: () => Promise<unknown>) => {
    const code = page.waitForResponse((response) => VISITS_CODE.test(response.url()));
    await go();
    const address = (await code).url();
    // A module runs once, so this import resolves after the app's import of it.
    await page.evaluate(async (url) => import(url), address);
    await idlePage(page);
  };

  test('asks first, counts by pattern after a yes, and stops when the consent is withdrawn', async ({
    page,
    context,
  }) => {
    const loads = await watchScript(context);
    await page.goto(`${shop.url}/recover-password/secreto-del-enlace`);
    await expect(banner(page)).toBeVisible();
    expect(loads).toEqual([]);
    await banner(page).getByRole('button', { name: 'Aceptar' }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect.poll(() => loads.length).toBe(1);
    const events = JSON.stringify(await sentForms(page));
    expect(events).toContain('/recover-password/{token}');
    expect(events).not.toContain('secreto-del-enlace');

    await page.goto(`${shop.url}/privacy-policy`);
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Retirar mi permiso' }).click();
    await expect(page.getByText('No contamos tus visitas con Google Analytics.')).toBeVisible();
    expect(await page.evaluate((id) => Reflect.get(globalThis, `ga-disable-${id}`) as unknown, MEASUREMENT)).toBe(true);
    await decided(page, () => page.goto(shop.url));
    expect(loads).toHaveLength(2);
    expect(await sentForms(page)).toEqual([]);
  });

  test('a no is remembered, and is as easy as a yes', async ({ page, context }) => {
    const loads = await watchScript(context);
    await page.goto(shop.url);
    const differences = () =>
      banner(page).evaluate((element) => {
        const buttons = [...element.querySelectorAll('button')].filter(({ textContent }) =>
          ['Aceptar', 'Rechazar'].includes(textContent),
        );
        const [yes, no] = buttons.map((button) => button.getBoundingClientRect());
        return yes && no && [yes.width - no.width, yes.height - no.height, yes.y - no.y];
      });
    await expect.poll(differences).toEqual([0, 0, 0]);
    await refuseCounting(page);
    await decided(page, () => page.reload());
    await expect(banner(page)).toHaveCount(0);
    expect(loads).toEqual([]);
  });

  test('a visitor with Global Privacy Control is neither counted nor asked', async ({ page, context }) => {
    const loads = await watchScript(context);
    await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(shop.url);
    // An open menu shows that the app runs; it would have requested the code by then.
    await expect(async () => {
      await page.getByRole('button', { name: 'Abrir menú' }).click();
      await expect(page.locator('#site-menu')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(banner(page)).toHaveCount(0);
    await page.goto(`${shop.url}/privacy-policy`);
    await expect(page.getByText('Tu navegador pide que no te sigan: no usamos Google Analytics.')).toBeVisible();
    expect(requests.filter((url) => VISITS_CODE.test(url))).toEqual([]);
    expect(loads).toEqual([]);
  });
});
