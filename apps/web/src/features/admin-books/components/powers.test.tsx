import type { AdminBook } from '@cuentos/contract/admin-books';
import type { AdminPart } from '@cuentos/contract/admin-parts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/toast-store.ts';
import { BooksPage } from './books-page.tsx';
import { PartsPage } from './parts-page.tsx';

const book: AdminBook = {
  id: 'b',
  name: 'El faro',
  description: 'Un faro.',
  image: null,
  back_image: null,
  fragment: 'Había un faro.',
  location: 'Lota',
  genre: 'Cuento',
  pages: 80,
  highlights: [{ passage: 'Uno' }],
  is_draft: true,
  is_active: true,
  download_count: 0,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  part_count: 1,
  minimum: 400,
  writers: [],
};
const part: AdminPart = {
  id: 'p',
  book_id: 'b',
  name: 'La niebla',
  image: null,
  value: 1490,
  release_date: '2026-11-01T15:00:00Z',
  is_presale: false,
  presale_end_date: null,
  presale_discount_percentage: 0,
  ebook: false,
  is_draft: false,
  download_count: 0,
  pending_edition_id: null,
  was_active: true,
  below_minimum: false,
  ebook_size: null,
  edition_count: 0,
};
const said = () => toastStore.all().map(({ text }) => text);

beforeEach(() => {
  // happy-dom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= () => {};
  signInAs('u');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(page: ReactNode, answers: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    'GET /api/admin/books': { body: [book] },
    'GET /api/admin/book_parts': { body: [part] },
    ...answers,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: page }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}

const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

it('an admin activates: is_draft goes the other way round, and the toast of spec §8 says so', async () => {
  const calls = open(<BooksPage powers="admin" />, {
    'PUT /api/admin/books/b': { body: { ...book, is_draft: false } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Activar: El faro' }));
  await waitFor(() => expect(button('Desactivar: El faro')).not.toBeNull());
  const sent = calls.find(({ method }) => method === 'PUT')?.body as FormData;
  expect([...sent.entries()]).toEqual([['is_draft', 'false']]);
  expect(said()).toContain('Libro listo para ser publicado');
  expect(button('Eliminar: El faro')).not.toBeNull();
});

it('a writter neither activates nor deletes (decisions: "Writter’s powers")', async () => {
  open(<BooksPage powers="writter" />);
  await screen.findByRole('button', { name: 'Editar: El faro' });
  expect(button('Activar: El faro')).toBeNull();
  expect(button('Eliminar: El faro')).toBeNull();
});

it('a writter edits a part that was on sale, but not its price; missing ebooks are said in red', async () => {
  const calls = open(<PartsPage powers="writter" />, { 'PUT /api/admin/book_parts/p': { body: part } });
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar partes de El faro' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Editar: La niebla' }));
  expect(screen.getAllByText('Falta ebook').length).toBeGreaterThan(0);
  expect(button('Desactivar: La niebla')).toBeNull();
  expect(screen.getByLabelText('Valor en pesos (CLP)')).toHaveProperty('readOnly', true);
  expect(screen.queryByLabelText('En preventa')).toBeNull();
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'La niebla baja' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  await waitFor(() => expect(said()).toContain('Parte de libro actualizada correctamente'));
  const sent = calls.find(({ method }) => method === 'PUT')?.body as FormData;
  expect([...sent.entries()]).toEqual([['name', 'La niebla baja']]);
});

it('a name that is taken stands at the field and in the toast', async () => {
  const taken = { status: 409, body: { detail: 'x', code: 'part_name_taken', request_id: 'r' } };
  open(<PartsPage powers="admin" />, { 'PUT /api/admin/book_parts/p': taken });
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar partes de El faro' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Editar: La niebla' }));
  fireEvent.change(screen.getByLabelText('Valor en pesos (CLP)'), { target: { value: '300' } });
  expect(screen.getByText(/El medio de pago no cobra menos de \$400/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  const sentence = 'Error: el nombre de la parte del libro ingresado ya existe.';
  await waitFor(() => expect(said()).toContain(sentence));
  expect(screen.getByText(sentence)).toBeDefined();
});

it('the first part of a book is warned of a price below what the provider takes, as every other', async () => {
  open(<PartsPage powers="admin" />, { 'GET /api/admin/book_parts': { body: [] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar partes de El faro' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar parte' }));
  fireEvent.change(screen.getByLabelText('Valor en pesos (CLP)'), { target: { value: '399' } });
  expect(screen.getByText(/El medio de pago no cobra menos de \$400/)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Valor en pesos (CLP)'), { target: { value: '400' } });
  expect(screen.queryByText(/El medio de pago no cobra/)).toBeNull();
});
