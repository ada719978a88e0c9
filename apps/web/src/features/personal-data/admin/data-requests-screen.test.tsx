import type { DataRequest } from '@cuentos/contract/personal-data';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { AdminDataRequestsScreen } from './data-requests-screen.tsx';

const open = (change: Partial<DataRequest> = {}): DataRequest => ({
  id: 'uno',
  kind: 'block',
  channel: 'letter',
  state: 'open',
  user_id: 'ana',
  person: 'Ana Paz, ana@ejemplo.cl',
  note: 'Llegó por carta.',
  outcome: '',
  asked_at: '2020-11-17T03:00:00.000Z',
  due_at: '2020-11-20T02:59:59.999Z',
  done_at: null,
  erase_at: null,
  can_carry_out: true,
  ...change,
});

beforeEach(() => signInAs('jefa', 'admin'));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

function show(rows: DataRequest[], more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ 'GET /api/admin/data_requests': { body: rows }, ...more });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: AdminDataRequestsScreen }])} />
    </QueryClientProvider>,
  );
  return () => calls.flatMap(({ method, url, body }) => (method === 'GET' ? [] : [[url, body]]));
}
const toasts = () => toastStore.all().map(({ text }) => text);

it('links a request to the person’s account, and has no link for a person without an account', async () => {
  show([open(), open({ id: 'dos', user_id: null, person: 'Rosa, por carta' })]);
  const [link] = await screen.findAllByRole('link', { name: 'Ana Paz, ana@ejemplo.cl' });
  expect(link?.getAttribute('href')).toBe('/admin/users?persona=ana');
  expect(screen.getAllByText('Rosa, por carta').length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Rosa, por carta' })).toBeNull();
});

it('says request, person, deadline and result, and marks late ones', async () => {
  show([
    open(),
    open({
      id: 'dos',
      kind: 'erasure',
      channel: 'shop',
      state: 'running',
      erase_at: '2026-11-25T15:00:00.000Z',
      can_carry_out: false,
    }),
    open({ id: 'tres', kind: 'access', state: 'done', outcome: 'copied', person: null, can_carry_out: false }),
    open({
      id: 'cuatro',
      kind: 'objection',
      state: 'refused',
      outcome: 'La ley pide guardarlo.',
      can_carry_out: false,
    }),
  ]);
  const table = await screen.findByRole('table', { name: 'Solicitudes de datos' });
  const rows = within(table).getAllByRole('row').slice(1);
  const words = rows.map((row) => row.textContent ?? '');
  expect(words[0]).toMatch(
    /Bloquear.*Llegó por carta\..*Ana Paz, ana@ejemplo\.cl.*por carta.*17\/11\/2020.*19\/11\/2020.*Atrasada/,
  );
  expect(words[1]).toMatch(/Borrar.*en la tienda.*En plazo.*Se borra el 25\/11\/2026 12:00/);
  expect(words[2]).toMatch(/Cuenta borrada.*Cumplida.*Se llevó su copia\./);
  expect(words[3]).toMatch(/Rechazada.*La ley pide guardarlo\./);
  expect(within(rows[1]!).queryByRole('button')).toBeNull();
});

it('carries out after asking, once', async () => {
  const calls = show([open()], { 'POST /api/admin/data_requests/uno/carry_out': { body: open({ state: 'done' }) } });
  const button = await screen.findByRole('button', { name: 'Cumplir: Bloquear, Ana Paz, ana@ejemplo.cl' });
  fireEvent.click(button);
  expect(confirmStore.current()?.message).toContain('Ana Paz');
  expect(calls()).toEqual([]);
  act(() => confirmStore.current()?.answer(true));
  await waitFor(() => expect(toasts()).toContain('Solicitud cumplida'));
  expect(calls()).toEqual([['/api/admin/data_requests/uno/carry_out', undefined]]);
});

it('records a letter, and reports missing fields, the server’s errors too', async () => {
  let isRefused = true;
  const calls = show([], {
    'POST /api/admin/data_requests': () =>
      isRefused
        ? { status: 422, body: { code: 'invalid_request', fields: { asked_on: 'Ese día todavía no llega.' } } }
        : { body: open() },
  });
  expect(await screen.findByText('Nadie ha pedido nada')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Anotar una carta' }));
  const dialog = within(screen.getByRole('dialog'));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Anotar' }));
  save();
  expect(await dialog.findByText('Escribe el correo o el nombre de quien la pidió.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Quién lo pide'), { target: { value: 'ana@ejemplo.cl' } });
  fireEvent.change(dialog.getByLabelText('Día en que llegó'), { target: { value: '2026-11-17' } });
  save();
  expect(await dialog.findByText('Ese día todavía no llega.')).toBeTruthy();
  isRefused = false;
  save();
  await waitFor(() => expect(toasts()).toContain('Solicitud anotada'));
  const json = { kind: 'access', person: 'ana@ejemplo.cl', asked_on: '2026-11-17', note: '' };
  expect(calls().at(-1)).toEqual(['/api/admin/data_requests', JSON.stringify(json)]);
});

it('answers with the measures taken or the reason for refusing', async () => {
  const calls = show([open({ kind: 'objection', can_carry_out: false })], {
    'POST /api/admin/data_requests/uno/close': { body: open({ state: 'refused' }) },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Responder: Oponerse/ }));
  const dialog = within(screen.getByRole('dialog'));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Responder' }));
  save();
  expect(await dialog.findByText('Escribe qué se hizo o por qué no.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Respuesta'), { target: { value: 'refused' } });
  fireEvent.change(dialog.getByLabelText('Qué se hizo, o por qué no'), { target: { value: 'La ley lo pide.' } });
  save();
  await waitFor(() => expect(toasts()).toContain('Respuesta guardada'));
  expect(calls()).toEqual([
    ['/api/admin/data_requests/uno/close', JSON.stringify({ state: 'refused', outcome: 'La ley lo pide.' })],
  ]);
});
