import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDrafts } from '../../device/form-drafts.ts';
import { syncDatabase } from '../../device/sync-database.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { session } from '../../lib/api/session.ts';
import { fakeAdminBook, fakeAdminPart } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { AccountantLinks } from '../accounting/admin/accountant-links.tsx';
import { TaxDocumentPage } from '../accounting/admin/tax-document-sheet.tsx';
import { AdminAnnouncementsScreen } from '../announcements/admin/announcements-screen.tsx';
import { BookForm } from '../books/admin/book-form.tsx';
import { PartForm } from '../books/admin/part-form.tsx';
import { SampleDialog } from '../books/admin/sample-dialog.tsx';
import { DiscountCodeForm } from '../discount-codes/admin/discount-code-form.tsx';
import { AdminEarlyAccessScreen } from '../entitlements/admin/early-access-screen.tsx';
import { UserEarlyAccess } from '../entitlements/admin/early-access.tsx';
import { GrantDialog } from '../entitlements/admin/grant-dialog.tsx';
import { AdminMessagesScreen } from '../messages/admin/messages-screen.tsx';
import { UnresolvedPaymentsPanel } from '../payments/admin/unresolved-payments.tsx';
import { AdminDataRequestsScreen } from '../personal-data/admin/data-requests-screen.tsx';
import { Recalls } from '../recalls/recalls.tsx';
import { GiftRefund, Refund } from '../refunds/admin/refund-dialog.tsx';
import { AdminShopScreen } from '../shop/admin/shop-screen.tsx';
import { UserForm } from '../users/admin/user-form.tsx';

const RESTORED = /Recuperamos lo que estabas escribiendo/;
const WORDS = 'A medio escribir';
const nothing = () => {};

beforeEach(async () => {
  await freshDevice();
  signInAs('ana', 'admin');
});
afterEach(() => {
  cleanup();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const thread = { id: 'hilo', subject: 'other', state: 'open', order: null, messages: [] };
const lucia = { user_id: 'u', name: 'Lucía', email: 'lucia@correo.cl', email_verified: true, is_gone: false };
const announcement = { id: 'carta', state: 'draft', subject: 'Carta', body: 'Hola', audience: 'news', answers: [] };
const settings = { presale_sentence: 'Llega antes.', min_amount: 490, mails_per_minute: 20 };
const request = { id: 'uno', kind: 'block', channel: 'letter', state: 'open', user_id: null, person: 'Ana', note: '' };
const dates = { asked_at: '2026-11-17T03:00:00.000Z', due_at: '2026-11-20T03:00:00.000Z', done_at: null };
const payment = {
  id: 'pago',
  provider_payment_id: '870001',
  reason: 'wrong_amount',
  amount: 1500,
  left: 1500,
  currency: 'CLP',
  provider_state: '',
  since: '2026-11-18T15:00:00.000Z',
  titles: [],
  can_refund: true,
  ...{ order_id: null, buyer: null, refund: null, dispute: null },
};
const sheet = {
  id: 'nota',
  kind: 'credit_note',
  code: 61,
  number: 3,
  folio: null,
  is_folio_open: true,
  date: '2026-11-18',
  seller: { rut: '12.345.678-5', name: 'Ana Rojas', address: null },
  lines: [],
  ...{ net: 1252, vat: 238, total: 1490, order_id: 'o', payment_number: '7001', reference: null },
};
const sold = {
  id: 'compra',
  user_id: 'u',
  user_name: 'Lucía',
  order_id: 'orden',
  book_part_id: 'p',
  book_part_name: 'La niebla',
  book_name: 'El faro',
  amount: 1490,
  purchase_date: '2026-11-18T15:00:00.000Z',
  purchase_info: null,
  revoked_at: null,
};
const recallable = { part_id: 'p', part_name: 'La niebla', book_id: 'faro', book_name: 'El faro', owner_count: 3 };
const user = { id: 'c', name: 'Carla', email: 'carla@correo.cl', role_id: 'reader' } as const;
const book = fakeAdminBook({ id: 'faro' });
const part = fakeAdminPart({ id: 'p', book_id: 'faro', value: 1490 });
const order = { id: 'pedido', user_id: 'u', total: 1490, user_name: 'Berta', gift: 'open' } as never;

const answers = {
  'GET /api/user_role/': { body: ['admin', 'writter', 'reader'].map((id) => ({ id, name: id })) },
  'GET /api/admin/announcements': { body: [] },
  'GET /api/admin/announcements/carta': { body: announcement },
  'GET /api/admin/announcements/audiences': {
    body: { news: 3, books: [], parts: [], refused: 0, per_minute: 20, next_release: null },
  },
  'GET /api/books/': { body: [] },
  'GET /api/admin/books': { body: [{ id: 'faro', name: 'El faro' }] },
  'GET /api/admin/book_parts': { body: [{ id: 'p', name: 'La niebla' }] },
  'GET /api/admin/book_parts/p/sample': { body: null },
  'GET /api/admin/data_requests': { body: [{ ...request, ...dates, outcome: '', erase_at: null }] },
  'GET /api/admin/shop/settings': { body: { published: settings, draft: null, revision: 1 } },
  'PUT /api/admin/shop/settings/draft': { status: 503, body: { detail: '', code: 'unavailable', request_id: 'r' } },
  'GET /api/admin/users/0/8': { body: [] },
  'GET /api/admin/users/0/100': { body: [] },
  'GET /api/admin/users/c/books_parts': { body: [] },
  'GET /api/admin/users/u': { body: { purchases: [sold] } },
  'GET /api/admin/early_access/0/10': { body: [] },
  'GET /api/admin/payments/open': {
    body: {
      provider: { name: 'mercadopago', refused_since: null, refunds_only: false, next_probe_at: null },
      payments: [payment],
    },
  },
  'GET /api/admin/tax_documents/nota': { body: sheet },
  'GET /api/admin/accountant_links': { body: { links: [] } },
  'GET /api/admin/recalls': { body: [{ ...recallable, is_deleted: false, recall: null }] },
  'GET /api/admin/messages/hilo': { body: { ...thread, person: lucia } },
  'GET /api/admin/messages/0/10': { body: [] },
  'POST /api/admin/messages/hilo/read': { body: {} },
};

/** Values with which a form is sent, and the shop's answer. */
interface Sending {
  /** Values of the other fields that the shop requires. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly button: string;
  readonly call: string;
  readonly reply?: unknown;
  /** Waits for the data that the form needs before it can be sent. */
  readonly ready?: () => Promise<unknown>;
}

interface FormCase {
  /** Name of its draft. */
  readonly draft: string;
  readonly form: () => ReactElement;
  readonly at?: string;
  /** Opens the form on its page. */
  readonly open?: () => Promise<unknown>;
  /** A field to type into; `words` replaces the usual text in fields that take no words. */
  readonly field: string;
  readonly words?: string;
  /** Absent for a form that needs a file or a password, since no device keeps those. */
  readonly sending?: Sending;
}

const press = (name: string | RegExp) => async () =>
  fireEvent.click((await screen.findAllByRole('button', { name }))[0]!);
const choosePart = { bookId: 'faro', partId: 'p' };
const hasParts = () => screen.findByRole('option', { name: 'La niebla', hidden: true });
const roles = () => screen.findByRole('option', { name: 'Lectura', hidden: true });
const close = { onSaved: nothing, onClose: nothing };

const cases: readonly FormCase[] = [
  { draft: 'user:new', form: () => <UserForm {...close} />, field: 'Nombre' },
  {
    draft: 'user:c',
    form: () => <UserForm user={user} {...close} />,
    field: 'Nombre',
    sending: {
      values: { name: 'Carla Díaz' },
      button: 'Guardar cambios',
      call: 'PUT /api/admin/users/c',
      reply: user,
      ready: roles,
    },
  },
  { draft: 'book:new', form: () => <BookForm powers="writter" {...close} />, field: 'Highlight 1' },
  {
    draft: 'book:faro',
    form: () => <BookForm powers="admin" book={book} {...close} />,
    field: 'Descripción',
    sending: {
      values: { description: 'Otra descripción, de más palabras.' },
      button: 'Guardar cambios',
      call: 'PUT /api/admin/books/faro',
      reply: book,
    },
  },
  { draft: 'part:faro:new', form: () => <PartForm powers="admin" book={book} {...close} />, field: 'Nombre' },
  {
    draft: 'part:p',
    form: () => <PartForm powers="admin" book={book} part={part} {...close} />,
    field: 'Nombre',
    sending: { values: { name: 'Otra' }, button: 'Guardar cambios', call: 'PUT /api/admin/book_parts/p', reply: part },
  },
  {
    draft: 'sample:p',
    form: () => <SampleDialog part={part} powers="admin" onClose={nothing} />,
    open: async () => fireEvent.click(screen.getByRole('radio', { name: /Hasta donde yo diga/ })),
    field: 'Porcentaje de la parte',
    words: '25',
    sending: {
      values: { way: 'share', typed: '25' },
      button: 'Guardar muestra',
      call: 'PUT /api/admin/book_parts/p/sample',
      reply: part,
    },
  },
  {
    draft: 'discount-code:new',
    form: () => <DiscountCodeForm code={null} {...close} />,
    field: 'Código',
    sending: {
      values: { code: 'OTONO', amount: '10' },
      button: 'Guardar',
      call: 'POST /api/admin/discount_codes',
      reply: {},
    },
  },
  {
    draft: 'refund:u/pedido',
    form: () => <GiftRefund order={order} reload={nothing} onClose={nothing} />,
    field: 'Motivo',
    sending: {
      values: { reason: 'Lo pidió' },
      button: 'Devolver $1.490',
      call: 'POST /api/admin/orders/pedido/refund',
    },
  },
  {
    draft: 'refund:u/orden',
    form: () => <Refund row={sold as never} reload={nothing} onClose={nothing} />,
    field: 'Motivo',
    sending: {
      values: { reason: 'Lo pidió' },
      button: 'Continuar',
      call: 'POST /api/admin/orders/orden/refund',
      ready: () => screen.findByText('La niebla'),
    },
  },
  {
    draft: 'payment-refund:pago',
    form: () => <UnresolvedPaymentsPanel />,
    open: press(/^Devolver/),
    field: 'Motivo',
    sending: { values: { reason: 'No calza' }, button: 'Continuar', call: 'POST /api/admin/payments/pago/refund' },
  },
  {
    draft: 'payment-settle:pago',
    form: () => <UnresolvedPaymentsPanel />,
    open: press(/^Resolver por fuera/),
    field: 'Motivo',
    sending: {
      values: { reason: 'Se devolvió a mano' },
      button: 'Marcar como resuelto',
      call: 'POST /api/admin/payments/pago/settle',
    },
  },
  {
    draft: 'announcement:new',
    form: () => <AdminAnnouncementsScreen />,
    at: '/?escribir=nuevo',
    field: 'Texto',
    sending: {
      values: { subject: 'Carta', body: 'Hola' },
      button: 'Guardar borrador',
      call: 'POST /api/admin/announcements',
      reply: announcement,
    },
  },
  {
    draft: 'announcement:carta',
    form: () => <AdminAnnouncementsScreen />,
    at: '/?escribir=carta',
    field: 'Texto',
    sending: {
      values: { body: 'Hola otra vez' },
      button: 'Guardar borrador',
      call: 'PUT /api/admin/announcements/carta',
      reply: announcement,
    },
  },
  {
    draft: 'erase-address:new',
    form: () => <AdminAnnouncementsScreen />,
    field: 'Correo',
    sending: {
      values: { email: 'lucia@correo.cl' },
      button: 'Borrar',
      call: 'POST /api/admin/newsletter/erase',
      reply: { erased: true },
    },
  },
  {
    draft: 'data-request:new',
    form: () => <AdminDataRequestsScreen />,
    open: press('Anotar una carta'),
    field: 'Detalle',
    sending: { values: { person: 'Ana' }, button: 'Anotar', call: 'POST /api/admin/data_requests', reply: {} },
  },
  {
    draft: 'data-request:uno',
    form: () => <AdminDataRequestsScreen />,
    open: press(/^Responder: /),
    field: 'Qué se hizo, o por qué no',
    sending: {
      values: { outcome: 'Se borró' },
      button: 'Responder',
      call: 'POST /api/admin/data_requests/uno/close',
      reply: {},
    },
  },
  {
    draft: 'grant:new',
    form: () => <GrantDialog onGranted={nothing} onClose={nothing} />,
    field: 'Persona',
    sending: {
      values: { to: { id: 'c', words: 'Carla' }, choice: choosePart },
      button: 'Regalar',
      call: 'POST /api/admin/users/c/books_parts/p',
      reply: { waits: false },
      ready: hasParts,
    },
  },
  {
    draft: 'grant:c',
    form: () => <GrantDialog person={user} onGranted={nothing} onClose={nothing} />,
    open: hasParts,
    field: 'Parte',
    words: 'p',
    sending: {
      values: { choice: choosePart },
      button: 'Regalar',
      call: 'POST /api/admin/users/c/books_parts/p',
      reply: { waits: false },
      ready: hasParts,
    },
  },
  {
    draft: 'early-access:new',
    form: () => <AdminEarlyAccessScreen />,
    open: press('Dar lectura para revisión'),
    field: 'O varios correos',
    sending: {
      values: { typed: 'lucia@correo.cl', choice: choosePart },
      button: 'Dar acceso',
      call: 'POST /api/admin/early_access/p',
      reply: [],
      ready: hasParts,
    },
  },
  {
    draft: 'early-access:c',
    form: () => <UserEarlyAccess userId="c" />,
    open: press('Dar lectura para revisión'),
    field: 'Hasta (opcional)',
    words: '2027-03-01',
    sending: {
      values: { choice: choosePart },
      button: 'Dar acceso',
      call: 'POST /api/admin/users/c/early_access/p',
      reply: { waits: false },
      ready: hasParts,
    },
  },
  {
    draft: 'folio:nota',
    form: () => <TaxDocumentPage id="nota" month="2026-11" />,
    open: press('Anotar el folio'),
    field: 'Folio',
    sending: {
      values: { folio: '12' },
      button: 'Guardar',
      call: 'PUT /api/admin/tax_documents/nota/folio',
      reply: sheet,
    },
  },
  {
    draft: 'accountant-link:new',
    form: () => <AccountantLinks />,
    open: press('Crear enlace'),
    field: 'Para quién es',
    sending: {
      values: { name: 'Estudio Paz' },
      button: 'Crear enlace',
      call: 'POST /api/admin/accountant_links',
      reply: { token: 't' },
    },
  },
  {
    draft: 'recall:new',
    form: () => <Recalls />,
    open: press('Retirar…'),
    field: 'Motivo',
    sending: {
      values: { bookId: 'faro', partIds: ['p'], reason: 'Carta de la editorial' },
      button: 'Retirar',
      call: 'POST /api/admin/recalls',
      reply: [],
    },
  },
  {
    draft: 'admin:hilo',
    form: () => <AdminMessagesScreen />,
    at: '/?thread=hilo',
    field: 'Tu respuesta',
    sending: {
      values: { id: '01900000-0000-7000-8000-000000000001', text: 'Prueba ahora.' },
      button: 'Enviar',
      call: 'POST /api/admin/messages/hilo/reply',
      reply: {},
    },
  },
  // All sections of 'Mi tienda' use this editor, so one of them stands for the others.
  {
    draft: 'shop:settings',
    form: () => <AdminShopScreen />,
    at: '/?seccion=settings',
    field: 'Frase de preventa (opcional)',
  },
];

async function show({ form: Form, at = '/', open }: FormCase): Promise<void> {
  const router = createMemoryRouter([{ path: '/', Component: Form }], { initialEntries: [at] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await open?.();
}

// Excludes the list of a combo box, which has the same label as its field.
const selector = 'input, select, textarea';
const find = async (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector });

it.each(cases.map((each) => [each.draft, each] as const))(
  '%s restores its draft, says so, and can be started anew',
  async (draft, each) => {
    const { field, words = WORDS } = each;
    fakeApi(answers);
    await show(each);
    const { value: empty } = await find(field);
    fireEvent.change(await find(field), { target: { value: words } });
    await waitFor(async () => expect(JSON.stringify(await readDrafts('ana', draft))).toContain(words));
    cleanup();
    await show(each);
    expect(await screen.findByText(RESTORED)).toBeTruthy();
    await waitFor(async () => expect((await find(field)).value).toBe(words));
    fireEvent.click(screen.getAllByRole('button', { name: 'Descartar', hidden: true })[0]!);
    // A field that only the discarded values made visible is removed.
    await waitFor(() =>
      expect(screen.queryByLabelText<HTMLInputElement>(field, { selector })?.value ?? empty).toBe(empty),
    );
    expect(screen.queryByText(RESTORED)).toBeNull();
    expect(await readDrafts('ana', draft)).toEqual([]);
  },
);

const sent = cases.flatMap((each) => (each.sending ? [[each.draft, each, each.sending] as const] : []));

it.each(sent)(
  'the draft of %s is deleted when the shop has taken the form, and not before',
  async (draft, each, sending) => {
    await syncDatabase((database) =>
      database.put('message_drafts', { uid: 'ana', thread: `${draft}|x`, written: 1, values: sending.values }),
    );
    let status = 503;
    const refusal = { detail: '', code: 'unavailable', request_id: 'r' };
    const calls = fakeApi({
      ...answers,
      [sending.call]: () => (status === 503 ? { status, body: refusal } : { status, body: sending.reply ?? {} }),
    });
    const times = () => calls.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === sending.call).length;
    await show(each);
    await screen.findByText(RESTORED);
    await sending.ready?.();
    const send = async (count: number) => {
      fireEvent.click(screen.getAllByRole('button', { name: sending.button, hidden: true }).at(-1)!);
      await waitFor(() => {
        const question = confirmStore.current();
        if (question) act(() => question.answer(true));
        expect(times()).toBe(count);
      });
    };
    await send(1);
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    expect(await readDrafts('ana', draft)).toHaveLength(1);
    status = 200;
    await send(2);
    await waitFor(async () => expect(await readDrafts('ana', draft)).toEqual([]));
  },
);
