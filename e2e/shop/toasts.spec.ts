import type { Page } from '@playwright/test';
import { requestsEnded } from '../support/reader-page.ts';
import { expect, startSession, test } from '../support/shop-test.ts';

/** Lists the visible controls under a toast. Runs in the page. */
function listCovered(): string[] {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region?.checkVisibility() || region.childElementCount === 0) return ['no message'];
  const covers = region.getBoundingClientRect();
  const outside = (element: Element) => !region.contains(element);
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((control) => {
      const box = control.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, covers.left), Math.min(box.right, covers.right)];
      const [top, bottom] = [Math.max(box.top, covers.top), Math.min(box.bottom, covers.bottom)];
      if (left >= right || top >= bottom || !outside(control)) return false;
      return control.contains(document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).find(outside) ?? null);
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.outerHTML);
}

const coveredControls = (page: Page) => page.evaluate(listCovered);

/**
 * Makes the shop show two toasts at once, by cutting and restoring the connection, and lists the controls that they
 * cover.
 */
async function expectNothingCovered(page: Page, screen: string): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.locator('[data-toasts]').getByText('Sin conexión a internet')).toBeVisible();
  await expect.poll(() => coveredControls(page), { message: screen, timeout: 3000 }).toEqual([]);
  await page.context().setOffline(false);
  const close = page.locator('[data-toasts]').getByRole('button', { name: 'Cerrar' }).first();
  await close.click();
  await expect(page.locator('[data-toasts] > *')).toHaveCount(0);
  // Moves the pointer away, since a toast under the pointer stays.
  await page.mouse.move(0, 0);
}

const SIZES = [
  { width: 320, height: 640, text: '100%' },
  { width: 390, height: 844, text: '100%' },
  { width: 390, height: 844, text: '200%' },
  { width: 1280, height: 800, text: '100%' },
];

/** Checks a screen in each size; the last size is a desktop's. */
async function lookAt(page: Page, screen: string, look: (name: string) => Promise<void>): Promise<void> {
  for (const { width, height, text } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
    await look(`${screen} at ${width} px and text of ${text}`);
  }
}

for (const [owner, paths] of [
  ['an account', ['/user-library', '/pocket']],
  ['the working area', ['/admin', '/admin/books', '/admin/user-book-parts']],
] as const) {
  test(`a message covers no control of ${owner}`, async ({ page, shop }) => {
    test.slow();
    await startSession(page, shop, 'admin@demo.cl');
    for (const path of paths) {
      await page.goto(`${shop.url}${path}`);
      await requestsEnded(page);
      await lookAt(page, path, async (name) => {
        await page.evaluate(() => scrollTo(0, 0));
        await expectNothingCovered(page, name);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await expectNothingCovered(page, `the foot of ${name}`);
      });
    }
  });
}

test('a message covers no control of a form', async ({ page, shop }) => {
  await startSession(page, shop, 'admin@demo.cl');
  // On a phone the publish bar is above the tabs of the area.
  await page.goto(`${shop.url}/admin/shop?seccion=settings`);
  await page.getByLabel('Frase de preventa (opcional)').fill('Llega antes.');
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeVisible();
  await lookAt(page, "the bar of 'Mi tienda'", async (name) => expectNothingCovered(page, name));
  await page.goto(`${shop.url}/admin/users`);
  await page.getByRole('button', { name: 'Agregar usuario' }).click();
  await expect(page.getByRole('dialog').getByLabel('Nombre')).toBeFocused();
  await lookAt(page, 'a dialog', async (name) => expectNothingCovered(page, name));
});

test('the first frame of a message covers no control, so that none takes the release of a press on a button', async ({
  page,
  shop,
}) => {
  await page.addInitScript(`{
    const { showPopover } = HTMLElement.prototype;
    HTMLElement.prototype.showPopover = function () {
      showPopover.call(this);
      if ('toasts' in this.dataset) requestAnimationFrame(() => (window.coveredAtFirst = (${String(listCovered)})()));
    };
  }`);
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(`${shop.url}/login`);
  const signIn = page.getByRole('button', { name: 'Iniciar sesión' });
  await signIn.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 40));
  await signIn.click();
  await expect(page.locator('[data-toasts] > *')).toHaveCount(1);
  await expect.poll(() => page.evaluate('window.coveredAtFirst')).toEqual([]);
});
