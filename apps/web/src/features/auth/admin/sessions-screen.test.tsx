import type { ActiveSession } from '@cuentos/contract/sessions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { AdminSessionsScreen } from './sessions-screen.tsx';

const row: ActiveSession = {
  id: 's',
  user_id: 'mara',
  name: 'Mara Soto',
  email: 'mara@ejemplo.cl',
  role_name: 'writter',
  created_at: '2026-11-20T12:05:00Z',
  expired_at: '2027-02-18T02:30:00Z',
  last_used_at: '2026-11-21T12:05:00Z',
  user_agent: 'Mozilla/5.0 Firefox/145.0',
};

beforeEach(() => signInAs('ana', 'admin'));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

function open(more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ 'GET /api/admin/active_sessions/0/10': { body: [row] }, ...more });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: AdminSessionsScreen }])} />
    </QueryClientProvider>,
  );
  return calls;
}

it('shows the person, beginning and end of each session', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Sesiones activas' });
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Nombre',
    'Correo',
    'Rol',
    'Creación',
    'Expiración',
    'Acciones',
  ]);
  expect(screen.getByRole('link', { name: 'Mara Soto' }).getAttribute('href')).toBe('/admin/users?persona=mara');
  const cells = [...table.querySelectorAll('tbody td > div')].map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual([
    'Mara SotoFirefox, usada el 21/11/2026 09:05',
    'mara@ejemplo.cl',
    'Escritura',
    '20/11/2026 09:05',
    '17/02/2027 23:30',
  ]);
});

it('closes one after a question, and asks for the list again', async () => {
  let rows: readonly ActiveSession[] = [row];
  open({
    'GET /api/admin/active_sessions/0/10': () => ({ body: rows }),
    'DELETE /api/admin/sessions/s': () => {
      rows = [];
      return { body: true };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión: Mara Soto' }));
  await waitFor(() => expect(confirmStore.current()?.message).toContain('La sesión de Mara Soto'));
  await act(async () => confirmStore.current()?.answer(true));
  expect(await screen.findByText('No hay sesiones activas')).toBeTruthy();
  expect(toastStore.all().map(({ text }) => text)).toEqual(['Sesión cerrada']);
});
