import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBook } from '../../testing/catalogue.ts';
import { runDialogs } from '../../ui/overlays/run-dialogs.ts';
import { BookList } from './book-list.tsx';
import { runSharing } from './sharing/share-book.ts';

afterEach(cleanup);

it('shows five books in a row from 1280', () => {
  render(
    <MemoryRouter>
      <BookList books={[fakeBook()]} hrefOf={() => '/'} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('list')[0]?.className).toContain('xl:grid-cols-5');
});

it('says of a book without parts that it is in preparation', () => {
  const books = [fakeBook({ id: 'one' }), fakeBook({ id: 'two', parts: [] })];
  render(
    <MemoryRouter>
      <BookList books={books} hrefOf={() => '/'} />
    </MemoryRouter>,
  );
  expect(screen.getAllByText('En preparación')).toHaveLength(1);
});

it("a book has 'Ver libro', an eye for its fragment and a share button", async () => {
  const books = [fakeBook({ name: 'El faro' }), fakeBook({ id: 'two', name: 'Sin fragmento', fragment: null })];
  render(
    <MemoryRouter>
      <BookList books={books} hrefOf={({ id }) => `/book-detail/${id}`} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: 'Ver libro: El faro' });
  expect([link.textContent, link.getAttribute('href')]).toEqual(['Ver libro', '/book-detail/book-1']);
  const [eye, ...others] = screen.getAllByRole('button', { name: /^Ver fragmento/ });
  expect([eye?.getAttribute('aria-label'), others]).toEqual(['Ver fragmento destacado de El faro', []]);
  runDialogs();
  fireEvent.click(eye!);
  const dialog = document.querySelector('dialog')!;
  expect([dialog.open, dialog.textContent]).toEqual([true, expect.stringMatching(/Estaba parada sobre la tabla/)]);
  dialog.close();
  const share = vi.fn(async (_shared: ShareData) => {});
  vi.stubGlobal('navigator', { share });
  runSharing();
  fireEvent.click(screen.getByRole('button', { name: 'Compartir El faro' }));
  expect(share.mock.calls.map(([{ title, url }]) => [title, url])).toEqual([
    ['El faro', expect.stringMatching(/book_share.book-1$/)],
  ]);
  vi.unstubAllGlobals();
});
