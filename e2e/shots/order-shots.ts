import type { OwnOrder, Receipt } from '@cuentos/contract/orders';
import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import { type DemoShop, SERIAL } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const orders = () => '/user-settings/orders';
const reader = 'reader' as const;
const LIST = /\/api\/orders(\?|$)/;
const RECEIPT = '**/api/orders/*/receipt';
const number = (digit: number) => `019aafee-41b${digit}-7000-8000-000000000000`;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

type Item = OwnOrder['items'][number];

/** A part of an order, unopened by default. */
export function item(shop: DemoShop, change: Partial<Item> = {}, place = 1): Item {
  const book = shop.book(SERIAL);
  const part = book.parts[place] ?? book.parts[0];
  if (!part) throw new Error('the serial of the demonstration shop has no parts');
  return {
    part_id: part.id,
    book_id: book.id,
    book_name: book.name,
    part_name: part.name,
    image: part.image,
    value: part.value,
    amount: part.value,
    reduction: null,
    returned: null,
    is_recalled: false,
    can_read: true,
    opened_at: null,
    withdrawal: { refusal: null, amount: part.value, until: ago(-170) },
    ...change,
  };
}

/** An order of the reader, paid by default. */
export function order(shop: DemoShop, place: number, change: Partial<OwnOrder> = {}): OwnOrder {
  const items = change.items ?? [item(shop)];
  return {
    id: number(place),
    state: 'paid',
    in_review: false,
    total: items.reduce((sum, { amount }) => sum + amount, 0),
    discount_code: null,
    created_at: ago(place * 60 + 2),
    paid_at: ago(place * 60 + 2),
    until: null,
    resume_url: null,
    payment_number: `10600737595${place}`,
    method: 'visa',
    items,
    returned: null,
    gift: null,
    sent_back: [],
    documents: [],
    ...change,
  };
}

const closed = { refusal: 'not_paid', amount: 0, until: null } as const;
const notPaid = { paid_at: null } as const;

/** One order in every state. */
function everyOrder(shop: DemoShop): OwnOrder[] {
  const notMine = (place: number) => item(shop, { can_read: false, withdrawal: closed }, place);
  return [
    order(shop, 0, {
      ...notPaid,
      state: 'pending',
      until: ago(-30 * 24),
      resume_url: '/sandbox',
      items: [notMine(3)],
    }),
    order(shop, 1, {
      ...notPaid,
      state: 'unpaid',
      until: ago(-0.4),
      created_at: ago(0.1),
      resume_url: '/sandbox',
      items: [notMine(2)],
    }),
    order(shop, 2, {
      items: [
        item(shop),
        item(shop, { opened_at: ago(40), withdrawal: { refusal: 'opened', amount: 0, until: ago(-170) } }, 3),
      ],
      sent_back: [{ payment_number: '106007375960', amount: 990, is_done: true }],
    }),
    order(shop, 9, {
      total: 1782,
      items: [
        item(shop, {
          amount: 1341,
          reduction: 'completion',
          can_read: false,
          returned: { amount: 1341, done_at: ago(500) },
          withdrawal: { refusal: 'returned', amount: 0, until: null },
        }),
        item(shop, { amount: 441, reduction: 'completion' }, 3),
      ],
      returned: { amount: 1341, requested_at: ago(501), done_at: ago(500), is_withdrawal: true },
    }),
    order(shop, 3, {
      state: 'returning',
      items: [item(shop, { can_read: false, withdrawal: { refusal: 'returned', amount: 0, until: null } })],
      returned: { amount: 1490, requested_at: ago(3), done_at: null, is_withdrawal: true },
    }),
    order(shop, 4, {
      state: 'returned',
      items: [item(shop, { can_read: false, withdrawal: { refusal: 'returned', amount: 0, until: null } })],
      returned: { amount: 1490, requested_at: ago(80), done_at: ago(79), is_withdrawal: true },
    }),
    order(shop, 5, { ...notPaid, state: 'rejected', items: [notMine(3)] }),
    order(shop, 6, { ...notPaid, state: 'expired', payment_number: null, items: [notMine(3)] }),
    order(shop, 7, {
      state: 'disputed',
      items: [item(shop, { withdrawal: { refusal: 'disputed', amount: 0, until: null } })],
    }),
    order(shop, 8, {
      total: 0,
      payment_number: null,
      method: '',
      items: [item(shop, { amount: 0, withdrawal: closed }, 0)],
    }),
  ];
}

/** Orders with money that is refunded, held back by the provider, late or disputed. */
function everyRefund(shop: DemoShop): OwnOrder[] {
  const gone = { refusal: 'returned', amount: 0, until: null } as const;
  const refund = (place: number, asked: number, done: number | null, isWithdrawal: boolean, canRead: boolean) =>
    order(shop, place, {
      state: done === null ? 'returning' : 'returned',
      items: [item(shop, { can_read: canRead, withdrawal: gone })],
      returned: {
        amount: 1490,
        requested_at: ago(asked),
        done_at: done === null ? null : ago(done),
        is_withdrawal: isWithdrawal,
      },
    });
  const disputed = (place: number, canRead: boolean) =>
    order(shop, place, {
      state: 'disputed',
      items: [item(shop, { can_read: canRead, withdrawal: { refusal: 'disputed', amount: 0, until: null } })],
    });
  return [
    // A refund in process, and one that the provider rejected, which the shop sends in another way.
    refund(1, 2, null, true, true),
    refund(2, 30, 20, true, false),
    // A refund that was approved and then rejected, and is sent again.
    refund(3, 90, null, false, false),
    // A payment that was approved two days after the order.
    order(shop, 5, {
      paid_at: ago(250),
      sent_back: [{ payment_number: '106007375960', amount: 1490, is_done: false }],
    }),
    disputed(6, true),
    disputed(7, false),
    order(shop, 8, {
      ...notPaid,
      state: 'pending',
      in_review: true,
      items: [item(shop, { can_read: false, withdrawal: closed })],
    }),
  ];
}

const showRefunds = (page: Page, shop: DemoShop) => answer(page, LIST, 200, everyRefund(shop));
const showEvery = (page: Page, shop: DemoShop) => answer(page, LIST, 200, everyOrder(shop));
const showTwo = (page: Page, shop: DemoShop) => answer(page, LIST, 200, everyOrder(shop).slice(2, 3));

async function chooseWhat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Arrepentirme/ }).click();
  await page.getByRole('dialog', { name: '¿Qué quieres devolver?' }).waitFor();
}

async function confirm(page: Page): Promise<void> {
  await chooseWhat(page);
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirma la devolución' }).waitFor();
}

const withdrawn = (shop: DemoShop): OwnOrder => ({
  ...order(shop, 2),
  state: 'returning',
  returned: { amount: 1490, requested_at: ago(0), done_at: null, is_withdrawal: true },
});

const receipt = (shop: DemoShop): Receipt => ({
  order_id: number(2),
  paid_at: ago(120),
  buyer_name: 'Lucía Reyes',
  items: [{ book_name: SERIAL, part_name: item(shop).part_name, amount: 1490 }],
  discount: null,
  total: 1490,
  net: 1252,
  vat: 238,
  payment: { number: '106007375952', method: 'visa' },
  acknowledged_at: ago(120),
  is_gift: false,
  returned: 0,
  documents: [],
  seller: {
    store_name: 'Cuentos de Bolsillo',
    seller_name: 'Ofelia Tralma',
    seller_tax_id: '12.345.678-5',
    seller_address: 'Calle del Ejemplo 123, Valparaíso',
    contact_email: 'hola@ejemplo.cl',
    sales_open: true,
  },
});

const paper = { at: ago(120), total: 1490, has_file: true } as const;
const papers: OwnOrder['documents'] = [
  { ...paper, kind: 'boleta', id: 'd1', folio: '4711', number: 41 },
  { ...paper, kind: 'credit_note', id: 'd2', folio: null, number: 3, total: 490 },
  { ...paper, kind: 'credit_note', id: 'd3', folio: null, number: null, total: 100, has_file: false },
];
const voucher: OwnOrder['documents'] = [
  { kind: 'voucher', id: null, folio: null, number: null, total: null, at: null, has_file: false },
];

/** 'Mis compras', the receipt and 'Arrepentirme'. */
export const orderShots: readonly Shot[] = [
  { name: 'orders', as: reader, path: orders, prepare: showEvery, shows: 'Devolución en camino' },
  { name: 'orders-refunds', as: reader, path: orders, prepare: showRefunds, shows: 'En reclamo' },
  {
    name: 'orders-documents',
    as: reader,
    path: orders,
    prepare: (page, shop) =>
      answer(page, LIST, 200, [order(shop, 1, { documents: papers }), order(shop, 2, { documents: voucher })]),
    shows: 'Boleta N.º 4711',
  },
  {
    name: 'orders-empty',
    as: reader,
    path: orders,
    prepare: (page) => answer(page, LIST, 200, []),
    shows: 'Ver los libros',
  },
  {
    name: 'orders-loading',
    as: reader,
    path: orders,
    prepare: (page) => hold(page, LIST),
    shows: 'Mis compras',
    windowOnly: true,
  },
  {
    name: 'orders-failed',
    as: reader,
    path: orders,
    prepare: (page) => refuse(page, LIST, 503, 'unavailable'),
    shows: 'No pudimos cargar tus compras.',
  },
  {
    name: 'orders-offline',
    as: reader,
    path: orders,
    prepare: showTwo,
    act: async (page) => {
      await page.getByRole('button', { name: /^Arrepentirme/ }).waitFor();
      await page.context().setOffline(true);
    },
    shows: 'Esto es lo último que supimos.',
  },
  {
    name: 'withdrawal-what',
    as: reader,
    path: orders,
    prepare: showTwo,
    act: chooseWhat,
    shows: 'Dejarlo así',
    windowOnly: true,
  },
  {
    name: 'withdrawal-confirm',
    as: reader,
    path: orders,
    prepare: showTwo,
    act: confirm,
    shows: /^Devolver y recibir/,
    windowOnly: true,
  },
  {
    name: 'withdrawal-refused',
    as: reader,
    path: orders,
    prepare: async (page, shop) => {
      await showTwo(page, shop);
      await refuse(page, '**/api/orders/*/withdraw', 409, 'withdrawal_opened', 'Esta parte ya se abrió.');
    },
    act: async (page) => {
      await confirm(page);
      await page.getByRole('button', { name: /^Devolver y recibir/ }).click();
    },
    shows: 'No pudimos pedir la devolución',
    windowOnly: true,
  },
  {
    name: 'withdrawal-done',
    as: reader,
    path: orders,
    prepare: async (page, shop) => {
      await showTwo(page, shop);
      await answer(page, '**/api/orders/*/withdraw', 200, withdrawn(shop));
    },
    act: async (page) => {
      await confirm(page);
      await page.getByRole('button', { name: /^Devolver y recibir/ }).click();
    },
    shows: 'Ver mis compras',
    windowOnly: true,
  },
  {
    name: 'receipt',
    as: reader,
    path: () => `/user-settings/orders/${number(2)}/receipt`,
    prepare: (page, shop) => answer(page, RECEIPT, 200, receipt(shop)),
    shows: 'Comprobante de compra',
  },
  {
    name: 'receipt-missing',
    as: reader,
    path: () => `/user-settings/orders/${number(2)}/receipt`,
    shows: 'No encontramos un comprobante de esa compra.',
  },
];
