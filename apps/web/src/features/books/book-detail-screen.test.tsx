import type { PublicBook } from '@cuentos/contract/books';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeBook } from '../../testing/catalogue.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { signInAs } from '../../testing/sign-in-as.ts';
import { runDialogs } from '../../ui/overlays/run-dialogs.ts';
import { BookDetailScreen } from './book-detail-screen.tsx';

beforeEach(() => {
  session.forget();
});
afterEach(() => {
  cleanup();
  session.forget();
});

async function open(changes: Partial<PublicBook> = {}) {
  const book = fakeBook(changes);
  const router = createMemoryRouter(
    [
      { path: '/book-detail/:book_id', Component: inRouter(BookDetailScreen), loader: () => ({ book }) },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/book-detail/book-1'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1, name: book.name });
  return router;
}

it('quotes the first passage, and opens the fragment', async () => {
  await open({ highlights: [{ passage: 'La niebla no borra las cosas.' }, { passage: 'Otra.' }] });
  runDialogs();
  const quotes = [...document.querySelectorAll('main blockquote')]
    .filter((quote) => !quote.closest('dialog'))
    .map((quote) => quote.textContent);
  expect(quotes).toEqual(['«La niebla no borra las cosas».']);
  fireEvent.click(screen.getByRole('button', { name: 'Ver fragmento destacado del libro' }));
  const fragment = within(document.querySelector<HTMLElement>('dialog[open]')!);
  expect(fragment.getByText(/Estaba parada sobre la tabla del medio/)).toBeTruthy();
});

it("says 'No disponible' of a released part without a file, and 'Disponible' of a complete one", async () => {
  const [part] = fakeBook({}).parts;
  await open({ parts: [{ ...part!, ebook: false }] });
  expect(screen.getByText('No disponible')).toBeTruthy();
  expect(screen.queryByText('Disponible')).toBeNull();
  cleanup();
  await open();
  expect(screen.getAllByText('Disponible').length).toBeGreaterThan(0);
  expect(screen.queryByText('No disponible')).toBeNull();
});

it('has neither quote nor fragment where the book has none', async () => {
  await open({ highlights: [], fragment: null });
  expect(document.querySelector('main blockquote')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ver fragmento destacado del libro' })).toBeNull();
});

it.each([
  ['who is signed in to the part in the library', true, '/user-library/book-1', 0],
  ['everybody else to the registration, with the book and the part', false, '/register/book-1', 0],
  ['from its row to the same place', false, '/register/book-1', 1],
  ['from the foot of a phone too', false, '/register/book-1', 2],
])('buying leads %s', async (_, isSignedIn, goal, index) => {
  if (isSignedIn) signInAs('ana');
  const router = await open();
  fireEvent.click(screen.getAllByRole('link', { name: /^¡Compra ahora!/ })[index]!);
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: goal, search: '?part=part-1' });
});

it('counts the downloads of the book and names the ways to pay, where a part is for sale', async () => {
  const PAYING = /^Pagas con crédito, débito o billetera digital/;
  const downloads = () => screen.queryByText('Descargas')?.nextElementSibling?.textContent;
  await open();
  expect([downloads(), screen.queryAllByText(PAYING).length]).toEqual(['1.204', 1]);
  cleanup();
  await open({ parts: [] });
  expect([downloads(), screen.queryAllByText(PAYING).length]).toEqual([undefined, 0]);
  expect(screen.getByText('En preparación')).toBeTruthy();
});
