import type { Library } from '@cuentos/contract/library';
import type { Pocket } from '@cuentos/contract/pocket';
import type { Page } from '@playwright/test';
import { answer, hold, refuse, showsSkeleton } from './answers.ts';
import { type DemoShop, SERIAL } from './demo-shop.ts';
import { partStates } from './part-states.ts';
import type { Shot } from './shot.ts';

type PocketItem = Pocket['items'][number];

const library = () => '/user-library';
const serial: Shot['path'] = (shop) => `/user-library/${shop.book(SERIAL).id}`;
const NOT_HERS = 'Siete llaves para una casa';
const LIBRARY_CALL = '**/api/user_book_parts/';
const partsCall = (shop: DemoShop) => `**/api/user_book_parts/${shop.book(SERIAL).id}`;
const PREFERENCE_CALL = '**/api/user_book_parts/get_preference_id/*';

const reader = 'reader' as const;
/** Breaks the connection after the screen is shown. */
async function goOffline(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^(Lecturas para revisión|Libro)$/ }).waitFor();
  await page.context().setOffline(true);
}
const discover = (page: Page) => page.getByRole('tab', { name: 'Descubrir Libros' }).click();
const everyPart = (page: Page, shop: DemoShop) => answer(page, partsCall(shop), 200, partStates(shop));

/** Answers with a library of one part. */
function onePart(page: Page, percentage: number): Promise<unknown> {
  return page.route(LIBRARY_CALL, async (route) => {
    const { user_book_parts: parts } = (await (await route.fetch()).json()) as Library;
    const part = parts.find(({ release_date: day }) => Date.parse(day) <= Date.now());
    if (!part) throw new Error('the reader of the demonstration shop has lost her parts');
    await route.fulfill({ json: { user_book_parts: [{ ...part, percentage }], early_access: [] } });
  });
}

/** Answers with an empty library and a pending payment. */
async function onlyAwaited(page: Page, shop: DemoShop): Promise<void> {
  const [part] = shop.book(NOT_HERS).parts;
  if (!part) throw new Error('the demonstration shop has lost a part');
  const names = { book_id: part.book_id, book_part_id: part.id, book_name: NOT_HERS, book_part_name: part.name };
  await answer(page, LIBRARY_CALL, 200, { user_book_parts: [], early_access: [], awaited: [names] });
}

const notHers: Shot['path'] = (shop) => `/user-library/${shop.book(NOT_HERS).id}`;
const pocket = () => '/pocket';
const POCKET_CALL = '**/api/pocket';

function pocketItem(shop: DemoShop, name: string, place: number, change: Partial<PocketItem> = {}): PocketItem {
  const book = shop.book(name);
  const part = book.parts[place];
  if (!part) throw new Error(`${name} has no part ${place}`);
  const costs = { value: part.value, alone: part.value, amount: part.value, price_then: part.value };
  return {
    part_id: part.id,
    book_id: book.id,
    book_name: book.name,
    part_name: part.name,
    image: part.image,
    export_kinds: [],
    ...costs,
    reduction: null,
    refusal: null,
    added_at: new Date().toISOString(),
    ...change,
  };
}

function answerPocket(page: Page, items: readonly PocketItem[]): Promise<unknown> {
  const of = (some: readonly PocketItem[]) => ({
    items: some,
    total: some.reduce((sum, { refusal, amount }) => sum + (refusal === null ? amount : 0), 0),
    below_minimum: false,
    ways: [],
  });
  return Promise.all([
    answer(page, POCKET_CALL, 200, of(items)),
    answer(page, `${POCKET_CALL}/*`, 200, of(items.slice(1))),
  ]);
}

const completed = (shop: DemoShop) => [
  pocketItem(shop, NOT_HERS, 0, { amount: 1692, reduction: 'completion' }),
  pocketItem(shop, NOT_HERS, 1, { amount: 2541, reduction: 'completion' }),
];
const fullPocket = (page: Page, shop: DemoShop) =>
  answerPocket(page, [...completed(shop), pocketItem(shop, SERIAL, 3)]);
const changedPocket = (page: Page, shop: DemoShop) =>
  answerPocket(page, [
    pocketItem(shop, NOT_HERS, 0, { price_then: 1490 }),
    pocketItem(shop, SERIAL, 1, { refusal: 'already_owned' }),
    pocketItem(shop, SERIAL, 3, { refusal: 'part_not_found' }),
  ]);

async function openSeveral(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Completar por/ }).click();
  await page.getByRole('dialog', { name: 'Antes de pagar' }).waitFor();
}

/** Opens the payment sheet on the page of a book with a part that can be bought alone. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: '¡Compra ahora!: Las tres primeras' }).click();
  await page.getByRole('dialog', { name: 'Antes de pagar' }).waitFor();
}

async function confirmPurchase(page: Page): Promise<void> {
  await openSheet(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Ir a pagar' }).click();
}

/** The library and the book page of a reader. */
export const libraryShots: readonly Shot[] = [
  { name: 'library', as: reader, path: library, shows: 'Lecturas para revisión' },
  {
    name: 'library-awaited',
    as: reader,
    path: library,
    prepare: onlyAwaited,
    shows: 'Falta que se confirme tu pago.',
  },
  {
    name: 'library-one-unread',
    as: reader,
    path: library,
    prepare: (page) => onePart(page, 0),
    shows: 'Leer ahora',
  },
  {
    name: 'library-one-begun',
    as: reader,
    path: library,
    prepare: (page) => onePart(page, 37),
    shows: 'Donde quedaste',
  },
  {
    name: 'library-loading',
    as: reader,
    path: library,
    prepare: (page) => hold(page, LIBRARY_CALL),
    act: showsSkeleton,
    shows: 'Mi Biblioteca',
  },
  {
    name: 'library-empty',
    as: reader,
    path: library,
    prepare: (page) => answer(page, LIBRARY_CALL, 200, { user_book_parts: [], early_access: [] }),
    shows: 'Aún no tienes libros. Descarga algunos abajo.',
  },
  {
    name: 'library-failed',
    as: reader,
    path: library,
    prepare: (page) => refuse(page, LIBRARY_CALL, 500, 'internal'),
    shows: 'Error: Error interno del servidor',
  },
  { name: 'library-offline', as: reader, path: library, act: goOffline, shows: 'Sin conexión a internet' },
  {
    name: 'library-refreshed',
    as: reader,
    path: library,
    act: (page) => page.getByRole('button', { name: 'Actualizar' }).click(),
    shows: 'Libros actualizados',
    windowOnly: true,
  },
  { name: 'discover', as: reader, path: library, act: discover, shows: 'Siete llaves para una casa' },
  {
    name: 'discover-nothing-left',
    as: reader,
    path: library,
    prepare: (page) => answer(page, '**/api/books/', 200, []),
    act: discover,
    shows: 'No existen más títulos disponibles.',
  },
  {
    name: 'discover-offline',
    as: reader,
    path: library,
    act: async (page) => {
      await goOffline(page);
      await discover(page);
    },
    shows: 'Por favor, verifica tu conexión e intenta nuevamente',
  },
  { name: 'library-book', as: reader, path: serial, shows: 'Métodos de pago seguros' },
  { name: 'parts', as: reader, path: serial, prepare: everyPart, shows: 'Sin archivo' },
  {
    name: 'parts-offline',
    as: reader,
    path: serial,
    prepare: everyPart,
    act: goOffline,
    shows: 'No puedes comprar el libro sin conexión.',
  },
  {
    name: 'part-offer',
    as: reader,
    path: serial,
    prepare: everyPart,
    act: (page) => page.getByRole('button', { name: '¡Compra ahora!: En preventa', exact: true }).focus(),
    shows: '¡Oferta por tiempo limitado!',
    windowOnly: true,
  },
  {
    name: 'library-book-failed',
    as: reader,
    // Opens a book that she has no part of: the device knows enough of her own books to show them without the answer.
    path: (shop) => `/user-library/${shop.book(NOT_HERS).id}`,
    prepare: (page, shop) => refuse(page, `**/api/user_book_parts/${shop.book(NOT_HERS).id}`, 500, 'internal'),
    shows: 'No se pudo cargar el libro',
  },
  {
    name: 'library-book-without-parts',
    as: reader,
    path: serial,
    prepare: (page, shop) => answer(page, partsCall(shop), 200, []),
    shows: 'Libro aún no disponible.',
  },
  {
    name: 'library-book-fragment',
    as: reader,
    path: serial,
    act: (page) => page.getByRole('button', { name: 'Ver fragmento destacado del libro' }).click(),
    shows: /La lancha de las once/,
    windowOnly: true,
  },
  {
    name: 'book-complete',
    as: reader,
    path: notHers,
    shows: /^Completar por/,
  },
  {
    name: 'purchase-sheet-several',
    as: reader,
    path: notHers,
    act: openSeveral,
    shows: 'Ir a pagar',
    windowOnly: true,
  },
  { name: 'pocket-empty', path: pocket, shows: 'Tu bolsillo está vacío' },
  { name: 'pocket', as: reader, path: pocket, prepare: fullPocket, shows: /^Pagar/ },
  { name: 'pocket-changed', as: reader, path: pocket, prepare: changedPocket, shows: 'Ya no se vende.' },
  {
    name: 'pocket-removed',
    as: reader,
    path: pocket,
    prepare: fullPocket,
    act: (page) =>
      page
        .getByRole('button', { name: /^Quitar/ })
        .first()
        .click(),
    shows: 'Deshacer',
  },
  {
    name: 'pocket-failed',
    as: reader,
    path: pocket,
    prepare: (page) => refuse(page, POCKET_CALL, 500, 'internal'),
    shows: 'Intentar nuevamente',
  },
  {
    name: 'pocket-loading',
    as: reader,
    path: pocket,
    prepare: (page) => hold(page, POCKET_CALL),
    act: showsSkeleton,
    shows: 'Tu bolsillo',
  },
  { name: 'purchase-sheet', as: reader, path: notHers, act: openSheet, shows: 'Ir a pagar', windowOnly: true },
  {
    name: 'purchase-not-acknowledged',
    as: reader,
    path: notHers,
    act: async (page) => {
      await openSheet(page);
      await page.getByRole('button', { name: 'Ir a pagar' }).click();
    },
    shows: 'Marca la casilla para continuar.',
    windowOnly: true,
  },
  {
    name: 'purchase-provider-down',
    as: reader,
    path: notHers,
    prepare: (page) => refuse(page, PREFERENCE_CALL, 503, 'payment_unavailable', 'El servicio de pago no responde.'),
    act: confirmPurchase,
    shows: 'El servicio de pago no responde.',
    windowOnly: true,
  },
  {
    name: 'purchase-waiting',
    as: reader,
    path: (shop) => `${serial(shop)}?result=success&external_reference=0000`,
    prepare: (page) => hold(page, '**/api/orders/*'),
    shows: 'Esperando la confirmación del pago',
    windowOnly: true,
  },
  {
    name: 'purchase-success',
    as: reader,
    path: (shop) => `${serial(shop)}?result=success&order=0000`,
    prepare: (page) => answer(page, '**/api/orders/*', 200, { id: '0000', state: 'paid', part_ids: [] }),
    shows: 'Compra realizada con éxito',
    windowOnly: true,
  },
  {
    name: 'purchase-failure',
    as: reader,
    path: (shop) => `${serial(shop)}?result=failure`,
    shows: 'Error al realizar la compra',
    windowOnly: true,
  },
  {
    name: 'purchase-pending',
    as: reader,
    path: (shop) => `${serial(shop)}?result=pending`,
    shows: 'Compra pendiente de confirmación',
    windowOnly: true,
  },
];
