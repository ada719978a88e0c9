import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ExportedBook, inertJson, markers } from '@cuentos/domain/exports/exported-book';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import type { Publication } from '@cuentos/epub/container/publication';
import { publishRaw } from './support/publish-raw.ts';

const SHARED = join(import.meta.dirname, '../../../shared/epubs-bad');
const DIST = join(import.meta.dirname, '../../apps/web/dist');

/** Writes a book as a single HTML file: fills the build's template as the server does. */
async function fileOf(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const build = (await readFile(join(DIST, 'current'), 'utf8')).trim();
  const template = await readFile(join(DIST, 'builds', build, 'exported-book.html'), 'utf8');
  const book: ExportedBook = {
    format: 1,
    book: { name: 'Hostil', author: 'Nadie' },
    part: { id: 'p', name: 'Parte' },
    edition_id: name,
    store_name: 'Tienda',
    ex_libris: { name: 'Lectora', number: '0000-0000-0000', made_at: '2026-11-27T12:00:00.000Z' },
    place: null,
    settings: null,
    notes: [],
  };
  const html = template
    .replace(markers.title, 'Hostil')
    .replace(markers.front, '')
    .replace(markers.state, () => inertJson(book))
    .replace(markers.book, () => Buffer.from(bytes).toString('base64'));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.html`);
  await writeFile(path, html);
  return pathToFileURL(path).href;
}

/** Turns through a book from its beginning, clicks each page, and tells whether a script of the book ran. */
async function walk(page: Page, { sections }: Publication): Promise<boolean> {
  for (let turn = 0; turn < Math.min(6, sections.length + 2); turn += 1) {
    const frame = page.frameLocator('#page div:not([inert]) > iframe');
    await frame.locator('body').first().dispatchEvent('click');
    await page.keyboard.press('ArrowRight');
    if (await page.getByRole('dialog').isVisible()) break;
  }
  const marks = await Promise.all(page.frames().map((frame) => frame.evaluate(() => '__PWNED__' in window)));
  return marks.includes(true);
}

test('no hostile sample runs or connects in a single file, as it was written and without the gate', async ({
  browser,
}, info) => {
  test.skip(!existsSync(SHARED), 'the hostile books are not in ../shared/epubs-bad');
  const all = JSON.parse(await readFile(join(SHARED, 'expected.json'), 'utf8')) as {
    file: string;
    onDemand: boolean;
    reason: string;
  }[];
  const context = await browser.newContext();
  const page = await context.newPage();
  const foreign: string[] = [];
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!/^(?:file|blob|data|about):/.test(request.url())) foreign.push(request.url());
  });
  context.on('page', (opened) => foreign.push(`window ${opened.url()}`));
  const ran: string[] = [];
  let opened = 0;
  for (const { file, onDemand, reason } of all) {
    // Skips the other sample files, which are broken and not hostile.
    if (onDemand || reason !== 'safe' || !/^(?:script|remote|css|meta|xxe)/.test(file)) continue;
    const { bytes, publication } = publishRaw(await readFile(join(SHARED, file)));
    await page.goto(await fileOf(info.outputDir, file.replace('.epub', ''), bytes));
    await expect(page.locator('html[data-state=reading]')).toBeAttached();
    if (await walk(page, publication)) ran.push(file);
    opened += 1;
  }
  expect(opened).toBeGreaterThanOrEqual(10);
  expect({ ran, foreign, dialogs }).toEqual({ ran: [], foreign: [], dialogs: [] });
  await context.close();
});

test('the policy of a single file blocks a script and a connection that passed all other defences', async ({
  page,
}, info) => {
  const { bytes } = publishRaw(makeEpub({ title: 'Control', chapters: [{ html: '<p>Nada que temer.</p>' }] }));
  await page.goto(await fileOf(info.outputDir, 'control', bytes));
  await expect(page.locator('html[data-state=reading]')).toBeAttached();
  const refused = await page.evaluate(async () => {
    const inner = document.querySelector<HTMLIFrameElement>('#page div:not([inert]) > iframe')?.contentDocument;
    if (!inner) return null;
    const violations: string[] = [];
    for (const place of [document, inner])
      place.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
    const script = inner.createElement('script');
    script.textContent = 'window.__PWNED__ = true';
    const picture = inner.createElement('img');
    picture.src = 'http://127.0.0.1:9/beacon.png';
    inner.body.append(script, picture);
    const answer = await inner.defaultView?.fetch('http://127.0.0.1:9/').catch(() => 'refused');
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { ran: '__PWNED__' in (inner.defaultView ?? {}), answer, violations: [...new Set(violations)].toSorted() };
  });
  expect(refused).toEqual({ ran: false, answer: 'refused', violations: ['connect-src', 'img-src', 'script-src-elem'] });
});

/** The document that 'Guardar' wrote: a file of the browser's private file system stands for the chosen one. */
const writtenFile = async (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle('libro.html')).getFile()).text();
  });

/** Opens a single file from an address, because Chromium has no private file system for pages of the disk. */
async function openWithPicker(page: Page, name: string, html: string): Promise<void> {
  await page.route(`http://localhost/${name}`, async (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.addInitScript(() => {
    const calls: { suggestedName: string }[] = [];
    Reflect.set(window, 'pickerCalls', calls);
    Reflect.set(window, 'showSaveFilePicker', async (options: { suggestedName: string }) => {
      calls.push(options);
      if (Reflect.get(window, 'isPickerCancelled') === true) throw new DOMException('cancelled', 'AbortError');
      return (await navigator.storage.getDirectory()).getFileHandle('libro.html', { create: true });
    });
  });
  await page.goto(`http://localhost/${name}`);
  await expect(page.locator('html[data-state=reading]')).toBeAttached();
}

async function addNote(page: Page, text: string): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Notas' }).click();
  await page.getByRole('button', { name: 'Anotar el primer párrafo' }).click();
  await page.getByLabel('Nota', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Guardar nota' }).click();
}

/** Presses 'Guardar en el archivo' and returns the sheet's status. */
async function saveIntoFile(page: Page): Promise<Locator> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Guardar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Guardar' });
  await sheet.getByRole('button', { name: 'Guardar en el archivo' }).click();
  return sheet.getByRole('status');
}

test('notes are written into the chosen file, which is asked for once and stays whole when a write fails', async ({
  page,
  browser,
}, info) => {
  const { bytes } = publishRaw(makeEpub({ title: 'Propio', chapters: [{ html: '<p>Lo que se anota.</p>' }] }));
  const html = await readFile(new URL(await fileOf(info.outputDir, 'propio', bytes)), 'utf8');
  await openWithPicker(page, 'propio.html', html);
  const close = () => page.getByRole('button', { name: 'Cerrar' }).last().click();

  await addNote(page, 'Primera </script>');
  await page.evaluate(() => Reflect.set(window, 'isPickerCancelled', true));
  await expect(await saveIntoFile(page)).toHaveText('Hay notas que no están en el archivo todavía.');
  await close();
  await page.evaluate(() => Reflect.set(window, 'isPickerCancelled', false));
  await expect(await saveIntoFile(page)).toHaveText('Guardado.');
  await close();
  const first = await writtenFile(page);
  expect(first).toContain('Primera \\u003c/script>');

  await addNote(page, 'Segunda');
  await expect(await saveIntoFile(page)).toHaveText('Guardado.');
  await close();
  const second = await writtenFile(page);
  expect(second).toContain('Segunda');
  // One call was cancelled and one chose the file; the second save asked for none.
  expect(await page.evaluate(() => Reflect.get(window, 'pickerCalls') as unknown[])).toHaveLength(2);

  await addNote(page, 'Tercera');
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new Error('the disk is full'));
  });
  await expect(await saveIntoFile(page)).toContainText('No se pudo guardar.');
  expect(await writtenFile(page)).toBe(second);

  // Another browser, which keeps nothing of the first file, reads notes and book out of the written one.
  const path = join(info.outputDir, 'escrito.html');
  await writeFile(path, second);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(pathToFileURL(path).href);
  await elsewhere.getByRole('toolbar').getByRole('button', { name: 'Notas' }).click();
  await expect(elsewhere.getByRole('dialog', { name: 'Notas' })).toContainText('Segunda');
  const bookOf = (text: string) => /id="book">([^<]*)</.exec(text)?.[1];
  expect(bookOf(second)).toBe(bookOf(html));
  await elsewhere.context().close();
});
