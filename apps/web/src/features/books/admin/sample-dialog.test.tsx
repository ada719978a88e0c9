import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeAdminPart } from '../../../testing/catalogue.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { SampleDialog } from './sample-dialog.tsx';

const part = fakeAdminPart({ id: 'p', book_id: 'b', name: 'La niebla', ebook: true, value: 1490 });
const PREVIEW = 'GET /api/admin/book_parts/p/sample';
const SAVE = 'PUT /api/admin/book_parts/p/sample';
const cut = { characters: 900, part_characters: 9000, before: 'y cerró la puerta.', after: 'Al otro día' };

beforeEach(() => {
  signInAs('u');
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof fakeApi>[0], changes = {}, powers: 'admin' | 'writter' = 'admin') {
  const onClose = vi.fn();
  const calls = fakeApi(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = <SampleDialog part={{ ...part, ...changes }} powers={powers} onClose={onClose} />;
  const router = createMemoryRouter([{ path: '/', element: page }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { calls, onClose };
}
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }));
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Porcentaje de la parte'), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar muestra' }));
const sentBodies = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(String(body)) as unknown);

it('shows where the current share cuts, with the words on both sides', async () => {
  open({ [PREVIEW]: { body: cut } });
  expect(await screen.findByText('y cerró la puerta.')).toBeTruthy();
  expect(screen.getByText('Al otro día')).toBeTruthy();
  expect(screen.getByText('10 % de la parte, ≈ 1 min de lectura')).toBeTruthy();
});

it('shows where another share would cut, and saves that share', async () => {
  const { calls, onClose } = open({
    [PREVIEW]: ({ url }) => ({ body: { ...cut, before: url.split('share=')[1] ?? 'la regla' } }),
    [SAVE]: { body: { ...part, sample_share: 25 } },
  });
  await screen.findByText('la regla');
  choose(/Hasta donde yo diga/);
  type('25');
  await screen.findByText('25');
  save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentBodies(calls)).toEqual([{ share: 25 }]);
  expect(toastStore.all().map(({ text }) => text)).toEqual(['Muestra guardada. En unos segundos queda a la vista.']);
});

it.each(['0', '51', 'diez', ''])('does not send «%s» per cent, and names the allowed values', async (typed) => {
  const { calls } = open({ [PREVIEW]: { body: cut } });
  choose(/Hasta donde yo diga/);
  type(typed);
  save();
  expect(await screen.findByText('Escribe un número entero de 1 a 50.')).toBeTruthy();
  expect(sentBodies(calls)).toEqual([]);
});

it('begins with the saved choice, and resets it to none or to the rule', async () => {
  const { calls, onClose } = open(
    { [PREVIEW]: { body: cut }, [SAVE]: { body: { ...part, sample_share: 0 } } },
    { sample_share: 30 },
  );
  expect(screen.getByLabelText<HTMLInputElement>('Porcentaje de la parte').value).toBe('30');
  choose(/Nada/);
  expect(screen.queryByText('Dónde corta')).toBeNull();
  save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  choose(/Lo de siempre/);
  save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(sentBodies(calls)).toEqual([{ share: 0 }, { share: null }]);
});

it('explains an empty sample, a failed preview, and that a free part is open whole', async () => {
  let isBroken = true;
  open({ [PREVIEW]: () => (isBroken ? { status: 500, body: {} } : { body: null }) }, { value: 0 });
  expect(screen.getByText(/se lee entera/)).toBeTruthy();
  await screen.findByText('No pudimos mostrar dónde corta.');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Intentar nuevamente' }));
  expect(await screen.findByText(/no habría nada que mostrar/)).toBeTruthy();
});

it('keeps the form and says so when saving fails', async () => {
  const { onClose } = open({ [PREVIEW]: { body: cut }, [SAVE]: { status: 500, body: {} } });
  choose(/Nada/);
  save();
  await vi.waitFor(() => expect(toastStore.all().map(({ text }) => text)).toEqual(['No pudimos guardar la muestra.']));
  expect(onClose).not.toHaveBeenCalled();
});

const request = { share: 25, asked_by: 'Mara Soto' };

it('starts, for an admin, with the share that a writter requested, and saving approves it', async () => {
  const { calls } = open({ [PREVIEW]: { body: cut }, [SAVE]: { body: part } }, { sample_request: request });
  expect(screen.getByText(/^Mara Soto pide mostrar hasta un 25 %/)).toBeTruthy();
  save();
  await waitFor(() => expect(sentBodies(calls)).toEqual([{ share: 25 }]));
});

it('keeps the current share with one press', async () => {
  const answers = { [PREVIEW]: { body: cut }, [SAVE]: { body: part } };
  const { calls, onClose } = open(answers, { sample_share: 10, sample_request: request });
  fireEvent.click(screen.getByRole('button', { name: 'Dejar como está' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentBodies(calls)).toEqual([{ share: 10 }]);
});

it('tells a writter that the request is pending, before and after saving', async () => {
  const asked = { ...part, sample_request: request };
  open({ [PREVIEW]: { body: cut }, [SAVE]: { body: asked } }, { sample_request: request }, 'writter');
  expect(screen.getByText('Pediste mostrar hasta un 25 %: administración tiene que aprobarlo.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dejar como está' })).toBeNull();
  save();
  await waitFor(() => expect(toastStore.all()[0]?.text).toContain('Queda por aprobar'));
});
