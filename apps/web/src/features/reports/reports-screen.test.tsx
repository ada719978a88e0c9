import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { toFormDay } from '../admin/dates.ts';
import { AdminLogScreen, AdminSalesScreen, AdminSettingsScreen } from './reports-screen.tsx';

beforeEach(() => {
  // happy-dom has no `scrollIntoView`.
  Element.prototype.scrollIntoView ??= () => {};
  signInAs('u');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const noMoney = { parts: { definition: '', rows: [] }, visited: { definition: '', screens: [] } };

it('keeps the period in the address, and requests only complete periods', async () => {
  const figures = { figures: [], days: [], most_read: { definition: '', parts: [] }, ...noMoney };
  const calls = fakeApi({ 'GET /api/admin/stats': { body: figures } });
  const router = createMemoryRouter([{ path: '/', element: <AdminSalesScreen /> }], { initialEntries: ['/'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const period = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Período' });
  fireEvent.change(await period(), { target: { value: '90' } });
  fireEvent.change(await period(), { target: { value: 'own' } });
  const statsRequests = () => calls.filter(({ url }) => url.startsWith('/api/admin/stats')).length;
  await waitFor(() => expect(statsRequests()).toBe(2));
  for (const typed of ['0002-01-15', '0020-01-15', '0202-01-15', '2019-01-15']) {
    fireEvent.change(screen.getByLabelText('Desde'), { target: { value: typed } });
  }
  expect(screen.getByText('Elige un período de hasta tres años.')).toBeDefined();
  expect(statsRequests()).toBe(2);
  // Both dates change before the address is updated.
  fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2026-01-01' } });
  fireEvent.change(screen.getByLabelText('Hasta'), { target: { value: '2026-01-31' } });
  expect(screen.getByLabelText<HTMLInputElement>('Desde').value).toBe('2026-01-01');
  await waitFor(() => expect(router.state.location.search).toBe('?desde=2026-01-01&hasta=2026-01-31'));
});

it('shows money by book and part, visits, and the months of Santiago', async () => {
  const row = {
    book_id: 'b',
    book_name: 'El faro',
    book_part_id: 'p',
    book_part_name: 'La niebla',
    sales: 2,
    amount: 2980,
    refunds: -1490,
    chargebacks: 0,
    fees: 114,
    vat: 238,
    net: 1138,
  };
  const other = { ...row, book_part_id: 'q', book_part_name: 'El muelle', amount: 0, refunds: -990, net: -832 };
  const read = { book_id: 'c', book_part_id: 'r', book_name: 'El puerto' };
  const figures = {
    figures: [{ key: 'visits', value: 1234, name: 'Páginas vistas', definition: 'Páginas.' }],
    days: [],
    most_read: { definition: '', parts: [{ ...read, book_part_name: 'La valija', readers: 9 }] },
    parts: { definition: 'Por parte.', rows: [row, other] },
    visited: { definition: '', screens: [{ route: '/book-detail/{book_id}', views: 77 }] },
  };
  const calls = fakeApi({ 'GET /api/admin/stats': { body: figures } });
  const router = createMemoryRouter([{ path: '/', element: <AdminSalesScreen /> }], { initialEntries: ['/'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('1.234')).toBeTruthy();
  expect(screen.getByText('Vendido $2.980, quedan $306.')).toBeTruthy();
  expect(screen.getAllByText('−$832').length).toBeGreaterThan(0);
  expect(screen.getByText('Página de un libro')).toBeTruthy();
  const pathOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
  expect(pathOf('La niebla')).toBe('/admin/book-parts?libro=b');
  expect(pathOf('La valija')).toBe('/admin/book-parts?libro=c');
  const period = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Período' });
  fireEvent.change(period, { target: { value: 'last' } });
  const [year = 0, month = 0] = toFormDay(Date.now()).split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
  const last = new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10);
  await waitFor(() => expect(calls.at(-1)?.url).toContain(`from=${first}&to=${last}`));
  expect(period.value).toBe('last');
});

it('the log and the settings have addresses of their own', async () => {
  fakeApi({
    'GET /api/admin/audit': { body: [] },
    'GET /api/admin/mails': { body: [] },
    'GET /api/admin/today/waiting': { body: { waiting: [] } },
    'GET /api/admin/settings': { body: { adapters: [{ name: 'Correo', value: 'none', real: false }] } },
  });
  const router = createMemoryRouter(
    [
      { path: '/admin/log', element: <AdminLogScreen /> },
      { path: '/admin/settings', element: <AdminSettingsScreen /> },
    ],
    { initialEntries: ['/admin/log'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('El registro está vacío')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Correos' }));
  expect(await screen.findByText('Todavía no hay correos')).toBeTruthy();
  expect(router.state.location.search).toBe('?ver=correos');
  await router.navigate('/admin/settings');
  expect(await screen.findByRole('heading', { name: 'Servicios' })).toBeTruthy();
  expect(await screen.findByText('Solo para pruebas')).toBeTruthy();
});

it('links a mail to the person with its address, and says why it did not arrive', async () => {
  const mail = {
    id: 'm',
    recipient: 'mara@ejemplo.cl',
    person: { id: 'mara', name: 'Mara Soto' },
    template: 'receipt',
    subject: 'Tu compra',
    state: 'failed',
    attempts: 1,
    last_error: 'no-mailbox',
    created_at: '2026-11-20T12:00:00.000Z',
    sent_at: null,
  };
  const other = { ...mail, id: 'n', recipient: 'nadie@ejemplo.cl', person: null };
  fakeApi({
    'GET /api/admin/mails': { body: [mail, other] },
    'GET /api/admin/today/waiting': { body: { waiting: [] } },
  });
  const router = createMemoryRouter([{ path: '/admin/log', element: <AdminLogScreen /> }], {
    initialEntries: ['/admin/log?ver=correos'],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const table = within(await screen.findByRole('table', { name: 'Correos de la tienda' }));
  expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin/users?persona=mara']);
  expect(table.getByText('mara@ejemplo.cl')).toBeTruthy();
  expect(table.getByText('nadie@ejemplo.cl')).toBeTruthy();
  expect(table.getAllByText('La casilla no existe')).toHaveLength(2);
});

it('filters the mails that were given up, and sends all of them again with one press', async () => {
  let count = 3;
  const calls = fakeApi({
    'GET /api/admin/mails': { body: [] },
    'GET /api/admin/today/waiting': () => ({ body: { waiting: count === 0 ? [] : [{ kind: 'mail', count }] } }),
    'POST /api/admin/mails/retry': () => {
      count = 0;
      return { body: { retried: 3 } };
    },
  });
  const router = createMemoryRouter([{ path: '/admin/log', element: <AdminLogScreen /> }], {
    initialEntries: ['/admin/log?ver=correos'],
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^3 correos de las últimas dos semanas no salieron/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ver solo esos' }));
  await waitFor(() => expect(calls.some(({ url }) => url.includes('state=failed'))).toBe(true));
  const send = screen.getByRole('button', { name: 'Enviarlos de nuevo' });
  fireEvent.click(send);
  fireEvent.click(send);
  await waitFor(() => expect(toastStore.all().map(({ text }) => text)).toEqual(['3 correos se enviarán ahora']));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
