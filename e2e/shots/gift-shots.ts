import type { Gift, OwnGift } from '@cuentos/contract/gifts';
import type { OwnOrder } from '@cuentos/contract/orders';
import type { Page } from '@playwright/test';
import { answer, refuse } from './answers.ts';
import { type DemoShop, SERIAL } from './demo-shop.ts';
import { item, order } from './order-shots.ts';
import type { Shot } from './shot.ts';

const reader = 'reader' as const;
const LIST = /\/api\/orders(\?|$)/;
/** Title of a book of which the reader has no part. */
const SEVERAL = 'Siete llaves para una casa';
const OPEN = '**/api/gifts/open';
const link = () => '/gift/019aafee-41b0-7000-8000-000000000000.abc';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A gift of the serial's second part, open to anybody by default. */
function gift(shop: DemoShop, change: Partial<Gift> = {}, owned = false): Gift {
  const book = shop.book(SERIAL);
  const part = book.parts[1];
  if (!part) throw new Error('the serial of the demonstration shop has one part');
  return {
    state: 'open',
    giver_name: 'Elisa',
    message: 'Para tus viajes largos. Empieza por la llave de la cocina.',
    expires_at: inDays(365),
    items: [
      {
        part_id: part.id,
        book_id: book.id,
        book_name: book.name,
        part_name: part.name,
        image: part.image,
        characters: part.characters,
        is_owned: owned,
      },
    ],
    is_own: false,
    is_mine: false,
    ...change,
  };
}

const shows =
  (change: Partial<Gift> = {}, owned = false) =>
  (page: Page, shop: DemoShop) =>
    answer(page, OPEN, 200, gift(shop, change, owned));
const nothingTold = { giver_name: null, message: null } as const;

async function openSheet(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Regalar: / })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Antes de pagar' }).waitFor();
  await page.getByLabel(/^Correo de quien/).fill('ana@ejemplo.cl');
  await page.getByLabel(/^Mensaje/).fill('Para tus viajes largos. Empieza por la llave de la cocina.');
}

const sentGift: OwnGift = {
  state: 'open',
  giver_name: 'Elisa',
  recipient_email: 'ana@ejemplo.cl',
  message: 'Para tus viajes.',
  mail_due_at: null,
  sent_at: inDays(-2),
  claimed_at: null,
  expires_at: inDays(363),
  link: 'https://tienda.cl/gift/abc',
};
const toCome: OwnGift = { ...sentGift, state: 'waiting', sent_at: null, mail_due_at: inDays(30) };

/** A gift in every state. */
function everyGift(shop: DemoShop): OwnOrder[] {
  const given = (place: number, change: Partial<OwnGift>, refusal: 'claimed' | 'late' | null = null) => {
    const { withdrawal } = item(shop);
    const unread = item(shop, { can_read: false, withdrawal: { ...withdrawal, refusal } });
    return order(shop, place, { items: [unread], gift: { ...sentGift, ...change } });
  };
  return [
    given(0, toCome),
    given(1, {}),
    given(2, { sent_at: null, recipient_email: null }),
    given(3, { state: 'claimed', claimed_at: inDays(-1), link: null }, 'claimed'),
    given(4, { state: 'expired', expires_at: inDays(-1), link: null }, 'late'),
    given(5, { state: 'paused', link: null }, 'late'),
  ];
}
const list = (page: Page, shop: DemoShop) => answer(page, LIST, 200, everyGift(shop));

/** Shots of giving, of the page behind a gift's link, and of gifts among the orders. */
export const giftShots: readonly Shot[] = [
  {
    name: 'gift-sheet',
    as: reader,
    path: (shop) => `/user-library/${shop.book(SERIAL).id}`,
    act: openSheet,
    shows: 'Cuándo sale',
    windowOnly: true,
  },
  {
    name: 'gift-sheet-on-a-day',
    as: reader,
    path: (shop) => `/user-library/${shop.book(SERIAL).id}`,
    act: async (page) => {
      await openSheet(page);
      await page.getByLabel('Otro día, a las 9:00').check();
      await page.getByRole('button', { name: 'Ir a pagar' }).click();
    },
    shows: 'Elige un día desde mañana, dentro de 11 meses y antes de que el regalo venza.',
    windowOnly: true,
  },
  {
    name: 'gift-sheet-several',
    as: reader,
    path: (shop) => `/user-library/${shop.book(SEVERAL).id}`,
    act: async (page) => {
      await page.getByRole('button', { name: /^Completar por/ }).click();
      await page.getByRole('switch', { name: 'Es un regalo' }).check();
      await page.getByRole('checkbox').scrollIntoViewIfNeeded();
    },
    shows: 'IVA incluido',
    windowOnly: true,
  },
  {
    name: 'gift-sheet-unpriced',
    as: reader,
    path: (shop) => `/user-library/${shop.book(SERIAL).id}`,
    prepare: (page) => refuse(page, /\/api\/quote\?.*gift=1/, 503, 'unavailable'),
    act: async (page) => {
      await openSheet(page);
      await page.getByRole('button', { name: 'Intentar nuevamente' }).scrollIntoViewIfNeeded();
    },
    shows: /^No pudimos calcular el precio del regalo/,
    windowOnly: true,
  },
  { name: 'gift-link', path: link, prepare: shows(), shows: 'Abrir mi regalo' },
  { name: 'gift-link-bare', path: link, prepare: shows(nothingTold), shows: 'Alguien pensó en ti.' },
  {
    name: 'gift-link-mine',
    as: reader,
    path: link,
    prepare: shows({ state: 'claimed', is_mine: true }),
    shows: 'Leer ahora',
  },
  { name: 'gift-link-owned', as: reader, path: link, prepare: shows({}, true), shows: 'Ya tienes este libro' },
  { name: 'gift-link-own', as: reader, path: link, prepare: shows({ is_own: true }), shows: 'Este regalo lo diste tú' },
  {
    name: 'gift-link-keep',
    as: reader,
    path: link,
    prepare: shows({ is_own: true }),
    act: (page) => page.getByRole('button', { name: 'Quedarme con él' }).click(),
    shows: 'Sí, abrirlo para mí',
  },
  {
    name: 'gift-link-claimed',
    path: link,
    prepare: shows({ ...nothingTold, state: 'claimed' }),
    shows: 'Este regalo ya se abrió',
  },
  {
    name: 'gift-link-expired',
    path: link,
    prepare: shows({ ...nothingTold, state: 'expired' }),
    shows: 'Este regalo venció',
  },
  {
    name: 'gift-link-withdrawn',
    path: link,
    prepare: shows({ ...nothingTold, state: 'withdrawn' }),
    shows: 'Este regalo ya no está',
  },
  {
    name: 'gift-link-paused',
    path: link,
    prepare: shows({ ...nothingTold, state: 'paused' }),
    shows: 'Este regalo está en pausa',
  },
  {
    name: 'gift-link-missing',
    path: link,
    prepare: (page) => refuse(page, OPEN, 404, 'gift_not_found'),
    shows: 'No encontramos este regalo',
  },
  { name: 'gift-orders', as: reader, path: () => '/user-settings/orders', prepare: list, shows: 'Regalo por salir' },
  {
    name: 'gift-send-again',
    as: reader,
    path: () => '/user-settings/orders',
    prepare: list,
    act: (page) => page.getByRole('button', { name: /^Enviar de nuevo/ }).click(),
    shows: 'Enviar el regalo',
    windowOnly: true,
  },
  {
    name: 'gift-change',
    as: reader,
    path: () => '/user-settings/orders',
    prepare: list,
    act: (page) => page.getByRole('button', { name: /^Cambiar día o mensaje/ }).click(),
    shows: 'Cambiar el regalo',
    windowOnly: true,
  },
];
