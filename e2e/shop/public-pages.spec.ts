import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/shop-test.ts';

/** Holds back the scripts of a page, all but the one that it runs by itself; gives the way to let them go. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/assets\/(?!public-|preload-).*\.js$/, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** What moved on the page since it was opened, as the browser counts it. */
const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) total += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(total), 300);
      }),
  );

test('a page is whole before its script: menu, links, answers; a press is held and done when it comes', async ({
  page,
  shop,
}) => {
  const release = await holdScripts(page);
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.locator('#site-menu')).toBeVisible();
  await page.keyboard.press('Escape');
  const answer = page.locator('#preguntas details').nth(2);
  await answer.locator('summary').click();
  await expect(answer).toHaveAttribute('open', '');
  const fragment = page.getByRole('button', { name: /^Ver fragmento/ }).first();
  await fragment.click();
  await expect(fragment).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(fragment).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /^Ver libro/ })
    .first()
    .click();
  await page.waitForURL('**/book-detail/*');
  await page.getByRole('button', { name: 'Siguiente' }).first().click();
  await expect(page.getByRole('button', { name: 'Imagen 2 de' }).first()).toHaveAttribute('aria-current', /.*/);
});

test('a form that is filled and sent before its script is sent once, when that comes', async ({ page, shop }) => {
  const release = await holdScripts(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/users/') sent += 1;
  });
  await page.goto(`${shop.url}/register`);
  await page.getByLabel('Nombre').fill('Temprana');
  await page.getByLabel('Correo').fill('temprana@ejemplo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('un-secreto-largo');
  await page.getByLabel('Confirma la contraseña').fill('un-secreto-largo');
  const send = page.getByRole('button', { name: 'Crear cuenta' });
  await send.dblclick();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  expect(page.url(), 'nothing of it is in the address').toBe(`${shop.url}/register`);
  await release();
  await page.waitForURL('**/login');
  expect(sent).toBe(1);
  await expect(page.getByText('Tu cuenta está lista. Ya puedes iniciar sesión.').first()).toBeVisible();
});

test('a form does nothing where no script comes at all', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill('ana@ejemplo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('un-secreto');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  expect(page.url()).toBe(`${shop.url}/login`);
  await expect(page.getByLabel('Correo')).toHaveValue('ana@ejemplo.cl');
  await context.close();
});

for (const width of [390, 1280]) {
  test(`nothing moves while a page is taken over, ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/login', '/privacy-policy']) {
      const release = await holdScripts(page);
      await page.goto(`${shop.url}${path}`);
      await release();
      await expect
        .poll(() =>
          page.evaluate(() =>
            Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')),
          ),
        )
        .toBe(true);
      expect(await shift(page), path).toBe(0);
      await page.unrouteAll();
    }
  });
}
