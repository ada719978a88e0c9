import 'fake-indexeddb/auto';
import type { Library } from '@cuentos/contract/library';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeBook } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { LibraryScreen } from './library-screen.tsx';

const books = [fakeBook({ id: 'a', name: 'Una mía' }), fakeBook({ id: 'b', name: 'Otra' })];
const empty: Library = { user_book_parts: [], early_access: [] };
const owned: Library = {
  user_book_parts: [],
  early_access: [
    {
      book_id: 'a',
      book_part_id: 'p',
      book_name: 'Una mía',
      book_part_name: 'Tercera parte',
      book_part_image: null,
      expires_at: null,
      edition_id: 'e',
      edition_size: 1000,
      percentage: 0,
    },
  ],
};

beforeEach(() => signInAs('ana'));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(library: Library, mine = [books[0]]) {
  fakeApi({
    'GET /api/user_book_parts/': { body: library },
    'GET /api/books/': { body: books },
    'GET /api/books/user': { body: mine },
  });
  const router = createMemoryRouter([
    { path: '/', Component: LibraryScreen },
    { path: '/user-library/:book_id', Component: () => <p>the book</p> },
  ]);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Mi Biblioteca' });
  return { router, queryClient };
}
const tab = (name: RegExp) => screen.getByRole('tab', { name });

it("has 'Actualizar', 'Mi Perfil' and two tabs", async () => {
  await open(owned);
  expect(screen.getByRole('button', { name: 'Actualizar' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mi Perfil' }).getAttribute('href')).toBe('/user-settings');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Mis Libros', 'Descubrir Libros']);
  expect(tab(/^Mis Libros/).getAttribute('aria-selected')).toBe('true');
  await screen.findByRole('heading', { name: 'Lecturas para revisión' });
  expect(screen.getByText('Tercera parte')).toBeTruthy();
});

it('leads from the empty library to what is for sale, and keeps the focus', async () => {
  await open(empty);
  await screen.findByText('Aún no tienes libros. Descarga algunos abajo.');
  const button = screen.getByRole('button', { name: 'Ver libros disponibles' });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'Libros disponibles' });
  expect(document.activeElement).toBe(tab(/^Descubrir Libros/));
});

it('discovers the books that are not owned, compared with the own ones', async () => {
  await open(empty);
  fireEvent.click(tab(/^Descubrir Libros/));
  await screen.findByRole('heading', { name: 'Otra' });
  expect(screen.queryByRole('heading', { name: 'Una mía' })).toBeNull();
});

it('keeps the tab while one looks at a book, and forgets it with the session', async () => {
  const { router, queryClient } = await open(empty);
  fireEvent.click(tab(/^Descubrir Libros/));
  await screen.findByRole('heading', { name: 'Otra' });
  await act(() => router.navigate('/user-library/b'));
  await screen.findByText('the book');
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { name: 'Otra' });
  expect(tab(/^Descubrir Libros/).getAttribute('aria-selected')).toBe('true');
  await act(() => router.navigate('/user-library/b'));
  // What the end of a session does (end-session.ts).
  queryClient.clear();
  await act(() => router.navigate('/'));
  await waitFor(() => expect(tab(/^Mis Libros/).getAttribute('aria-selected')).toBe('true'));
});

it('says when none is left', async () => {
  await open(empty, books);
  fireEvent.click(tab(/^Descubrir Libros/));
  expect(await screen.findByText('No existen más títulos disponibles.')).toBeTruthy();
});

it('says that discovering needs a connection', async () => {
  await open(empty);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  fireEvent.click(tab(/^Descubrir Libros/));
  await screen.findByText('Sin conexión a Internet');
  expect(screen.getByText('Por favor, verifica tu conexión e intenta nuevamente')).toBeTruthy();
});
