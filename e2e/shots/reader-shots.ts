import { expect, type Page } from '@playwright/test';
import { fakeDevice } from '../support/fake-device.ts';
import { openHighlights, selectByMouse } from '../support/highlighting.ts';
import { expectOpen, goToWords, openPanel, pressInBar, shownPage, turn } from '../support/reader-page.ts';
import { hold, refuse } from './answers.ts';
import { SERIAL } from './demo-shop.ts';
import { lostHighlight, OPENING_CALL, reading, scene, type Scene, someHighlights, themeNames } from './reader-scene.ts';
import type { Shot } from './shot.ts';

interface ReaderShot extends Pick<Shot, 'name' | 'shows' | 'only' | 'themes'> {
  readonly scene?: Scene;
  readonly act?: (page: Page) => Promise<unknown>;
}

/** Makes the shot of a state of an open book. */
const inBook = ({ scene: given, act, ...shot }: ReaderShot): Shot => ({
  as: 'reader',
  path: reading,
  prepare: scene(given),
  act: async (page) => {
    await expectOpen(page);
    await act?.(page);
  },
  windowOnly: true,
  ...(!given?.zoom && { zoomLocked: true }),
  ...shot,
});

const PROGRESS = /\d\s%/;
const highlights = [...someHighlights, lostHighlight];

const tab = (name: string) => async (page: Page) => {
  await openPanel(page);
  await page.getByRole('tab', { name }).click();
};
async function writeNote(page: Page): Promise<void> {
  await selectByMouse(page, { words: 3 });
  await page.getByRole('button', { name: 'Agregar nota' }).click();
  await page.getByRole('textbox', { name: 'Nota' }).fill('El mismo nudo que en la libreta del abuelo.');
}
async function editFirst(page: Page): Promise<void> {
  await openHighlights(page);
  await page.getByRole('button', { name: /^Editar resaltado: siguió mirando/ }).click();
  await page.getByRole('textbox', { name: 'Nota' }).waitFor();
}
async function search(page: Page, words: string): Promise<void> {
  await pressInBar(page, 'Buscar en esta parte');
  await page.getByRole('searchbox').fill(words);
}
async function openFootnote(page: Page): Promise<void> {
  await goToWords(page, 'Que era el Caleuche');
  await shownPage(page).locator('a[role=doc-noteref]').first().click();
}
async function openPicture(page: Page): Promise<void> {
  await goToWords(page, 'El mapa de la libreta, pasado en limpio');
  await shownPage(page).locator('img').first().click();
}
async function markPages(page: Page): Promise<void> {
  const mark = page.getByRole('button', { name: 'Poner un marcador en esta página' });
  await mark.press('Enter');
  // Repeats the key until the page changes, because a slow machine may miss it.
  await expect(async () => {
    await turn(page, 3);
    await expect(mark).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await mark.press('Enter');
  await openPanel(page);
  await page.getByRole('button', { name: 'Marcadores (2)' }).click();
}
/** Starts reading aloud; a phone has the button in the panel. */
async function listen(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await openPanel(page);
  await page.getByRole('button', { name: 'Escuchar desde esta página' }).press('Enter');
  await page.getByRole('region', { name: 'Lectura en voz alta' }).waitFor();
}
async function jump(page: Page): Promise<void> {
  await openPanel(page);
  await page.getByRole('button', { name: 'Nueve velas' }).click();
  await page.keyboard.press('Escape');
}
async function goToSlide(page: Page, slide: number): Promise<void> {
  for (let at = 1; at < slide; at += 1) await page.getByRole('button', { name: 'Siguiente', exact: true }).click();
}

const pages: readonly Shot[] = [
  {
    name: 'reader-loading',
    as: 'reader',
    path: reading,
    prepare: async (page) => {
      await scene()(page);
      await hold(page, OPENING_CALL);
    },
    shows: 'CB',
    windowOnly: true,
  },
  inBook({ name: 'reader-bars', shows: 'Antes de la niebla' }),
  ...themeNames.map((name) =>
    inBook({
      name: `reader-page-${name}`,
      scene: { theme: { name }, highlights },
      act: async (page) => {
        await turn(page, 1);
        await page.keyboard.press('ArrowLeft');
        await shownPage(page).locator('[data-reader-layer] svg').first().waitFor();
      },
      shows: PROGRESS,
    }),
  ),
  inBook({ name: 'reader-largest', scene: { theme: { fontSize: '50' } }, shows: PROGRESS }),
  inBook({ name: 'reader-scrolled', scene: { theme: { flow: 'scrolled-doc' } }, shows: PROGRESS }),
  inBook({ name: 'reader-columns', scene: { theme: { spread: 'both' } }, shows: PROGRESS, only: 1280 }),
  inBook({ name: 'reader-zoom-allowed', scene: { zoom: true }, shows: PROGRESS }),
  inBook({ name: 'reader-way-back', act: jump, shows: 'Volver a donde estaba' }),
  inBook({
    name: 'reader-elsewhere',
    scene: { elsewhere: 63 },
    act: async (page) => {
      await turn(page, 1);
      await page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    },
    shows: 'Ibas más adelante en otro dispositivo',
    themes: true,
  }),
];

const panel: readonly Shot[] = [
  inBook({ name: 'reader-sections', act: tab('Secciones'), shows: 'Estás aquí', themes: true }),
  inBook({
    name: 'reader-no-bookmarks',
    act: async (page) => {
      await openPanel(page);
      await page.getByRole('button', { name: 'Marcadores' }).click();
    },
    shows: 'Todavía no hay marcadores',
    themes: true,
  }),
  inBook({ name: 'reader-bookmarks', act: markPages, shows: /^Antes de la niebla/, themes: true }),
  inBook({ name: 'reader-no-highlights', act: openHighlights, shows: 'No hay texto resaltado', themes: true }),
  inBook({
    name: 'reader-highlights',
    scene: { highlights: someHighlights },
    act: openHighlights,
    shows: /^Punta Corona no es/,
    themes: true,
  }),
  inBook({
    name: 'reader-lost-highlight',
    scene: { highlights },
    act: async (page) => {
      await openHighlights(page);
      await page.getByText('La torta que ya nadie hornea').scrollIntoViewIfNeeded();
    },
    shows: 'Sin ubicación',
    themes: true,
  }),
  inBook({ name: 'reader-theme', act: tab('Tema'), shows: 'Interlineado', themes: true }),
  inBook({ name: 'reader-theme-dark', scene: { theme: { name: 'dark' } }, act: tab('Tema'), shows: 'Interlineado' }),
  inBook({
    name: 'reader-theme-more',
    act: async (page) => {
      await tab('Tema')(page);
      await page.getByText('Más ajustes').click();
      await page.getByRole('button', { name: 'Restablecer todo' }).scrollIntoViewIfNeeded();
    },
    shows: 'Restablecer todo',
    themes: true,
  }),
];

const toolbar: readonly Shot[] = [
  inBook({
    name: 'reader-toolbar',
    act: (page) => selectByMouse(page, { words: 3 }),
    shows: 'Agregar nota',
    themes: true,
  }),
  inBook({
    name: 'reader-toolbar-dark',
    scene: { theme: { name: 'dark' }, highlights },
    act: (page) => selectByMouse(page, { skip: 1, words: 3 }),
    shows: 'Agregar nota',
  }),
  inBook({ name: 'reader-note-new', act: writeNote, shows: 'Guardar', themes: true }),
  inBook({ name: 'reader-note-edit', scene: { highlights }, act: editFirst, shows: 'Guardar', themes: true }),
  inBook({
    name: 'reader-note-discard',
    act: async (page) => {
      await writeNote(page);
      await page.keyboard.press('Escape');
    },
    shows: 'La nota no está guardada',
  }),
  inBook({
    name: 'reader-highlight-question',
    scene: { highlights },
    act: async (page) => {
      await editFirst(page);
      await page.getByRole('button', { name: 'Eliminar resaltado', exact: true }).click();
    },
    shows: '¿Desea eliminar el resaltado?',
    themes: true,
  }),
  inBook({
    name: 'reader-highlight-removed',
    scene: { highlights },
    act: async (page) => {
      await editFirst(page);
      await page.getByRole('button', { name: 'Eliminar resaltado', exact: true }).click();
      await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
    },
    shows: 'Resaltado eliminado',
  }),
];

const tools: readonly Shot[] = [
  ...Array.from({ length: 10 }, (_, index) =>
    inBook({
      name: `reader-tutorial-${index + 1}`,
      scene: { newcomer: true, theme: { name: themeNames[index % 5] ?? 'white' } },
      act: (page) => goToSlide(page, index + 1),
      shows: `${index + 1} de 10`,
      ...(index === 0 && { themes: true }),
    }),
  ),
  inBook({ name: 'reader-search', act: (page) => search(page, 'niebla'), shows: /^\d+ resultados$/, themes: true }),
  inBook({
    name: 'reader-search-none',
    act: (page) => search(page, 'zapallo'),
    shows: /^No encontramos/,
    themes: true,
  }),
  inBook({ name: 'reader-footnote', act: openFootnote, shows: 'Ir a la nota', themes: true }),
  inBook({ name: 'reader-picture', act: openPicture, shows: /^Mapa a mano/, themes: true }),
  {
    ...inBook({ name: 'reader-speech', act: listen, shows: PROGRESS, themes: true }),
    prepare: async (page) => {
      await fakeDevice(page);
      await scene()(page);
    },
  },
  inBook({ name: 'reader-no-voice', act: listen, shows: /no tiene una voz en español/, themes: true }),
];

const failed = (name: string, shows: string, prepare: NonNullable<Shot['prepare']>): Shot => ({
  name,
  as: 'reader',
  path: reading,
  prepare,
  // Waits for the drawing, which appears after the text.
  act: (page) => page.locator('main svg').first().waitFor(),
  shows,
});

const failures: readonly Shot[] = [
  failed('reader-no-access', 'Tus resaltados de esta parte', async (page) => {
    await scene({ highlights: someHighlights })(page);
    await refuse(page, OPENING_CALL, 404, 'not_entitled');
  }),
  failed('reader-not-released', 'Esta parte todavía no está disponible', async (page) => {
    await scene()(page);
    await refuse(page, OPENING_CALL, 409, 'part_not_released');
  }),
  failed('reader-server-failed', 'No pudimos abrir el libro', async (page) => {
    await scene()(page);
    await refuse(page, OPENING_CALL, 500, 'internal');
  }),
  failed(
    'reader-damaged',
    'No pudimos leer el archivo de este libro',
    scene({ opening: { publication: { format: 2 } } }),
  ),
  failed('reader-not-here', 'Esta parte no está en este dispositivo', async (page) => {
    await scene()(page);
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  }),
];

const preview = (name: string, shows: string, act?: (page: Page) => Promise<unknown>): Shot => ({
  ...inBook({ name, shows, ...(act && { act }) }),
  as: 'admin',
  path: (shop) => `${reading(shop)}/true`,
});
const previews: readonly Shot[] = [
  preview('reader-preview', 'Vista previa', async (page) => {
    await expect(async () => {
      await turn(page, 2);
      await expect(page.locator('header')).toHaveCSS('opacity', '0', { timeout: 1000 });
    }).toPass();
    await page.mouse.click(200, 25);
  }),
  preview('reader-preview-question', 'Estás en una vista previa', (page) =>
    page.getByRole('link', { name: 'Volver al libro' }).press('Enter'),
  ),
];

/** Makes the shot of the sample of a part of the serial, read to its end. */
const sample = (name: string, part: number, shows: string): Shot => ({
  name,
  path: (shop) => `/sample/${shop.book(SERIAL).id}/${shop.book(SERIAL).parts[part]?.id}`,
  prepare: async (page, shop) => {
    await scene({ theme: { name: 'sephia' } })(page);
    // Waits for the samples, which the shop makes a moment after it has started.
    const address = `${shop.url}/api/samples/${shop.book(SERIAL).parts[part]?.id}`;
    await expect.poll(async () => (await fetch(address)).status, { timeout: 60_000 }).toBe(200);
  },
  act: async (page) => {
    await expectOpen(page);
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('button', { name: 'Volver a la última página' })).toBeVisible({ timeout: 250 });
    }).toPass();
  },
  shows,
  windowOnly: true,
  zoomLocked: true,
});
const samples: readonly Shot[] = [
  sample('sample-end', 1, 'Comprar y seguir leyendo'),
  sample('sample-whole-end', 0, 'Lo que sigue'),
  {
    name: 'sample-gone',
    path: (shop) => `/sample/${shop.book(SERIAL).id}/${shop.book(SERIAL).id}`,
    shows: 'Este comienzo ya no está aquí',
  },
];

/** The reader in every state. */
export const readerShots: readonly Shot[] = [
  ...pages,
  ...panel,
  ...toolbar,
  ...tools,
  ...failures,
  ...previews,
  ...samples,
];
