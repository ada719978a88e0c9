import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/shop-test.ts';

/** More tab stops than any screen has. */
const STOPS_MAX = 120;

/** Returns the fault of the focused element's place; null when it is visible, or is the heading of a new page. */
function focusProblem(): string | null {
  const at = document.activeElement;
  if (!at || at === document.body) return 'the focus is nowhere';
  if (at.hasAttribute('data-quiet-focus') || at.matches('h1')) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  const ring = boxShadow !== 'none' || (outlineStyle !== 'none' && outlineWidth !== '0px');
  const box = at.getBoundingClientRect();
  const inside = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (ring && inside) return null;
  return `${ring ? 'out of sight' : 'no ring'}: ${at.outerHTML.slice(0, 160)}`;
}

/** Presses Tab until the target has the focus; each element on the way must be visible when it has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const problems: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    // The page may still be scrolling to the element; an element out of sight after that is reported.
    await expect
      .poll(async () => (await page.evaluate(focusProblem))?.startsWith('out of sight') ?? false, { timeout: 2000 })
      .toBe(false)
      .catch(() => {});
    const problem = await page.evaluate(focusProblem);
    // After the last tab stop the focus leaves the page and returns at the first one.
    if (problem && problem !== 'the focus is nowhere') problems.push(problem);
    if (await target.first().evaluate((element) => element === document.activeElement)) {
      expect(problems).toEqual([]);
      return;
    }
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

/** Waits until the page has stopped scrolling, which would move the focused element out of sight again. */
async function scrolledToItsEnd(page: Page): Promise<void> {
  let last = -1;
  await expect
    .poll(async () => {
      const before = last;
      last = await page.evaluate(() => scrollY);
      return last > 0 && last === before;
    })
    .toBe(true);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Expects some visible element to have the focus after a dialog or a navigation. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(focusProblem)).toBeNull();
}

async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

test('from the first page to reading by keyboard alone; the focus is always visible', async ({ page, shop }) => {
  test.setTimeout(150_000);
  await page.goto(shop.url);
  await press(page, link(page, 'Saltar al contenido'));
  await expect(page.locator('#contenido')).toBeFocused();
  await tabTo(page, button(page, 'Abrir menú'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(page, page.locator('#site-menu').getByRole('link', { name: 'Libros' }));
  await expect(page.locator('#site-menu')).toBeHidden();
  // The focus stays, or the browser continues from the section: this depends on whether the page's script has loaded.
  await scrolledToItsEnd(page);
  await press(page, button(page, /^Ver fragmento/).first());
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, /^Ver fragmento/).first()).toBeFocused();
  await press(page, link(page, /^Ver libro: Siete llaves/));
  await page.waitForURL('**/book-detail/*');
  await expectFocusKept(page);
  await press(page, link(page, /Compra ahora.*Las tres primeras/));
  await page.waitForURL('**/register/*');
  await expectFocusKept(page);
  const password = 'un-secreto-largo';
  const typed = { Contraseña: password, 'Confirma la contraseña': password };
  await type(page, { Correo: 'teclado@ejemplo.cl', Nombre: 'Teresa', ...typed });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/user-library/*');

  const buy = button(page, '¡Compra ahora!: Las tres primeras');
  // The dialog of the chosen part opens without a further press.
  await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Antes de pagar' })).toBeHidden();
  await expectFocusKept(page);
  await press(page, buy);
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await press(page, button(page, 'Ir a pagar'));
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
  await press(page, button(page, 'Aprobar pago'));
  await page.waitForURL('**/user-library/*');
  await expect(page.getByText('Compra realizada con éxito')).toBeVisible();
  const close = page.locator('[data-toasts]').getByRole('button', { name: 'Cerrar' });
  await press(page, close);
  await expect(close).toHaveCount(0);
  await press(page, link(page, /^Leer ahora: Las tres primeras/));
  await page.waitForURL('**/reader/**');
  await expect(page.locator('footer output')).toHaveText(/\d+\s%/);
  await page.getByRole('dialog', { name: 'Cómo se lee aquí' }).waitFor();
  await page.keyboard.press('Escape');
  const before = await page.locator('footer output').textContent();
  await page.keyboard.press('ArrowRight');
  for (let turned = 0; turned < 3; turned += 1) await page.keyboard.press('ArrowRight');
  await expect(page.locator('footer output')).not.toHaveText(before ?? '');
});

test('library tabs, profile, settings and logging out by keyboard alone', async ({ page, shop }) => {
  await page.goto(`${shop.url}/login`);
  await type(page, { Correo: 'lectora@demo.cl', Contraseña: 'cuentos-demo' });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/user-library');
  await expectFocusKept(page);
  await tabTo(page, page.getByRole('tab', { name: /^Mis Libros/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Descubrir Libros' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Libros disponibles' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: /^Mis Libros/ })).toBeFocused();
  await press(page, link(page, 'Mi Perfil'));
  await page.waitForURL('**/user-settings');
  await expectFocusKept(page);
  await press(page, link(page, 'Configuración del lector'));
  await page.waitForURL('**/reader-settings');
  await expectFocusKept(page);
  await press(page, link(page, 'Mi perfil'));
  await page.waitForURL('**/user-settings');
  await press(page, button(page, 'Cerrar sesión'));
  await page.waitForURL(`${shop.url}/`);
  await expectFocusKept(page);
});
