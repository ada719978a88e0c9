import type { AccountantMonth } from '@cuentos/contract/accounting';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { AccountantScreen } from './accountant-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const month = (change: Partial<AccountantMonth> = {}): AccountantMonth => ({
  month: '2026-11',
  latest: '2026-11',
  sums: { sales: 1490, returns: -490, net: 840, vat: 160, owed: 0, fees: 57, total: 1000, left: 783 },
  row_count: 2,
  documents: [
    {
      id: 'd1',
      kind: 'boleta',
      number: 3,
      folio: '4711',
      state: 'issued',
      has_file: true,
      at: '2026-11-18T15:00:00Z',
      total: 1490,
    },
  ],
  ...change,
});

const MONTH = 'POST /api/accountant/month';

function show(answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(answers);
  const screens = [
    { path: '/accountant/:token', Component: inRouter(AccountantScreen), loader: () => ({ books: [] }) },
  ];
  render(<RouterProvider router={createMemoryRouter(screens, { initialEntries: ['/accountant/secreto'] })} />);
  return calls;
}

it('shows the sums and documents of a month, and goes from month to month with the token in the body alone', async () => {
  const calls = show({ [MONTH]: { body: month() } });
  expect(await screen.findByText('Boleta, Folio 4711')).toBeDefined();
  expect(screen.getByText('Lo que queda')).toBeDefined();
  expect(screen.getByText('−$490')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Mes siguiente/ }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /^Mes anterior/ }));
  await screen.findByRole('heading', { name: 'octubre de 2026' });
  await screen.findByText('Boleta, Folio 4711');
  const asked = calls.filter(({ url }) => url === '/api/accountant/month').map(({ body }) => String(body));
  expect(asked).toEqual(['{"token":"secreto"}', '{"token":"secreto","month":"2026-10"}']);
  expect(calls.map(({ url }) => url).join(' ')).not.toContain('secreto');
});

it('says in one sentence that a link is no longer valid, and offers no action', async () => {
  const detail = 'Este enlace ya no sirve. Pide otro a quien te lo envió.';
  show({ [MONTH]: { status: 410, body: { detail, code: 'accountant_link_over' } } });
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(screen.queryByRole('button')).toBeNull();
});

it('asks again when the shop did not answer', async () => {
  let isDown = true;
  show({ [MONTH]: () => (isDown ? { status: 500, body: { detail: '', code: 'internal' } } : { body: month() }) });
  const again = await screen.findByRole('button', { name: 'Intentar nuevamente' });
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByText('Boleta, Folio 4711')).toBeDefined();
});

it('says when a file cannot be downloaded', async () => {
  const detail = 'Este enlace ya no sirve. Pide otro a quien te lo envió.';
  const over = { status: 410, body: { detail, code: 'accountant_link_over' } };
  const calls = show({ [MONTH]: { body: month() }, 'POST /api/accountant/document': over });
  fireEvent.click(await screen.findByRole('button', { name: 'Descargar: Boleta, Folio 4711' }));
  await vi.waitFor(() => expect(calls.map(({ url }) => url)).toContain('/api/accountant/document'));
  expect(calls.find(({ url }) => url === '/api/accountant/document')?.body).toBe('{"token":"secreto","id":"d1"}');
});
