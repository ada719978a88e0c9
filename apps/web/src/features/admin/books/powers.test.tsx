import type { AdminBook, AdminPart } from '@cuentos/contract/admin/books';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { BooksPage } from './books-screen.tsx';
import { PartsPage } from './parts-screen.tsx';

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
  return Object.assign(calls, { router });
}

const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

it('an admin activates: is_draft goes the other way round, and the toast says so', async () => {
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

it('a writter neither activates nor deletes', async () => {
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

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('books are searched by name, whatever case and accents', async () => {
  const other = { ...book, id: 'c', name: 'Ñandú azul' };
  open(<BooksPage powers="admin" />, { 'GET /api/admin/books': { body: [book, other] } });
  await screen.findByRole('button', { name: 'Editar: El faro' });
  fireEvent.change(screen.getByLabelText('Buscar libro...'), { target: { value: 'ÑANDU' } });
  expect(button('Editar: El faro')).toBeNull();
  expect(button('Editar: Ñandú azul')).not.toBeNull();
  fireEvent.change(screen.getByLabelText('Buscar libro...'), { target: { value: 'zzz' } });
  expect(screen.getByText('No encontramos «zzz».')).toBeDefined();
});

it.each([
  ['CAÑÓN', 'El cañón de bronce', 'name, whatever case'],
  ['cañon', 'El cañón de bronce', 'name, whatever accents'],
  ['05/12/2026', 'El cañón de bronce', 'day'],
  ['2990', 'El cañón de bronce', 'value'],
  ['$2.990', 'El cañón de bronce', 'value as it is shown'],
  [' niebla ', 'La niebla', 'name, between spaces'],
  ['1490', 'La niebla', 'value of the other'],
])('parts are searched: "%s" finds %s by its %s', async (words, found) => {
  const other = { ...part, id: 'q', name: 'El cañón de bronce', value: 2990, release_date: '2026-12-05T15:00:00Z' };
  open(<PartsPage powers="admin" />, { 'GET /api/admin/book_parts': { body: [part, other] } });
  await click('Mostrar partes de El faro');
  const table = await screen.findByRole('table', { name: 'Partes de El faro' });
  const names = () => [...table.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent);
  expect(names()).toEqual(['La niebla', 'El cañón de bronce']);
  fireEvent.change(screen.getByLabelText('Buscar parte...'), { target: { value: words } });
  expect(names()).toEqual([found]);
  fireEvent.change(screen.getByLabelText('Buscar parte...'), { target: { value: '2991' } });
  expect(screen.getByText('No encontramos «2991».')).toBeDefined();
});

it('a book goes back to draft and is deleted after its question, in the words', async () => {
  open(<BooksPage powers="admin" />, {
    'GET /api/admin/books': { body: [{ ...book, is_draft: false }] },
    'PUT /api/admin/books/b': { body: { ...book, is_draft: true } },
    'DELETE /api/admin/books/b': { body: true },
  });
  await click('Desactivar: El faro');
  await waitFor(() => expect(said()).toContain('Libro selecionado como borrador'));
  expect(screen.getAllByText('Borrador').length).toBeGreaterThan(0);
  await click('Eliminar: El faro');
  expect(screen.getByText('¿Desea eliminar el libro?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar', hidden: true }));
  await waitFor(() => expect(said()).toContain('libro eliminado correctamente'));
  expect(button('Editar: El faro')).toBeNull();
});

it('parts show status, name, value, day, presale and ebook, and hide again', async () => {
  const sold = { ...part, ebook: true, is_presale: true, presale_end_date: '2100-01-01T02:59:59Z' };
  open(<PartsPage powers="admin" />, {
    'GET /api/admin/book_parts': { body: [{ ...sold, presale_discount_percentage: 30 }] },
  });
  await click('Mostrar partes de El faro');
  const table = await screen.findByRole('table', { name: 'Partes de El faro' });
  const cells = [...table.querySelectorAll('tbody td, tbody th')].map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual([
    'Activo',
    'La niebla',
    // On a phone each cell says what it is.
    'Valor (CLP)$1.490',
    'Publicación01/11/2026',
    expect.stringMatching(/^Preventa30\s%.*31\/12\/2099/),
  ]);
  await click('Ocultar partes de El faro');
  expect(screen.queryByRole('table')).toBeNull();
});

it('a part is activated, drafted and deleted after its question, in the words', async () => {
  let isDraft = false;
  open(<PartsPage powers="admin" />, {
    'PUT /api/admin/book_parts/p': () => {
      isDraft = !isDraft;
      return { body: { ...part, is_draft: isDraft } };
    },
    'DELETE /api/admin/book_parts/p': { body: true },
  });
  await click('Mostrar partes de El faro');
  await click('Desactivar: La niebla');
  await waitFor(() => expect(said()).toContain('Parte de libro selecionada como borrador'));
  await click('Activar: La niebla');
  await waitFor(() => expect(said()).toContain('Parte de libro lista para ser publicada'));
  await click('Eliminar: La niebla');
  expect(screen.getByText('¿Desea eliminar la parte del libro?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar', hidden: true }));
  await waitFor(() => expect(said()).toContain('Parte de libro eliminada correctamente'));
});

it('a changed book is said in the words', async () => {
  open(<BooksPage powers="admin" />, {
    'GET /api/admin/users/0/100': { body: [] },
    'PUT /api/admin/books/b': { body: { ...book, name: 'El faro azul' } },
  });
  await click('Editar: El faro');
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'El faro azul' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  await waitFor(() => expect(said()).toContain('Libro actualizado correctamente'));
  expect(button('Editar: El faro azul')).not.toBeNull();
});

it('among many books one is found by its name; the one that is shown stands in the address', async () => {
  const many = Array.from({ length: 11 }, (_, at) => ({ ...book, id: `b${at}`, name: `Cuento ${at}` }));
  const router = open(<PartsPage powers="admin" />, { 'GET /api/admin/books': { body: [...many, book] } }).router;
  fireEvent.change(await screen.findByLabelText('Buscar libro...'), { target: { value: 'FARO' } });
  expect(screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent)).toEqual(['El faro']);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar partes de El faro' }));
  await screen.findByRole('button', { name: 'Editar: La niebla' });
  expect(router.state.location.search).toBe('?libro=b');
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar partes de El faro' }));
  expect(router.state.location.search).toBe('');
});
