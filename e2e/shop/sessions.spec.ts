import type { Page } from '@playwright/test';
import { cutChanges } from '../support/connection.ts';
import { keptOnDevice } from '../support/kept-on-device.ts';
import { WORKER_MS, expectOpen, requestsEnded, turn } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

const PART = 'Cartas de ida';
const CLOSED = 'Tu sesión se cerró. Inicia sesión para seguir donde estabas.';

const idOf = (shop: Shop, table: 'books' | 'book_parts', name: string) =>
  withShopDatabase(shop, (database) =>
    String(database.prepare(`SELECT id FROM ${table} WHERE name LIKE ?`).get(`${name}%`)?.['id']),
  );

/** Ends the sessions, as an admin does, or the reader on another device. */
const endSessions = (shop: Shop) =>
  withShopDatabase(shop, (database) => database.prepare('UPDATE sessions SET revoked_at = ?').run(Date.now()));

async function fillLogin(page: Page, email = 'lectora@demo.cl'): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

test('each tab follows at once when another account signs in, and buys nothing for it unseen', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  const library = await context.newPage();
  await library.goto(`${shop.url}/user-library`);
  await expect(library.getByRole('link', { name: /^Leer ahora/ }).first()).toBeVisible();
  await page.goto(`${shop.url}/user-settings`);
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  // The other tab removes the content of the ended session.
  await library.waitForURL('**/login');
  await page.goto(`${shop.url}/login`);
  await fillLogin(page, 'admin@demo.cl');
  await page.waitForURL('**/admin');
  await library.waitForURL('**/admin');
  await library.goto(`${shop.url}/user-library`);
  await expect(library.getByText('Aún no tienes libros. Descarga algunos abajo.')).toBeVisible();

  // A suspended tab: it got no message, and still shows the content of the account before.
  const book = idOf(shop, 'books', 'Siete llaves');
  const answers: number[] = [];
  library.on('response', (answer) => {
    if (answer.url().includes('/get_preference_id/')) answers.push(answer.status());
  });
  await library.goto(`${shop.url}/user-library/${book}`);
  await library.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
  await library.getByRole('checkbox').check();
  await library.route('**/get_preference_id/*', (route) =>
    route.continue({ postData: JSON.stringify({ withdrawal_acknowledged: true, buyer_id: crypto.randomUUID() }) }),
  );
  await library.getByRole('button', { name: 'Ir a pagar' }).click();
  await expect(library.getByText(/^En este navegador entró otra cuenta\. No se hizo ningún cobro/)).toBeVisible();
  expect(answers).toEqual([409]);
});

for (const [way, isHeard] of [
  ['by the next press, where the channel of changes is cut', false],
  ['without a press', true],
] as const) {
  test(`a session that ended elsewhere is reported in Spanish ${way}, and the login leads back to the page`, async ({
    page,
    shop,
  }) => {
    const book = idOf(shop, 'books', 'Siete llaves');
    if (!isHeard) await cutChanges(page.context());
    await signIn(page, shop);
    await page.goto(`${shop.url}/user-library/${book}`);
    await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
    await page.getByRole('checkbox').check();
    // A request that is still under way would report the end before the press.
    if (!isHeard) await requestsEnded(page);
    endSessions(shop);
    if (!isHeard) await page.getByRole('button', { name: 'Ir a pagar' }).click();
    await page.waitForURL(`**/login/${book}`);
    await expect(page.getByText(CLOSED)).toBeVisible();
    await expect(page.getByText('Invalid user session')).toHaveCount(0);
    await fillLogin(page);
    await page.waitForURL(`**/user-library/${book}`);
    await expect(page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' })).toBeVisible();
  });
}

test('a reader whose session ends during reading is told first, and the login leads back to the book', async ({
  page,
  shop,
}) => {
  await cutChanges(page.context());
  await signIn(page, shop);
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  const reader = new URL(page.url()).pathname;
  endSessions(shop);
  await turn(page, 1);
  await page.getByRole('dialog', { name: 'Tu sesión terminó' }).getByRole('button', { name: 'Entendido' }).click();
  await page.waitForURL(`**/login/${reader.split('/')[2]}?next=*`);
  expect((await keptOnDevice(page)).stores.map(([name]) => name)).toContain('epubs');
  await fillLogin(page);
  await page.waitForURL(`**${reader}`);
  await expectOpen(page);
});

test('a deep link is restored after the login; a login form redirects a signed-in person', async ({ page, shop }) => {
  const book = idOf(shop, 'books', 'Cartas al invierno');
  for (const path of [`/user-library/${book}`, `/reader/${book}/${idOf(shop, 'book_parts', PART)}`, '/user-settings']) {
    await page.goto(`${shop.url}${path}`);
    await page.waitForURL('**/login**');
    // The link to the other form keeps the target, too.
    const carried = path.startsWith('/user-library') ? book : encodeURIComponent(path);
    for (const [name, form] of [
      ['Crea tu cuenta', '/register'],
      ['Iniciar sesión', '/login'],
    ] as const) {
      const link = page.getByRole('link', { name });
      // The script of the page adds its query to the link.
      await expect(link).toHaveAttribute('href', new RegExp(carried));
      await link.click();
      await page.waitForURL(`**${form}**`);
    }
    await fillLogin(page);
    await page.waitForURL(`**${path}`);
    for (const form of ['/login', '/register', `/login/${book}`]) {
      await page.goto(`${shop.url}${form}`);
      await page.waitForURL(form.endsWith(book) ? `**/user-library/${book}` : '**/user-library');
    }
    // This address has no script that would renew the session and keep its tokens.
    await page.goto(`${shop.url}/robots.txt`);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a stale session redirects nobody from a public page, a login with a book, or a recovery link', async ({
  page,
  shop,
}) => {
  const book = idOf(shop, 'books', 'Cartas al invierno');
  const stale = async (path: string) => {
    await signIn(page, shop);
    // The library would notice the ended session first and redirect to the login.
    await page.goto(`${shop.url}/robots.txt`);
    endSessions(shop);
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/refresh'));
    await page.goto(`${shop.url}${path}`);
    expect((await refused).status()).toBe(401);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
    await requestsEnded(page);
    expect(new URL(page.url()).pathname).toBe(path);
  };
  for (const path of ['/', `/book-detail/${book}`, `/login/${book}`, '/recover-password/nada']) await stale(path);
  // The link of this address was never valid, so the screen says so before a password is typed.
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await expect(page.getByRole('button', { name: 'Enviarme los pasos' })).toBeVisible();
});

test('a return without a payment leads to the part, says that nothing was charged, and allows another try', async ({
  page,
  shop,
}) => {
  const book = idOf(shop, 'books', 'Siete llaves');
  await signIn(page, shop);
  await page.goto(`${shop.url}/user-library/${book}`);
  for (const way of ['Rechazar pago', 'Volver a la tienda'] as const) {
    await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Ir a pagar' }).click();
    await page.waitForURL('**/sandbox/mercadopago/checkout/*');
    await page.getByRole(way === 'Rechazar pago' ? 'button' : 'link', { name: way }).click();
    await page.waitForURL(`**/user-library/${book}`);
    const card = page.getByRole('article').filter({ hasText: 'Las tres primeras' });
    await expect(card.getByText('No se te cobró nada. Puedes intentarlo de nuevo cuando quieras.')).toBeInViewport();
    await expect(card.getByRole('button', { name: /¡Compra ahora!/ })).toBeVisible();
    await expect(page.getByText('Compra realizada con éxito')).toHaveCount(0);
  }
  await page.goto(`${shop.url}/user-library/${book}?result=success`);
  await expect(page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' })).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/user-library/${book}`);
  await expect(page.getByText('Compra realizada con éxito')).toHaveCount(0);
});

for (const [name, years] of [
  ['three years ahead', 3],
  ['ten years behind', -10],
] as const) {
  test(`a device whose clock is ${name} signs in, reads, and reads on without a connection`, async ({
    page,
    context,
    shop,
  }) => {
    await page.addInitScript((shift) => {
      const now = Date.now;
      const clock = () => now() + shift;
      globalThis.Date = new Proxy(Date, {
        construct: (target, names: [number?]) =>
          names.length === 0 ? new target(clock()) : Reflect.construct(target, names),
        get: (target, name) => (name === 'now' ? clock : (Reflect.get(target, name) as unknown)),
      });
    }, years * 31_557_600_000);
    await signIn(page, shop);
    await page
      .getByRole('link', { name: /^Leer ahora/ })
      .first()
      .click();
    await expectOpen(page);
    await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
    await page.reload();
    await expectOpen(page);
    await context.setOffline(true);
    await page.reload();
    await expectOpen(page);
    await page.goto(`${shop.url}/user-library`);
    await expect(page.getByRole('link', { name: /^Leer ahora/ }).first()).toBeVisible();
  });
}

test('a page whose code is late is shown nevertheless, also after a rejected payment', async ({ page, shop }) => {
  await signIn(page, shop);
  const book = idOf(shop, 'books', 'Cartas al invierno');
  const warned: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
  for (const chunk of ['library-app', 'islands', 'device']) {
    let failures = 0;
    await page.route(new RegExp(`/assets/${chunk}-`), async (route) => {
      failures += 1;
      if (failures > 1) return route.continue();
      return route.abort('connectionreset');
    });
    await page.goto(`${shop.url}/user-library/${book}?result=failure`);
    await expect(page.getByRole('heading', { name: 'Cartas al invierno' }).first()).toBeVisible();
    await expect(page.getByText('Error al realizar la compra').first()).toBeVisible();
    await page.unrouteAll();
    expect(failures, chunk).toBeGreaterThan(0);
    // A page reloads itself once in a minute at most, so the mark of the last reload is removed.
    await page.evaluate(() => sessionStorage.removeItem('code-reload'));
  }
  expect(warned.filter((text) => text.includes('dynamically imported module'))).not.toEqual([]);
});
