import type { PublicBook } from '@cuentos/contract/books';
import type { Page, Route } from '@playwright/test';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

/**
 * Holds back the scripts of a page, all but the one that it runs by itself, or that one; gives the way to let them go.
 */
async function holdScripts(
  page: Page,
  scripts = /\/assets\/(?!public-|preload-).*\.js$/,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(scripts, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** Runs first of all scripts, and after the page is shown. */
const FIRST_SCRIPT = /\/assets\/public-[\w-]+\.js$/;

const PART = 'Las tres primeras';

/** A part for money that the reader has not, and its book. */
async function forSale({ url }: Shop): Promise<{ readonly id: string; readonly part: string }> {
  const books = (await (await fetch(`${url}/api/books/`)).json()) as readonly PublicBook[];
  const part = books.flatMap(({ parts }) => parts).find(({ name }) => name === PART);
  return { id: part?.book_id ?? '', part: part?.id ?? '' };
}

/** Waits until the script has taken the page over. */
async function expectAwake(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')),
      ),
    )
    .toBe(true);
}

/** Faces that come after the first paint move lines by a few pixels: 0.0007 in all, measured with each of them late. */
const FACES = 0.001;

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
  await page.locator('#site-menu').getByRole('link', { name: 'Preguntas' }).click();
  await expect(page).toHaveURL(/#preguntas$/);
  await expect(page.locator('#site-menu')).toBeHidden();
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
    // Another file's tests may have put a book of one picture before the others.
    .getByRole('link', { name: /El faro que aprendió a silbar/ })
    .first()
    .click();
  await page.waitForURL('**/book-detail/*');
  await page.getByRole('button', { name: 'Siguiente' }).first().click();
  await expect(page.getByRole('button', { name: 'Imagen 2 de' }).first()).toHaveAttribute('aria-current', /.*/);
});

test('a press is not lost while even the first script is on its way, nor is a sending', async ({ page, shop }) => {
  const release = await holdScripts(page, FIRST_SCRIPT);
  await page.goto(shop.url, { waitUntil: 'commit' });
  const fragment = page.getByRole('button', { name: /^Ver fragmento/ }).first();
  await fragment.click();
  // Beside it, and then the menu, which opens by itself: neither is a press of its own to be done later.
  await page.mouse.click(5, 300);
  await release();
  await expect(page.getByRole('dialog')).toBeVisible();

  const releaseForm = await holdScripts(page, FIRST_SCRIPT);
  await page.goto(`${shop.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await releaseForm();
  await page.waitForURL('**/user-library');
});

test('a price leads on without any script: a visitor to an account with book and part', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const book = await forSale(shop);
  for (const [name, goal] of [
    [`¡Compra ahora! ${PART}`, `/register/${book.id}?part=${book.part}`],
    [`Regalar: ${PART}`, `/register/${book.id}?part=${book.part}&gift=1`],
    [/^Completar por/, `/register/${book.id}?part=all`],
  ] as const) {
    await page.goto(`${shop.url}/book-detail/${book.id}`);
    await page.getByRole('link', { name }).first().click();
    await page.waitForURL(`${shop.url}${goal}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' })).toBeVisible();
  }
  await context.close();
});

test('a price pressed before the script leads who is signed in to the question before paying, past no form', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  const book = await forSale(shop);
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/book-detail/${book.id}`);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  await page
    .getByRole('link', { name: `¡Compra ahora! ${PART}` })
    .first()
    .click({ noWaitAfter: true });
  await page.waitForURL('**/user-library/**', { waitUntil: 'commit' });
  await release();
  await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeVisible();
  expect(addresses.filter((path) => path.startsWith('/register'))).toEqual([]);
});

test('a press whose script does not come is told of, and done when it is made again', async ({ page, shop }) => {
  const scripts = /\/assets\/(?!public-|preload-).*\.js$/;
  await page.route(scripts, async (route) => route.abort('connectionreset'));
  await page.goto(shop.url);
  const fragment = page.getByRole('button', { name: /^Ver fragmento/ }).first();
  await fragment.click();
  const told = page.getByRole('alert').filter({ hasText: 'Revisa tu conexión y toca de nuevo' });
  await expect(told).toBeVisible();
  await expect(fragment).not.toHaveAttribute('aria-busy');
  await page.unroute(scripts);
  await fragment.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(told).toHaveCount(0);
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
  await page.waitForURL('**/user-library');
  expect(sent).toBe(1);
  await expect(page.getByRole('heading', { name: 'Mi Biblioteca' })).toBeVisible();
});

test('what was typed before stays, also when somebody goes on typing just as the script takes over', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const isReact = (field: Element) => Object.keys(field).some((key) => key.startsWith('__reactProps'));
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    // The very moment in which React has the form and knows none of its words.
    const timer = setInterval(() => {
      const password = document.querySelector<HTMLInputElement>('input[type=password]');
      if (!password || !isReact(password)) return;
      clearInterval(timer);
      setValue?.call(password, 'cuentos-demo');
      password.dispatchEvent(new Event('input', { bubbles: true }));
      // A press of that moment is done once: twice would hide the word again.
      document.querySelector<HTMLButtonElement>('button[aria-label="Mostrar la contraseña"]')?.click();
    });
  });
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await release();
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('cuentos-demo');
  await expect(page.getByLabel('Correo')).toHaveValue('lectora@demo.cl');
  await expect(page.getByRole('button', { name: 'Ocultar la contraseña' })).toBeVisible();
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/user-library');
});

test('what is wrong with a field that was left before the script is said when that comes', async ({ page, shop }) => {
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/register`);
  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  await page.getByLabel('Confirma la contraseña').fill('otra');
  await page.getByLabel('Nombre').focus();
  await release();
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible();
  await expect(page.getByLabel('Confirma la contraseña')).toHaveValue('otra');
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
      await page.evaluate(() => document.fonts.ready);
      const before = await shift(page);
      expect(before, path).toBeLessThan(FACES);
      await release();
      await expectAwake(page);
      expect((await shift(page)) - before, path).toBe(0);
      await page.unrouteAll();
    }
  });
}

test('an address that is none of the shop leads to the page that says so, never to a failure', async ({
  request,
  shop,
}) => {
  for (const path of ['//', '//example.com/', '/%2F', '/..//', '/book-detail//']) {
    const answer = await request.get(shop.url + path, { headers: { accept: 'text/html' } });
    expect([path, answer.status(), new URL(answer.url()).host]).toEqual([path, 404, new URL(shop.url).host]);
  }
});

// Kept difference: anchors-below-the-header.
test('a link to a section leads to it, 40 px below the header', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(shop.url);
  await page.getByRole('navigation').getByRole('link', { name: 'Libros', exact: true }).click();
  const header = await page.locator('header').first().boundingBox();
  const section = page.locator('#libros');
  await expect
    .poll(async () => Math.round((await section.boundingBox())?.y ?? 0) - Math.round(header?.height ?? 0))
    .toBe(40);
});

test('without a script the public pages have the same words', async ({ page, browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
  const bare = await context.newPage();
  const words = (of: Page) =>
    of
      .locator('body')
      .innerText()
      .then((text) => text.replaceAll(/\s+/g, ' ').trim());
  await page.goto(shop.url);
  const book = await page
    .getByRole('link', { name: /^Ver libro/ })
    .first()
    .getAttribute('href');
  for (const path of ['/', `${book}`, '/privacy-policy', '/terms-and-conditions', '/login', '/register']) {
    await page.goto(shop.url + path);
    await expectAwake(page);
    await bare.goto(shop.url + path);
    const withoutScript = await words(bare);
    expect(withoutScript.length, path).toBeGreaterThan(200);
    await expect.poll(() => words(page), path).toBe(withoutScript);
  }
  await context.close();
});

test('a shop that was just started names a price that can be paid alone', async ({ shop }) => {
  const heading = async () => /Libros desde \$[\d.]+ CLP/.exec(await (await fetch(shop.url)).text())?.[0];
  // The cheapest part costs 490 pesos, which no way of the provider's takes.
  await expect.poll(heading).toBe('Libros desde $983 CLP');
});
