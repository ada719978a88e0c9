import type { PersonMail } from '@cuentos/contract/mails';
import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import 'fake-indexeddb/auto';
import { readDraftsOfKind } from '../../../device/form-drafts.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { syncDatabase } from '../../../device/sync-database.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { PersonOrders } from './person-orders.tsx';
import { UserEarlyAccess } from './early-access.tsx';
import { AdminEarlyAccessScreen } from './early-access-screen.tsx';
import { AdminEntitlementsScreen } from './entitlements-screen.tsx';

beforeEach(() => {
  signInAs('u');
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const ORDER = '01900000-0000-7000-8000-0000000000aa';
const order: AdminOrder = {
  id: ORDER,
  user_id: 'mara',
  user_name: 'Mara Soto',
  user_email: 'mara@ejemplo.cl',
  state: 'paid',
  discount_code: null,
  total: 1490,
  created_at: '2026-11-20T12:00:00Z',
  paid_at: '2026-11-20T12:05:00Z',
  items: [
    {
      book_part_id: 'p',
      book_id: 'b',
      book_name: 'El faro',
      book_part_name: 'La niebla',
      amount: 1490,
      owned: true,
      opened_at: null,
      withdrawn_at: null,
    },
  ],
  payments: [
    {
      id: 'pay',
      provider_payment_id: '870001',
      status: 'approved',
      method: 'visa',
      amount: 1490,
      currency: 'CLP',
      returned: 0,
      problem: null,
      since: '2026-11-20T12:05:00Z',
    },
  ],
};
const pending: AdminOrder = {
  ...order,
  id: '01900000-0000-7000-8000-0000000000bb',
  state: 'pending',
  paid_at: null,
  items: [{ ...order.items[0]!, owned: false }],
  payments: [{ ...order.payments[0]!, status: 'pending', provider_payment_id: '870002' }],
};
const row: Entitlement = {
  id: 'e',
  user_id: 'mara',
  user_name: 'Mara Soto',
  user_email: 'mara@ejemplo.cl',
  book_id: 'b',
  book_part_id: 'p',
  book_name: 'El faro',
  book_part_name: 'La niebla',
  purchase_date: '2026-11-20T12:05:00Z',
  purchase_info: {
    data: { payment_id: 'pay', id: '870001', status: 'approved', method: 'visa', fee: 56, amount: 1490 },
  },
  source: 'purchase',
  order_id: ORDER,
  order_state: 'paid',
  amount: 1490,
  value: 1490,
  code: null,
  giver: null,
  returned: [],
  expires_at: null,
  revoked_at: null,
};
const receipt: PersonMail = {
  id: 'm1',
  subject: 'Tu compra en la tienda',
  recipient: 'mara@ejemplo.cl',
  state: 'sent',
  created_at: '2026-11-20T12:05:00Z',
  sent_at: '2026-11-20T12:05:10Z',
  can_resend: true,
};

function render_(element: React.ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element }]);
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

function openPerson(
  orders: readonly AdminOrder[],
  mails: readonly PersonMail[],
  more: Parameters<typeof fakeApi>[0] = {},
  purchases: readonly Entitlement[] = [row],
) {
  const calls = fakeApi({
    'GET /api/admin/users/mara/orders': { body: orders },
    'GET /api/admin/users/mara/mails': { body: mails },
    ...more,
  });
  render_(<PersonOrders person={{ id: 'mara', name: 'Mara Soto' }} purchases={purchases} onChanged={() => {}} />);
  return calls;
}
const text = () => document.body.textContent ?? '';

it('shows why a buyer cannot read: amounts, states, numbers, opened or not', async () => {
  openPerson([pending, { ...order, discount_code: 'LLAVES20' }], []);
  await screen.findByText('Pagada');
  expect(screen.getAllByText('Con el código LLAVES20')).toHaveLength(1);
  expect(text()).toContain('Pago pendiente');
  expect(text()).toContain('Pago 870002, pendiente desde el 20/11/2026 09:05.');
  expect(text()).toContain(`Orden ${ORDER}`);
  expect(text()).toContain('Pago 870001, aprobado desde el 20/11/2026 09:05.');
  expect(text()).toContain('Sin abrir. No la tiene.');
  // A pending order has no refund button, because its payment has not arrived.
  expect(screen.getAllByRole('button', { name: /^Devolver/ })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Regalar una parte' })).toBeTruthy();
});

it('leads from each owned or early-access part of a person to the parts of its book', async () => {
  const other = {
    ...row,
    id: 'f',
    book_id: 'c',
    book_part_name: 'El muelle',
    source: 'grant',
    order_id: null,
  } as const;
  const early = { ...other, id: 'g', book_id: 'd', book_part_name: 'La valija', source: 'early_access' } as const;
  openPerson([order], [], { 'GET /api/admin/users/mara/books_parts': { body: [early] } }, [row, other]);
  render_(<UserEarlyAccess userId="mara" />);
  const pathOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await pathOf('La niebla')).toBe('/admin/book-parts?libro=b');
  expect(await pathOf('El muelle')).toBe('/admin/book-parts?libro=c');
  expect(await pathOf('La valija')).toBe('/admin/book-parts?libro=d');
});

it('names the part that the buyer returned without an admin', async () => {
  const items = order.items.map((item) => ({ ...item, owned: false, withdrawn_at: '2026-11-21T12:00:00Z' }));
  openPerson([{ ...order, state: 'refunded', items }], []);
  await waitFor(() => expect(text()).toContain('Se arrepintió el 21/11/2026, sin pedirlo a nadie.'));
});

it('sends a mail again and names its address; a mail with a one-time link is not offered', async () => {
  const secret = { ...receipt, id: 'm2', subject: 'Recupera tu contraseña', can_resend: false };
  const calls = openPerson([order], [receipt, secret], {
    'POST /api/admin/users/mara/mails/m1/resend': { body: { sent_to: 'nueva@ejemplo.cl' } },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Reenviar: Tu compra en la tienda/ }));
  await waitFor(() =>
    expect(toastStore.all().map((toast) => toast.text)).toEqual(['Correo reenviado a nueva@ejemplo.cl']),
  );
  expect(screen.queryByRole('button', { name: /^Reenviar: Recupera/ })).toBeNull();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('gives a part to this person without a question for the address', async () => {
  openPerson([], [], {
    'GET /api/admin/books': { body: [] },
    'GET /api/admin/book_parts': { body: [] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Regalar una parte' }));
  expect(await screen.findByText(/Mara Soto la recibe para siempre/)).toBeTruthy();
  expect(screen.queryByLabelText('Persona')).toBeNull();
});

function openPurchases(
  unfinished: (url: string) => readonly AdminOrder[],
  shown = row,
  state: AdminOrder['state'] = 'paid',
) {
  fakeApi({
    'GET /api/admin/users/mara/orders': { body: [{ ...order, state }] },
    'GET /api/admin/user_book_parts/0/10': { body: [shown] },
    'GET /api/admin/payments/open': {
      body: { provider: { name: 'x', refused_since: null, refunds_only: false, next_probe_at: null }, payments: [] },
    },
    'GET /api/admin/orders/unfinished': async ({ url }) => ({ body: unfinished(url) }),
  });
  render_(<AdminEntitlementsScreen />);
}

it('shows pending and rejected payments among the purchases, and no heading without any', async () => {
  openPurchases(() => [pending]);
  expect(await screen.findByRole('heading', { name: 'Pagos sin terminar' })).toBeTruthy();
  expect(screen.getByText('Pago pendiente')).toBeTruthy();
  expect(screen.getByText('870002')).toBeTruthy();
  cleanup();
  openPurchases(() => []);
  await screen.findAllByText('Mara Soto');
  expect(screen.queryByRole('heading', { name: 'Pagos sin terminar' })).toBeNull();
});

it('shows the reason of a refund that another admin made meanwhile', async () => {
  await freshDevice();
  signInAs('u');
  const values = { reason: 'No era el libro' };
  await syncDatabase((database) =>
    database.put('message_drafts', { uid: 'u', thread: `refund:mara/${ORDER}|a`, written: 1, values }),
  );
  openPurchases(() => [], row, 'partially_refunded');
  await screen.findAllByText('Mara Soto');
  expect(screen.queryByText('No era el libro')).toBeNull();
  cleanup();
  openPurchases(() => [], row, 'refunded');
  expect(await screen.findByText('No era el libro')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(async () => expect(await readDraftsOfKind('u', 'refund')).toEqual([]));
});

it("a purchase has its columns: who, when to the second, the payment's number, book and part", async () => {
  openPurchases(() => []);
  const table = await screen.findByRole('table', { name: 'Compras de usuarios' });
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Nombre',
    'Fecha compra',
    'MP info',
    'Libro',
    'Parte',
    'Acciones',
  ]);
  const cells = [...table.querySelectorAll('tbody td > div')].map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual([
    'Mara Soto',
    '20/11/2026 09:05:00',
    expect.stringMatching(/^870001/),
    'El faro',
    'La niebla',
  ]);
});

it('names the giver, the code and the returned part, with links to each', async () => {
  const other = { book_part_id: 'q', book_part_name: 'Cuaderno del farero', amount: 441 };
  const gift: Entitlement = {
    ...row,
    source: 'gift',
    giver: { id: 'rosa', name: 'Rosa' },
    value: 490,
    amount: 392,
    code: { name: 'OTONO', percentage: 20 },
    order_state: 'partially_refunded',
    returned: [other],
  };
  openPurchases(() => [], gift);
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('Mara Soto')).toBe('/admin/users?persona=mara');
  expect(await link('La niebla')).toBe('/admin/book-parts?libro=b');
  expect(await link('Rosa')).toBe('/admin/users?persona=rosa');
  expect(await link('OTONO')).toBe('/admin/discount-codes?codigo=OTONO');
  const text = document.body.textContent;
  for (const words of ['Regalo de Rosa', 'Código OTONO, 20 % menos', '$392 CLP $490', 'Devuelta en parte'])
    expect(text).toContain(words);
  expect(screen.getByText('$441 por «Cuaderno del farero»')).toBeTruthy();
  for (const words of ['rosa', 'otono']) {
    fireEvent.change(screen.getByLabelText('Buscar usuario...'), { target: { value: words } });
    expect(screen.getByText('La niebla')).toBeTruthy();
  }
});

it('a grant that waits for its address can be revoked', async () => {
  openPurchases(() => [], { ...row, source: 'grant', order_id: null, order_state: null, amount: null, waits: true });
  expect(await screen.findByText('Espera que confirme su correo')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Quitar/ })).toBeTruthy();
});

it('finds purchases by payment and order number, pending ones too', async () => {
  openPurchases((url) =>
    url.includes('870003') ? [{ ...pending, state: 'expired', user_name: 'Berta Paz' }] : [pending],
  );
  await screen.findByText('Pago pendiente');
  const search = screen.getByLabelText('Buscar usuario...');
  fireEvent.change(search, { target: { value: '870001' } });
  const table = screen.getByRole('table', { name: 'Compras de usuarios' });
  expect(within(table).getByText('La niebla')).toBeTruthy();
  fireEvent.change(search, { target: { value: '870003' } });
  expect(await screen.findByText('Venció sin pago')).toBeTruthy();
  expect(screen.getByText('Berta Paz')).toBeTruthy();
});

it('early access is granted to several addresses at once, with a mail unless that is switched off', async () => {
  const book = { id: 'b', name: 'El faro', is_draft: false };
  const calls = fakeApi({
    'GET /api/admin/early_access/0/10': { body: [] },
    'GET /api/admin/books': { body: [book] },
    'GET /api/admin/book_parts': { body: [{ id: 'p', name: 'La niebla' }] },
    'GET /api/admin/users/0/8': { body: [] },
    'POST /api/admin/early_access/p': {
      body: [
        { email: 'a@ejemplo.cl', outcome: 'invited' },
        { email: 'b@ejemplo.cl', outcome: 'deleted' },
        { email: 'c@ejemplo.cl', outcome: 'waiting' },
      ],
    },
  });
  render_(<AdminEarlyAccessScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Dar lectura para revisión' }));
  fireEvent.change(await screen.findByLabelText('O varios correos'), {
    target: { value: 'a@ejemplo.cl,\n b@ejemplo.cl' },
  });
  expect(screen.getByText('2 correos.')).toBeTruthy();
  await screen.findByRole('option', { name: 'El faro', hidden: true });
  fireEvent.change(screen.getByLabelText('Libro'), { target: { value: 'b' } });
  await screen.findByRole('option', { name: 'La niebla', hidden: true });
  fireEvent.change(screen.getByLabelText('Parte'), { target: { value: 'p' } });
  fireEvent.click(screen.getByLabelText('Avisar por correo'));
  fireEvent.click(screen.getByRole('button', { name: 'Dar acceso', hidden: true }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  const sentBody = calls.find(({ method }) => method === 'POST')?.body;
  expect(JSON.parse(sentBody as string)).toEqual({
    user_id: null,
    emails: ['a@ejemplo.cl', 'b@ejemplo.cl'],
    expires_at: null,
    notify: false,
  });
  await waitFor(() =>
    expect(toastStore.all().map((toast) => toast.text)).toEqual([
      'Lectura para revisión asignada',
      'Empieza cuando confirmen su correo: c@ejemplo.cl.',
      'Sin acceso, porque su cuenta fue eliminada: b@ejemplo.cl.',
    ]),
  );
});

it('shows the state of a gift without its message, and refunds the gift whole, naming what ends', async () => {
  const path = `/api/admin/orders/${ORDER}/refund`;
  const calls = openPerson([{ ...order, gift: 'claimed' }], [], { [`POST ${path}`]: { body: { id: 'r' } } });
  await screen.findByText('Es un regalo y ya lo recibieron.');
  expect(text()).not.toContain('Sin abrir');
  fireEvent.click(screen.getByRole('button', { name: /^Devolver el regalo/ }));
  expect(await screen.findByText(/Quien recibió el regalo deja de poder leerlo/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Motivo'), { target: { value: 'lo pidió' } });
  fireEvent.click(screen.getByRole('button', { name: /1\.490/, hidden: true }));
  await waitFor(() => expect(calls.some(({ url }) => url === path)).toBe(true));
  const sentCall = calls.find(({ url }) => url === path);
  expect(JSON.parse(String(sentCall?.body))).toEqual({ part_id: null, payment_id: null, reason: 'lo pidió' });
});

it('names the giver of a part, and offers no refund for it', async () => {
  fakeApi({ 'GET /api/admin/users/mara/orders': { body: [] }, 'GET /api/admin/users/mara/mails': { body: [] } });
  const gift: Entitlement = { ...row, source: 'gift' };
  render_(<PersonOrders person={{ id: 'mara', name: 'Mara Soto' }} purchases={[gift]} onChanged={() => {}} />);
  await screen.findByText('Regalo de otra persona, 20/11/2026');
  expect(screen.queryByRole('button', { name: /^(?:Devolver|Quitar)/ })).toBeNull();
});
