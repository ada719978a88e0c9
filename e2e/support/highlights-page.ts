import type { Page } from '@playwright/test';
import { expectOpen, turn, PART } from './reader-page.ts';
import { signIn } from './shop-test.ts';
import type { Shop } from './start-shop.ts';

export const WIDE = { width: 1280, height: 800 };

export const toolbar = (page: Page) => page.getByRole('dialog', { name: 'Resaltar', exact: true });
export const editor = (page: Page) => page.getByRole('dialog', { name: 'Editar resaltado', exact: true });
export const colour = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const note = (page: Page) => page.getByRole('textbox', { name: 'Nota' });
export const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

/** Signs in, opens the part and turns this many pages. */
export async function openPart(page: Page, shop: Shop, pages = 6): Promise<void> {
  await signIn(page, shop);
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
  await turn(page, pages);
}
