import type { AdminEdition } from '@cuentos/contract/editions';
import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import { type DemoShop, plainPart, SERIAL, UNFINISHED } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const path = () => '/admin/book-parts';
const as = 'admin' as const;
const PARTS = '**/api/admin/book_parts?book_id=*';
const EPUB = 'application/epub+zip';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const open = async (page: Page, book = SERIAL) => press(page, `Mostrar partes de ${book}`);
const openEbook = async (page: Page) => {
  await open(page);
  await page
    .getByRole('button', { name: /^Subir o revisar el ebook/ })
    .last()
    .click();
};
const openSample = async (page: Page) => {
  await open(page);
  await page
    .getByRole('button', { name: /^Muestra/ })
    .last()
    .click();
};
const choose = (page: Page, label: string, names: readonly string[]) =>
  page
    .getByLabel(label, { exact: true })
    .setInputFiles(names.map((name) => ({ name, mimeType: EPUB, buffer: Buffer.from('no es un libro') })));

/** An edition that waits for review, with findings of each kind, above the one on sale. */
function editions(shop: DemoShop): AdminEdition[] {
  const finding = (kind: string, text: string, count: number, files: string[] = []) => ({
    kind,
    text,
    count,
    files,
    removed: kind === 'script',
    advice: kind.startsWith('advice-'),
  });
  const base = { book_part_id: plainPart(shop).id, size: 2_140_000, created_at: '2026-11-20T15:00:00.000Z' };
  const report = [
    finding('script', 'Quitamos programas (scripts) que venían en el libro.', 2, ['OEBPS/c1.xhtml', 'OEBPS/c2.xhtml']),
    finding('missing-alt', 'Hay imágenes sin descripción. Agrégala para quienes no pueden verlas.', 4),
    finding('advice-unfinished', 'La revisión adicional no alcanzó a terminar. El libro se puede usar igual.', 1),
  ];
  return [
    {
      ...base,
      id: 'b',
      state: 'pending',
      published_at: null,
      report,
      page_review: {
        ...{ words: 12_430, seen: 12_418, repeated: 0, reviewer: 'Ana Lector', reviewed_at: base.created_at },
        app_version: 'review-edition.js',
        places: [
          {
            ...{ path: 'OEBPS/c2.xhtml', chapter: 'La carta', cfi: 'epubcfi(/6/4!/4,/2/1:0,/2/1:40)', words: 12 },
            ...{ excerpt: 'Querida Ana: cuando leas esto ya habré salido', fault: 'off-page', looks: ['phone'] },
          },
          {
            ...{ path: 'OEBPS/c3.xhtml', chapter: 'El faro', cfi: null, words: 40, excerpt: 'Tres vueltas de llave' },
            ...{ fault: null, looks: ['phone', 'phone-dark'] },
          },
        ],
      },
      file_name: 'cuaderno-final-2.epub',
      title: 'Fortunata y Jacinta',
      title_differs: true,
    },
    {
      ...base,
      id: 'a',
      state: 'published',
      published_at: base.created_at,
      report: [],
      page_review: {
        ...{ words: 12_430, seen: 12_430, repeated: 0, reviewer: 'Ana Lector', reviewed_at: base.created_at },
        ...{ app_version: 'review-edition.js', places: [] },
      },
      file_name: 'cuaderno.epub',
      title: 'Cuaderno del farero',
      title_differs: false,
    },
    {
      ...base,
      id: 'c',
      state: 'superseded',
      published_at: '2026-10-02T15:00:00.000Z',
      created_at: '2026-10-02T14:00:00.000Z',
      report: [],
      page_review: null,
      file_name: 'cuaderno-con-un-nombre-de-archivo-bastante-largo-para-un-telefono.epub',
      title: 'Cuaderno del farero',
      title_differs: false,
    },
  ];
}

/** 'Partes de libros' in every state. */
export const adminPartsShots: readonly Shot[] = [
  { name: 'admin-parts', as, path, shows: SERIAL },
  { name: 'admin-parts-open', as, path, act: (page) => open(page), shows: 'Cuaderno del farero' },
  { name: 'admin-parts-missing-ebook', as, path, act: (page) => open(page, UNFINISHED), shows: 'Falta ebook' },
  {
    name: 'admin-parts-loading',
    as,
    path,
    prepare: (page) => hold(page, PARTS),
    act: (page) => open(page),
    shows: 'Agregar parte',
  },
  {
    name: 'admin-parts-failed',
    as,
    path,
    prepare: (page) => refuse(page, PARTS, 500, 'internal'),
    act: (page) => open(page),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-parts-empty',
    as,
    path,
    prepare: (page) => answer(page, PARTS, 200, []),
    act: (page) => open(page),
    shows: 'Este libro no tiene partes',
  },
  {
    name: 'admin-parts-no-books',
    as,
    path,
    prepare: (page) => answer(page, '**/api/admin/books', 200, []),
    shows: 'Todavía no hay libros',
  },
  {
    name: 'admin-part-new',
    as,
    path,
    act: async (page) => {
      await open(page);
      await press(page, 'Agregar parte');
      await page.getByLabel('Valor en pesos (CLP)').fill('300');
      await page.getByLabel('Fecha de publicación').fill('2026-12-24');
      await page.getByLabel('En preventa').check();
      await page.getByLabel('Descuento (%)').fill('120');
      await press(page, 'Crear parte');
    },
    shows: 'El descuento debe estar entre 0 y 100.',
    windowOnly: true,
  },
  {
    name: 'admin-part-delete',
    as,
    path,
    act: async (page) => {
      await open(page);
      await press(page, 'Eliminar: Cuaderno del farero');
    },
    shows: '¿Desea eliminar la parte del libro?',
    windowOnly: true,
  },
  {
    name: 'admin-sample',
    as,
    path,
    act: async (page) => {
      await openSample(page);
      await page.getByRole('radio', { name: /Hasta donde yo diga/ }).check();
      await page.getByText(/% de la parte,/).waitFor();
    },
    shows: 'Hasta aquí se lee',
    windowOnly: true,
  },
  {
    name: 'admin-sample-invalid',
    as,
    path,
    prepare: (page) => answer(page, '**/api/admin/book_parts/*/sample*', 200, null),
    act: async (page) => {
      await openSample(page);
      await page.getByText('no habría nada que mostrar').waitFor();
      await page.getByRole('radio', { name: /Hasta donde yo diga/ }).check();
      await page.getByRole('textbox', { name: 'Porcentaje de la parte' }).fill('80');
      await press(page, 'Guardar muestra');
    },
    shows: 'Escribe un número entero de 1 a 50.',
    windowOnly: true,
  },
  {
    name: 'admin-sample-failed',
    as,
    path,
    prepare: (page) => refuse(page, '**/api/admin/book_parts/*/sample*', 500, 'internal'),
    act: openSample,
    shows: 'No pudimos mostrar dónde corta.',
    windowOnly: true,
  },
  {
    name: 'admin-ebook',
    as,
    path,
    prepare: (page, shop) => answer(page, '**/editions', 200, editions(shop)),
    act: openEbook,
    shows: 'Publicar esta edición',
    windowOnly: true,
  },
  {
    name: 'admin-ebook-go-back',
    as,
    path,
    prepare: (page, shop) => answer(page, '**/editions', 200, editions(shop)),
    act: async (page) => {
      await openEbook(page);
      await page.getByRole('button', { name: /^Volver a esta edición/ }).click();
    },
    shows: '¿Volver a esta edición?',
    windowOnly: true,
  },
  {
    name: 'admin-ebook-replaced',
    as,
    path,
    prepare: (page, shop) => answer(page, '**/editions', 200, editions(shop)),
    act: async (page) => {
      await openEbook(page);
      await page.getByRole('button', { name: /^Volver a esta edición/ }).scrollIntoViewIfNeeded();
    },
    shows: 'Volver a esta edición',
    windowOnly: true,
  },
  {
    name: 'admin-ebook-refused',
    as,
    path,
    act: async (page) => {
      await openEbook(page);
      await choose(page, 'Archivo EPUB', ['malo.epub']);
    },
    shows: 'Error al subir el ebook.',
    windowOnly: true,
  },
  {
    name: 'admin-ebook-checking',
    as,
    path,
    prepare: (page) => hold(page, '**/api/admin/book_parts/*'),
    act: async (page) => {
      await openEbook(page);
      await choose(page, 'Archivo EPUB', ['la-valija.epub']);
    },
    shows: /Revisando el archivo…|Al terminar revisamos el archivo/,
    windowOnly: true,
  },
  {
    name: 'admin-bulk',
    as,
    path,
    act: async (page) => {
      await open(page);
      await press(page, 'Subir varios EPUB');
      await choose(page, 'Archivos EPUB', ['primera.epub', 'segunda.epub']);
      await page.getByRole('dialog').getByRole('alert').nth(1).waitFor();
    },
    shows: '0 de 2 partes creadas',
    windowOnly: true,
  },
];
