import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expectAccessible } from '../support/axe.ts';
import { cutOff } from '../support/connection.ts';
import { selectByMouse } from '../support/highlighting.ts';
import { openPart, toolbar, WIDE } from '../support/highlights-page.ts';
import { keptOnDevice } from '../support/kept-on-device.ts';
import { expectOpen, expectWholeApp, PART, WORKER_MS } from '../support/reader-page.ts';
import { expect, test } from '../support/shop-test.ts';

test.use({ serviceWorkers: 'allow' });

const NAME = 'Palabras del puerto';

/** Makes a StarDict dictionary of one word, in a .zip. */
function dictionaryOf(word: string, text: string): { name: string; mimeType: string; buffer: Buffer } {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(strToU8(text).length, 4);
  const idx = Buffer.concat([strToU8(`${word}\0`), size]);
  const facts = ['version=2.4.2', `bookname=${NAME}`, 'wordcount=1', `idxfilesize=${idx.length}`, 'sametypesequence=h'];
  const ifo = strToU8(["StarDict's dict ifo file", ...facts, ''].join('\n'));
  const zip = zipSync({ 'p.ifo': ifo, 'p.idx': new Uint8Array(idx), 'p.dict': strToU8(text) });
  return { name: 'palabras.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) };
}

const answer = (page: Page) => toolbar(page).getByRole('region', { name: 'Tu diccionario' });

/** Opens the part from the library, at the page where it was left. */
async function openFromLibrary(page: Page): Promise<void> {
  await page.goto(new URL('/user-library', page.url()).href);
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
}

test('the reader’s own dictionary answers on the page without a connection, until it is deleted', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize(WIDE);
  await openPart(page, shop);
  await expect(page.getByText('Libro descargado y guardado')).toBeVisible({ timeout: WORKER_MS });
  await expectWholeApp(page);
  const word = (await selectByMouse(page, { words: 1 })).replaceAll(/[^\p{L}]/gu, '');
  await expect(answer(page)).toHaveCount(0);

  await page.goto(`${shop.url}/reader-settings`);
  await cutOff(context);
  const field = page.getByLabel('Agregar un diccionario');
  await field.setInputFiles({ name: 'informe.docx', mimeType: '', buffer: Buffer.from('nada') });
  await expect(page.getByText('«informe.docx» no es de un diccionario StarDict.')).toBeVisible();
  await field.setInputFiles(dictionaryOf(word.toLowerCase(), '<p>Lo que se lee en el <b>muelle</b>.</p>'));
  const row = page.getByRole('listitem').filter({ hasText: NAME });
  await expect(row).toContainText('1 palabra');
  await expectAccessible(page, 'reader settings');
  await page.reload();
  await expect(row).toBeVisible();

  await openFromLibrary(page);
  await selectByMouse(page, { words: 1 });
  await expect(answer(page).getByText('Lo que se lee en el muelle.')).toBeVisible();
  await expect(toolbar(page).getByRole('button', { name: `Buscar «${word}»` })).toBeVisible();
  await expectAccessible(page, 'meaning');
  await page.keyboard.press('Escape');
  await expect(toolbar(page)).toBeHidden();

  await page.goto(`${shop.url}/reader-settings`);
  await page.getByRole('button', { name: `Quitar ${NAME}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText('Diccionario quitado')).toBeVisible();
  await expect(row).toHaveCount(0);
  await openFromLibrary(page);
  await selectByMouse(page, { words: 1 });
  await expect(toolbar(page).getByRole('button', { name: `Buscar «${word}»` })).toBeVisible();
  await expect(answer(page)).toHaveCount(0);
});

test('a logout deletes the dictionary', async ({ page, shop }) => {
  await openPart(page, shop, 0);
  await page.goto(`${shop.url}/reader-settings`);
  await page.getByLabel('Agregar un diccionario').setInputFiles(dictionaryOf('mar', 'Agua.'));
  await expect(page.getByRole('listitem').filter({ hasText: NAME })).toBeVisible();
  await page.goto(`${shop.url}/user-settings`);
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => keptOnDevice(page)).toEqual({ stores: [], localStorage: [], covers: false });
});
