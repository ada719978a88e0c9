import type { RecallPart } from '@cuentos/contract/recalls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { Recalls } from './recalls.tsx';

const part = (change: Partial<RecallPart>): RecallPart => ({
  part_id: 'one',
  part_name: 'Primera parte',
  book_id: 'faro',
  book_name: 'El faro',
  owner_count: 3,
  is_deleted: false,
  recall: null,
  ...change,
});
const recall = {
  kind: 'court_order',
  reason: 'Rol C-1234',
  recalled_by: 'Ana',
  recalled_at: '2026-11-20T12:05:00Z',
  is_telling: true,
} as const;
const LIST = 'GET /api/admin/recalls';

beforeEach(() => signInAs('ana', 'admin'));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: Recalls }])} />
    </QueryClientProvider>,
  );
  return calls;
}

it('recalls the chosen parts of a book after a question that names them and counts their owners', async () => {
  const parts = [part({}), part({ part_id: 'two', part_name: 'Segunda parte', owner_count: 0, is_deleted: true })];
  const sent: unknown[] = [];
  open({
    [LIST]: { body: parts },
    'POST /api/admin/recalls': (call) => {
      sent.push(JSON.parse(String(call.body)));
      return { body: parts };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Retirar…', hidden: true }));
  fireEvent.change(screen.getByLabelText('Libro'), { target: { value: 'faro' } });
  fireEvent.click(screen.getByLabelText('Segunda parte (0 personas la tienen, eliminada de la tienda)'));
  fireEvent.change(screen.getByLabelText('Motivo'), { target: { value: 'Carta de Editorial Cerro' } });
  fireEvent.click(screen.getByRole('button', { name: 'Retirar' }));
  await waitFor(() => expect(confirmStore.current()?.message).toContain('«Primera parte», de «El faro»'));
  expect(confirmStore.current()?.message).toContain('3 personas dejarán de poder leerla');
  expect(sent).toEqual([]);
  await act(async () => confirmStore.current()?.answer(true));
  await waitFor(() =>
    expect(sent).toEqual([{ part_ids: ['one'], kind: 'rights_claim', reason: 'Carta de Editorial Cerro' }]),
  );
});

it('shows the recalled parts with person and reason, and lifts a recall after a question', async () => {
  let parts = [part({ recall })];
  open({
    [LIST]: () => ({ body: parts }),
    'DELETE /api/admin/recalls/one': () => {
      parts = [part({})];
      return { body: { deleted: true } };
    },
  });
  const row = await screen.findByText(/Orden de un tribunal, desde el 20\/11\/2026 09:05, por Ana\./);
  expect(row.textContent).toContain('«Rol C-1234» Se está avisando por correo.');
  fireEvent.click(screen.getByRole('button', { name: 'Levantar retiro: Primera parte' }));
  await waitFor(() => expect(confirmStore.current()?.message).toContain('«Primera parte»'));
  await act(async () => confirmStore.current()?.answer(true));
  await waitFor(() => expect(screen.queryByText(/Orden de un tribunal/)).toBeNull());
  expect(toastStore.all().map(({ text }) => text)).toEqual(['Retiro levantado']);
});
