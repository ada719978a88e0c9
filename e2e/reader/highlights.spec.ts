import type { BrowserContext } from '@playwright/test';
import {
  clickPainted,
  openHighlights,
  painted,
  selectByHandles,
  selectByMouse,
  shownFrame,
} from '../support/highlighting.ts';
import { colour, editor, note, openPart, rows, toolbar, WIDE } from '../support/highlights-page.ts';
import { WORKER_MS, expectOpen, firstWords, percentage, turn, expectWholeApp } from '../support/reader-page.ts';
import { revokePart } from '../support/shop-database.ts';
import { expect, test } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

test('makes, changes, lists and deletes highlights with a mouse', async ({ page, shop }) => {
  await page.setViewportSize(WIDE);
  await openPart(page, shop);
  const before = await percentage(page);
  const words = await firstWords(page);
  const first = await selectByMouse(page, { words: 3 });
  // Selecting turned no page, and no key turns one while the toolbar is open: a turn would show at once.
  await page.keyboard.press('ArrowRight');
  expect(await firstWords(page)).toBe(words);
  await colour(page, 'Verde').click();
  await expect(toolbar(page)).toBeHidden();
  await expect.poll(() => painted(page)).toEqual([`green: ${first}`]);

  const second = await selectByMouse(page, { skip: 2, words: 3 });
  await page.getByRole('button', { name: 'Agregar nota' }).click();
  await expect(note(page)).toBeFocused();
  await page.keyboard.type('El mismo nudo que en la libreta');
  await colour(page, 'Rojo').click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => painted(page)).toEqual([`green: ${first}`, `red: ${second}`]);
  expect(await (await shownFrame(page)).locator('[data-reader-layer] svg').count()).toBe(1);

  // Selecting the same words again opens the same highlight.
  await selectByMouse(page, { words: 3 });
  await expect(editor(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await clickPainted(page, second);
  await expect(note(page)).toHaveValue('El mismo nudo que en la libreta');
  await colour(page, 'Azul').click();
  await expect(colour(page, 'Azul')).toHaveAttribute('aria-pressed', 'true');
  await note(page).fill('Otra nota');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => painted(page)).toEqual([`green: ${first}`, `blue: ${second}`]);

  await page.reload();
  await expectOpen(page);
  await expect.poll(() => painted(page)).toEqual([`green: ${first}`, `blue: ${second}`]);
  await turn(page, 8);
  await openHighlights(page);
  await expect(page.getByRole('tab', { name: 'Resaltados 2' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText(first);
  await expect(rows(page).nth(0).getByText('Con nota')).toHaveCount(0);
  await expect(rows(page).nth(1)).toContainText('Otra nota');
  await expect(rows(page).nth(1).getByText('Con nota')).toHaveCount(1);
  await expect(rows(page).nth(1).locator('time')).toHaveText(/^\d{1,2} de [a-z]+ de 20\d\d$/);
  await rows(page).nth(0).getByText(first).click();
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
  await expect.poll(() => percentage(page)).toBe(before);

  await clickPainted(page, second);
  await page.getByRole('button', { name: 'Eliminar resaltado' }).click();
  await expect(page.getByText('¿Desea eliminar el resaltado?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => painted(page)).toHaveLength(2);
  await page.getByRole('button', { name: 'Eliminar resaltado' }).click();
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect.poll(() => painted(page)).toEqual([`green: ${first}`]);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => painted(page)).toEqual([`green: ${first}`, `blue: ${second}`]);
  await clickPainted(page, second);
  await expect(note(page)).toHaveValue('Otra nota');
});

test.describe('on a phone', () => {
  // Some builds of Chromium deny pages the clipboard without this permission.
  test.use({ hasTouch: true, isMobile: true, permissions: ['clipboard-write'] });

  test('selects under a finger, clears by overlapping, and writes above the keyboard', async ({ page, shop }) => {
    await page.addInitScript(() => {
      const fake = Object.assign(new EventTarget(), { height: 0, scale: 1, offsetTop: 0 });
      Object.defineProperty(fake, 'height', { get: () => innerHeight * (window.name === 'keyboard' ? 0.5 : 1) });
      Object.defineProperty(window, 'visualViewport', { value: fake });
    });
    await openPart(page, shop);
    const before = await percentage(page);
    const words = await selectByHandles(page, { words: 3 });
    await expect(toolbar(page)).toBeVisible();
    expect(await percentage(page)).toBe(before);
    const foot = async () => {
      const box = await toolbar(page).boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    };
    await expect.poll(foot).toBe(844 - 12);

    await page.getByRole('button', { name: 'Agregar nota' }).tap();
    await page.evaluate(() => {
      window.name = 'keyboard';
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect.poll(foot).toBe(422 - 12);
    await page.evaluate(() => {
      window.name = '';
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect.poll(foot).toBe(844 - 12);
    await note(page).fill('nota de teléfono');
    await page.getByRole('button', { name: 'Guardar' }).tap();
    await expect.poll(() => painted(page)).toEqual([`yellow: ${words}`]);

    // A toast at that moment must not cover 'Deshacer'.
    await selectByHandles(page, { skip: 2, words: 2 });
    await page.getByRole('button', { name: 'Copiar texto' }).tap();
    await page.getByRole('button', { name: 'Cerrar' }).first().tap();
    await expect(page.getByText('Texto copiado')).toBeVisible();
    // A selection that overlaps a highlight removes it, with 'Deshacer'; a highlight with a note is removed after a
    // question.
    await selectByHandles(page, { words: 2 });
    const question = page.getByText('¿Desea eliminar el resaltado? También se elimina su nota.');
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).tap();
    await expect(question).toBeHidden();
    await expect.poll(() => painted(page)).toEqual([`yellow: ${words}`]);
    await selectByHandles(page, { words: 2 });
    await page.getByRole('button', { name: 'Eliminar', exact: true }).tap();
    await expect.poll(() => painted(page)).toEqual([]);
    await expect(toolbar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Deshacer' }).tap();
    await expect.poll(() => painted(page)).toEqual([`yellow: ${words}`]);
    await openHighlights(page);
    await expect(rows(page)).toContainText(['nota de teléfono']);
  });
});

test(
  'writes without a connection; other devices get the change, and their deletion arrives here',
  { tag: '@core' },
  async ({ browser, shop }) => {
    const contexts: BrowserContext[] = [];
    const device = async () => {
      const context = await browser.newContext({ viewport: WIDE, locale: 'es-CL' });
      contexts.push(context);
      return context.newPage();
    };
    const one = await device();
    await openPart(one, shop);
    await expect(one.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
    await expectWholeApp(one);
    await one.reload();
    await expectOpen(one);
    await one.context().setOffline(true);
    const words = await selectByMouse(one, { words: 3 });
    await one.getByRole('button', { name: 'Agregar nota' }).click();
    await note(one).fill('escrita sin línea');
    await one.getByRole('button', { name: 'Guardar' }).click();
    await one.reload();
    await expectOpen(one);
    await expect.poll(() => painted(one)).toEqual([`yellow: ${words}`]);
    const stored = await one.evaluate(() => localStorage.getItem('highlights'));
    expect(JSON.parse(stored ?? '[]')).toMatchObject([{ highlights: [{ note: 'escrita sin línea' }] }]);

    const arrived = one.waitForResponse((answer) => answer.url().includes('highlights') && answer.ok());
    await one.context().setOffline(false);
    await arrived;
    const other = await device();
    await openPart(other, shop, 0);
    await openHighlights(other);
    await expect(rows(other)).toContainText(['escrita sin línea']);
    await rows(other).getByText(words).click();
    await expect.poll(() => painted(other)).toEqual([`yellow: ${words}`]);
    const gone = other.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    await openHighlights(other);
    await rows(other)
      .getByRole('button', { name: /^Eliminar resaltado/ })
      .click();
    await other.getByRole('button', { name: 'Eliminar', exact: true }).click();
    await expect(other.getByText('No hay texto resaltado')).toBeVisible();
    await expect(other.getByText('Selecciona texto en el libro para crear resaltados')).toBeVisible();
    await gone;
    // The page becomes visible again, and fetches the highlights.
    await one.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => painted(one)).toEqual([]);

    // A second tab of the device gets the change without the server.
    const tab = await one.context().newPage();
    await tab.goto(one.url());
    await expectOpen(tab);
    await one.context().setOffline(true);
    await one.bringToFront();
    const again = await selectByMouse(one, { words: 3 });
    await colour(one, 'Rosado').click();
    await expect.poll(() => painted(tab)).toEqual([`pink: ${again}`]);
    await Promise.all(contexts.map(async (context) => context.close()));
  },
);

test('does everything by keyboard alone, and returns the focus', async ({ page, shop }) => {
  await page.setViewportSize(WIDE);
  await openPart(page, shop);
  const before = await percentage(page);
  await page.keyboard.press('h');
  await expect(colour(page, 'Amarillo')).toBeFocused();
  const selected = async () =>
    (await shownFrame(page)).evaluate(() => document.getSelection()?.toString().replaceAll('\u00AD', '') ?? '');
  const sentence = await selected();
  expect(sentence.length).toBeGreaterThan(5);
  const next = page.getByRole('button', { name: 'Frase siguiente' });
  while (!(await next.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(selected).not.toBe(sentence);
  const words = await selected();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await selected()).length).toBeLessThan(words.length);
  const fewer = await selected();
  while (!(await colour(page, 'Agregar nota').evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(note(page)).toBeFocused();
  // In the note's field the arrow keys move the cursor and turn no page.
  await page.keyboard.type('con teclas');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  await expect(page.getByText('La nota no está guardada')).toBeVisible();
  await page.getByRole('button', { name: 'Seguir escribiendo' }).focus();
  await page.keyboard.press('Enter');
  await note(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(toolbar(page)).toBeHidden();
  await expect.poll(() => painted(page)).toHaveLength(1);
  expect((await painted(page))[0]).toContain(fewer.trim().slice(0, 12));
  expect(await percentage(page)).toBe(before);
  // The keys turn pages again.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => percentage(page)).toBeGreaterThan(before);
  await openHighlights(page);
  await page.getByRole('button', { name: /^Editar resaltado/ }).focus();
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeVisible();
  await expect(note(page)).toHaveValue('con teclas');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeHidden();
});

test('keeps the notes readable when the part was revoked', async ({ page, shop }) => {
  await openPart(page, shop);
  const words = await selectByMouse(page, { words: 3 });
  await page.getByRole('button', { name: 'Agregar nota' }).click();
  await note(page).fill('sigue siendo mía');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await page.getByRole('button', { name: 'Guardar' }).click();
  await saved;
  revokePart(shop, page.url());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Esta parte no está en tu biblioteca' })).toBeVisible();
  const mine = page.getByRole('region', { name: 'Tus resaltados de esta parte' });
  await expect(mine.getByText(words)).toBeVisible();
  await expect(mine.getByText('sigue siendo mía')).toBeVisible();
});

test('restores an unfinished note after the page ended', async ({ page, shop }) => {
  await openPart(page, shop);
  const words = await selectByMouse(page, { words: 3 });
  await page.getByRole('button', { name: 'Agregar nota' }).click();
  await note(page).fill('a medio escribir');
  await page.reload();
  await expectOpen(page);
  await expect(note(page)).toHaveValue('a medio escribir');
  await page.getByRole('button', { name: 'Cerrar' }).last().click();
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => painted(page)).toEqual([`yellow: ${words}`]);
  await page.reload();
  await expectOpen(page);
  await expect.poll(() => painted(page)).toEqual([`yellow: ${words}`]);
  await expect(note(page)).toBeHidden();
});
