import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import type { Browser, Page } from '@playwright/test';
import { openArea } from '../support/admin-page.ts';
import { openHighlights, painted, selectByMouse, shownFrame } from '../support/highlighting.ts';
import { WORKER_MS, expectOpen, firstWords, openPanel, turn } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

const TITLE = 'La casa de los vientos';
const WIDE = { width: 1280, height: 800 };
const VOCABULARY =
  'ventana jardín ceniza puerto abuela tormenta cuchara linterna almendro camino silencio barro ceniza reloj gaviota ' +
  'madera invierno carta zapato espejo harina sombra pájaro cuerda vereda tejado pozo nieve fuego isla manzana tren ' +
  'sombrero luna pared hilo guitarra cometa piedra sábana';

/** Makes paragraphs that resemble no other. */
function paragraphs(count: number, seed: number): string[] {
  const words = VOCABULARY.split(' ');
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return words[Math.floor(state / 65_536) % words.length] ?? '';
  };
  return Array.from({ length: count }, () => {
    const text = Array.from({ length: 45 }, next).join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  });
}
const chapters = Array.from({ length: 6 }, (_, index) => paragraphs(12, 7 + index * 31));

function epub(texts: readonly (readonly string[])[]): Buffer {
  return Buffer.from(
    makeEpub({
      title: TITLE,
      identifier: 'urn:uuid:0f3f6b7e-6f1f-4d2c-9f51-5a5b6c2f9a10',
      chapters: texts.map((all, index) => ({
        title: `Capítulo ${index + 1}`,
        html: `<h1>Capítulo ${index + 1}</h1>${all.map((text) => `<p>${text}</p>`).join('')}`,
      })),
    }),
  );
}

/** Publishes the first edition of the book, free of charge. @returns address of its page in the library */
async function sellFirstEdition(shop: Shop): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-edition-'));
  const file = join(folder, 'primera.epub');
  await writeFile(file, epub(chapters));
  await shop.command('import', file, '--book', TITLE, '--part', 'Única parte');
  await rm(folder, { recursive: true });
  const found = async () => {
    const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as { id: string; name: string }[];
    return books.find(({ name }) => name === TITLE)?.id ?? '';
  };
  await expect.poll(found).not.toBe('');
  return `${shop.url}/user-library/${await found()}`;
}

async function publishSecondEdition(browser: Browser, shop: Shop, texts: readonly (readonly string[])[]) {
  const admin = await browser.newPage({ viewport: WIDE });
  await openArea(admin, shop, '/admin/book-parts');
  await admin.getByRole('button', { name: `Mostrar partes de ${TITLE}` }).click();
  await admin.getByRole('button', { name: 'Subir o revisar el ebook: Única parte' }).click();
  const file = { name: 'segunda.epub', mimeType: 'application/epub+zip', buffer: epub(texts) };
  await admin.getByLabel('Archivo EPUB', { exact: true }).setInputFiles(file);
  await expect(admin.getByText('Ebook subido correctamente')).toBeVisible();
  await admin.getByRole('button', { name: 'Publicar esta edición' }).click();
  await expect(admin.getByText(/^Edición publicada\. Quienes tienen la parte conservan su lugar/)).toBeVisible();
  await admin.close();
}

/** Highlights the first words of a visible paragraph, and waits until the server has them. */
async function highlight(page: Page, skip: number, colour: string): Promise<string> {
  const words = await selectByMouse(page, { skip, words: 6 });
  const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
  await page.getByRole('button', { name: colour, exact: true }).click();
  await saved;
  return words;
}

/** Tells whether these words stand on the page shown. */
const areShown = async (page: Page, words: string): Promise<boolean> =>
  (await shownFrame(page)).evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      // The page may divide words by soft hyphens, which the book's text does not have.
      const match = new RegExp(wanted.replaceAll(/(?<=.)(?=.)/g, '\u00AD?')).exec(node.data);
      if (!match) continue;
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const { left, top } = range.getClientRects()[0] ?? { left: -1, top: -1 };
      return left >= 0 && left < innerWidth && top >= 0 && top < innerHeight;
    }
    return false;
  }, words);

test('a new edition is shown at the next opening: position and highlights are at their words', async ({
  browser,
  shop,
}) => {
  const library = await sellFirstEdition(shop);
  const page = await browser.newPage({ viewport: WIDE });
  await signIn(page, shop);
  await page.goto(library);
  await page.getByRole('button', { name: /^(¡Descarga gratis!|Guardarla en mi biblioteca):/ }).click();
  await page.getByRole('link', { name: /^Leer ahora/ }).click();
  await expectOpen(page);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await openPanel(page);
  await page.getByRole('button', { name: 'Capítulo 3' }).click();
  await page.keyboard.press('Escape');
  // The page shown during the jump may disappear while `firstWords` reads it.
  await expect(async () => expect(await firstWords(page)).toMatch(/^Capítulo 3/)).toPass();
  const stays = await highlight(page, 0, 'Verde');
  const goes = await highlight(page, 1, 'Rojo');
  const moved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await turn(page, 1);
  await moved;
  const words = await firstWords(page);
  await page.goto(library);

  const added = paragraphs(4, 4711);
  const texts = [added, ...chapters.map((all) => [...added, ...all.filter((text) => !text.startsWith(goes))])];
  await publishSecondEdition(browser, shop, texts);

  // The stored copy opens at once at the old position, and the new edition is fetched in the background.
  await page.getByRole('link', { name: /^Leer ahora/ }).click();
  await expectOpen(page);
  expect(await firstWords(page)).toBe(words);
  await expect.poll(() => painted(page)).toEqual([`green: ${stays}`, `red: ${goes}`]);
  await expect(page.getByText(/^Hay una versión nueva de este libro/)).toBeVisible({ timeout: 20_000 });
  expect(await firstWords(page)).toBe(words);

  await page.reload();
  await expectOpen(page);
  await expect(async () => expect(await areShown(page, words)).toBe(true)).toPass();
  await expect.poll(() => painted(page)).toEqual([`green: ${stays}`]);
  await openHighlights(page);
  await expect(page.getByRole('tab', { name: 'Resaltados 2' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sin ubicación' }).getByText(goes)).toBeVisible();
  await page.getByRole('tabpanel').getByText(stays).click();
  await expect(async () => expect(await areShown(page, stays)).toBe(true)).toPass();
  await page.close();
});
