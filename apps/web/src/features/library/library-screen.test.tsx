import 'fake-indexeddb/auto';
import type { Library } from '@cuentos/contract/library';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeBook, fakeOwnedPart, fakePart } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { LibraryScreen } from './library-screen.tsx';

const books = [
  fakeBook({ id: 'a', name: 'Una mía', parts: [fakePart({ id: 'a1', book_id: 'a' })] }),
  fakeBook({ id: 'b', name: 'Otra', parts: ['b1', 'b2'].map((id) => fakePart({ id, book_id: 'b' })) }),
];
/** Makes a library of these parts. */
const libraryOf = (...ids: string[]): Library => ({
  user_book_parts: ids.map((id) => fakeOwnedPart({ id: `row-${id}`, book_id: id.slice(0, 1), book_part_id: id })),
  early_access: [],
});
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

/** A part whose payment is pending. */
const awaited = { book_id: 'b', book_part_id: 'b1', book_name: 'Otra', book_part_name: 'Primera parte' };

beforeEach(() => signInAs('ana'));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(library: Library, more: Parameters<typeof fakeApi>[0] = {}) {
  fakeApi({
    'GET /api/user_book_parts/': { body: library },
    'GET /api/books/': { body: books },
    ...more,
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

it('puts readable parts before parts that are still to be released', async () => {
  const rows = [
    { book_part_id: 'x', book_part_name: 'Por salir', release_date: '2999-01-01T03:00:00Z' },
    { book_part_id: 'y', book_part_name: 'Ya salió' },
    { book_part_id: 'z', book_part_name: 'También' },
  ];
  await open({ ...empty, user_book_parts: rows.map((row) => fakeOwnedPart({ id: row.book_part_id, ...row })) });
  await screen.findByRole('heading', { name: 'Por salir' });
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Ya salió', 'También', 'Por salir']);
});

it('leads from the empty library to the parts for sale, and keeps the focus', async () => {
  await open(empty);
  await screen.findByText('Aún no tienes libros. Descarga algunos abajo.');
  const button = screen.getByRole('button', { name: 'Ver libros disponibles' });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'Libros disponibles' });
  expect(document.activeElement).toBe(tab(/^Descubrir Libros/));
});

it('lists under Descubrir the books with parts left to get, and marks the begun ones', async () => {
  await open(libraryOf('a1', 'b1'));
  fireEvent.click(tab(/^Descubrir Libros/));
  await screen.findByRole('heading', { name: 'Otra' });
  expect(screen.getByText('Ya tienes una parte')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Una mía' })).toBeNull();
});

it('keeps the listed books when a later load fails', async () => {
  const { queryClient } = await open(libraryOf('a1', 'b1'));
  fireEvent.click(tab(/^Descubrir Libros/));
  await screen.findByRole('heading', { name: 'Otra' });
  const away = { status: 500, body: { detail: 'x', code: 'internal', request_id: 'r' } };
  const calls = fakeApi({ 'GET /api/user_book_parts/': away, 'GET /api/books/': away });
  await act(() => queryClient.invalidateQueries());
  expect(calls.length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { name: 'Otra' })).toBeTruthy();
  expect(screen.queryByText('No pudimos cargar los libros disponibles.')).toBeNull();
});

it('lists no books to discover, and does not say that none are left, while the owned parts are unknown', async () => {
  const away = { status: 500, body: { detail: 'x', code: 'internal', request_id: 'r' } };
  const { queryClient } = await open(libraryOf('a1'), { 'GET /api/user_book_parts/': away });
  fireEvent.click(tab(/^Descubrir Libros/));
  expect(await screen.findByText('No pudimos cargar los libros disponibles.')).toBeTruthy();
  expect(screen.queryByText('No existen más títulos disponibles.')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Una mía' })).toBeNull();
  fakeApi({ 'GET /api/user_book_parts/': { body: libraryOf('a1') }, 'GET /api/books/': { body: books } });
  // A returning connection invalidates the queries too (private-layout.tsx).
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByRole('heading', { name: 'Otra' })).toBeTruthy();
});

it('keeps the tab while a book is shown, and resets it with the session', async () => {
  const { router, queryClient } = await open(empty);
  fireEvent.click(tab(/^Descubrir Libros/));
  await screen.findByRole('heading', { name: 'Otra' });
  await act(() => router.navigate('/user-library/b'));
  await screen.findByText('the book');
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { name: 'Otra' });
  expect(tab(/^Descubrir Libros/).getAttribute('aria-selected')).toBe('true');
  await act(() => router.navigate('/user-library/b'));
  // The end of a session clears the queries too (end-session.ts).
  queryClient.clear();
  await act(() => router.navigate('/'));
  await waitFor(() => expect(tab(/^Mis Libros/).getAttribute('aria-selected')).toBe('true'));
});

it('says when no book is left to discover', async () => {
  await open(libraryOf('a1', 'b1', 'b2'));
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

it('a pending payment is shown in the place of its book, with a link to it', async () => {
  await open({ ...empty, awaited: [awaited] });
  expect(await screen.findByText('«Primera parte», de Otra, aparece aquí cuando llegue.')).toBeTruthy();
  expect(screen.queryByText('Aún no tienes libros. Descarga algunos abajo.')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Ver el pago' }));
  expect(await screen.findByText('the book')).toBeTruthy();
});

it('the book appears by itself once the payment is confirmed', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    shouldAdvanceTime: true,
  });
  try {
    await open({ ...empty, awaited: [awaited] });
    await screen.findByText('«Primera parte», de Otra, aparece aquí cuando llegue.');
    fakeApi({ 'GET /api/user_book_parts/': { body: { ...libraryOf('b1'), awaited: [] } } });
    await act(async () => vi.advanceTimersByTimeAsync(31_000));
    expect(await screen.findByRole('link', { name: /Leer ahora/ })).toBeTruthy();
    expect(screen.queryByText(/aparece aquí cuando llegue/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
