import type { PublicBook } from '@cuentos/contract/books';
import type { Page, Route } from '@playwright/test';
import { requestsEnded } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

/** Returns the id of a book of which the signed-in reader owns a part. */
async function ownBook(page: Page, { url }: Shop): Promise<string> {
  const link = page.getByRole('link', { name: /^Leer ahora/ }).first();
  const [, , book = ''] = new URL((await link.getAttribute('href')) ?? '', url).pathname.split('/');
  return book;
}

/** Holds back the scripts of a page except its first one, or the given scripts. @returns lets them through */
async function holdScripts(page: Page, scripts = /\/assets\/(?!public-).*\.js$/): Promise<() => Promise<void>> {
  const heldRoutes: Route[] = [];
  let isHeld = true;
  await page.route(scripts, async (route) => {
    if (isHeld) heldRoutes.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(heldRoutes.map((route) => route.continue()));
  };
}

/** Address of the script that runs first, after the page is shown. */
const FIRST_SCRIPT = /\/assets\/public-[\w-]+\.js$/;

const PART = 'Las tres primeras';

/** Returns a paid part that the reader does not own, with its book's id. */
async function forSale({ url }: Shop): Promise<{ readonly id: string; readonly part: string }> {
  const books = (await (await fetch(`${url}/api/books/`)).json()) as readonly PublicBook[];
  const part = books.flatMap(({ parts }) => parts).find(({ name }) => name === PART);
  return { id: part?.book_id ?? '', part: part?.id ?? '' };
}

/** Waits for the page's idle work, which sets the cookie that calls send back. */
const expectIdle = (page: Page) => expect.poll(() => page.evaluate(() => document.cookie)).toContain('XSRF-TOKEN');

/** Waits until React has taken over a page that consists of one form. */
async function expectAwake(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')),
      ),
    )
    .toBe(true);
}

/** Late fonts move lines by a few pixels: 0.0007 in all, measured with each font delayed. */
const FACES = 0.001;

/** Returns the sum of the layout shifts since the page was opened. */
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

test('a page works before its script: menu, links, answers, dialogs; a press is held until the script has loaded', async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
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
  await page
    .getByRole('button', { name: /^Ver fragmento/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const next = page.getByRole('button', { name: 'Siguiente' }).first();
  const current = page.locator('[data-slider]').first().locator('[aria-current]');
  await next.click();
  await expect(next).toHaveAttribute('aria-busy', 'true');
  await expect(current).toHaveAttribute('aria-label', /^Imagen 1 de/);
  await release();
  await expect(current).toHaveAttribute('aria-label', /^Imagen 2 de/);
  await expect(next).not.toHaveAttribute('aria-busy');
  await page
    // Names the book, because the tests of another file may have put a book with one picture first.
    .getByRole('link', { name: /El faro que aprendió a silbar/ })
    .first()
    .click();
  await page.waitForURL('**/book-detail/*');
  await page.getByRole('button', { name: 'Siguiente' }).first().click();
  await expect(page.getByRole('button', { name: 'Imagen 2 de' }).first()).toHaveAttribute('aria-current', /.*/);
});

test('a press or a form sent before the first script has loaded is not lost', async ({ page, shop }) => {
  const book = await forSale(shop);
  const release = await holdScripts(page, FIRST_SCRIPT);
  await page.goto(`${shop.url}/book-detail/${book.id}`, { waitUntil: 'commit' });
  await page
    .getByRole('button', { name: /Agregar a Tu bolsillo/ })
    .first()
    .click();
  // Clicks beside the button, so that no click waits for the script.
  await page.mouse.click(5, 300);
  await release();
  await expect(page.getByRole('link', { name: /^Ver y pagar/ }).first()).toBeVisible();

  const releaseForm = await holdScripts(page, FIRST_SCRIPT);
  await page.goto(`${shop.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Correo').fill('lectora@demo.cl');
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await releaseForm();
  await page.waitForURL('**/user-library');
});

/** Collects the addresses of the script files requested from now on. */
function scriptsOf(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) files.push(request.url());
  });
  return files;
}

test('a page without interaction loads no React; a used island is taken over alone, by six files requested once', async ({
  page,
  shop,
}) => {
  const book = await forSale(shop);
  const files = scriptsOf(page);
  await page.goto(`${shop.url}/book-detail/${book.id}`);
  await expectIdle(page);
  await requestsEnded(page);
  expect(files.length).toBeLessThanOrEqual(3);
  await expect(page.locator('[data-awake]')).toHaveCount(0);
  const add = page.getByRole('button', { name: /Agregar a Tu bolsillo/ });
  await add.first().click();
  await expect(page.getByRole('link', { name: /^Ver y pagar/ })).toHaveCount(1);
  const awake = page.locator('[data-awake]');
  expect(await awake.evaluateAll((all) => all.map((each) => each.getAttribute('data-island')))).toEqual([
    'part-actions',
    'frame',
  ]);
  await requestsEnded(page);
  expect([files.length <= 6, new Set(files).size]).toEqual([true, files.length]);
});

test('a visitor whom the browser knows sees that before any script, and the account’s data at idle time', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  const book = await ownBook(page, shop);
  const release = await holdScripts(page, /\/assets\/.*\.js$/);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(`${shop.url}/book-detail/${book}`, { waitUntil: 'commit' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Mis libros' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' })).toBeHidden();
  await release();
  await expect(
    page
      .locator('main ul')
      .getByRole('link', { name: /^Leer / })
      .first(),
  ).toBeVisible();
});

test('the floating button appears once the first screen is out of sight, by the page alone', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(shop.url);
  const button = page.getByRole('link', { name: 'Empezar a leer' });
  await expect(button).not.toBeInViewport();
  const end = (await page.locator('#inicio').boundingBox())!;
  await page.mouse.wheel(0, end.y + end.height - 400);
  await expect(button).not.toBeInViewport();
  await page.mouse.wheel(0, 900);
  await expect(button).toBeInViewport();
  await context.close();
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

test('a price pressed before the script leads a signed-in reader to the question before paying, past each form', async ({
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

test('a press whose script does not load is reported, and works when it is repeated', async ({ page, shop }) => {
  const book = await forSale(shop);
  // Reduced motion stops the slider, which would otherwise advance by itself.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const scripts = /\/assets\/(?!public-).*\.js$/;
  await page.route(scripts, async (route) => route.abort('connectionreset'));
  await page.goto(`${shop.url}/book-detail/${book.id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'Revisa tu conexión y toca de nuevo' });
  const presses = [
    page.getByRole('button', { name: /Agregar a Tu bolsillo/ }).first(),
    page.getByRole('button', { name: 'Siguiente' }).first(),
  ];
  for (const press of presses) {
    await press.click();
    await expect(alert).toBeVisible();
    await expect(press).not.toHaveAttribute('aria-busy');
  }
  await page.unroute(scripts);
  await presses[0]?.click();
  await expect(page.getByRole('link', { name: /^Ver y pagar/ })).toHaveCount(1);
  await expect(alert).toHaveCount(0);
  // The click on the arrow may already have been carried out: the page was reloaded for it, and its script may have
  // arrived.
  await expectIdle(page);
  const slider = page
    .locator('[data-slider]')
    .filter({ has: page.getByRole('button', { name: 'Siguiente' }) })
    .first();
  const slideShown = () =>
    slider
      .locator('[data-dot]')
      .evaluateAll((dots) => dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));
  const slideBefore = await slideShown();
  await presses[1]?.click();
  await expect.poll(slideShown).toBe(slideBefore + 1);
});

test('a form that is filled and sent before its script is sent once, when the script has loaded', async ({
  page,
  shop,
}) => {
  const release = await holdScripts(page);
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/users/') requestCount += 1;
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
  expect(requestCount).toBe(1);
  await expect(page.getByRole('heading', { name: 'Mi Biblioteca' })).toBeVisible();
});

test('text typed before the script stays, also when a person is typing just as the script takes over', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const isReact = (field: Element) => Object.keys(field).some((key) => key.startsWith('__reactProps'));
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    // Runs in the moment when React has taken over the form and does not know the typed password yet.
    const timer = setInterval(() => {
      const password = document.querySelector<HTMLInputElement>('input[type=password]');
      if (!password || !isReact(password)) return;
      clearInterval(timer);
      setValue?.call(password, 'cuentos-demo');
      password.dispatchEvent(new Event('input', { bubbles: true }));
      // A click in that moment must count once: counted twice it would hide the password again.
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

test('an invalid field that was left before the script is reported when the script has loaded', async ({
  page,
  shop,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${shop.url}/register`);
  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  await page.getByLabel('Confirma la contraseña').fill('otra');
  await page.getByLabel('Nombre').focus();
  await release();
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible();
  await expect(page.getByLabel('Confirma la contraseña')).toHaveValue('otra');
});

test('a form does nothing where no script loads', async ({ browser, shop }) => {
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

test('the list is joined where no script loads: errors are shown on a page that keeps the address', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shop.url);
  await page.getByLabel('Tu correo').fill('sin-guion ejemplo.cl');
  await page.getByRole('button', { name: 'Suscribirme' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email inválido');
  const field = page.getByLabel('Tu correo');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('sin-guion ejemplo.cl');
  await field.fill('sin-guion@ejemplo.cl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email añadido a la lista');
  await expect(page.getByText('Falta un paso: confirma en tu correo')).toBeVisible();
  await page.getByRole('link', { name: 'Ver los libros' }).click();
  await expect(page).toHaveURL(`${shop.url}/`);
  await context.close();
});

for (const width of [390, 1280]) {
  test(`nothing moves while React takes over a page, ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/login', '/privacy-policy']) {
      const release = await holdScripts(page);
      await page.goto(`${shop.url}${path}`);
      await page.evaluate(() => document.fonts.ready);
      const before = await shift(page);
      expect(before, path).toBeLessThan(FACES);
      await release();
      await (path === '/login' ? expectAwake(page) : expectIdle(page));
      expect((await shift(page)) - before, path).toBe(0);
      await page.unrouteAll();
    }
  });
}

test('an unknown address leads to the page that says so, never to a failure', async ({ request, shop }) => {
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
    await expectIdle(page);
    await bare.goto(shop.url + path);
    const withoutScript = await words(bare);
    expect(withoutScript.length, path).toBeGreaterThan(200);
    await expect.poll(() => words(page), path).toBe(withoutScript);
  }
  await context.close();
});

test('without a script a private page says so in a sentence', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/user-library', '/user-settings/orders', '/pocket', '/admin/users', '/reader/a/b', '/home']) {
    await page.goto(`${shop.url}${path}`);
    await expect(page.getByRole('main'), path).toContainText('Esta página necesita JavaScript');
    await expect(page.getByRole('link', { name: 'Ver los libros' }), path).toHaveAttribute('href', '/');
  }
  await context.close();
});

test('a newly started shop names a price that can be paid alone', async ({ shop }) => {
  const heading = async () => /Libros desde \$[\d.]+ CLP/.exec(await (await fetch(shop.url)).text())?.[0];
  // The cheapest part costs 490 pesos, which is below the minimum of each payment method.
  await expect.poll(heading).toBe('Libros desde $1.043 CLP');
});

/** Lists elements of a page with the computed style of each, and of what it has before and after its contents. */
const computedStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((element) => {
      const own = getComputedStyle(element);
      const pseudo = ['::before', '::after'].map((name) => getComputedStyle(element, name));
      const styles = [own, ...pseudo.filter(({ content }) => content !== 'none')];
      const values = styles.flatMap((style) => [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`));
      return { element: `${element.tagName}.${element.getAttribute('class')}`, style: values.join('; ') };
    }),
  );

test('the rules written into a page show it as the whole style sheet does', async ({ page, shop }) => {
  const { id } = await forSale(shop);
  await page.route(/\.js$/, (route) => route.abort());
  for (const [path, width] of [
    ['/', 390],
    [`/book-detail/${id}`, 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${shop.url}${path}`);
    // Faces that come meanwhile change heights.
    await requestsEnded(page);
    const inlined = await computedStyles(page);
    expect(inlined[0]?.style, path).toContain('font-family');
    await page.evaluate(async () => {
      const href = document.querySelector<HTMLMetaElement>('meta[name=styles]')?.content ?? '';
      await new Promise((resolve) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve });
        document.head.append(link);
      });
    });
    const whole = await computedStyles(page);
    const changes = inlined.filter(({ style }, index) => style !== whole[index]?.style);
    expect(
      changes.map(({ element }) => element),
      path,
    ).toEqual([]);
  }
});
