import type { AccountantLink } from '@cuentos/contract/accounting';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { AccountantLinks } from './accountant-links.tsx';

beforeEach(() => signInAs('u'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const link: AccountantLink = {
  id: 'l1',
  name: 'Estudio Paz',
  created_at: '2026-11-01T15:00:00Z',
  expires_at: '2026-12-01T15:00:00Z',
  last_used_at: null,
  is_over: false,
};

function show(answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(answers);
  const router = createMemoryRouter([{ path: '/', element: <AccountantLinks /> }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}

it('makes a link with its term, and shows it only this once', async () => {
  const calls = show({
    'GET /api/admin/accountant_links': { body: { links: [] } },
    'POST /api/admin/accountant_links': { status: 201, body: { token: 'tok' } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Crear enlace' }));
  fireEvent.change(await screen.findByLabelText('Para quién es'), { target: { value: 'Estudio Paz' } });
  fireEvent.change(screen.getByLabelText('Cuánto dura'), { target: { value: '365' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Crear enlace' }).at(-1)!);
  const field = await screen.findByLabelText<HTMLInputElement>('Enlace nuevo');
  expect(field.value).toBe(`${location.origin}/accountant/tok`);
  expect(calls.find(({ method }) => method === 'POST')?.body).toBe('{"name":"Estudio Paz","days":365}');
});

it('lists name, term and last use, and withdraws after a question', async () => {
  const calls = show({
    'GET /api/admin/accountant_links': { body: { links: [link, { ...link, id: 'l2', name: 'Otra', is_over: true }] } },
    'DELETE /api/admin/accountant_links/l1': { status: 204 },
  });
  expect((await screen.findAllByText(/^Dura hasta el .* Todavía no se ha usado\.$/)).length).toBe(1);
  expect(screen.getByText(/^Venció el/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Retirar: Estudio Paz' }));
  await waitFor(() => expect(confirmStore.current()?.title).toBe('¿Retirar el enlace de Estudio Paz?'));
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  act(() => confirmStore.current()?.answer(true));
  await waitFor(() => expect(calls.some(({ method, url }) => method === 'DELETE' && url.endsWith('/l1'))).toBe(true));
});
