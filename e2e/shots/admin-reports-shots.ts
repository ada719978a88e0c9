import type { Entitlement } from '@cuentos/contract/entitlements';
import type { Page } from '@playwright/test';
import { answer, refuse } from './answers.ts';
import { type DemoShop, SERIAL } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const purchases = () => '/admin/user-book-parts';
const early = () => '/admin/early-access';
const sales = () => '/admin/sales';
const today = () => '/admin';
const section = (id: string) => () => (id === 'ajustes' ? '/admin/settings' : `/admin/log?ver=${id}`);
const as = 'admin' as const;
const PURCHASES = '**/api/admin/user_book_parts/**';
const EARLY = '**/api/admin/early_access/**';
const STATS = '**/api/admin/stats?**';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pressFirst = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const grant = (page: Page) => press(page, 'Regalar una parte');

async function choosePerson(page: Page): Promise<void> {
  await grant(page);
  await page.getByRole('combobox', { name: 'Persona' }).fill('Amanda');
  await page.getByRole('option', { name: /Amanda Rivas/ }).waitFor();
}

async function grantOwned(page: Page, shop: DemoShop): Promise<void> {
  await choosePerson(page);
  await page.getByRole('option', { name: /Amanda Rivas/ }).click();
  await page.getByLabel('Libro', { exact: true }).selectOption(shop.book(SERIAL).id);
  await page.getByLabel('Parte', { exact: true }).selectOption({ label: 'Primera parte: La niebla' });
  await press(page, 'Regalar');
}

async function refund(page: Page): Promise<void> {
  await pressFirst(page, /^Devolver: /);
  await page.getByLabel('Motivo').fill('Se equivocó de libro.');
}

const order = (name: string, state: 'pending' | 'rejected', number: string) => ({
  id: `order-${number}`,
  user_id: 'user',
  user_name: name,
  user_email: `${name.split(' ')[0]?.toLowerCase()}@correo.cl`,
  state,
  total: 1490,
  created_at: '2026-11-20T15:00:00.000Z',
  paid_at: null,
  items: [
    {
      book_part_id: 'part',
      book_id: 'book',
      book_name: 'El faro que aprendió a silbar',
      book_part_name: 'Segunda parte: El muelle',
      amount: 1490,
      owned: false,
      opened_at: null,
      withdrawn_at: null,
    },
  ],
  payments: [
    {
      id: `payment-${number}`,
      provider_payment_id: number,
      status: state,
      method: 'visa',
      amount: 1490,
      currency: 'CLP',
      returned: 0,
      problem: null,
      since: '2026-11-20T15:04:00.000Z',
    },
  ],
});
const unfinished = [
  order('Mara Soto Fuentealba', 'pending', '130049281177'),
  order('Berta Paz', 'rejected', '130049281178'),
];

const ID = '01900000-0000-7000-8000-0000000000c1';
const book = { book_id: ID, book_name: 'El faro que aprendió a silbar' };
const bought: Entitlement = {
  id: 'a',
  user_id: ID,
  user_name: 'Catalina Rojas',
  user_email: 'catalina@correo.cl',
  ...book,
  book_part_id: 'muelle',
  book_part_name: 'Segunda parte: El muelle',
  purchase_date: '2026-11-25T17:20:00.000Z',
  purchase_info: {
    data: { id: '130049281180', payment_id: ID, status: 'approved', method: 'visa', fee: 62, amount: 1341 },
  },
  source: 'purchase',
  order_id: ID,
  order_state: 'paid',
  amount: 1341,
  value: 1341,
  code: null,
  giver: null,
  returned: [],
  expires_at: null,
  revoked_at: null,
};
const returned = [{ book_part_id: 'cuaderno', book_part_name: 'Cuaderno del farero', amount: 441 }];
const half = { order_state: 'partially_refunded', returned, user_name: 'Rodrigo Peña' };
const ofEveryKind: readonly Entitlement[] = [
  bought,
  { ...bought, id: 'b', source: 'gift', user_name: 'Tomás Araya', giver: { id: ID, name: 'Rosa' }, amount: 990 },
  { ...bought, id: 'c', user_name: 'Inés Vidal', value: 490, amount: 392, code: { name: 'OTONO', percentage: 20 } },
  { ...bought, ...half, id: 'd' },
  {
    ...bought,
    ...half,
    id: 'e',
    book_part_id: 'cuaderno',
    book_part_name: 'Cuaderno del farero',
    amount: 441,
    value: 441,
    revoked_at: '2026-11-26T17:20:00.000Z',
  },
];

/** 'Compras de usuarios' in every state. */
const purchaseShots: readonly Shot[] = [
  { name: 'admin-purchases', as, path: purchases, shows: 'Descarga gratis' },
  {
    name: 'admin-purchases-kinds',
    as,
    path: purchases,
    prepare: (page) => answer(page, PURCHASES, 200, ofEveryKind),
    shows: '$441 por «Cuaderno del farero»',
  },
  {
    name: 'admin-purchases-unfinished',
    as,
    path: purchases,
    prepare: (page) => answer(page, '**/api/admin/orders/unfinished*', 200, unfinished),
    shows: 'Pagos sin terminar',
  },
  {
    name: 'admin-purchases-failed',
    as,
    path: purchases,
    prepare: (page) => refuse(page, PURCHASES, 500, 'internal'),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-purchases-empty',
    as,
    path: purchases,
    prepare: async (page) => {
      await answer(page, PURCHASES, 200, []);
    },
    shows: 'Todavía no hay compras',
  },
  {
    name: 'admin-grant-incomplete',
    as,
    path: purchases,
    act: async (page) => {
      await grant(page);
      await press(page, 'Regalar');
    },
    shows: 'Debe seleccionar un libro y una parte del libro',
    windowOnly: true,
  },
  { name: 'admin-grant-person', as, path: purchases, act: choosePerson, shows: /Amanda Rivas, /, windowOnly: true },
  {
    name: 'admin-grant-owned',
    as,
    path: purchases,
    act: grantOwned,
    shows: 'Error: el libro ya ha sido adquirido por el usuario.',
    windowOnly: true,
  },
  {
    name: 'admin-grant-revoke',
    as,
    path: purchases,
    act: (page) => pressFirst(page, /^Quitar: Segundo cuaderno/),
    shows: '¿Quitar este regalo?',
    windowOnly: true,
  },
  { name: 'admin-refund', as, path: purchases, act: refund, shows: 'Qué se devuelve', windowOnly: true },
  {
    name: 'admin-refund-confirm',
    as,
    path: purchases,
    act: async (page) => {
      await refund(page);
      await page.getByText('Qué se devuelve').waitFor();
      await press(page, 'Continuar');
    },
    shows: /¿Devolver \$/,
    windowOnly: true,
  },
  { name: 'admin-early-access', as, path: early, shows: 'Lucía Reyes' },
  {
    name: 'admin-early-access-empty',
    as,
    path: early,
    prepare: (page) => answer(page, EARLY, 200, []),
    shows: 'Lecturas para revisión',
  },
  {
    name: 'admin-early-access-new',
    as,
    path: early,
    act: async (page) => {
      await press(page, 'Dar lectura para revisión');
      await page.getByLabel('Hasta (opcional)').fill('2027-01-31');
    },
    shows: 'Hasta el 31/enero/2027, inclusive.',
    windowOnly: true,
  },
];

const none = { net: 0, sales: 0, refunds: 0 };
const nothing = { due_at: null, since: null, person: null, amount: null, subject: null };

/** 'Hoy' in every state. */
const todayShots: readonly Shot[] = [
  { name: 'admin-today', as, path: today, shows: 'Lo que viene' },
  {
    name: 'admin-today-waiting',
    as,
    path: today,
    prepare: async (page) => {
      const waiting = [
        { ...nothing, kind: 'dispute', count: 1, due_at: '2026-11-28T02:59:59.000Z', amount: 1490 },
        {
          ...nothing,
          kind: 'data_request',
          count: 1,
          due_at: '2099-12-02T02:59:59.000Z',
          person: { id: 'ines', name: 'Inés Vidal' },
        },
        { ...nothing, kind: 'payment', count: 2, since: '2026-11-20T15:00:00.000Z', amount: 2980 },
        {
          ...nothing,
          kind: 'message',
          count: 2,
          since: '2026-11-24T18:00:00.000Z',
          person: { id: null, name: 'Tomás Araya' },
        },
        { ...nothing, kind: 'document', count: 1, since: '2026-11-24T18:00:00.000Z', amount: 1782 },
        { ...nothing, kind: 'mail', count: 3 },
        { ...nothing, kind: 'setup', count: 1 },
      ];
      const sold = { day: none, week: none, month: none, latest: [] };
      await answer(page, '**/api/admin/today', 200, { waiting, sold, coming: [] });
      await answer(page, '**/api/admin/today/waiting', 200, { waiting });
    },
    shows: 'Una disputa',
  },
  {
    name: 'admin-today-empty',
    as,
    path: today,
    prepare: async (page) => {
      const sold = { day: none, week: none, month: none, latest: [] };
      await answer(page, '**/api/admin/today', 200, { waiting: [], sold, coming: [] });
      await answer(page, '**/api/admin/today/waiting', 200, { waiting: [] });
    },
    shows: 'Nada te espera',
  },
  {
    name: 'admin-today-failed',
    as,
    path: today,
    prepare: (page) => refuse(page, '**/api/admin/today', 500, 'server_error'),
    shows: /Intentar/,
  },
  { name: 'writter-today', as: 'writter', path: () => '/writter', shows: 'Lo que viene' },
];

/** 'Ventas' in every state. */
const salesShots: readonly Shot[] = [
  { name: 'admin-sales', as, path: sales, shows: 'Se vendieron' },
  {
    name: 'admin-sales-year',
    as,
    path: sales,
    act: (page) => page.getByLabel('Período', { exact: true }).selectOption('365'),
    shows: 'Ventas por semana',
  },
  {
    name: 'admin-sales-table',
    as,
    path: sales,
    act: (page) => page.getByText('Ver como tabla').click(),
    shows: 'Vendido',
  },
  {
    name: 'admin-sales-bad-period',
    as,
    path: sales,
    act: async (page) => {
      await page.getByLabel('Período', { exact: true }).selectOption('own');
      await page.getByLabel('Hasta').fill('2020-01-01');
    },
    shows: 'La fecha de término debe ser igual o posterior a la de inicio.',
  },
  {
    name: 'admin-sales-empty',
    as,
    path: sales,
    act: async (page) => {
      await page.getByLabel('Período', { exact: true }).selectOption('own');
      await page.getByLabel('Desde').fill('2020-01-01');
      await page.getByLabel('Hasta').fill('2020-01-31');
    },
    shows: 'Sin ventas en este período',
  },
  {
    name: 'admin-sales-failed',
    as,
    path: sales,
    prepare: (page) => refuse(page, STATS, 503, 'unavailable'),
    shows: 'No pudimos cargar las cifras.',
  },
  { name: 'admin-mails', as, path: section('correos'), shows: 'Enviado' },
  {
    name: 'admin-mails-unsent',
    as,
    path: section('correos'),
    prepare: (page) =>
      page.route('**/api/admin/mails?**', async (route) => {
        const rows = (await (await route.fetch()).json()) as object[];
        const unsent = { ...rows[0], id: 'unsent', state: 'failed', attempts: 8, last_error: 'ECONNREFUSED' };
        await route.fulfill({ json: [unsent, { ...unsent, id: 'waiting', state: 'waiting' }, ...rows] });
      }),
    shows: 'Reintentar',
  },
  {
    name: 'admin-mails-given-up',
    as,
    path: section('correos'),
    prepare: (page) => answer(page, '**/api/admin/today/waiting', 200, { waiting: [{ kind: 'mail', count: 12 }] }),
    shows: 'Enviarlos de nuevo',
  },
  {
    name: 'admin-mails-empty',
    as,
    path: section('correos'),
    prepare: (page) => answer(page, '**/api/admin/mails?**', 200, []),
    shows: 'Todavía no hay correos',
  },
  { name: 'admin-notices', as, path: section('avisos'), shows: 'Procesado' },
  { name: 'admin-audit', as, path: section('registro'), shows: 'Entregó una compra pagada' },
  { name: 'admin-settings', as, path: section('ajustes'), shows: 'Simulador, sin dinero real' },
  {
    name: 'admin-settings-failed',
    as,
    path: section('ajustes'),
    prepare: (page) => refuse(page, '**/api/admin/settings', 500, 'internal'),
    shows: 'No pudimos cargar esta lista.',
  },
];

export const adminSalesShots: readonly Shot[] = [...todayShots, ...purchaseShots, ...salesShots];
