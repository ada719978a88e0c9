import type { Frame, Page } from '@playwright/test';
import { PART, WORKER_MS, expectOpen, requestsEnded } from '../support/reader-page.ts';
import { expect, policedTest as test } from '../support/shop-test.ts';
import { type Shop, startShop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

let shop: Shop;

// Uses the shop's own captcha, which runs in a worker.
test.beforeAll(async () => {
  test.setTimeout(300_000);
  shop = await startShop({ CAPTCHA_PROVIDER: 'altcha' });
});
test.afterAll(() => shop.remove());

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'));
}

/** Tries to make markup, a worker, an event handler and a policy from text, as a hostile script would. */
const plant = (place: Page | Frame) =>
  place.evaluate(() => {
    const element = document.createElement('p');
    const attempts: Readonly<Record<string, () => unknown>> = {
      markup: () => {
        element.innerHTML = '<b>x</b>';
      },
      parsing: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      worker: () => new Worker('/service-worker.js'),
      handler: () => element.setAttribute('onclick', 'top.ran = 1'),
      policy: () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('default', {}),
    };
    return Object.entries(attempts)
      .filter(([, attempt]) => {
        try {
          attempt();
          return true;
        } catch (error) {
          return !(error instanceof TypeError);
        }
      })
      .map(([name]) => name);
  });

test('no page makes code from text, and no page can', async ({ page, context, violations }) => {
  /** Expects that the page violated no policy, and that planted code is refused and reported. */
  const expectHeld = async (name: string, place: Page | Frame = page) => {
    expect(violations, name).toEqual([]);
    expect(await plant(place), name).toEqual([]);
    await expect.poll(() => violations.length, name).toBe(5);
    violations.length = 0;
  };

  await page.goto(`${shop.url}/`);
  // React has taken over the page.
  await page.getByRole('button', { name: 'Compartir' }).first().click();
  await expectHeld('landing');
  await page.goto(`${shop.url}/`);
  await page.locator('a[href^="/book-detail/"]').first().click();
  await page.getByRole('button', { name: 'Compartir' }).first().click();
  await expectHeld('book');
  for (const path of ['/terms-and-conditions', '/nada']) {
    await page.goto(`${shop.url}${path}`);
    await requestsEnded(page);
    await expectHeld(path);
  }

  await page.goto(`${shop.url}/login`);
  const worker = page.waitForEvent('worker');
  await enter(page, 'lectora@demo.cl');
  await worker;
  await page.evaluate(() => localStorage.setItem('showTutorial', 'false'));
  await page
    .getByRole('link', { name: /^Leer ahora/ })
    .first()
    .waitFor();
  await expectHeld('library');

  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  const chapter = async () =>
    (await (await page.locator('[data-book-host] div:not([inert]) > iframe').elementHandle())?.contentFrame()) as Frame;
  await expectHeld('reader in the app');
  await expectHeld('chapter', await chapter());
  await context.setOffline(true);
  await page.reload();
  await expectOpen(page);
  await expectHeld('the reader’s own page, as it is kept');
  await context.setOffline(false);

  // Leaves the reader's page first: it renews its session when the connection returns, and would store it again.
  await page.goto(`${shop.url}/health/live`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${shop.url}/login`);
  await enter(page, 'admin@demo.cl');
  await page.goto(`${shop.url}/admin/announcements`);
  await page.getByRole('button', { name: 'Ver ese correo' }).first().click();
  await expect(page.frameLocator('dialog iframe').getByRole('link').first()).toBeVisible();
  await expectHeld('announcements');
  await page.goto(`${shop.url}/admin/shop`);
  const picture = await page.screenshot();
  await page
    .getByLabel('Elegir una imagen')
    .setInputFiles({ name: 'retrato.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByAltText('Retrato elegido')).toBeVisible();
  await expectHeld('admin');
});
