import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blocks, type ExportedBook } from '@cuentos/domain/exports/exported-book';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { withShopDatabase } from '../support/shop-database.ts';
import { signIn, test } from '../support/shop-test.ts';

/** Opens a file of the disk without a connection; `requests` gets the addresses that it requests. */
async function openFile(browser: Browser, path: string): Promise<{ page: Page; requests: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, offline: true });
  const page = await context.newPage();
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  await expect(page.locator('html[data-state=reading]')).toBeVisible();
  return { page, requests };
}

/** Lists the file's requests for anything outside itself. */
const asked = (requests: readonly string[]): string[] => requests.filter((url) => !/^(?:file|blob|data):/.test(url));

const stateIn = (html: string): ExportedBook =>
  JSON.parse(new RegExp(`id="${blocks.state}">([^<]*)<`).exec(html)?.[1] ?? '{}') as ExportedBook;
const bookIn = (html: string): string => new RegExp(`id="${blocks.book}">([^<]*)<`).exec(html)?.[1] ?? '';
const shownText = (page: Page) => page.frameLocator('#page div:not([inert]) > iframe').locator('body').innerText();

/** Presses a tool of the bar and returns its sheet. */
async function sheet(page: Page, name: string) {
  await page.getByRole('toolbar').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

const toLastChapter = async (contents: Locator) => contents.getByRole('navigation').getByRole('button').last().click();

async function writeNote(page: Page, text: string): Promise<void> {
  const notes = await sheet(page, 'Notas');
  await notes.getByRole('button', { name: 'Anotar el primer párrafo' }).click();
  await page.getByLabel('Nota', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Guardar nota' }).click();
}

/** Downloads the copy that 'Guardar' makes in a browser that may not write into files. */
async function savedCopy(page: Page, path: string): Promise<void> {
  const save = await sheet(page, 'Guardar');
  const download = page.waitForEvent('download');
  await save.getByRole('button', { name: 'Guardar una copia' }).click();
  await (await download).saveAs(path);
  await expect(save.getByRole('status')).toHaveText('La copia está entre tus descargas.');
}

test('a downloaded part is read, searched and annotated without shop and connection, and its copy has the notes', async ({
  page,
  shop,
  browser,
}, info) => {
  withShopDatabase(shop, (database) => database.exec(`UPDATE books SET export_permission = 'page'`));
  await signIn(page, shop);
  await page.goto(`${shop.url}/user-library`);
  await page.locator('a[href^="/user-library/"]').first().click();
  await page
    .getByRole('button', { name: /^Llévate el libro/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Llévate el libro' });
  await expect(dialog).toContainText('tu nombre, Lucía Reyes, y un número. Tu correo no va.');
  await expect(dialog.getByRole('button', { name: 'Guardar como EPUB' })).toHaveCount(0);
  await expectAccessible(page, 'Llévate el libro');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Guardar como una página' }).click();
  const path = join(info.outputDir, 'libro.html');
  await (await download).saveAs(path);
  await expect(dialog.getByRole('status')).toHaveText('Listo. El archivo está entre tus descargas.');

  const { page: file, requests } = await openFile(browser, path);
  // Removes the file picker, so that Chromium saves as a browser without one does.
  await file.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await expectAccessible(file, 'a single file');

  const contents = await sheet(file, 'Contenido');
  await expect(contents).toContainText('Este ejemplar es de Lucía Reyes');
  await expectAccessible(file, 'contents of a single file');
  await toLastChapter(contents);
  await expect.poll(async () => shownText(file)).toMatch(/\w{3}/);

  const search = await sheet(file, 'Buscar');
  await search.getByRole('searchbox').fill('invierno');
  await search.getByRole('searchbox').press('Enter');
  await expect(search.getByRole('status')).toHaveText(/resultado/);
  await search.getByRole('listitem').first().getByRole('button').click();
  await expect(search).toBeHidden();

  await writeNote(file, 'Volver a leer </script>');
  await expectAccessible(file, 'a single file with a note');
  const copy = join(info.outputDir, 'copia.html');
  await savedCopy(file, copy);
  expect(asked(requests)).toEqual([]);
  await file.context().close();

  const [before, after] = [await readFile(path, 'utf8'), await readFile(copy, 'utf8')];
  expect(bookIn(after)).toBe(bookIn(before));
  expect(stateIn(after).ex_libris).toEqual(stateIn(before).ex_libris);
  // This browser has no storage of the first file.
  const reopened = await openFile(browser, copy);
  await expect(await sheet(reopened.page, 'Notas')).toContainText('Volver a leer </script>');
  expect(asked(reopened.requests)).toEqual([]);
  await reopened.page.context().close();
});

test('notes stay in the browser between two openings, and are gone when they are deleted', async ({
  page,
  shop,
  browser,
}, info) => {
  withShopDatabase(shop, (database) => database.exec(`UPDATE books SET export_permission = 'page'`));
  await signIn(page, shop);
  await page.locator('a[href^="/user-library/"]').first().click();
  await page
    .getByRole('button', { name: /^Llévate el libro/ })
    .first()
    .click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Guardar como una página' }).click();
  const path = join(info.outputDir, 'libro.html');
  await (await download).saveAs(path);
  const { page: file } = await openFile(browser, path);
  await toLastChapter(await sheet(file, 'Contenido'));
  await expect.poll(async () => shownText(file)).toMatch(/\w{3}/);
  await writeNote(file, 'Se queda');
  await file.reload();
  const notes = await sheet(file, 'Notas');
  await notes.getByRole('button', { name: /Se queda/ }).click();
  await (await sheet(file, 'Notas')).getByRole('button', { name: 'Anotar el primer párrafo' }).click();
  await file.getByRole('button', { name: 'Eliminar' }).click();
  await file.reload();
  await expect(await sheet(file, 'Notas')).toContainText('Todavía no hay notas.');
  await file.context().close();
});
