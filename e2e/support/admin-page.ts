import { expect, type Page } from '@playwright/test';
import type { Shop } from './start-shop.ts';

/** Signs in and opens a page of a working area. */
export async function openArea(page: Page, shop: Shop, path: string, email = 'admin@demo.cl'): Promise<void> {
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'));
  await page.goto(`${shop.url}${path}`);
}

/** Waits for a message of the shop. */
export async function said(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** Presses Tab until the named element has the focus. */
export async function tabTo(page: Page, role: 'button' | 'textbox' | 'combobox' | 'link', name: string | RegExp) {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first();
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(name)}`);
}
