import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { SalesPage } from './reports-screen.tsx';

beforeEach(() => {
  // happy-dom cannot scroll.
  Element.prototype.scrollIntoView ??= () => {};
  signInAs('u');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps the period while one looks at the logs, and asks only for whole ones', async () => {
  const figures = { figures: [], days: [], most_read: { definition: '', parts: [] } };
  const calls = fakeApi({ 'GET /api/admin/stats': { body: figures }, 'GET /api/admin/mails': { body: [] } });
  const router = createMemoryRouter([{ path: '/', element: <SalesPage /> }], { initialEntries: ['/'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const period = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Período' });
  fireEvent.change(await period(), { target: { value: '90' } });
  fireEvent.click(screen.getByRole('tab', { name: 'Correos' }));
  await screen.findByText('Todavía no hay correos');
  fireEvent.click(screen.getByRole('tab', { name: 'Resumen' }));
  expect((await period()).value).toBe('90');
  fireEvent.change(await period(), { target: { value: 'own' } });
  const asked = () => calls.filter(({ url }) => url.startsWith('/api/admin/stats')).length;
  await waitFor(() => expect(asked()).toBe(2));
  for (const typed of ['0002-01-15', '0020-01-15', '0202-01-15', '2019-01-15']) {
    fireEvent.change(screen.getByLabelText('Desde'), { target: { value: typed } });
  }
  expect(screen.getByText('Elige un período de hasta tres años.')).toBeDefined();
  expect(asked()).toBe(2);
  // Both at once: the address follows later.
  fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2026-01-01' } });
  fireEvent.change(screen.getByLabelText('Hasta'), { target: { value: '2026-01-31' } });
  expect(screen.getByLabelText<HTMLInputElement>('Desde').value).toBe('2026-01-01');
  await waitFor(() => expect(router.state.location.search).toBe('?desde=2026-01-01&hasta=2026-01-31'));
});
