import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { cutOff } from '../support/connection.ts';
import { WORKER_MS, expectAllSent, expectOpen, turn, expectWholeApp, requestsEnded } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { shopLine } from '../support/shop-line.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

const BOOK = 'Siete llaves';
const PART = 'Las tres primeras';
const PASSWORD = 'un-secreto-largo';

const idOf = (shop: Shop, table: 'books' | 'book_parts', name: string) =>
  withShopDatabase(shop, (database) => {
    const row = database.prepare(`SELECT id FROM ${table} WHERE name LIKE ?`).get(`${name}%`);
    return String(row?.['id']);
  });

async function newReader(page: Page, shop: Shop, email: string, bookId: string): Promise<void> {
  const data = { name: 'Ana Rojas', email, password: PASSWORD, confirmPassword: PASSWORD };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${shop.url}/api/users/`, { method: 'POST', headers, body: JSON.stringify(data) });
  expect(answer.ok).toBe(true);
  await enter(page, shop, email, bookId);
}

/** Signs in at the address of a book, so that the library has not been opened yet. */
async function enter(page: Page, shop: Shop, email: string, bookId: string, password = PASSWORD): Promise<void> {
  await page.goto(`${shop.url}/login/${bookId}`);
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/user-library/*');
  await page.evaluate(() => localStorage.setItem('showTutorial', 'false'));
}

async function buy(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: `¡Compra ahora!: ${part}` }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Compra realizada con éxito')).toBeVisible();
}

async function read(page: Page, part: string): Promise<void> {
  await page.getByRole('link', { name: `Leer ahora: ${part}` }).click();
  await expectOpen(page);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await turn(page, 3);
  await expectAllSent(page);
  await expectWholeApp(page);
  // The page of the book fetches its pictures in the background.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('covers')).keys()).length))
    .toBeGreaterThan(0);
  await requestsEnded(page);
}

/** Reads the contents of a screen: its heading, states and messages, links and enabled buttons. */
async function shown(page: Page): Promise<string> {
  await expect(page.locator('h1, footer output').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true], [data-waiting]')).toHaveCount(0);
  return page.evaluate(() => {
    const texts = [
      ...document.querySelectorAll<HTMLElement>('h1, main p, main output, [data-toasts] p, footer output'),
    ];
    const words = texts.map((element) => element.innerText.trim().replaceAll(/\s+/g, ' ')).filter(Boolean);
    return [...new Set(words)].join(' · ').slice(0, 400);
  });
}

/** Sentences that no screen may show an owner, whatever state the device is in. */
const NEVER = [
  'No pudimos cargar tu biblioteca',
  'No existen más títulos disponibles',
  'Invalid user session',
  'Error al obtener el libro',
];

interface Row {
  readonly state: string;
  readonly screen: string;
  readonly shown: string;
}
const rows: Row[] = [];

/** Opens each screen and records its contents. */
async function lookAtAll(page: Page, shop: Shop, state: string, { book, part }: { book: string; part: string }) {
  const screens = {
    '/': '/',
    '/home': '/home',
    '/user-library': '/user-library',
    '/user-library/{book}': `/user-library/${book}`,
    '/reader/{book}/{part}': `/reader/${book}/${part}`,
    '/user-settings': '/user-settings',
    '/reader-settings': '/reader-settings',
    '/update-password': '/update-password',
    '/login': '/login',
    '/book-detail/{book}': `/book-detail/${book}`,
    '/terms-and-conditions': '/terms-and-conditions',
    '/no-such-page': '/no-such-page',
  };
  const screenTexts: Record<string, string> = {};
  for (const [screen, path] of Object.entries(screens)) {
    // The app may lead to another address while this one loads.
    await page.goto(`${shop.url}${path}`).catch(() => {});
    await page.waitForLoadState();
    const words = await shown(page).catch((error: unknown) => `(nothing: ${String(error).split('\n')[0]})`);
    screenTexts[screen] = words;
    rows.push({ state, screen, shown: `${new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, '…')}: ${words}` });
    for (const never of NEVER) expect(await page.getByText(never).count(), `${state} ${screen}: ${never}`).toBe(0);
  }
  return screenTexts;
}

test.afterAll(async () => {
  if (rows.length === 0) return;
  await writeFile(
    join(import.meta.dirname, '..', '..', '.cache', `offline-screens-${process.pid}.json`),
    JSON.stringify(rows, null, 1),
  );
});

test('after the first purchase, without ever opening the library, everything stored is found', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(180_000);
  const ids = { book: idOf(shop, 'books', BOOK), part: idOf(shop, 'book_parts', PART) };
  await newReader(page, shop, 'ana@ejemplo.cl', ids.book);
  await buy(page, PART);
  await read(page, PART);
  await cutOff(context);
  const screenTexts = await lookAtAll(page, shop, 'first purchase', ids);
  for (const screen of ['/', '/home', '/user-library']) {
    expect(screenTexts[screen]).toContain('Mi Biblioteca');
    expect(screenTexts[screen]).toContain('Sin conexión. Puedes leer la parte que está en este dispositivo.');
  }
  await page.goto(`${shop.url}/user-library`);
  const cover = page.locator('main img').first();
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Descubrir Libros' }).click();
  await expect(page.getByRole('heading', { name: 'Sin conexión a Internet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Mis Libros' }).click();
  await page.getByRole('link', { name: BOOK }).first().click();
  await expect(page.getByRole('link', { name: `Leer: ${PART}` })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Mi Perfil' }).click();
  await expect(page.getByText('No hay conexión a internet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Configuración del lector' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cerrar sesión', exact: true })).toBeVisible();
});

test('a list older than the last purchase hides nothing, and the screens load again when the connection is back', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(180_000);
  const book = idOf(shop, 'books', BOOK);
  await signIn(page, shop);
  await page.goto(`${shop.url}/user-library/${book}`);
  await buy(page, PART);
  await read(page, PART);
  await cutOff(context);
  await page.goto(`${shop.url}/user-library`);
  await expect(page.getByRole('link', { name: `Leer ahora: ${PART}` })).toBeVisible();
  // An owned part without a copy on this device says so once, and mentions no purchase.
  await expect(page.getByText('Se descarga cuando vuelva la conexión').first()).toBeVisible();
  await expect(page.getByText('No puedes comprar')).toHaveCount(0);
  const other = idOf(shop, 'books', 'Cartas al invierno');
  await page.goto(`${shop.url}/user-library/${other}`);
  await expect(page.getByText('Se descarga cuando vuelva la conexión').first()).toBeVisible();
  // A screen that could not be loaded tries again when the connection returns.
  await page.goto(`${shop.url}/update-password`);
  await page.goto(`${shop.url}/reader/${other}/${idOf(shop, 'book_parts', 'Cartas de ida')}`);
  await expect(page.getByRole('heading', { name: 'Esta parte no está en este dispositivo' })).toBeVisible();
  await back(context);
  await expectOpen(page);
});

/** Restores the connection, also for pages that are loaded later. */
async function back(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'onLine'));
  await context.setOffline(false);
  // A page that has noticed the connection may already be loading another document.
  for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {});
}

const kinds = ['indexeddb', 'cache_storage', 'local_storage'] as const;
for (const kind of kinds) {
  test(`after the browser deleted ${kind} alone, the screens show the true state, and the next visit repairs it`, async ({
    page,
    context,
    shop,
  }) => {
    test.setTimeout(180_000);
    const ids = { book: idOf(shop, 'books', 'Cartas al invierno'), part: idOf(shop, 'book_parts', 'Cartas de ida') };
    await signIn(page, shop);
    await read(page, 'Cartas de ida');
    const devtools = await context.newCDPSession(page);
    await page.goto(`${shop.url}/robots.txt`);
    await devtools.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes: kind });
    if (kind === 'cache_storage') {
      // The next visit with a connection.
      await page.goto(`${shop.url}/user-library`);
      await expect(page.getByRole('link', { name: 'Leer ahora: Cartas de ida' })).toBeVisible();
      const cachedAddresses = () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).filter((name) => name.includes('precache'));
          const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
          return counts.reduce((sum, count) => sum + count, 0);
        });
      await expect.poll(cachedAddresses, { timeout: 30_000 }).toBeGreaterThan(20);
    }
    await cutOff(context);
    const screenTexts = await lookAtAll(page, shop, `${kind} evicted`, ids);
    if (kind === 'indexeddb') {
      expect(screenTexts['/user-library']).toContain('Tus libros aparecerán aquí cuando vuelva la conexión.');
    }
    if (kind === 'cache_storage') {
      expect(screenTexts['/user-library']).toContain(
        'Sin conexión. Puedes leer la parte que está en este dispositivo.',
      );
    }
    if (kind === 'local_storage') expect(screenTexts['/user-library']).toContain('Iniciar sesión');
  });
}

test('after another account signed in, the one before has left nothing, and the new one has its own data', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(180_000);
  const ids = { book: idOf(shop, 'books', BOOK), part: idOf(shop, 'book_parts', PART) };
  await signIn(page, shop);
  await read(page, 'Cartas de ida');
  await page.goto(`${shop.url}/user-settings`);
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  await newReader(page, shop, 'berta@ejemplo.cl', ids.book);
  await buy(page, PART);
  await read(page, PART);
  await cutOff(context);
  const screenTexts = await lookAtAll(page, shop, 'logout and login as another', ids);
  expect(screenTexts['/user-library']).toContain('Sin conexión. Puedes leer la parte que está en este dispositivo.');
  expect(JSON.stringify(screenTexts)).not.toContain('Cartas de ida');
});

test('while a new version of the app waits, the current one shows all screens', async ({ page, context, shop }) => {
  test.setTimeout(180_000);
  const ids = { book: idOf(shop, 'books', 'Cartas al invierno'), part: idOf(shop, 'book_parts', 'Cartas de ida') };
  const line = await shopLine(shop);
  const there = { ...shop, url: line.url };
  await signIn(page, there);
  await read(page, 'Cartas de ida');
  line.publishNewVersion();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  // A book is open, so the new version waits.
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)))
    .toBe(true);
  await cutOff(context);
  const screenTexts = await lookAtAll(page, there, 'an update waits', ids);
  expect(screenTexts['/user-library']).toContain('Sin conexión. Puedes leer la parte que está en este dispositivo.');
  expect(screenTexts['/reader/{book}/{part}']).toMatch(/\d+\s%/);
  await line.close();
});

test('after three months without use the token has expired, and each screen leads to the login that says so', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(180_000);
  const ids = { book: idOf(shop, 'books', 'Cartas al invierno'), part: idOf(shop, 'book_parts', 'Cartas de ida') };
  await signIn(page, shop);
  await read(page, 'Cartas de ida');
  await cutOff(context);
  await page.goto(`${shop.url}/reader-settings`);
  await page.evaluate(() => {
    const [head, claims = '', signature] = (localStorage.getItem('refresh_token') ?? '').split('.');
    const past = { ...(JSON.parse(atob(claims)) as object), exp: 1_700_000_000 };
    localStorage.setItem('refresh_token', `${head}.${btoa(JSON.stringify(past)).replaceAll('=', '')}.${signature}`);
  });
  await page.goto(`${shop.url}/user-library/${ids.book}`).catch(() => {});
  await page.waitForURL(`**/login/${ids.book}`);
  await expect(page.getByText('Su sesión ha expirado, inicie sesión nuevamente')).toBeVisible();
  const screenTexts = await lookAtAll(page, shop, 'token expired', ids);
  expect(screenTexts['/user-library']).toContain('Iniciar sesión');
});

test('a logout without a connection asks, says what happened, and reaches the server at the next contact', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await read(page, 'Cartas de ida');
  await page.goto(`${shop.url}/user-settings`);
  await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toBeVisible();
  await cutOff(context);
  await page.evaluate(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false, configurable: true });
    dispatchEvent(new Event('offline'));
  });
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Cerrar sesión sin conexión' });
  await expect(question).toContainText('La parte descargada se borrará de este dispositivo');
  await question.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect(
    page.getByText('Cerraste sesión en este dispositivo. La tienda lo sabrá cuando vuelva la conexión.'),
  ).toBeVisible();
  const open = () =>
    withShopDatabase(
      shop,
      (database) => database.prepare('SELECT id FROM sessions WHERE revoked_at IS NULL').all().length,
    );
  expect(open()).toBe(1);
  await back(context);
  await expect.poll(open).toBe(0);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).includes('sessionsToEnd'))).toBe(false);
});
