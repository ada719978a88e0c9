import type { Page } from '@playwright/test';
import { tabTo } from '../support/admin-page.ts';
import { painted } from '../support/highlighting.ts';
import { expectOpen, firstWords, openPart, percentage, shownPage, wayBack, PART } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

/** Returns the name of the focused element: 'página' for the frame of the book, '' without any. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element instanceof HTMLIFrameElement) return 'página';
    if (!element || element === document.body || !element.checkVisibility()) return '';
    return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  });
const expectFocus = (page: Page, name: string | RegExp) =>
  expect.poll(() => focused(page), { message: String(name) }).toMatch(name);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Reaches a button with Tab and presses it. */
async function choose(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, 'button', name);
  await press(page, 'Enter');
}

/** Expects arrow keys to turn pages, as they do when no control has the focus. */
async function expectKeysOnPage(page: Page): Promise<void> {
  const words = await firstWords(page);
  await press(page, 'ArrowRight');
  await expect.poll(() => firstWords(page)).not.toBe(words);
  await press(page, 'ArrowLeft');
  await expect.poll(() => firstWords(page)).toBe(words);
}

async function tutorialAndPanel(page: Page): Promise<void> {
  await choose(page, 'Cómo se lee aquí');
  const tutorial = page.getByRole('dialog', { name: 'Cómo se lee aquí' });
  await expectFocus(page, 'Siguiente');
  await press(page, 'ArrowRight');
  await expect(tutorial.getByText('2 de 10').first()).toBeAttached();
  await press(page, 'Escape');
  await expect(tutorial).toBeHidden();
  await expectFocus(page, 'Cómo se lee aquí');

  await tabTo(page, 'button', /Abrir los ajustes/);
  // The settings open a moment after the book.
  await expect(async () => {
    await press(page, 'Enter');
    await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectFocus(page, 'Secciones');
  await press(page, 'ArrowRight', 'ArrowRight');
  await expectFocus(page, 'Tema');
  await choose(page, 'Sepia');
  await expect(page.locator('[data-reader-theme=sephia]')).toBeVisible();
  await choose(page, /^A\+/);
  await tabTo(page, 'combobox', 'Tipo de letra');
  await press(page, 'Escape');
  await expect(page.getByRole('dialog', { name: 'Ajustes de lectura' })).toBeHidden();
  await expectFocus(page, /Abrir los ajustes/);
}

async function chapterAndBack(page: Page): Promise<void> {
  const words = await firstWords(page);
  await tabTo(page, 'button', /Abrir los ajustes/);
  await press(page, 'Enter', 'ArrowRight');
  await expectFocus(page, 'Secciones');
  await choose(page, 'Nueve velas');
  await expect(wayBack(page)).toBeVisible();
  await expectFocus(page, /Abrir los ajustes/);
  await choose(page, 'Volver a donde estaba');
  await expect.poll(() => firstWords(page)).toBe(words);
  // The pressed button disappears, and the page takes the keys, as it does when a book opens.
  await expectKeysOnPage(page);
}

async function searchAndNote(page: Page): Promise<void> {
  await choose(page, 'Buscar en esta parte');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Que era el Caleuche');
  await page.locator('[data-result]').first().waitFor();
  await press(page, 'Enter', 'Enter');
  await expect(page.getByRole('dialog', { name: 'Buscar en esta parte' })).toBeHidden();
  const reference = shownPage(page).locator('a[role=doc-noteref]').first();
  await expect(reference).toBeVisible();
  const isReached = () => reference.evaluate((link) => link === link.ownerDocument.activeElement);
  await expectFocus(page, 'Buscar en esta parte');
  for (let steps = 0; steps < 30 && !(await isReached()); steps += 1) await press(page, 'Tab');
  expect(await isReached()).toBe(true);
  await press(page, 'Enter');
  const card = page.getByRole('dialog', { name: /^Nota \d$/ });
  await expect(card).toContainText('Buque de la mitología chilota');
  await press(page, 'Escape');
  await expect(card).toBeHidden();
  await expectFocus(page, 'página');
  expect(await isReached()).toBe(true);
}

async function highlightAndMark(page: Page): Promise<void> {
  await press(page, 'h');
  await expectFocus(page, 'Amarillo');
  await choose(page, 'Agregar nota');
  await page.keyboard.type('sin ratón');
  await press(page, 'Control+Enter');
  await expect.poll(() => painted(page)).toHaveLength(1);
  await expectFocus(page, 'página');
  await choose(page, 'Poner un marcador en esta página');
  await expect(page.locator('[data-bookmark-ribbon]')).toBeVisible();
  await expectFocus(page, 'Quitar el marcador de esta página');
}

test('a screen reader’s user turns the pages by buttons, and hears the new page from its first word', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await openPart(page);
  const announcement = page.locator('[data-page-said]');
  await expect(announcement).toHaveText('');
  await page.getByRole('button', { name: 'Página siguiente' }).press('Enter');
  await page.getByRole('button', { name: 'Página siguiente' }).press('Enter');
  for (const name of ['Página siguiente', 'Página siguiente', 'Página anterior']) {
    const words = await firstWords(page);
    await page.getByRole('button', { name }).press('Enter');
    await expect.poll(() => firstWords(page)).not.toBe(words);
    // The announcement has chapter, page and the page's words.
    await expect(announcement).toContainText(/Página \d+ de (unas )?\d+\. /);
    await expect(async () => {
      const first = (await firstWords(page)).split(/\s+/)[0]!;
      const announced = (await announcement.textContent())!.replace(/^.*?Página [^.]*\. /s, '');
      expect(announced.slice(0, first.length)).toBe(first);
    }).toPass({ timeout: 20_000 });
  }
  const frame = page.locator('[data-book-host] div:not([inert]) > iframe');
  await expect(frame).toHaveAttribute('title', /^.+, sección \d+ de \d+$/);
});

test('the whole reader works by keyboard alone: the focus is never lost', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, shop);
  await tabTo(page, 'link', `Leer ahora: ${PART}`);
  await press(page, 'Enter');
  await expectOpen(page);
  const before = await percentage(page);
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect.poll(() => percentage(page)).toBeGreaterThan(before);
  await tutorialAndPanel(page);
  await chapterAndBack(page);
  await searchAndNote(page);
  await highlightAndMark(page);
  // Arrow keys turn pages while a bar has the focus, too.
  const marked = await percentage(page);
  await press(page, 'ArrowRight', 'ArrowRight');
  await expect.poll(() => percentage(page)).toBeGreaterThan(marked);
  await tabTo(page, 'link', 'Volver al libro');
  await press(page, 'Enter');
  await page.waitForURL('**/user-library/*');
});
