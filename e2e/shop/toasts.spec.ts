import type { Page } from '@playwright/test';
import { requestsEnded } from '../support/reader-page.ts';
import { expect, startSession, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

/** Controls that a person would see where a message lies. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
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
        return control.contains(
          document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).find(outside) ?? null,
        );
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.outerHTML);
  });

/** Has the shop say two things at once, by a line that goes and comes back, and looks what they lie on. */
async function expectNothingCovered(page: Page, screen: string): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.locator('[data-toasts]').getByText('Sin conexión a internet')).toBeVisible();
  await expect.poll(() => coveredControls(page), { message: screen, timeout: 3000 }).toEqual([]);
  await page.context().setOffline(false);
  const close = page.locator('[data-toasts]').getByRole('button', { name: 'Cerrar' }).first();
  await close.click();
  await expect(page.locator('[data-toasts] > *')).toHaveCount(0);
  // A message under the pointer stays where it is.
  await page.mouse.move(0, 0);
}

async function lookAt(page: Page, shop: Shop, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`${shop.url}${path}`);
    await requestsEnded(page);
    await expectNothingCovered(page, path);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectNothingCovered(page, `the foot of ${path}`);
  }
}

const sizes = [
  { width: 320, height: 640, text: '100%' },
  { width: 390, height: 844, text: '100%' },
  { width: 390, height: 844, text: '200%' },
  { width: 1280, height: 800, text: '100%' },
];

for (const { width, height, text } of sizes) {
  test(`a message covers no control at ${width} px and text of ${text}`, async ({ page, shop }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    await page.addInitScript((size) => {
      const enlarge = () => document.documentElement?.style.setProperty('font-size', size);
      enlarge();
      new MutationObserver(enlarge).observe(document, { childList: true });
    }, text);
    await startSession(page, shop, 'admin@demo.cl');
    const own = ['/user-library', '/user-settings', '/user-settings/orders', '/pocket'];
    const areas = ['/admin', '/admin/books', '/admin/users', '/admin/user-book-parts', '/admin/sales'];
    await lookAt(page, shop, [...own, ...areas]);
    // The bar that publishes stands over the areas of a phone.
    await page.goto(`${shop.url}/admin/shop?seccion=settings`);
    await page.getByLabel('Frase de preventa (opcional)').fill('Llega antes.');
    await expect(page.getByRole('button', { name: 'Publicar' })).toBeVisible();
    await expectNothingCovered(page, "the bar of 'Mi tienda'");
    await page.goto(`${shop.url}/admin/users`);
    await page.getByRole('button', { name: 'Agregar usuario' }).click();
    await expect(page.getByRole('dialog').getByLabel('Nombre')).toBeFocused();
    await expectNothingCovered(page, 'a form');
  });
}
