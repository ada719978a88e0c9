import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAdminBook, fakeAdminPart } from '../../../testing/catalogue.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { BooksPage } from './books-screen.tsx';
import { PartsPage } from './parts-screen.tsx';

const book = fakeAdminBook({ id: 'b', name: 'El faro' });
const part = fakeAdminPart({ id: 'p', book_id: 'b', name: 'La niebla', release_date: '2026-11-01T15:00:00Z' });
const toasts = () => toastStore.all().map(({ text }) => text);

beforeEach(() => {
  signInAs('u');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(page: ReactNode, answers: Parameters<typeof fakeApi>[0] = {}, path = '/') {
  const calls = fakeApi({
    'GET /api/admin/books': { body: [book] },
    'GET /api/admin/books/deleted': { body: [] },
    'GET /api/admin/book_parts': { body: [part] },
    ...answers,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '/', element: page }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return Object.assign(calls, { router });
}

const button = (name: string) => screen.queryByRole('button', { name, hidden: true });

it('an admin activates a book: is_draft is inverted in the call, and the toast says so', async () => {
  const calls = open(<BooksPage powers="admin" />, {
    'PUT /api/admin/books/b': { body: { ...book, is_draft: false } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Activar: El faro' }));
  await waitFor(() => expect(button('Desactivar: El faro')).not.toBeNull());
  const sentForm = calls.find(({ method }) => method === 'PUT')?.body as FormData;
  expect([...sentForm.entries()]).toEqual([['is_draft', 'false']]);
  expect(toasts()).toContain('Libro listo para ser publicado');
  expect(button('Eliminar: El faro')).not.toBeNull();
});

it('the parts of a draft book have a note that nobody sees them; an admin activates the book there, a writter does not', async () => {
  const draft = { ...book, part_count: 1 };
  const answers = {
    'GET /api/admin/books': { body: [draft] },
    'PUT /api/admin/books/b': { body: { ...draft, is_draft: false } },
  };
  open(<PartsPage powers="writter" />, answers, '/?libro=b');
  expect(await screen.findByText(/nadie ve sus partes hasta que administración lo active/)).toBeTruthy();
  expect(button('Activar el libro: El faro')).toBeNull();
  cleanup();
  open(<PartsPage powers="admin" />, answers, '/?libro=b');
  fireEvent.click(await screen.findByRole('button', { name: 'Activar el libro: El faro' }));
  await waitFor(() => expect(toasts()).toContain('Libro listo para ser publicado'));
  await waitFor(() => expect(screen.queryByText(/El libro está en borrador/)).toBeNull());
});

it('an active book without parts is in preparation', async () => {
  open(<BooksPage powers="admin" />, {
    'GET /api/admin/books': { body: [{ ...book, is_draft: false, part_count: 0 }] },
  });
  expect(await screen.findByText('En preparación')).toBeTruthy();
});

it('an admin orders the shelf by arrows: the order is shown at once, and restored when the server refuses it', async () => {
  const other = { ...book, id: 'c', name: 'La micro' };
  let status = 200;
  const calls = open(<BooksPage powers="admin" />, {
    'GET /api/admin/books': { body: [book, other] },
    'PUT /api/admin/shelf': () => ({ status, body: status === 200 ? [other, book] : { detail: '', code: 'internal' } }),
  });
  const names = () =>
    screen.getAllByRole('button', { name: /^Editar: / }).map((each) => each.getAttribute('aria-label'));
  const down = await screen.findByRole('button', { name: 'Bajar en la tienda: El faro' });
  // The last book's arrow down stays and does nothing.
  fireEvent.click(screen.getByRole('button', { name: 'Bajar en la tienda: La micro' }));
  fireEvent.click(down);
  await waitFor(() => expect(names()).toEqual(['Editar: La micro', 'Editar: El faro']));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  const sentBody = calls.find(({ method }) => method === 'PUT')?.body;
  expect(JSON.parse(sentBody as string)).toEqual({ ids: ['c', 'b'] });
  status = 500;
  fireEvent.click(screen.getByRole('button', { name: 'Subir en la tienda: El faro' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  await waitFor(() => expect(names()).toEqual(['Editar: La micro', 'Editar: El faro']));
});

it('a writter neither activates nor deletes', async () => {
  open(<BooksPage powers="writter" />);
  await screen.findByRole('button', { name: 'Editar: El faro' });
  expect(button('Activar: El faro')).toBeNull();
  expect(button('Eliminar: El faro')).toBeNull();
});

it('a writter edits a part that was on sale, but not its price', async () => {
  const calls = open(<PartsPage powers="writter" />, { 'PUT /api/admin/book_parts/p': { body: part } });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  fireEvent.click(await screen.findByRole('button', { name: 'Editar: La niebla' }));
  expect(button('Desactivar: La niebla')).toBeNull();
  expect(screen.getByLabelText('Valor en pesos (CLP)')).toHaveProperty('readOnly', true);
  expect(screen.queryByLabelText('En preventa')).toBeNull();
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'La niebla baja' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  await waitFor(() => expect(toasts()).toContain('Parte de libro actualizada correctamente'));
  const sentForm = calls.find(({ method }) => method === 'PUT')?.body as FormData;
  expect([...sentForm.entries()]).toEqual([
    ['name', 'La niebla baja'],
    ['seen', '{"name":"La niebla"}'],
  ]);
});

it('a taken name is reported at the field and in the toast', async () => {
  const taken = { status: 409, body: { detail: 'x', code: 'part_name_taken', request_id: 'r' } };
  open(<PartsPage powers="admin" />, { 'PUT /api/admin/book_parts/p': taken });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  fireEvent.click(await screen.findByRole('button', { name: 'Editar: La niebla' }));
  fireEvent.change(screen.getByLabelText('Valor en pesos (CLP)'), { target: { value: '300' } });
  expect(screen.getByText(/El medio de pago no cobra menos de \$400/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  const sentence = 'Error: el nombre de la parte del libro ingresado ya existe.';
  await waitFor(() => expect(toasts()).toContain(sentence));
  expect(screen.getByText(sentence)).toBeDefined();
});

it('the first part of a book gets the warning of a price below the provider’s minimum, as every other part', async () => {
  open(<PartsPage powers="admin" />, { 'GET /api/admin/book_parts': { body: [] } });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
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
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  const table = await screen.findByRole('table', { name: 'Partes de El faro' });
  const names = () => [...table.querySelectorAll('tbody tr')].map((row) => row.children[1]?.textContent);
  expect(names()).toEqual(['La niebla', 'El cañón de bronce']);
  fireEvent.change(screen.getByLabelText('Buscar parte...'), { target: { value: words } });
  expect(names()).toEqual([found]);
  fireEvent.change(screen.getByLabelText('Buscar parte...'), { target: { value: '2991' } });
  expect(screen.getByText('No encontramos «2991».')).toBeDefined();
});

it('a book goes back to draft and is deleted after its question, in the specified words', async () => {
  open(<BooksPage powers="admin" />, {
    'GET /api/admin/books': { body: [{ ...book, is_draft: false }] },
    'PUT /api/admin/books/b': { body: { ...book, is_draft: true } },
    'DELETE /api/admin/books/b': { body: true },
  });
  await click('Desactivar: El faro');
  await waitFor(() => expect(toasts()).toContain('Libro selecionado como borrador'));
  expect(screen.getAllByText('Borrador').length).toBeGreaterThan(0);
  await click('Eliminar: El faro');
  expect(screen.getByText('¿Desea eliminar el libro?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar', hidden: true }));
  await waitFor(() => expect(toasts()).toContain('libro eliminado correctamente'));
  expect(button('Editar: El faro')).toBeNull();
});

it('parts show status, name, value, day, presale and ebook, and hide again', async () => {
  const sold = { ...part, ebook: true, is_presale: true, presale_end_date: '2100-01-01T02:59:59Z' };
  open(<PartsPage powers="admin" />, {
    'GET /api/admin/book_parts': { body: [{ ...sold, presale_discount_percentage: 30 }] },
  });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  const table = await screen.findByRole('table', { name: 'Partes de El faro' });
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Estado',
    'Nombre',
    'Valor (CLP)',
    'Publicación',
    'Preventa',
    'Ebook',
    'Acciones',
  ]);
  const cells = [...table.querySelectorAll('tbody td, tbody th')].map((cell) => cell.textContent);
  expect(cells.slice(0, 5)).toEqual([
    'Activo',
    'La niebla',
    // On a phone the cells stand without column headers, so each has its own.
    'Valor (CLP)$1.490',
    'Publicación01/11/2026',
    expect.stringMatching(/^Preventa30\s%.*31\/12\/2099/),
  ]);
  expect(cells[5]).toMatch(/^Ebook/);
  await click('Ocultar partes de El faro');
  expect(screen.queryByRole('table')).toBeNull();
});

it("a part has its state: 'Borrador', 'Activo', or 'Falta ebook' in red where there is none", async () => {
  const states = [
    { ...part, id: 'draft', is_draft: true },
    { ...part, id: 'missing' },
    { ...part, id: 'active', ebook: true },
  ];
  open(<PartsPage powers="admin" />, { 'GET /api/admin/book_parts': { body: states } });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  const table = await screen.findByRole('table', { name: 'Partes de El faro' });
  const badges = [...table.querySelectorAll('tbody tr td:first-child span')];
  expect(badges.map((badge) => badge.textContent)).toEqual(['Borrador', 'Falta ebook', 'Activo']);
  expect(badges.map((badge) => badge.classList.contains('text-danger'))).toEqual([false, true, false]);
  // The ebook's column says that a draft lacks its ebook, too.
  const ebooks = [...table.querySelectorAll('tbody tr td:nth-child(6) .text-danger')];
  expect(ebooks.map((words) => words.textContent)).toEqual(['Falta ebook', 'Falta ebook']);
});

it('a presale is shown with its discount and end, and a past presale as ended', async () => {
  const presale = { ...part, ebook: true, is_presale: true, presale_discount_percentage: 30 };
  open(<PartsPage powers="admin" />, {
    'GET /api/admin/book_parts': {
      body: [
        { ...presale, id: 'a', presale_end_date: '2026-11-02T02:59:59Z' },
        { ...presale, id: 'b', presale_end_date: null },
        { ...part, id: 'c' },
      ],
    },
  });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  const table = await screen.findByRole('table', { name: 'Partes de El faro' });
  const cells = [...table.querySelectorAll('tbody tr td:nth-child(5) > div')].map((cell) => cell.textContent);
  expect(cells).toEqual(['Terminó el 01/11/2026', 'Sin fecha de término', 'Sin preventa']);
});

it('a part is activated, drafted and deleted after its question, in the specified words', async () => {
  let isDraft = false;
  open(<PartsPage powers="admin" />, {
    'PUT /api/admin/book_parts/p': () => {
      isDraft = !isDraft;
      return { body: { ...part, ebook: true, is_draft: isDraft } };
    },
    'DELETE /api/admin/book_parts/p': { body: true },
  });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  await click('Desactivar: La niebla');
  await waitFor(() => expect(toasts()).toContain('Parte de libro selecionada como borrador'));
  await click('Activar: La niebla');
  await waitFor(() => expect(toasts()).toContain('Parte de libro lista para ser publicada'));
  await click('Eliminar: La niebla');
  expect(screen.getByText('¿Desea eliminar la parte del libro?')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar', hidden: true }));
  await waitFor(() => expect(toasts()).toContain('Parte de libro eliminada correctamente'));
});

it('a changed book is confirmed in the specified words', async () => {
  open(<BooksPage powers="admin" />, {
    'GET /api/admin/users/0/100': { body: [] },
    'PUT /api/admin/books/b': { body: { ...book, name: 'El faro azul' } },
  });
  await click('Editar: El faro');
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'El faro azul' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  await waitFor(() => expect(toasts()).toContain('Libro actualizado correctamente'));
  expect(button('Editar: El faro azul')).not.toBeNull();
});

it('a book is found among many by its name; the address keeps the chosen one', async () => {
  const many = Array.from({ length: 11 }, (_, at) => ({ ...book, id: `b${at}`, name: `Cuento ${at}` }));
  const router = open(<PartsPage powers="admin" />, { 'GET /api/admin/books': { body: [...many, book] } }).router;
  fireEvent.change(await screen.findByLabelText('Buscar libro...'), { target: { value: 'FARO' } });
  const headings = screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent);
  expect(headings).toEqual(['Partes de libros', 'El faro']);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar partes de El faro' }));
  await screen.findByRole('button', { name: 'Editar: La niebla' });
  expect(router.state.location.search).toBe('?libro=b');
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar partes de El faro' }));
  expect(router.state.location.search).toBe('');
});

it('the parts of a single book are shown at once, and stay hidden when they were hidden', async () => {
  const { router } = open(<PartsPage powers="admin" />);
  await screen.findByRole('button', { name: 'Editar: La niebla' });
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar partes de El faro' }));
  expect(await screen.findByRole('button', { name: 'Mostrar partes de El faro' })).toBeTruthy();
  expect(router.state.location.search).toBe('?libro=');
});

it('a new part is asked for: in a shop without books the form of the first one opens, with one its part’s form', async () => {
  const { router } = open(<PartsPage powers="admin" />, {}, '/?nueva');
  expect(await screen.findByRole('dialog', { name: 'Nueva parte', hidden: true })).toBeTruthy();
  expect(router.state.location.search).toBe('?libro=b');
  cleanup();
  const empty = open(<PartsPage powers="writter" />, { 'GET /api/admin/books': { body: [] } }, '/?nueva').router;
  await waitFor(() => expect(empty.state.location.pathname + empty.state.location.search).toBe('/writter/books?nuevo'));
  cleanup();
  open(<BooksPage powers="admin" />, { 'GET /api/admin/books': { body: [] } }, '/?nuevo');
  expect(await screen.findByRole('dialog', { name: 'Nuevo libro', hidden: true })).toBeTruthy();
});

it('a book of the shop has links to its parts and to its page there, a draft to its parts alone', async () => {
  const active = { ...book, id: 'c', name: 'La micro', is_draft: false, part_count: 2 };
  open(<BooksPage powers="admin" />, { 'GET /api/admin/books': { body: [{ ...book, part_count: 1 }, active] } });
  expect((await screen.findByRole('link', { name: '2 partes de La micro' })).getAttribute('href')).toBe(
    '/admin/book-parts?libro=c',
  );
  expect(screen.getAllByRole('link', { name: /^Ver en la tienda/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/book-detail/c',
  ]);
});

it('a draft part that has its book is activated where the book was uploaded, by an admin alone', async () => {
  const ready = { ...part, is_draft: true, ebook: true };
  const answers = {
    'GET /api/admin/book_parts': { body: [ready] },
    'GET /api/admin/book_parts/p/editions': { body: [] },
    'PUT /api/admin/book_parts/p': { body: { ...ready, is_draft: false } },
  };
  open(<PartsPage powers="writter" />, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Subir o revisar el ebook: La niebla' }));
  await screen.findByRole('dialog', { name: 'Ebook: La niebla', hidden: true });
  expect(button('Activar la parte')).toBeNull();
  cleanup();
  const calls = open(<PartsPage powers="admin" />, answers);
  fireEvent.click(await screen.findByRole('button', { name: 'Subir o revisar el ebook: La niebla' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Activar la parte', hidden: true }));
  await waitFor(() => expect(toasts()).toContain('Parte de libro lista para ser publicada'));
  const sentForm = calls.find(({ method }) => method === 'PUT')?.body as FormData;
  expect([...sentForm.entries()]).toEqual([['is_draft', 'false']]);
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
});

it('a deletion names the number of owners and that it can be undone; the list of deleted rows restores them', async () => {
  let deleted = [
    { id: 'z', kind: 'book', name: 'El muelle', book_name: null, owner_count: 1, deleted_at: '2026-11-20T12:00:00Z' },
  ];
  const calls = open(<BooksPage powers="admin" />, {
    'GET /api/admin/books': { body: [{ ...book, owner_count: 3 }] },
    'GET /api/admin/books/deleted': () => ({ body: deleted }),
    'POST /api/admin/books/z/restore': () => {
      deleted = [];
      return { body: { restored: true } };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar: El faro' }));
  const dialog = document.body.textContent ?? '';
  expect(dialog).toContain('Lo tienen 3 personas, y lo siguen leyendo. Puedes recuperarlo después, en «Eliminados».');
  expect(dialog).toContain('Libro. Lo tiene 1 persona. Eliminado el 20/11/2026');
  fireEvent.click(screen.getByRole('button', { name: 'Recuperar: El muelle', hidden: true }));
  await waitFor(() => expect(toasts()).toContain('Recuperado'));
  await waitFor(() => expect(button('Recuperar: El muelle')).toBeNull());
  expect(calls.filter(({ url }) => url === '/api/admin/books').length).toBeGreaterThan(1);
});

it('parts are ordered by arrows, also by a writter of the book', async () => {
  const second = { ...part, id: 'q', name: 'El muelle' };
  const calls = open(<PartsPage powers="writter" />, {
    'GET /api/admin/book_parts': { body: [part, second] },
    'PUT /api/admin/books/b/order': { body: [second, part] },
  });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  fireEvent.click(await screen.findByRole('button', { name: 'Bajar en el libro: La niebla' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  const sentBody = calls.find(({ method }) => method === 'PUT')?.body;
  expect(JSON.parse(sentBody as string)).toEqual({ ids: ['q', 'p'] });
  expect(screen.getByText('La niebla: lugar 2 de 2')).toBeDefined();
});

it('a part that goes on sale without its book is not called ready', async () => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  open(<PartsPage powers="admin" />, {
    'GET /api/admin/book_parts': { body: [{ ...part, is_draft: true }] },
    'PUT /api/admin/book_parts/p': { body: part },
  });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  fireEvent.click(await screen.findByRole('button', { name: 'Activar: La niebla' }));
  await waitFor(() =>
    expect(toasts()).toContain(
      'Parte activada. Le falta el ebook: se ve en la tienda, y nadie puede comprarla todavía.',
    ),
  );
  expect(toasts()).not.toContain('Parte de libro lista para ser publicada');
});

it('upload and preview have their own texts; the preview opens the reader in a new tab', async () => {
  open(<PartsPage powers="admin" />, { 'GET /api/admin/book_parts': { body: [{ ...part, ebook: true }] } });
  await screen.findByRole('button', { name: 'Ocultar partes de El faro' });
  const link = await screen.findByRole('link', { name: /^Vista previa: La niebla/ });
  expect(link.textContent).toBe('Vista previa');
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/reader/b/p/true', '_blank']);
  expect(screen.getByRole('button', { name: 'Subir o revisar el ebook: La niebla' }).textContent).toBe('Subir');
});

describe('a link that asks for a new part', () => {
  const parts = { 'GET /api/admin/book_parts': { body: [] } };
  const form = () => screen.findByRole('dialog', { name: 'Nueva parte' });

  it('opens the form in the only book, and is removed from the address', async () => {
    const { router } = open(<PartsPage powers="writter" />, parts, '/?nueva');
    await form();
    expect(router.state.location.search).toBe('?libro=b');
  });

  it('asks for the book where there are several', async () => {
    const books = [book, { ...book, id: 'c', name: 'La micro' }];
    const { router } = open(
      <PartsPage powers="writter" />,
      { ...parts, 'GET /api/admin/books': { body: books } },
      '/?nueva',
    );
    await screen.findByRole('dialog', { name: '¿De qué libro es la parte?' });
    fireEvent.click(screen.getByRole('button', { name: 'La micro' }));
    await form();
    expect(router.state.location.search).toBe('?libro=c');
  });
});
