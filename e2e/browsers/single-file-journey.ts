import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withShopDatabase } from '../support/shop-database.ts';
import type { Shop } from '../support/start-shop.ts';
import type { BrowserDriver } from './browser-driver.ts';
import { JourneyPage } from './reading-journey.ts';

const IS_READING = `return document.documentElement.dataset.state === 'reading'`;
const IS_CARD_OPEN = '.note-card:not([hidden])';

/** Script that returns requested addresses other than the file's own and those inside it. */
const REQUESTS = `
  const isForeign = ({ name }) => !/^(?:file|blob|data):/.test(name);
  return performance.getEntriesByType('resource').filter(isForeign).map(({ name }) => name);`;

/** Script that returns the copy made by 'Guardar una copia', because the driver has no downloads. */
const SAVED_COPY = `
  const make = URL.createObjectURL;
  let copy = null;
  URL.createObjectURL = (blob) => { copy = blob; return make(blob); };
  const button = [...document.querySelectorAll('dialog[open] button')].find(({ textContent }) => textContent === 'Guardar una copia');
  button.click();
  while (!copy) await new Promise((resolve) => setTimeout(resolve, 50));
  return copy.text();`;

/** Exports a part of the demonstration reader as one file, as the library does. */
async function takeHome(shop: Shop): Promise<string> {
  withShopDatabase(shop, (database) => database.exec(`UPDATE books SET export_permission = 'page'`));
  const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'x' });
  const login = await fetch(`${shop.url}/api/auth/`, { method: 'POST', body });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const library = await fetch(`${shop.url}/api/user_book_parts/`, { headers });
  const { user_book_parts: parts } = (await library.json()) as {
    user_book_parts: { book_part_id: string; book_part_name: string }[];
  };
  const part = parts.find(({ book_part_name: name }) => name === 'Cartas de ida');
  const url = `${shop.url}/api/exports/${part?.book_part_id}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ kind: 'page' }) });
  assert.equal(answer.status, 200);
  return answer.text();
}

/** Reads a single file from the disk without a server: contents, search, a note by the mouse, and a copy. */
export async function singleFileJourney(browser: BrowserDriver, shop: Shop): Promise<void> {
  const reader = new JourneyPage(browser);
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-single-file-'));
  const open = async (name: string): Promise<void> => {
    await browser.open(pathToFileURL(join(folder, name)).href);
    await reader.until(IS_READING);
  };
  await writeFile(join(folder, 'libro.html'), await takeHome(shop));
  await shop.stop();
  try {
    await reader.step('opens a single file without the shop', async () => {
      await open('libro.html');
      await reader.press('[role=toolbar] button', 'Contenido');
      await reader.press('dialog[open] nav li:last-child button', '');
      await reader.until(`return document.querySelector('dialog[open]') === null`);
      await reader.otherWords('');
    });
    await reader.step('searches it', async () => {
      await reader.press('[role=toolbar] button', 'Buscar');
      await reader.fill('dialog[open] input', 'invierno');
      await reader.press('dialog[open] form button', 'Buscar');
      await reader.until(`return /resultado/.test(document.querySelector('dialog[open] [role=status]').textContent)`);
      await reader.untilNoDialog();
    });
    await reader.step('writes a note on a selection, which stays', async () => {
      await reader.selectWords(IS_CARD_OPEN);
      await reader.press(`${IS_CARD_OPEN} button`, 'Agregar nota');
      await reader.fill('.note-card textarea', 'Una nota');
      await reader.press('.note-card form button', 'Guardar nota');
      await browser.reload();
      await reader.until(IS_READING);
      await reader.press('[role=toolbar] button', 'Notas');
      await reader.until(`return document.querySelector('dialog[open]').textContent.includes('Una nota')`);
      await reader.untilNoDialog();
    });
    await reader.step('saves a copy with the note in it, and asks no host for anything', async () => {
      await reader.press('[role=toolbar] button', 'Guardar');
      await writeFile(join(folder, 'copia.html'), await browser.run<string>(SAVED_COPY));
      assert.deepEqual(await browser.run(REQUESTS), []);
      const copy = await readFile(join(folder, 'copia.html'), 'utf8');
      assert.match(copy, /"note":"Una nota"/);
      // Clears the records that the browser keeps of the first file, so that the note can come from the copy only.
      await browser.run(`localStorage.clear()`);
      await open('copia.html');
      await reader.press('[role=toolbar] button', 'Notas');
      await reader.until(`return document.querySelector('dialog[open]').textContent.includes('Una nota')`);
    });
  } finally {
    await shop.start();
    await rm(folder, { recursive: true, force: true });
  }
}
