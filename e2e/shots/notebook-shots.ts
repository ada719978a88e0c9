import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const letters = { title: 'Cartas de ida', part: '', author: '', ids: [] };
const unknownBook = { title: 'Un libro que no está aquí', part: '', author: '', ids: [] };

/** Notes and bookmarks of a book that the reader owns, and a note of another one. */
const severalNotes = [
  { quote: 'La primera carta llegó un martes, sin remitente y con olor a humedad', note: 'Empieza como termina.' },
  { quote: 'Nadie escribe tan despacio como quien espera respuesta', color: 'blue' },
  { quote: 'El cartero dejó de silbar en la esquina de siempre', note: '¿Y si supiera?', color: 'green' },
  { kind: 'bookmark', percentage: 12, chapter: 'Martes' },
  { kind: 'bookmark', percentage: 58, chapter: 'La respuesta' },
  { quote: 'Una línea de otra parte', book: unknownBook },
];
const oneNote = [{ quote: 'Se escribe para alguien aunque nadie vaya a abrir el sobre' }];

/** Chooses a file of the shop's own form with these notes. */
async function chooseFile(page: Page, notes: readonly object[]): Promise<void> {
  const content = { format: 'cuentos-notes', version: 1, notes: notes.map((note) => ({ book: letters, ...note })) };
  const buffer = Buffer.from(JSON.stringify(content));
  await page.getByRole('button', { name: 'Traer notas' }).first().click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mis-notas.json', mimeType: 'application/json', buffer });
  await bringButton(page).waitFor();
}

const bringButton = (page: Page) => page.getByRole('button', { name: /^Traer \d/ });

async function bring(page: Page, notes: readonly object[]): Promise<void> {
  await chooseFile(page, notes);
  await bringButton(page).click();
  await page.getByRole('button', { name: 'Deshacer la importación' }).waitFor();
}

/** Keeps what is brought in this browser: the server gets none of it. */
const keepHere = (page: Page): Promise<unknown> =>
  page.route(/\/api\/(?:user_book_part_highlights\/import|bookmarks\/)/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );

async function shareQuote(page: Page): Promise<void> {
  await bring(page, oneNote);
  await page.getByRole('button', { name: 'Ir al cuaderno' }).click();
  await page.getByRole('button', { name: /^Más acciones: Se escribe para alguien/ }).click();
  await page.getByRole('button', { name: 'Compartir cita' }).click();
  await page.getByRole('img', { name: /^Imagen con la cita/ }).waitFor();
}

const inNotebook = (shot: Pick<Shot, 'name' | 'act' | 'shows'>): Shot => ({
  as: 'reader',
  path: () => '/notebook',
  prepare: keepHere,
  windowOnly: true,
  ...shot,
});

export const notebookShots: readonly Shot[] = [
  inNotebook({
    name: 'notebook-import',
    act: (page) => chooseFile(page, severalNotes),
    shows: 'Traer 3 notas y 2 marcadores',
  }),
  inNotebook({
    name: 'notebook-brought',
    act: (page) => bring(page, severalNotes),
    shows: '3 notas y 2 marcadores están en tu cuaderno',
  }),
  inNotebook({ name: 'notebook-quote', act: shareQuote, shows: 'Compartir' }),
];
