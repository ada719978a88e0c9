import { expectAccessible } from '../support/axe.ts';
import {
  expectOpen,
  firstWords,
  holdsWords,
  goToWords,
  openPart,
  openPanel,
  PART,
  percentage,
  pressInBar,
  shownPage,
  turn,
  wayBack,
  WORKER_MS,
  expectWholeApp,
} from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

test('shows the tutorial of ten slides once, and again on request', async ({ page, shop }) => {
  await signIn(page, shop);
  await page.evaluate(() => localStorage.removeItem('showTutorial'));
  await openPart(page);
  const tutorial = page.getByRole('dialog', { name: 'Cómo se lee aquí' });
  await expect(tutorial).toBeVisible();
  await expect(tutorial.locator('svg[data-drawing=phone]')).toBeVisible();
  const before = await percentage(page);
  const slide = (number: number) => expect(tutorial.getByText(`${number} de 10`).first()).toBeAttached();
  await slide(1);
  for (let number = 2; number <= 10; number += 1) {
    await tutorial.getByRole('button', { name: 'Siguiente' }).click();
    await slide(number);
  }
  await tutorial.getByRole('button', { name: 'Siguiente' }).click();
  await slide(1);
  await page.keyboard.press('ArrowLeft');
  await slide(10);
  await tutorial.getByRole('button', { name: 'Ir a la 3: Los ajustes están arriba' }).click();
  await slide(3);
  const swipe = async (dx: number) => {
    await page.mouse.move(200, 400);
    await page.mouse.down();
    await page.mouse.move(200 + dx, 410, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(-49);
  await slide(3);
  await swipe(-60);
  await slide(4);
  expect(await page.evaluate(() => localStorage.getItem('showTutorial'))).toBeNull();
  // Keys pressed in the tutorial turned no page; a step back closes it and leaves the book open.
  expect(await percentage(page)).toBe(before);
  await page.goBack();
  await expect(tutorial).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('showTutorial'))).not.toBeNull();
  await expectOpen(page);
  await page.reload();
  await expectOpen(page);
  await expect(tutorial).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await pressInBar(page, 'Cómo se lee aquí');
  await expect(tutorial.locator('svg[data-drawing=desktop]')).toBeVisible();
});

test('finds words anywhere in the part without a connection, marks them, and leads back', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await turn(page, 3);
  const words = await firstWords(page);
  await expectWholeApp(page);
  await context.setOffline(true);
  await pressInBar(page, 'Buscar en esta parte');
  const dialog = page.getByRole('dialog', { name: 'Buscar en esta parte' });
  const field = dialog.getByRole('searchbox');
  await expect(dialog.getByText(/Da lo mismo con tilde/)).toBeVisible();
  await field.fill('PUNTA CORONA');
  const count = async () => Number.parseInt((await dialog.getByText(/^\d+ resultados?$/).textContent()) ?? '', 10);
  const shouted = await count();
  expect(shouted).toBeGreaterThan(0);
  await field.fill('zapallo con ruedas');
  await expect(dialog.getByText('No encontramos «zapallo con ruedas» en esta parte.')).toBeVisible();
  await field.fill('nino');
  await expect(dialog.getByText('No encontramos «nino» en esta parte.')).toBeVisible();
  await field.fill('musicos');
  const result = dialog.locator('[data-result]').first();
  await expect(result.locator('mark')).toHaveText(/músicos/i);
  expect((await result.textContent())?.length).toBeLessThanOrEqual(150);
  await field.press('Enter');
  await expect(result).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(
    shownPage(page)
      .getByText(/mú\u00AD?si\u00AD?cos/)
      .first(),
  ).toBeVisible();
  const marked = () =>
    page.locator('[data-book-host] div:not([inert]) > iframe').evaluate((frame: HTMLIFrameElement) => {
      const inside = frame.contentWindow as (Window & typeof globalThis) | null;
      return (inside?.CSS.highlights.get('reader-found')?.size ?? 0) > 0;
    });
  await expect.poll(marked).toBe(true);
  await expect.poll(marked, { timeout: 15_000 }).toBe(false);
  await wayBack(page).click();
  await expect.poll(() => firstWords(page)).toBe(words);
  await expect(wayBack(page)).toHaveCount(0);
  // The search sheet still has its results.
  await pressInBar(page, 'Buscar en esta parte');
  await expect(field).toHaveValue('musicos');
  await expect(result).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await context.setOffline(false);
});

test('shows a note beside its page, and the link to its place and back', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page);
  await goToWords(page, 'Que era el Caleuche');
  const link = shownPage(page).locator('a[role=doc-noteref]').first();
  await expect(link).toBeVisible();
  const words = await firstWords(page);
  await link.click();
  const card = page.getByRole('dialog', { name: /^Nota \d$/ });
  await expect(card).toContainText('Buque de la mitología chilota');
  await expectAccessible(page, 'note');
  await page.keyboard.press('ArrowRight');
  await page.goBack();
  await expect(card).toBeHidden();
  expect(await firstWords(page)).toBe(words);
  await link.press('Enter');
  await card.getByRole('button', { name: 'Ir a la nota' }).click();
  await expect(card).toBeHidden();
  await expect(
    shownPage(page).getByText(/Bu\u00AD?que de la mi\u00AD?to\u00AD?lo\u00AD?gía chi\u00AD?lo\u00AD?ta/),
  ).toBeVisible();
  await wayBack(page).click();
  await expect.poll(() => firstWords(page)).toBe(words);
});

test('zooms a picture while the page itself cannot be zoomed', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page);
  await goToWords(page, 'El mapa de la libreta, pasado en limpio');
  const picture = shownPage(page).locator('img').first();
  await expect(picture).toBeVisible();
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('maximum-scale=1');
  await picture.click();
  const view = page.getByRole('dialog', { name: 'Imagen ampliada' });
  await expect(view.getByRole('img', { name: /^Mapa a mano de Punta Corona/ })).toBeVisible();
  await expectAccessible(page, 'picture');
  const scale = () => view.getByText(/^\d+\s%$/).textContent();
  expect(await scale()).toMatch(/^100/);
  await view.getByRole('button', { name: 'Acercar' }).click();
  expect(await scale()).toMatch(/^150/);
  await page.keyboard.press('0');
  expect(await scale()).toMatch(/^100/);
  await view.getByRole('img').dblclick();
  expect(await scale()).toMatch(/^250/);
  await page.mouse.wheel(0, -300);
  await expect.poll(scale).not.toMatch(/^250/);
  await view.getByRole('button', { name: 'Ver entera' }).click();
  expect(await scale()).toMatch(/^100/);
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);
});

test('synchronizes bookmarks between devices, lists them, and undoes a removal', async ({ page, shop, browser }) => {
  await signIn(page, shop);
  await openPart(page);
  await turn(page, 4);
  const words = await firstWords(page);
  await pressInBar(page, 'Poner un marcador en esta página');
  await expect(page.locator('[data-bookmark-ribbon]')).toBeVisible();
  await turn(page, 1);
  await expect(page.locator('[data-bookmark-ribbon]')).toHaveCount(0);
  await page.reload();
  await expectOpen(page);
  await turn(page, 5);
  await openPanel(page);
  await page.getByRole('button', { name: 'Marcadores (1)' }).click();
  await page.getByRole('button', { name: /^Quitar el marcador de/ }).click();
  await expect(page.getByText('Marcador quitado.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expectAccessible(page, 'bookmarks');
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
  await expect.poll(() => holdsWords(page, words)).toBe(true);
  const ribbon = page.locator('[data-bookmark-ribbon]');
  await expect(ribbon).toBeVisible();

  const context = await browser.newContext({ locale: 'es-CL' });
  const other = await context.newPage();
  await signIn(other, shop);
  await openPart(other);
  await openPanel(other);
  await other.getByRole('button', { name: 'Marcadores (1)' }).click();
  await other.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
  // Where the chapter was shown before its hyphens had come, lines and page begin at other words.
  await expect.poll(() => holdsWords(other, words)).toBe(true);
  const gone = other.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await pressInBar(other, 'Quitar el marcador de esta página');
  await gone;
  await context.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(ribbon).toHaveCount(0);
});

test('a step back closes the panel first and leaves the book last', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page);
  const panel = page.getByRole('dialog', { name: 'Ajustes de lectura' });
  await openPanel(page);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expectOpen(page);
  await page.goBack();
  await page.waitForURL('**/user-library');
});

test('an address of the reader loads no router; a step back closes the panel, then leads to the page before', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.reload();
  await expectOpen(page);
  expect(requestedPaths.filter((path) => path.startsWith('/assets/reader-')).length).toBeGreaterThan(0);
  expect(requestedPaths.filter((path) => path.startsWith('/assets/router-'))).toEqual([]);
  await openPanel(page);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
  await expectOpen(page);
  await page.goBack();
  await page.waitForURL('**/user-library');
  await expect(page.getByRole('link', { name: `Leer ahora: ${PART}` })).toBeVisible();
});

test('in a book opened by its own address, a step back closes the open layer before it leaves for another document', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  const way = page.getByRole('link', { name: `Leer ahora: ${PART}` });
  const address = await way.getAttribute('href');
  // Opens the book in a document whose history the router does not know.
  await page.goto(new URL('/terms-and-conditions', page.url()).href);
  await page.goto(new URL(address!, page.url()).href);
  await expectOpen(page);
  await openPanel(page);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
  await expectOpen(page);
  await page.goBack();
  await page.waitForURL('**/terms-and-conditions');
});

test('the tab has the book’s name, and a step back does not reopen a book that was left', async ({ page, shop }) => {
  await signIn(page, shop);
  await openPart(page);
  await expect(page).toHaveTitle(/^El faro que aprendió a silbar · /);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await page.waitForURL(/\/user-library\/[^/]+$/);
  await page.goBack();
  await page.waitForURL('**/user-library');
  // A book opened from its own page closes in the same way.
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).waitFor();
  const address = await page.getByRole('link', { name: `Leer ahora: ${PART}` }).getAttribute('href');
  const [, book] = /^\/reader\/([^/]+)/.exec(address!)!;
  await page.goto(new URL(`/user-library/${book}`, page.url()).href);
  await page
    .getByRole('link', { name: /^Leer ahora/ })
    .first()
    .click();
  await expectOpen(page);
  await page.getByRole('link', { name: 'Volver al libro' }).click();
  await page.waitForURL(`**/user-library/${book}`);
  await expect(page.getByRole('link', { name: /^Leer ahora/ }).first()).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/user-library');
});

test('the sheet closes when a chapter is chosen; the bars appear for the mouse', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, shop);
  await openPart(page);
  await openPanel(page);
  await page.getByRole('button', { name: 'Nueve velas' }).click();
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
  await expect(wayBack(page)).toBeVisible();
  await page.mouse.move(640, 400);
  await turn(page, 2);
  const bar = page.locator('header').first();
  await expect(bar).toHaveCSS('opacity', '0');
  await page.mouse.move(640, 20);
  await expect(bar).toHaveCSS('opacity', '1');
  await page.mouse.move(640, 400);
  const before = await percentage(page);
  for (let push = 0; push < 3; push += 1) {
    const words = await firstWords(page);
    // A wheel event right after a turn counts to the movement that turned the page.
    const turnOnce = async () => {
      await page.mouse.wheel(0, 120);
      return firstWords(page);
    };
    await expect.poll(turnOnce, { intervals: [400] }).not.toBe(words);
  }
  expect(await percentage(page)).toBeGreaterThan(before);
});

for (const width of [390, 1280]) {
  test(`the message that the book is stored covers no line of it at ${width}`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, shop);
    // A toast of the library stays when the book opens.
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByText('Libros actualizados')).toBeVisible();
    await openPart(page);
    const toast = page.locator('[data-toasts] > *:visible');
    await expect(toast).toHaveText('Libro descargado y guardado', { timeout: WORKER_MS });
    // The toast slides in.
    const isBelow = async () => {
      const [message, book] = [await toast.boundingBox(), await page.locator('[data-book-host]').boundingBox()];
      return message && book && message.y >= book.y + book.height && message.y + message.height <= 844;
    };
    await expect.poll(isBelow).toBe(true);
  });
}

test('a message waits until the tutorial is closed', async ({ page, shop }) => {
  await signIn(page, shop);
  await page.evaluate(() => localStorage.removeItem('showTutorial'));
  await openPart(page);
  const tutorial = page.getByRole('dialog', { name: 'Cómo se lee aquí' });
  await expect(tutorial.getByText('1 de 10').first()).toBeAttached();
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await tutorial.getByRole('button', { name: 'Siguiente' }).click();
  await expect(tutorial.getByText('2 de 10').first()).toBeAttached();
  await expect(page.locator('[data-toasts] > *')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Sin conexión a internet', { exact: true })).toBeVisible();
});

test('stores spacing, alignment and columns, and resets all of them', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, shop);
  await openPart(page);
  await turn(page, 4);
  await openPanel(page);
  await page.getByRole('tab', { name: 'Tema' }).click();
  await page.getByText('Más ajustes').click();
  await page.getByRole('group', { name: 'Columnas' }).getByText('Dos').click();
  await page.getByRole('group', { name: 'Alineación' }).getByText('Izquierda').click();
  const style = (property: 'columnCount' | 'letterSpacing') =>
    shownPage(page)
      .locator(property === 'columnCount' ? 'html' : 'p >> nth=0')
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  await expect.poll(() => style('columnCount')).toBe('2');
  await page.getByRole('group', { name: 'Espacio entre letras' }).getByText('Mucho').click();
  await expect.poll(() => style('letterSpacing')).toBe('1.92px');
  await expectAccessible(page, 'more settings');
  await page.reload();
  await expectOpen(page);
  expect(await style('columnCount')).toBe('2');
  await openPanel(page);
  await page.getByRole('tab', { name: 'Tema' }).click();
  await page.getByText('Más ajustes').click();
  await page.getByRole('button', { name: 'Restablecer todo' }).click();
  await expect.poll(() => style('columnCount')).not.toBe('2');
});

test('shows eleven lines of the usual size on a phone on its side, and targets large enough for a finger', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await signIn(page, shop);
  await openPart(page);
  await turn(page, 2);
  const lines = await page.locator('[data-book-host]').evaluate((host) => {
    const frame = host.querySelector<HTMLIFrameElement>('div:not([inert]) > iframe')!;
    return host.clientHeight / Number.parseFloat(getComputedStyle(frame.contentDocument!.body).lineHeight);
  });
  expect(Math.floor(lines)).toBeGreaterThanOrEqual(11);
  const low = await page
    .locator('header button:visible, header a:visible, footer button:visible')
    .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 24).length);
  expect(low).toBe(0);
});

test('a message has the reader’s dark colours, whatever the device prefers', async ({ page, context, shop }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, shop);
  await page.evaluate(() => localStorage.setItem('actualTheme', JSON.stringify({ name: 'dark' })));
  await openPart(page);
  await context.setOffline(true);
  const message = page.locator('[data-toasts] > *').first();
  await expect(message).toHaveCSS('background-color', 'rgb(29, 29, 29)');
  await expect(message).toHaveCSS('color', 'rgb(224, 224, 224)');
});
