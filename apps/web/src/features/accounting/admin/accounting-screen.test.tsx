import type { AccountingMonth, ReportComparison, TaxDocumentSheet } from '@cuentos/contract/accounting';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { AdminAccountingScreen } from './accounting-screen.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 15) });
  signInAs('u');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row: AccountingMonth['rows'][number] = {
  id: 'm1',
  at: '2026-11-18T15:00:00Z',
  kind: 'payment',
  is_sale: true,
  order_id: 'o1',
  payment_number: '7001',
  method: 'visa',
  buyer: { id: 'lucia', name: 'Lucía Reyes', email: 'lucia@ejemplo.cl' },
  titles: [{ book_id: 'faro', name: 'El faro: La niebla' }],
  net: 1252,
  vat: 238,
  owed: 0,
  total: 1490,
  fee: 57,
  document: { kind: 'boleta', id: 'd1', state: 'failed', number: 3, folio: null, has_file: false, error: 'refused' },
};

const month = (change: Partial<AccountingMonth> = {}): AccountingMonth => ({
  month: '2026-11',
  sums: { sales: 1490, returns: -490, net: 840, vat: 160, owed: 0, fees: 57, total: 1000, left: 783 },
  rows: [row],
  row_count: 1,
  differences: [],
  bridges: [],
  undecided: 0,
  way: 'issuer',
  ...change,
});

function show(address = '/') {
  const router = createMemoryRouter([{ path: '/', element: <AdminAccountingScreen /> }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

it('opens the month of the address, goes from month to month, and back', async () => {
  const calls = fakeApi({
    'GET /api/admin/accounting/2026-10': { body: month({ month: '2026-10' }) },
    'GET /api/admin/accounting/2026-09': { body: month({ month: '2026-09' }) },
  });
  const router = show('/?month=2026-10');
  expect(await screen.findByText('$1.490', { selector: 'dd' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /^Mes anterior/ }));
  await screen.findByRole('heading', { name: 'septiembre de 2026' });
  expect(router.state.location.search).toBe('?month=2026-09');
  await router.navigate(-1);
  await screen.findByRole('heading', { name: 'octubre de 2026' });
  expect(calls.map(({ url }) => url)).toContain('/api/admin/accounting/2026-09');
});

it('an invalid month in the address is the current one, and no later month can be opened', async () => {
  fakeApi({ 'GET /api/admin/accounting/2026-11': { body: month() } });
  show('/?month=2026-13');
  await screen.findByRole('heading', { name: 'noviembre de 2026' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Mes siguiente/ }).disabled).toBe(true);
});

it('shows sums below zero, the check, and a document with its state in words', async () => {
  fakeApi({ 'GET /api/admin/accounting/2026-11': { body: month() } });
  show();
  expect(await screen.findByText('−$490')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Contabilidad' })).toBeDefined();
  expect(screen.getByText('Cuadra con el libro de pagos')).toBeDefined();
  expect(screen.queryByText('No es venta')).toBeNull();
  expect(screen.getByText('N.º interno 3')).toBeDefined();
  expect(screen.getByText('Rechazada')).toBeDefined();
  expect(screen.getByText(/Se intenta de nuevo una vez al día/)).toBeDefined();
});

it('leads from the buyer of a movement to the person, and from nobody whose account is deleted', async () => {
  const gone = {
    ...row,
    id: 'm2',
    buyer: { id: null, name: 'Cuenta borrada', email: 'borrada-1' },
    titles: [{ book_id: null, name: 'Cartas: Las tres' }],
  };
  fakeApi({ 'GET /api/admin/accounting/2026-11': { body: month({ rows: [row, gone] }) } });
  show();
  const [link] = await screen.findAllByRole('link', { name: 'Lucía Reyes' });
  expect(link?.getAttribute('href')).toBe('/admin/users?persona=lucia');
  expect(screen.getAllByRole('link', { name: 'El faro: La niebla' })[0]?.getAttribute('href')).toBe(
    '/admin/book-parts?libro=faro',
  );
  // The parts of a deleted book have no screen to which a link could lead.
  expect(screen.queryByRole('link', { name: 'Cartas: Las tres' })).toBeNull();
  expect(screen.getAllByText(/Cartas: Las tres/).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Cuenta borrada').length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Cuenta borrada' })).toBeNull();
});

const sheet: TaxDocumentSheet = {
  id: 'd1',
  kind: 'credit_note',
  code: 61,
  number: 3,
  folio: null,
  is_folio_open: true,
  date: '2026-11-18',
  seller: { rut: '12.345.678-5', name: 'Ana Rojas', address: null },
  lines: [{ name: 'Devolución: El faro: La niebla', quantity: 1, net: 1252, vat: 238, total: 1490 }],
  net: 1252,
  vat: 238,
  total: 1490,
  order_id: 'o1',
  payment_number: '7001',
  reference: { number: 2, folio: null, date: '2026-11-17', reason: 'Anula la boleta: devolución total' },
};

it('a prepared document says so, leads to its sheet, and gets its folio there', async () => {
  const document = { ...row.document, state: 'prepared', has_file: true, error: null } as const;
  const calls = fakeApi({
    'GET /api/admin/accounting/2026-11': { body: month({ rows: [{ ...row, document }] }) },
    'GET /api/admin/tax_documents/d1': { body: sheet },
    'PUT /api/admin/tax_documents/d1/folio': { body: { ...sheet, folio: '4711' } },
  });
  const router = show();
  expect(await screen.findByText('Preparada, falta emitirla')).toBeDefined();
  expect(screen.getByRole('link', { name: /^Ver ficha: Boleta/ }).getAttribute('href')).toBe(
    '/admin/accounting?month=2026-11&documento=d1',
  );
  await router.navigate('/?month=2026-11&documento=d1');
  expect(await screen.findByRole('heading', { name: 'Nota de crédito electrónica (61)' })).toBeDefined();
  expect(screen.getByText('18/11/2026')).toBeDefined();
  expect(screen.getByText('Boleta (39) sin folio todavía (n.º interno 2), del 17/11/2026')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Anotar el folio' }));
  const field = await screen.findByLabelText('Folio');
  fireEvent.change(field, { target: { value: '4.711' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('El folio es un número de hasta 10 cifras, sin puntos.')).toBeDefined();
  fireEvent.change(field, { target: { value: '4711' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')).toBeDefined());
  expect(calls.find(({ method }) => method === 'PUT')?.body).toBe('{"folio":"4711","seen":{"folio":null}}');
});

it('a folio that the issuer assigned cannot be overwritten', async () => {
  fakeApi({ 'GET /api/admin/tax_documents/d1': { body: { ...sheet, folio: '990', is_folio_open: false } } });
  show('/?documento=d1');
  expect(await screen.findByText('Emitida')).toBeDefined();
  expect(screen.queryByRole('button', { name: /folio/ })).toBeNull();
});

it('asks for a document again', async () => {
  const calls = fakeApi({
    'GET /api/admin/accounting/2026-11': { body: month() },
    'POST /api/admin/tax_documents/d1/retry': { body: { retried: true } },
  });
  show();
  fireEvent.click(await screen.findByRole('button', { name: /^Emitir ahora/ }));
  await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/d1/retry'))).toBe(true));
});

it('names payments that do not add up, and sales without a decision', async () => {
  const differences = [{ payment_number: '7001', order_id: 'o1', held: 1489, noted: 1490 }];
  fakeApi({ 'GET /api/admin/accounting/2026-11': { body: month({ differences, undecided: 2 }) } });
  show();
  expect(await screen.findByText('Un pago no cuadra con el libro')).toBeDefined();
  expect(screen.getByText('Pago 7001: el libro dice $1.489 y las filas suman $1.490.')).toBeDefined();
  expect(screen.getByText('2 ventas de este mes no tienen documento decidido.')).toBeDefined();
});

it('leads from each figure of ‘Ventas’ that differs to that of the month', async () => {
  const bridges: AccountingMonth['bridges'] = [
    { figure: 'fees', sales: 57, accounting: 114, lines: [{ reason: 'not_a_sale', amount: 57 }] },
    { figure: 'left', sales: 783, accounting: 726, lines: [{ reason: 'fees', amount: -57 }] },
  ];
  fakeApi({ 'GET /api/admin/accounting/2026-11': { body: month({ bridges }) } });
  show();
  expect(await screen.findByText('Comisión: Ventas dice $57, Contabilidad dice $114, porque')).toBeDefined();
  expect(screen.getByText('+$57: pagos repetidos o equivocados, que Ventas no cuenta.')).toBeDefined();
  expect(screen.getByText('−\u2060$57: lo que difiere en la comisión.')).toBeDefined();
});

it('an empty month shows no failure, and a failed request does', async () => {
  const sums = { sales: 0, returns: 0, net: 0, vat: 0, owed: 0, fees: 0, total: 0, left: 0 };
  fakeApi({ 'GET /api/admin/accounting/2026-11': { body: month({ sums, rows: [], row_count: 0 }) } });
  show();
  expect(await screen.findByText('Sin movimientos este mes')).toBeDefined();
  cleanup();
  fakeApi({ 'GET /api/admin/accounting/2026-11': { status: 500, body: { detail: '', code: 'internal' } } });
  show();
  expect(await screen.findByText('No pudimos cargar este mes.')).toBeDefined();
});

const compared: ReportComparison = {
  lines: 2,
  ignored: 1,
  unknown: [{ kind: 'AJUSTE_RARO', lines: 2, amount: -1490 }],
  agreeing: 1,
  differences: [
    {
      kind: 'only_provider',
      payment_number: '99',
      order_id: null,
      titles: [],
      provider: { came: 990, back: 0, fee: 38 },
      ours: null,
    },
  ],
  provider: { came: 2480, back: 0, fee: 95 },
  ours: { came: 1490, back: 0, fee: 57 },
};

async function choose(): Promise<void> {
  const file = new File(['a;b'], 'reporte.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('Elegir el reporte', { selector: 'input' }), {
    target: { files: [file] },
  });
}

it('compares the provider’s report: each difference with both sides and the next step', async () => {
  fakeApi({
    'GET /api/admin/accounting/2026-11': { body: month() },
    'POST /api/admin/accounting/2026-11/report': { body: compared },
  });
  show();
  await choose();
  expect(await screen.findAllByText('Hay una diferencia')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Está en Mercado Pago y no en la tienda' })).toBeDefined();
  expect(screen.getByText('entró $990, volvió $0, comisión $38')).toBeDefined();
  expect(screen.getByText(/búscalo en «Compras de usuarios»/)).toBeDefined();
});

it('shows the server’s sentence about a wrong file once', async () => {
  const detail = 'Ese archivo es una planilla.';
  fakeApi({
    'GET /api/admin/accounting/2026-11': { body: month() },
    'POST /api/admin/accounting/2026-11/report': { status: 422, body: { detail, code: 'report_unusable' } },
  });
  show();
  await choose();
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});

it('shows the result of the newest report, however late the earlier one arrives', async () => {
  const slow = Promise.withResolvers<{ status: number; body: unknown }>();
  const detail = 'Ese archivo es una planilla.';
  let requestCount = 0;
  fakeApi({
    'GET /api/admin/accounting/2026-11': { body: month() },
    'POST /api/admin/accounting/2026-11/report': async () => {
      requestCount += 1;
      return requestCount === 1 ? slow.promise : { body: compared };
    },
  });
  show();
  await choose();
  await waitFor(() => expect(requestCount).toBe(1));
  await choose();
  expect(await screen.findAllByText('Hay una diferencia')).toHaveLength(2);
  slow.resolve({ status: 422, body: { detail, code: 'report_unusable' } });
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(screen.queryByText(detail)).toBeNull();
  expect(screen.getAllByText('Hay una diferencia')).toHaveLength(2);
});
