import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeSyncDatabase } from '../../device/sync-database.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { NotebookScreen } from './notebook-screen.tsx';
import { NotebookServer } from './testing/notebook-server.ts';

let server: NotebookServer;

beforeEach(async () => {
  await freshDevice();
  server = new NotebookServer();
  server.part('uno', { book_id: 'faro', book_name: 'El faro', part_name: 'Primera parte' });
  server.addHighlight('uno', { quote: 'La canción del farero', note: 'Para mamá', color: 'blue' });
  server.addHighlight('uno', { quote: 'El año de la niebla' });
  server.part('dos', { book_id: 'micro', book_name: 'La micro', part_name: 'Completo', access: 'lost' });
  server.addBookmark('dos');
});
afterEach(async () => {
  cleanup();
  await closeSyncDatabase();
  for (const { id } of toastStore.all()) toastStore.dismiss(id);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(address = '/notebook') {
  const router = createMemoryRouter([{ path: '/notebook', Component: NotebookScreen }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Cuaderno' })).toBeDefined());
  await waitFor(() => expect(server.calls).toContain('GET /api/bookmarks/dos'));
  return router;
}
const entries = () =>
  screen.queryAllByRole('article').map((article) => within(article).getByRole('blockquote').textContent);
const entryOf = async (quote: string) => {
  const words = await screen.findByText(quote);
  return within(words.closest('article') as HTMLElement);
};
const choose = async (quote: string, action: string) => {
  fireEvent.click((await entryOf(quote)).getByRole('button', { name: /^Más acciones/ }));
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${action}`) }));
};

describe('the notebook', () => {
  it('shows all books, by chapter, with the number of entries', async () => {
    await open();
    await waitFor(() =>
      expect(entries()).toEqual(['La canción del farero', 'El año de la niebla', 'Contó ciento doce…']),
    );
    expect(screen.getByText('2 resaltados, 1 con nota, y 1 marcador en 2 libros.')).toBeDefined();
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Primera parte: La lancha de las once', 'Completo: El cuaderno mojado']);
    expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
  });

  it('finds without accents, and the address keeps the searched words', async () => {
    const router = await open();
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'cancion mama' } });
    await waitFor(() => expect(entries()).toEqual(['La canción del farero']));
    expect(screen.getByText('canción').tagName).toBe('MARK');
    await waitFor(() => expect(router.state.location.search).toBe('?q=cancion+mama'));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } });
    expect(await screen.findByText('No encontramos «zzz» en tu cuaderno')).toBeDefined();
  });

  it('is narrowed by colour, kind and book', async () => {
    await open('/notebook?kind=bookmarks');
    await waitFor(() => expect(entries()).toEqual(['Contó ciento doce…']));
    fireEvent.click(screen.getByRole('button', { name: 'Todo' }));
    fireEvent.click(screen.getByRole('button', { name: 'Azul' }));
    await waitFor(() => expect(entries()).toEqual(['La canción del farero']));
    fireEvent.click(screen.getByRole('button', { name: 'Azul' }));
    fireEvent.change(screen.getByLabelText('Libro'), { target: { value: 'micro' } });
    await waitFor(() => expect(entries()).toEqual(['Contó ciento doce…']));
  });

  it('leads to the page of an entry, and says why an entry has none', async () => {
    await open();
    const link = (await entryOf('La canción del farero')).getByRole('link');
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/reader/faro/uno#epubcfi(/6/4!/4/2,/1:0,/1:9)');
    const lost = await entryOf('Contó ciento doce…');
    expect(lost.queryByRole('link')).toBeNull();
    expect(lost.getByText('Ya no tienes esta parte; tus notas siguen aquí')).toBeDefined();
  });

  it('changes colour and note in place, also in a part that is no longer owned', async () => {
    server
      .part('dos')
      .highlights.push({ ...server.addHighlight('uno'), id: 'x', book_part_id: 'dos', quote: 'De antes' });
    await open();
    await choose('De antes', 'Editar');
    fireEvent.change(await screen.findByLabelText('Nota'), { target: { value: 'Una nota nueva' } });
    fireEvent.click(screen.getAllByRole('button', { name: 'Rojo' }).at(-1) as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Una nota nueva')).toBeDefined();
    await waitFor(() =>
      expect(server.part('dos').highlights).toMatchObject([{ note: 'Una nota nueva', color: 'red' }]),
    );
  });

  it('deletes at once, with an undo', async () => {
    await open();
    await choose('El año de la niebla', 'Mover a la papelera');
    await waitFor(() => expect(entries()).not.toContain('El año de la niebla'));
    await waitFor(() => expect(toastStore.all().at(-1)).toMatchObject({ text: 'Está en la papelera' }));
    toastStore.all().at(-1)?.action?.run();
    await waitFor(() => expect(entries()).toContain('El año de la niebla'));
  });

  it('erases for good only after a second confirmation', async () => {
    await open();
    await choose('El año de la niebla', 'Mover a la papelera');
    fireEvent.click((await screen.findAllByRole('link', { name: /^Papelera/ }))[0]!);
    const erase = async (isMeant: boolean) => {
      fireEvent.click((await entryOf('El año de la niebla')).getByRole('button', { name: /^Borrar para siempre/ }));
      await waitFor(() => expect(confirmStore.current()).not.toBeNull());
      confirmStore.current()?.answer(isMeant);
    };
    await erase(false);
    expect(entries()).toEqual(['El año de la niebla']);
    await erase(true);
    expect(await screen.findByText('La papelera está vacía')).toBeDefined();
    await waitFor(() => expect(server.calls).toContain('POST /api/notebook/trash/erase'));
  });

  it('offers no shared passages where the shop allows none', async () => {
    server.sharedQuoteMax = 0;
    await open();
    fireEvent.click((await entryOf('El año de la niebla')).getByRole('button', { name: /^Más acciones/ }));
    expect(await screen.findByRole('button', { name: 'Editar' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Compartir cita' })).toBeNull();
  });

  it('says that a passage is too long to be shared', async () => {
    server.sharedQuoteMax = 10;
    await open();
    await choose('El año de la niebla', 'Compartir cita');
    expect(await screen.findByText(/^Esta cita tiene 19 letras y aquí se comparten hasta 10\./)).toBeDefined();
  });

  it('is printed whole, with its colours named', async () => {
    await open();
    await waitFor(() => expect(entries()).toHaveLength(3));
    fireEvent(window, new Event('beforeprint'));
    expect(screen.getAllByText('Azul, 20 de noviembre de 2026').length).toBe(2);
    fireEvent(window, new Event('afterprint'));
    expect(screen.getAllByText('Azul, 20 de noviembre de 2026').length).toBe(1);
  });

  it('an empty notebook says how to begin', async () => {
    server.parts.clear();
    const router = createMemoryRouter([{ path: '/notebook', Component: NotebookScreen }], {
      initialEntries: ['/notebook'],
    });
    render(<RouterProvider router={router} />);
    expect(await screen.findByText('Tu cuaderno está en blanco')).toBeDefined();
  });
});
