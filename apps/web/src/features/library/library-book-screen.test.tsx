import 'fake-indexeddb/auto';
import type { UserPart } from '@cuentos/contract/library';
import type { SiteFacts } from '@cuentos/contract/ssr';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeBook, fakeUserPart } from '../../testing/catalogue.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { SiteContext } from '../../lib/page-data.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { runDialogs } from '../../ui/overlays/run-dialogs.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { offlineCache } from '../books/offline-cache.ts';
import { LibraryBookScreen } from './library-book-screen.tsx';
import { useLibraryTab } from './library-tab.ts';

const book = fakeBook({ name: 'El faro', parts: [fakeUserPart()] });
const pending: UserPart['unfinished_order'] = {
  id: 'order-1',
  state: 'pending',
  hold: null,
  total: 1490,
  since: '2026-11-21T14:00:00Z',
  until: null,
  payment_number: null,
  resume_url: null,
};
const toasts = () => toastStore.all().map(({ type, text }) => `${type}: ${text}`);
const scrolled = vi.fn();

beforeEach(() => {
  // Fake timers: a real one that is still waiting would fire on the next test's page.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  signInAs('ana');
  scrolled.mockReset();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scrollIntoView(this: Element) {
    scrolled(this.id);
  });
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Shows the name of the library's open tab. */
function Library() {
  const [tab, openTab] = useLibraryTab();
  return <button onClick={() => openTab('moreBooks')}>{tab}</button>;
}

function open(answers: Parameters<typeof fakeApi>[0], at = '/user-library/book-1', site: SiteFacts | null = null) {
  const calls = fakeApi({
    'GET /api/books/book-1': { body: book },
    'GET /api/user_book_parts/book-1': { body: [fakeUserPart()] },
    'GET /api/pocket': { body: { items: [], total: 0, below_minimum: false, ways: [] } },
    'GET /api/checkout/seller': { body: { seller_name: null, seller_tax_id: null, seller_address: null } },
    ...answers,
  });
  const router = createMemoryRouter(
    [
      { path: '/user-library', Component: Library },
      { path: '/user-library/:book_id', Component: LibraryBookScreen },
    ],
    { initialEntries: [at] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <SiteContext value={site}>
        <RouterProvider router={router} />
      </SiteContext>
    </QueryClientProvider>,
  );
  return { calls, router };
}
const loaded = () => screen.findByRole('heading', { level: 1, name: 'El faro' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it("has the heading 'Detalle del libro', the known facts of the book and the possible actions", async () => {
  open({});
  await loaded();
  expect(screen.getByText('Detalle del libro')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mi Biblioteca' }).getAttribute('href')).toBe('/user-library');
  for (const words of [
    book.location,
    book.genre,
    `${book.pages}`,
    book.description,
    '«La niebla no borra las cosas».',
  ]) {
    expect(screen.getByText(words, { selector: 'dd, p, blockquote' })).toBeTruthy();
  }
  expect(await button('Compartir El faro')).toBeTruthy();
  expect(await button('Actualizar')).toBeTruthy();
  runDialogs();
  fireEvent.click(await button('Ver fragmento destacado del libro'));
  expect(document.querySelector('dialog[open]')?.textContent).toMatch(/Estaba parada sobre la tabla del medio/);
});

it('shows the visitor’s facts too: author, reading time and sample, the next step with its price beside the title', async () => {
  const parts = [
    fakeUserPart({ id: 'a', name: 'La niebla', is_purchased: true, percentage: 100, value: 0 }),
    fakeUserPart({ id: 'b', name: 'El muelle', edition_id: null, sample: 'beginning' }),
  ];
  open(
    {
      'GET /api/books/book-1': { body: fakeBook({ name: 'El faro', parts: [...parts] }) },
      'GET /api/user_book_parts/book-1': { body: parts },
    },
    undefined,
    siteFacts(),
  );
  await loaded();
  expect(screen.getByRole('link', { name: siteFacts().shop.author_name }).getAttribute('href')).toBe('/#autora');
  expect(screen.getByText('≈ 2 h 40 min en total')).toBeTruthy();
  // The link is under the book's title and in the part's row.
  const beginnings = screen.getAllByRole('link', { name: 'Lee el comienzo de El muelle' });
  expect(beginnings.map((link) => link.getAttribute('href'))).toEqual(['/sample/book-1/b', '/sample/book-1/b']);
  // The button is beside the book's title and in the bar at the foot of a phone.
  const [beside] = screen.getAllByRole('button', { name: '¡Compra ahora! El muelle' });
  const bar = within(screen.getByRole('region', { name: 'Siguiente paso con este libro' }));
  expect(bar.getByText(/\$1\.490/)).toBeTruthy();
  expect(bar.getByRole('button').textContent).toBe('¡Compra ahora!');
  fireEvent.click(beside!);
  expect(await screen.findByRole('dialog', { name: 'Antes de pagar' })).toBeTruthy();
});

it('leads to a pending payment instead of selling its part, and offers only stored files without a connection', async () => {
  open({
    'GET /api/user_book_parts/book-1': { body: [fakeUserPart({ sample: 'beginning', unfinished_order: pending })] },
  });
  await loaded();
  const bar = within(screen.getByRole('region', { name: 'Siguiente paso con este libro' }));
  expect(bar.getByText('Pago pendiente')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^Lee el comienzo/ })).toHaveLength(2);
  expect(bar.getByRole('link', { name: /^Ver el pago: / }).getAttribute('href')).toBe('#part-part-1');
  expect(screen.queryByRole('button', { name: /^¡Compra ahora!/ })).toBeNull();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Siguiente paso con este libro' })).toBeNull());
  expect(screen.queryByRole('link', { name: /comienzo/ })).toBeNull();
  vi.restoreAllMocks();
  act(() => void dispatchEvent(new Event('online')));
});

it("names the ways to pay only with a connection: 'Métodos de pago seguros'", async () => {
  open({});
  await loaded();
  expect(screen.getByText('Métodos de pago seguros')).toBeTruthy();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(screen.queryByText('Métodos de pago seguros')).toBeNull());
  vi.restoreAllMocks();
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Métodos de pago seguros')).toBeTruthy();
});

it('refreshes by hand, and confirms it only when the server answered', async () => {
  let status = 200;
  const { calls } = open({
    'GET /api/user_book_parts/book-1': () => ({ status, body: status === 200 ? [fakeUserPart()] : {} }),
  });
  await loaded();
  fireEvent.click(await button('Actualizar'));
  await waitFor(() => expect(toasts()).toEqual(['success: Libro actualizado']));
  expect(calls.filter(({ url }) => url === '/api/user_book_parts/book-1')).toHaveLength(2);
  status = 503;
  fireEvent.click(await button('Actualizar'));
  await waitFor(() => expect(toasts()).toContain('error: Error: Servicio no disponible'));
  expect(toasts().filter((words) => words.includes('actualizado'))).toHaveLength(1);
});

it('says that its parts could not be loaded, and loads them at another try', async () => {
  let status = 500;
  const second = Promise.withResolvers<void>();
  let asked = 0;
  open({
    'GET /api/user_book_parts/book-1': async () => {
      asked += 1;
      if (asked === 2) await second.promise;
      return { status, body: status === 200 ? [fakeUserPart()] : {} };
    },
  });
  expect(await screen.findByRole('heading', { name: 'No se pudo cargar el libro' })).toBeTruthy();
  expect(screen.getByText('Lo sentimos, ha ocurrido un problema al intentar recuperar el libro.')).toBeTruthy();
  expect(toasts()).toEqual(['error: Error al obtener el libro.']);
  status = 200;
  fireEvent.click(await button('Intentar nuevamente'));
  await waitFor(() => expect(asked).toBe(2));
  expect(screen.getByRole('heading', { name: 'No se pudo cargar el libro' })).toBeTruthy();
  second.resolve();
  expect(await loaded()).toBeTruthy();
});

it("a failing server with a stored copy shows 'Error al obtener el libro.' and keeps the copy", async () => {
  const before = offlineCache.current();
  offlineCache.install({ ...before, readUserParts: async () => [fakeUserPart()] });
  open({ 'GET /api/user_book_parts/book-1': { status: 500, body: {} } });
  expect(await loaded()).toBeTruthy();
  expect(toasts()).toEqual(['error: Error al obtener el libro.']);
  expect(screen.queryByRole('heading', { name: 'No se pudo cargar el libro' })).toBeNull();
  offlineCache.install(before);
});

it("without parts says 'Libro aún no disponible.'", async () => {
  open({ 'GET /api/user_book_parts/book-1': { body: [] } });
  await loaded();
  expect(screen.getByText('Libro aún no disponible.')).toBeTruthy();
});

it('grants a free part, reloads the parts, scrolls to them and leaves the library at the owned books', async () => {
  let part: UserPart = fakeUserPart({ value: 0 });
  const { calls, router } = open(
    {
      'GET /api/user_book_parts/book-1': () => ({ body: [part] }),
      'POST /api/user_book_parts/get_preference_id/part-1': () => {
        part = fakeUserPart({ value: 0, is_purchased: true });
        return { body: { id: 'free-1', init_point: null } };
      },
    },
    '/user-library',
  );
  fireEvent.click(await button('myBooks'));
  expect(await button('moreBooks')).toBeTruthy();
  await act(async () => router.navigate('/user-library/book-1'));
  await loaded();
  fireEvent.click(await button(/^¡Descarga gratis!:/));
  expect(await screen.findByRole('link', { name: /^Leer ahora/ })).toBeTruthy();
  expect(toasts()).toEqual(['success: La parte ya está en tu biblioteca']);
  expect(calls.filter(({ url }) => url === '/api/user_book_parts/book-1')).toHaveLength(2);
  await waitFor(() => expect(scrolled.mock.calls).toEqual([['parts']]));
  await waitFor(() => expect(document.activeElement?.id).toBe('parts-title'));
  await act(async () => router.navigate('/user-library'));
  expect(await button('myBooks')).toBeTruthy();
});

it('leads a buyer who comes back without having paid to the part, and says that nothing was charged', async () => {
  const parts = ['part-1', 'part-2'].map((id) => fakeUserPart({ id, name: `Parte ${id.slice(-1)}` }));
  open(
    {
      'GET /api/user_book_parts/book-1': { body: parts },
      'GET /api/orders/order-1': { body: { id: 'order-1', state: 'rejected', part_ids: ['part-2'] } },
    },
    '/user-library/book-1?result=failure&order=order-1',
  );
  const notice = await screen.findByText('No se te cobró nada. Puedes intentarlo de nuevo cuando quieras.');
  const card = notice.closest('article')!;
  expect(within(card).getByRole('heading', { name: 'Parte 2' })).toBeTruthy();
  expect(within(card).getByRole('button', { name: '¡Compra ahora!: Parte 2' })).toBeTruthy();
  await waitFor(() => expect(scrolled.mock.calls).toEqual([['part-part-2']]));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Parte 2'));
  expect(toasts()).toEqual(['error: Error al realizar la compra']);
});

it('leads a buyer who comes back during the payment to the part, which says until when the payment is pending', async () => {
  const parts = ['part-1', 'part-2'].map((id) =>
    fakeUserPart({ id, name: `Parte ${id.slice(-1)}`, unfinished_order: id === 'part-2' ? pending : null }),
  );
  open(
    {
      'GET /api/user_book_parts/book-1': { body: parts },
      'GET /api/orders/order-1': { body: { id: 'order-1', state: 'pending', part_ids: ['part-2'] } },
    },
    '/user-library/book-1?result=pending&order=order-1',
  );
  await waitFor(() => expect(scrolled.mock.calls).toEqual([['part-part-2']]));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Parte 2'));
  expect(document.activeElement?.closest('article')?.textContent).toContain('Pago pendiente');
  expect(toasts()).toEqual(['info: Compra pendiente de confirmación']);
});

/** Opens the purchase sheet of a part and confirms. */
async function pay(): Promise<HTMLElement> {
  await loaded();
  fireEvent.click(await button(/^¡Compra ahora!:/));
  fireEvent.click(await screen.findByRole('checkbox', { hidden: true }));
  const confirm = screen.getByRole('button', { name: 'Ir a pagar', hidden: true });
  fireEvent.click(confirm);
  return confirm;
}

it("without a preference shows 'Error al obtener el libro.', and allows another try", async () => {
  open({ 'POST /api/user_book_parts/get_preference_id/part-1': { status: 200 } });
  const confirm = await pay();
  await waitFor(() => expect(toasts()).toEqual(['error: Error al obtener el libro.']));
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).not.toBe('true'));
});

it("'Ir a pagar' is busy until the provider’s page is shown", async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  open({
    'POST /api/user_book_parts/get_preference_id/part-1': {
      body: { id: 'preference-1', init_point: 'https://pago.test/1' },
    },
  });
  const confirm = await pay();
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pago.test/1'));
  // Lets the effects of the answer run.
  await act(async () => {});
  expect(confirm.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(confirm);
  expect(assign).toHaveBeenCalledOnce();
});

it('a part chosen before signing in is asked about by itself, once', async () => {
  const { router } = open({}, '/user-library/book-1?part=part-1');
  expect(await screen.findByRole('dialog', { name: 'Antes de pagar' })).toBeTruthy();
  expect(scrolled).toHaveBeenCalledWith('part-part-1');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it.each([
  ['that is for sale, where one alone is too little', {}, 1],
  ['but none that is owned', { is_purchased: true }, 0],
  ['but none that is not out', { release_date: '2030-01-01T00:00:00Z' }, 0],
] as const)('offers the next part together with the bought one: %s', async (_, change, offered) => {
  const ways = [
    { kind: 'card', min: 1000, takes: false },
    { kind: 'wallet', min: 50, takes: true },
  ];
  const next = fakeUserPart({ id: 'part-2', name: 'Segunda parte', value: 990, ...change });
  open(
    {
      'GET /api/user_book_parts/book-1': { body: [fakeUserPart({ value: 490 }), next] },
      'GET /api/quote': { body: { items: [], total: 490, below_minimum: false, ways } },
    },
    '/user-library/book-1?part=part-1',
  );
  await screen.findByText(/Este total se paga con billetera digital\./);
  expect(screen.queryAllByRole('button', { name: /^Pagar junto con «Segunda parte»/ })).toHaveLength(offered);
});

it.each([
  ['takes', `${location.origin}/enter-code/book-1`, 1],
  ['does not take', 'https://otra.test/', 0],
  ['does not take', '', 0],
])('%s a free part that was chosen before the account existed, coming from «%s»', async (_, referrer, taken) => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  let part: UserPart = fakeUserPart({ value: 0 });
  const preference = 'POST /api/user_book_parts/get_preference_id/part-1';
  const { calls, router } = open(
    {
      'GET /api/user_book_parts/book-1': () => ({ body: [part] }),
      [preference]: () => {
        part = fakeUserPart({ value: 0, is_purchased: true });
        return { body: { id: 'free-1', init_point: null } };
      },
    },
    '/user-library/book-1?part=part-1',
  );
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith('part-part-1'));
  if (taken) expect(await screen.findByRole('link', { name: /^Leer ahora/ })).toBeTruthy();
  else expect(await button(/^¡Descarga gratis!:/)).toBeTruthy();
  expect(calls.filter(({ url }) => preference.endsWith(url))).toHaveLength(taken);
  expect(toasts()).toEqual(taken ? ['success: La parte ya está en tu biblioteca'] : []);
});

it('offers nothing, and calls no payment pending, while the order of a returning buyer is being requested', async () => {
  let state = 'open';
  const part = fakeUserPart({ unfinished_order: pending });
  const order = { id: 'order-1', total: 1490, book_id: 'book-1', part_ids: [part.id], created_at: pending.since };
  open(
    {
      'GET /api/user_book_parts/book-1': { body: [part, fakeUserPart({ id: 'part-2' })] },
      'GET /api/orders/order-1': () => ({ body: { ...order, state } }),
    },
    '/user-library/book-1?result=success&order=order-1',
  );
  await screen.findByText('Esperando la confirmación del pago');
  await loaded();
  const offers = () =>
    screen.queryAllByRole('button', { name: /^(¡Compra ahora!|Cancelar este pago|Regalar|Agregar)/ });
  expect(offers()).toEqual([]);
  state = 'rejected';
  await act(async () => vi.advanceTimersByTimeAsync(2100));
  await waitFor(() => expect(toasts()).toEqual(['error: Error al realizar la compra']));
  expect(screen.queryByText('Esperando la confirmación del pago')).toBeNull();
  expect(offers().length).toBeGreaterThan(0);
});

it.each<[string, Partial<UserPart>]>([
  ['owned', { is_purchased: true }],
  ['waiting for its payment', { unfinished_order: pending }],
  ['free', { value: 0 }],
  ['not out yet', { release_date: '2999-01-01' }],
])('a part that is %s is shown without a question', async (_, changes) => {
  const { router } = open(
    { 'GET /api/user_book_parts/book-1': { body: [fakeUserPart(changes)] } },
    '/user-library/book-1?part=part-1',
  );
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith('part-part-1'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByRole('dialog', { name: 'Antes de pagar' })).toBeNull();
});
