import type { Page } from '@playwright/test';
import { requestsEnded } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, startSession, test } from '../support/shop-test.ts';

/** Two ways to enlarge text: the browser's own font size, and a phone's text zoom. */
const WAYS = ['font-size', '-webkit-text-size-adjust'] as const;

/** Elements that may be cut off: pictures of pages, contents of a scroller, and a summary that ends in dots. */
const PARTIAL = `[class*=sr-only], [inert], [aria-hidden=true], [aria-roledescription=carrusel], [role=tablist], .line-clamp-5,
  nav[aria-label="Secciones del panel"], nav[aria-label="Áreas de trabajo"]`;

/**
 * Lists texts that overflow the window or a box that cuts them, words broken for want of room, and controls outside
 * their box.
 */
const cut = (page: Page) =>
  page.evaluate((partial) => {
    const overflows: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) overflows.push(`the page is ${scrollWidth} px wide`);
    const above = document.querySelector('dialog[open], :popover-open') ?? document.body;
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(partial);
    const leaves = (box: DOMRect, around: Element) => {
      const { overflowX, overflowY, fontSize } = getComputedStyle(around);
      const outer = around.getBoundingClientRect();
      // Letters are taller than a narrow line, so a text counts as cut only when a third of a letter is outside.
      const slack = Number.parseFloat(fontSize) / 3;
      const isWide = box.right > outer.right + 1 || box.left < outer.left - 1;
      const isHigh = box.bottom > outer.bottom + slack || box.top < outer.top - slack;
      return (['hidden', 'clip'].includes(overflowX) && isWide) || (['hidden', 'clip'].includes(overflowY) && isHigh);
    };
    const texts = document.createTreeWalker(above, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || element.closest('script, style') || !isSeen(element)) continue;
      const range = document.createRange();
      for (const word of node.textContent.matchAll(/[\p{L}\d$.]+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) overflows.push(`${word[0]} is broken`);
        for (const box of boxes) {
          if (box.left < 0 || box.right > innerWidth) overflows.push(`${word[0]} leaves the window`);
          for (let around = element; around !== document.body; around = around.parentElement ?? document.body) {
            if (leaves(box, around)) overflows.push(`${word[0]} is cut by ${around.tagName} ${around.className}`);
          }
        }
      }
    }
    for (const control of above.querySelectorAll('a, button, input')) {
      const { right } = control.getBoundingClientRect();
      const around = control.parentElement?.closest('article, li, form, dialog, .wrap');
      if (isSeen(control) && right > (around?.getBoundingClientRect().right ?? innerWidth) + 1) {
        overflows.push(`${control.textContent || control.outerHTML.slice(0, 80)} leaves its box`);
      }
    }
    return [...new Set(overflows)];
  }, PARTIAL);

/** Doubles the text size of a page in one of the ways. */
const enlarge = (page: Page, way: (typeof WAYS)[number]) =>
  page.evaluate(
    ({ ways, chosen }) => {
      for (const each of ways) document.documentElement.style.setProperty(each, each === chosen ? '200%' : '');
    },
    { ways: WAYS, chosen: way },
  );

async function expectNothingCut(page: Page, screen: string): Promise<void> {
  for (const way of WAYS) {
    await enlarge(page, way);
    await expect.poll(() => cut(page), `${screen}, ${way}`).toEqual([]);
  }
}

test.use({ isMobile: true, hasTouch: true });

test('text of twice the size is not cut at 390 px', async ({ page, shop }) => {
  test.slow();
  const book = withShopDatabase(shop, (database) =>
    String(database.prepare("SELECT id FROM books WHERE name LIKE 'Siete llaves%'").get()?.['id']),
  );
  const look = async (path: string) => {
    await page.goto(`${shop.url}${path}`);
    await requestsEnded(page);
    await expectNothingCut(page, path);
  };
  for (const path of [
    '/',
    `/book-detail/${book}`,
    '/register',
    '/forgot-password',
    '/privacy-policy',
    '/contact',
    '/login',
  ]) {
    await look(path);
  }
  // The screens above were checked in large letters.
  for (const way of WAYS) {
    await enlarge(page, way);
    const label = await page.getByText('Contraseña', { exact: true }).first().boundingBox();
    expect(label?.height).toBeGreaterThan(30);
  }
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('El correo es obligatorio.')).toBeVisible();
  await expectNothingCut(page, 'a form with an error');

  await signIn(page, shop);
  await look('/user-library');
  await page.getByRole('tab', { name: 'Descubrir Libros' }).click();
  await expect(page.getByRole('link', { name: /^Ver libro/ }).first()).toBeVisible();
  await expectNothingCut(page, 'the books of the library');
  await look('/user-settings');
  await look('/user-settings/messages');
  await look('/user-settings/messages/new');
  await page.getByLabel('Tu mensaje').fill('Otorrinolaringológicamente hablando');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByLabel('Tu respuesta')).toBeVisible();
  await expectNothingCut(page, 'a conversation');
  await look(`/user-library/${book}`);
  await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCut(page, 'a purchase');
  await page.getByRole('button', { name: 'Tengo un código' }).click();
  await page.getByLabel('Código de descuento').fill('NO-EXISTE');
  await page.getByLabel('Código de descuento').press('Enter');
  await expect(page.getByText('No conocemos ese código. Revisa que esté bien escrito.')).toBeVisible();
  await page.getByRole('switch', { name: 'Es un regalo' }).check();
  await page.getByLabel(/^Correo de quien/).fill('ana@ejemplo.cl');
  await page.getByLabel('Otro día, a las 9:00').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await expect(
    page.getByText('Elige un día desde mañana, dentro de 11 meses y antes de que el regalo venza.'),
  ).toBeVisible();
  await expect(page.getByLabel('Día', { exact: true })).toBeFocused();
  await expectNothingCut(page, 'a gift');
  await page.getByRole('button', { name: 'Ir a pagar' }).scrollIntoViewIfNeeded();
  await expectNothingCut(page, 'the foot of a purchase');
  await look(`/user-library/${book}`);
  for (const part of ['Las tres primeras', 'Las tres siguientes']) {
    await page.getByRole('button', { name: `Agregar a Tu bolsillo: ${part}` }).click();
    await expect(page.getByRole('link', { name: `Ver y pagar: ${part}` })).toBeVisible();
  }
  await look('/pocket');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByRole('dialog').getByText('2 partes').first()).toBeVisible();
  await expectNothingCut(page, 'a purchase of two parts');
});

test('text of twice the size is not cut in the working area at 390 px', async ({ page, shop }) => {
  await startSession(page, shop, 'admin@demo.cl');
  for (const path of ['', '/sales', '/shop', '/discount-codes', '/announcements']) {
    await page.goto(`${shop.url}/admin${path}`);
    await requestsEnded(page);
    await expectNothingCut(page, path);
  }
});
