import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import { overlayFile, par, soundFile } from '@cuentos/epub/testing/make-narration';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { shownFrame } from '../support/highlighting.ts';
import { expectOpen, expectWholeApp, WORKER_MS } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';
import type { Shop } from '../support/start-shop.ts';

test.use({ serviceWorkers: 'allow' });

const TITLE = 'El faro narrado';
const WORDS = 'La niebla llegó al puerto y no dejó ver las velas de los botes que volvían. ';
const PARAGRAPHS = 12;
/** Length of the first paragraph of a chapter, s: on a busy machine the test must still find it being played. */
const FIRST_CLIP_S = 4;
/** Length of each other paragraph, s. */
const CLIP_S = 0.4;
/** Returns where a paragraph begins in its chapter's sound, s. */
const beginOf = (n: number): number => (n === 0 ? 0 : FIRST_CLIP_S + (n - 1) * CLIP_S);

/** A paragraph after the note; each is short, so any of them may be playing. */
const AFTER_THE_NOTE = /Uno (?:[3-9]|1\d)\./;

/**
 * Makes two chapters whose paragraphs are read by tones. In the first chapter the second paragraph has no sound, and
 * the third is a note.
 */
function epub(): Uint8Array {
  const chapter = (name: string) =>
    Array.from({ length: PARAGRAPHS }, (_, n) => `<p id="p${n}">${name} ${n}. ${WORDS.repeat(6)}</p>`).join('');
  const clip = (file: string, n: number, type?: string) =>
    par(`${file}.xhtml#p${n}`, `${file}.wav`, `clipBegin="${beginOf(n)}s" clipEnd="${beginOf(n + 1)}s"`, type);
  const all = (file: string) => Array.from({ length: PARAGRAPHS }, (_, n) => clip(file, n));
  const first = all('c1')
    .with(1, par('c1.xhtml#p1', 'falta.wav', ''))
    .with(2, clip('c1', 2, 'footnote'));
  return makeEpub({
    title: TITLE,
    chapters: [
      { html: chapter('Uno'), mediaOverlay: 'mo1' },
      { html: chapter('Dos'), mediaOverlay: 'mo2' },
    ],
    files: [
      overlayFile('mo1', first.join('')),
      overlayFile('mo2', all('c2').join('')),
      soundFile('c1.wav', beginOf(PARAGRAPHS)),
      soundFile('c2.wav', beginOf(PARAGRAPHS), 330),
    ],
  });
}

/** Publishes the book free of charge and opens it. */
async function openNarrated(page: Page, shop: Shop): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-narration-'));
  const file = join(folder, 'faro.epub');
  await writeFile(file, epub());
  await shop.command('import', file, '--book', TITLE, '--part', 'Única parte');
  await rm(folder, { recursive: true });
  const found = async () => {
    const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as { id: string; name: string }[];
    return books.find(({ name }) => name === TITLE)?.id ?? '';
  };
  await expect.poll(found).not.toBe('');
  await signIn(page, shop);
  await page.goto(`${shop.url}/user-library/${await found()}`);
  await page.getByRole('button', { name: /^(¡Descarga gratis!|Guardarla en mi biblioteca):/ }).click();
  await page.getByRole('link', { name: /^Leer ahora/ }).click();
  await expectOpen(page);
}

/** Returns the first words of the paragraph that is marked as being read; empty without one. */
const marked = async (page: Page): Promise<string> =>
  (await shownFrame(page)).evaluate(() => {
    const [range] = CSS.highlights.get('reader-spoken') ?? [];
    if (!range) return '';
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    return live.toString().slice(0, 7);
  });

test('a narrated book plays, marks its words, turns its pages, pauses, continues and keeps another speed', async ({
  page,
  shop,
}) => {
  await openNarrated(page, shop);
  await page.setViewportSize({ width: 1280, height: 800 });
  const seen = new Set<string>();
  await page.getByRole('button', { name: 'Escuchar desde esta página' }).click();
  const bar = page.getByRole('region', { name: 'Lectura en voz alta' });
  await expect(bar.getByRole('combobox', { name: 'Voz' })).toHaveValue('narration');
  await expect.poll(() => marked(page)).toMatch(/^Uno 0/);
  await bar.getByRole('button', { name: 'Pausar' }).click();
  await expectAccessible(page, 'narration');
  await bar.getByRole('combobox', { name: 'Velocidad' }).selectOption('0.75');
  await bar.getByRole('button', { name: 'Escuchar', exact: true }).click();
  // Playback reaches the second chapter, and skips the missing clip and the note.
  await expect
    .poll(
      async () => {
        const words = await marked(page).catch(() => '');
        seen.add(words);
        return words;
      },
      { intervals: [60], timeout: 30_000 },
    )
    .toMatch(/^Dos/);
  expect([...seen].join()).toMatch(AFTER_THE_NOTE);
  expect(seen).not.toContain('Uno 1. ');
  expect(seen).not.toContain('Uno 2. ');
  await bar.getByRole('button', { name: 'Leer también las notas' }).click();
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Única parte');
  await bar.getByRole('button', { name: 'Terminar de escuchar' }).click();
  await expect.poll(() => marked(page)).toBe('');
});

test('a narrated book that is stored on the device plays without a connection', async ({ page, shop }) => {
  await openNarrated(page, shop);
  await expect(page.getByText('Libro descargado y guardado').first()).toBeVisible({ timeout: WORKER_MS });
  await expectWholeApp(page);
  await page.reload();
  await expectOpen(page);
  await page.context().setOffline(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Escuchar desde esta página' }).click();
  await expect.poll(() => marked(page)).toMatch(AFTER_THE_NOTE);
});
