import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import type { BrowserContext, Page } from '@playwright/test';
import { expectOpen } from '../support/reader-page.ts';
import { expect, expectClean, signIn, test, watch } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

/** The real novel where it is beside the repository; else the test makes a book of the same shape. */
const novel = join(import.meta.dirname, '..', '..', '..', 'shared', 'epubs', 'libros', 'la-regenta.epub');
const bookName = 'La Regenta';
const EPUB = 'application/epub+zip';

async function novelBytes(): Promise<Buffer> {
  if (existsSync(novel)) return readFile(novel);
  const paragraph = `<p>${'La ciudad dormía la siesta y el viento sur empujaba las nubes. '.repeat(12)}</p>`;
  const chapters = Array.from({ length: 12 }, (_, index) => ({
    title: `Capítulo ${index + 1}`,
    html: `<h1>Capítulo ${index + 1}</h1>${paragraph.repeat(20)}`,
  }));
  return Buffer.from(makeEpub({ title: bookName, chapters }));
}

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const choose = (page: Page, label: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel(label, { exact: true }).setInputFiles(file);

/** Closes the dialog with its own button: the toasts in the dialog have close buttons, too. */
const closeDialog = (page: Page) =>
  page.getByRole('dialog').locator('header').getByRole('button', { name: 'Cerrar' }).click();

/** Takes a screenshot in the proportions of a cover. */
const picture = async (page: Page) => ({
  name: 'portada.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 800 } }),
});

/** Creates a book with pictures and highlighted phrases in 'Libros'. @returns its id */
async function createBook(page: Page): Promise<string> {
  await page.goto('/admin/books');
  await page.getByRole('button', { name: 'Agregar libro' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Cartas al Invierno');
  await page.getByLabel('Descripción').fill('Vetusta, la muy noble y leal ciudad, hacía la digestión.');
  await page.getByLabel('Ubicación').fill('Vetusta');
  await page.getByLabel('Número de páginas').fill('640');
  await page.getByLabel('Género').fill('Novela');
  await choose(page, 'Portada', await picture(page));
  await choose(page, 'Contraportada', await picture(page));
  await page.getByLabel('Fragmento destacado').fill('La heroica ciudad dormía la siesta.');
  await page.getByLabel('Highlight 1', { exact: true }).fill('El viento sur, caliente y perezoso.');
  await page.getByRole('button', { name: 'Agregar highlight' }).click();
  await page.getByLabel('Highlight 2', { exact: true }).fill('Vetusta hacía la digestión del cocido.');
  await page.getByRole('button', { name: 'Subir highlight 2' }).click();
  await page.getByRole('button', { name: 'Crear libro' }).click();
  await expect(page.getByText('Error: el nombre del libro ingresado ya existe.').first()).toBeVisible();
  await page.getByLabel('Nombre', { exact: true }).fill(bookName);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/books') && answer.status() === 201);
  await page.getByRole('button', { name: 'Crear libro' }).click();
  const book = (await (await saved).json()) as { id: string; highlights: { passage: string }[] };
  await toast(page, 'Libro creado correctamente');
  expect(book.highlights[0]?.passage).toMatch(/^Vetusta/);
  await expect(page.getByRole('row', { name: new RegExp(bookName) })).toContainText('Borrador');
  return book.id;
}

/** Creates a part with its form and another from an EPUB alone, in 'Partes de libros'. */
async function createParts(page: Page): Promise<void> {
  await page.goto('/admin/book-parts');
  await page.getByRole('button', { name: `Mostrar partes de ${bookName}` }).click();
  await page.getByRole('button', { name: 'Agregar parte' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Primera parte');
  await page.getByLabel('Valor en pesos (CLP)').fill('990');
  await page.getByLabel('Fecha de publicación').fill('2024-09-08');
  await expect(page.getByText('08/septiembre/2024')).toBeVisible();
  await choose(page, 'Imagen', await picture(page));
  await page.getByRole('button', { name: 'Crear parte' }).click();
  await toast(page, 'Parte de libro creada correctamente');
  // The next step of a new part is its EPUB.
  await expect(page.getByRole('dialog', { name: 'Ebook: Primera parte' })).toBeVisible();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Subir varios EPUB' }).click();
  await page.getByLabel('Archivos EPUB').setInputFiles([
    { name: 'segunda.epub', mimeType: EPUB, buffer: Buffer.from(makeEpub({ title: 'Segunda parte' })) },
    { name: 'foto.epub', mimeType: EPUB, buffer: Buffer.from('esto no es un libro') },
  ]);
  await expect(page.getByText('Parte «Segunda parte» creada como borrador')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Este archivo es de otro tipo' })).toBeVisible();
  await expect(page.getByText('1 de 2 partes creadas')).toBeVisible();
  await page.getByRole('button', { name: 'Listo' }).click();
  const rows = page.getByRole('table', { name: `Partes de ${bookName}` }).getByRole('row');
  await expect(rows).toHaveCount(3);
  // The search finds parts by name, day or value.
  for (const words of ['segunda', '08/09/2024']) {
    await page.getByLabel('Buscar parte...').fill(words);
    await expect(rows).toHaveCount(2);
  }
  await page.getByLabel('Buscar parte...').fill('zzz');
  await expect(page.getByText('No encontramos «zzz».')).toBeVisible();
  await page.getByRole('button', { name: 'Ver todo' }).click();
  await expect(rows).toHaveCount(3);
}

/** Drops a file on the zone with this label. */
async function drop(page: Page, label: string, name: string, content: Buffer): Promise<void> {
  const file = { name, type: EPUB, base64: content.toString('base64') };
  const dataTransfer = await page.evaluateHandle(({ name: called, type, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], called, { type }));
    return transfer;
  }, file);
  await page.getByLabel(label, { exact: true }).dispatchEvent('drop', { dataTransfer });
}

/**
 * Uploads the EPUB over a slow connection, so that its progress shows, cancels the upload and repeats it, and opens the
 * preview before the part is on sale.
 */
async function uploadAndPreview(page: Page, context: BrowserContext, shop: Shop): Promise<void> {
  await page.getByRole('button', { name: 'Subir o revisar el ebook: Primera parte' }).click();
  const line = await context.newCDPSession(page);
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 250_000 };
  await line.send('Network.emulateNetworkConditions', speed);
  await choose(page, 'Archivo EPUB', { name: 'la-regenta.epub', mimeType: EPUB, buffer: await novelBytes() });
  await expect(page.getByText('Al terminar revisamos el archivo.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Subida de la-regenta.epub' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar la subida' }).click();
  await toast(page, 'Subida cancelada. No quedó nada guardado.');
  await expect(page.getByText('Todavía no tiene EPUB.')).toBeVisible();
  await expect.poll(() => readdir(join(shop.dataDir, 'tmp'))).toEqual([]);
  await drop(page, 'Archivo EPUB', 'la-regenta.epub', await novelBytes());
  await expect(page.getByRole('progressbar', { name: 'Subida de la-regenta.epub' })).toBeVisible();
  await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
  // Checking a whole novel takes half a minute on a busy machine.
  await expect(page.getByText('Ebook subido correctamente', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Edición 1', { exact: true }).last()).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Ver como teléfono/ }).click();
  const preview = await opened;
  await expectOpen(preview);
  await preview.close();
  await closeDialog(page);
}

/** Signs in a user who owns no book, for whom the shared helper would wait in vain. */
async function enter(page: Page, shop: Shop, email: string): Promise<void> {
  await page.goto(`${shop.url}/login`);
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('cuentos-demo');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/login'));
  await page.evaluate(() => localStorage.setItem('showTutorial', 'false'));
}

/**
 * Calls the API as another program does, without the browser's cookies.
 * @param who address of a demonstration account
 */
async function apiOf(shop: Shop, who: string) {
  const body = new URLSearchParams({ username: who, password: 'cuentos-demo', captcha: 'x' });
  const login = await fetch(`${shop.url}/api/auth/`, { method: 'POST', body });
  const { access_token: bearer } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return {
    get: (path: string) => fetch(shop.url + path, { headers }),
    post: (path: string, data: object) =>
      fetch(shop.url + path, { method: 'POST', headers, body: JSON.stringify(data) }),
  };
}

async function buy(page: Page, bookId: string): Promise<string> {
  await page.goto(`/user-library/${bookId}`);
  await page.getByRole('button', { name: /^¡Compra ahora!:/ }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
  await page.waitForURL('**/sandbox/mercadopago/checkout/*');
  await page.getByRole('button', { name: 'Aprobar pago' }).click();
  await page.waitForURL('**/user-library/*');
  await toast(page, 'Compra realizada con éxito');
  const link = page.getByRole('link', { name: /^Leer ahora/ });
  return (await link.getAttribute('href')) ?? '';
}

/** Finds the purchase and refunds it. */
async function refund(page: Page): Promise<void> {
  await page.goto('/admin/user-book-parts');
  await page.getByLabel('Buscar usuario...').fill(bookName);
  await page.getByRole('button', { name: /^Devolver: Primera parte/ }).click();
  await page.getByLabel('Motivo').fill('La compró dos veces.');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Devolver $990' }).click();
  await toast(page, 'Devolución enviada al medio de pago');
}

test('a book from its first form to its first reader and the refund', async ({ shop, browser }) => {
  test.setTimeout(180_000);
  const options = { baseURL: shop.url, locale: 'es-CL' };
  const desk = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } });
  const seen = watch(desk, shop);
  const admin = await desk.newPage();
  await enter(admin, shop, 'admin@demo.cl');
  const bookId = await createBook(admin);
  await createParts(admin);
  await uploadAndPreview(admin, desk, shop);
  await admin.getByRole('button', { name: 'Activar: Primera parte' }).click();
  await toast(admin, 'Parte de libro lista para ser publicada');
  await admin.goto('/admin/books');
  await admin.getByRole('button', { name: `Activar: ${bookName}` }).click();
  await toast(admin, 'Libro listo para ser publicado');
  await admin.goto('/');
  await expect(admin.getByRole('link', { name: new RegExp(`Ver libro.*${bookName}`) })).toBeVisible();

  const phone = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } });
  const reader = await phone.newPage();
  await signIn(reader, shop, 'lectora@demo.cl');
  const reading = await buy(reader, bookId);
  const partId = reading.split('/')[3] ?? '';
  await reader.goto(reading);
  await expectOpen(reader);
  const mine = await apiOf(shop, 'lectora@demo.cl');
  const note = { book_part_id: partId, cfi_range: 'epubcfi(/6/4!/4,/2/1:0,/2/1:5)', color: 'green', note: 'Mi nota' };
  expect((await mine.post('/api/user_book_part_highlights/', note)).status).toBe(200);

  await refund(admin);
  // The provider is asked for the refund after the answer, and access ends after the refund.
  await expect.poll(async () => (await mine.get(`/api/book_part/open/${partId}`)).status).toBe(404);
  // The open book learns of the refund by the channel of changes.
  await expect(reader.getByText('Esta parte no está en tu biblioteca')).toBeVisible();
  await expect(reader.getByText(/guardamos tu página y tus notas/)).toBeVisible();
  const notes = await mine.get(`/api/user_book_part_highlights/${partId}`);
  expect(await notes.json()).toMatchObject([{ note: 'Mi nota' }]);
  expectClean(seen);
  await desk.close();
  await phone.close();
});

const xml = (text: string) => `<?xml version="1.0"?>${text}`;
const OPF = 'OEBPS/content.opf';
/** Files that the upload gate refuses, one for each reason, with the text that the author reads. */
const refused: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['empty', new Uint8Array(), /El archivo está vacío/],
  ['not a zip', new TextEncoder().encode('hola'), /Este archivo es de otro tipo/],
  ['cut in the middle', makeEpub({}).slice(0, 900), /dañado o incompleto|de otro tipo/],
  ['no container', makeEpub({ entries: { 'META-INF/container.xml': null } }), /Le falta META-INF\/container.xml/],
  ['another document', makeEpub({ entries: { mimetype: 'application/zip' } }), /indica que es otro tipo de documento/],
  [
    'container without a book',
    makeEpub({ entries: { 'META-INF/container.xml': xml('<container/>') } }),
    /no indica dónde está el libro/,
  ],
  ['package missing', makeEpub({ entries: { [OPF]: null } }), /Falta el archivo principal del libro/],
  ['package cut', makeEpub({ entries: { [OPF]: '<package><metadata>' } }), /tiene errores: no es XML bien formado/],
  ['chapter missing', makeEpub({ entries: { 'OEBPS/c1.xhtml': null } }), /Falta un capítulo que el libro anuncia/],
  [
    'unsafe XML',
    makeEpub({ entries: { [OPF]: xml('<!DOCTYPE p [<!ENTITY a "b">]><package>&a;</package>') } }),
    /definiciones \(DTD\) que no se permiten/,
  ],
  [
    'copy protection',
    makeEpub({ entries: { 'META-INF/rights.xml': xml('<rights xmlns="http://ns.adobe.com/adept"/>') } }),
    /tiene protección anticopia \(DRM\)/,
  ],
];

test('each refused file gets its reason, in words for the author', async ({ shop, page }) => {
  test.setTimeout(120_000);
  await enter(page, shop, 'admin@demo.cl');
  await page.goto(`${shop.url}/admin/book-parts`);
  await page
    .getByRole('button', { name: /^Mostrar partes de/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Subir o revisar el ebook/ })
    .first()
    .click();
  for (const [name, content, sentence] of refused) {
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/api/admin/book_parts/') && answer.request().method() === 'PUT',
    );
    await choose(page, 'Archivo EPUB', { name: `${name}.epub`, mimeType: EPUB, buffer: Buffer.from(content) });
    expect((await answered).status(), name).toBe(422);
    await expect(page.getByText(sentence), name).toBeVisible();
    await expect(page.getByText('Error al subir el ebook.'), name).toBeVisible();
  }
  await choose(page, 'Archivo EPUB', { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByText('El archivo debe ser un formato EPUB válido.', { exact: true })).toBeVisible();
});
