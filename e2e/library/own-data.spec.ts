import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { keptOnDevice } from '../support/kept-on-device.ts';
import { expectOpen } from '../support/reader-page.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

const EMAIL = 'lectora@demo.cl';

const openOwnData = async (page: Page, shop: Shop) => {
  await page.goto(`${shop.url}/user-settings/data`);
  await expect(page.getByRole('heading', { level: 1, name: 'Mis datos' })).toBeVisible();
};

/** Presses a button of 'Llevarme una copia'. @returns the path of the downloaded file */
async function downloaded(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** Asks for the erasure of the account and confirms it in both dialogs. */
async function askToErase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Borrar mi cuenta' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Queda, sin tu nombre ni tu correo');
  await dialog.getByRole('button', { name: 'Seguir' }).click();
  await dialog.getByRole('button', { name: 'Borrar mi cuenta' }).click();
  await expect(page.getByText(/Tu cuenta se borra el/)).toBeVisible();
}

/** Erases the accounts that are due, as the shop's job does every minute. */
async function eraseDue({ dataDir }: Shop): Promise<void> {
  const worker = join(import.meta.dirname, '..', '..', 'apps', 'api', 'src', 'testing', 'erasure-worker.ts');
  const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, CAPTCHA_PROVIDER: 'none' };
  await promisify(execFile)(process.execPath, [worker], { env: { ...env, LOG_LEVEL: 'silent' } });
}

test('a reader downloads a copy, corrects her data, requests the erasure, withdraws it by mail, and is erased in the end', async ({
  page,
  shop,
  browser,
}) => {
  await signIn(page, shop);
  await page.getByRole('link', { name: 'Leer ahora: Cartas de ida' }).click();
  await expectOpen(page);
  await openOwnData(page, shop);

  const copy = await downloaded(page, 'Descargar para otros programas');
  expect(JSON.stringify(JSON.parse(copy))).toContain(EMAIL);
  expect(await downloaded(page, 'Descargar para leer')).toContain('Cartas de ida');

  await page.getByRole('button', { name: 'Cambiar: Nombre' }).click();
  await page.getByRole('dialog').getByLabel('Nombre').fill('Lucía Corregida');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Lucía Corregida')).toBeVisible();
  await page.getByRole('button', { name: 'Bloquear mis datos' }).click();
  await expect(page.getByText(/Tus datos están bloqueados desde/)).toBeVisible();
  await page.getByRole('button', { name: 'Levantar el bloqueo' }).click();
  await expect(page.getByRole('button', { name: 'Bloquear mis datos' })).toBeVisible();

  await askToErase(page);
  // Until then no other screen of the account opens.
  await page.goto(`${shop.url}/user-library`);
  await page.waitForURL('**/user-settings/data');
  await expect(page.getByText(/Tu cuenta se borra el/)).toBeVisible();

  const link = () =>
    withShopDatabase(shop, (database) => {
      const rows = database
        .prepare("SELECT text FROM mails WHERE template = 'erasure-asked' ORDER BY created_at")
        .all();
      return /\/keep-account\/\S+/.exec(String(rows.at(-1)?.['text'] ?? ''))?.[0] ?? '';
    });
  await expect.poll(link).toMatch(/^\/keep-account\//);
  const elsewhere = await browser.newContext();
  const mailbox = await elsewhere.newPage();
  await mailbox.goto(shop.url + link());
  await mailbox.getByRole('button', { name: 'Quedarme con mi cuenta' }).click();
  await expect(mailbox.getByText('Tu cuenta se queda')).toBeVisible();
  await elsewhere.close();
  await page.goto(`${shop.url}/user-library`);
  await expect(page.getByRole('link', { name: /^Leer ahora/ }).first()).toBeVisible();

  await openOwnData(page, shop);
  await askToErase(page);
  withShopDatabase(shop, (database) => database.prepare('UPDATE users SET erase_at = 1 WHERE email = ?').run(EMAIL));
  await eraseDue(shop);
  await page.reload();
  await expect(page.getByText('Esta cuenta se borró, y con ella lo que había en este dispositivo.')).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toEqual({ stores: [], localStorage: [], covers: false });
});
