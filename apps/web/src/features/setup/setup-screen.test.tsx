import {
  type Setup,
  type SetupCheckName,
  setupCheckNames,
  type SetupRow,
  type SetupState,
} from '@cuentos/contract/setup';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Call, fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { AdminSetupScreen } from './setup-screen.tsx';

const row = (name: SetupCheckName, state: SetupState, changes: Partial<SetupRow> = {}): SetupRow => ({
  name,
  title: `Título de ${name}`,
  why: `Porque ${name}.`,
  state,
  found: `Encontrado: ${name}.`,
  next: state === 'ready' ? null : `Haz algo con ${name}.`,
  records: [],
  action: null,
  checked_at: state === 'untested' ? null : '2026-11-22T18:04:00Z',
  ...changes,
});
const rows = (states: Partial<Record<SetupCheckName, SetupState>> = {}): SetupRow[] =>
  setupCheckNames.map((name) => row(name, states[name] ?? 'ready'));
const setup = (changes: Partial<Setup> = {}): Setup => ({ sales: 'open', rows: rows(), ...changes });

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the screen. A check has the result in `outcome`; a check without one is ready. */
function open(first: Setup, outcome: Partial<Record<SetupCheckName, () => Promise<SetupRow>>> = {}): Call[] {
  const rowsByName = new Map(first.rows.map((each) => [each.name, each]));
  const checks = setupCheckNames.map((name) => [
    `POST /api/admin/setup/${name}`,
    async () => {
      const done = (await outcome[name]?.()) ?? row(name, 'ready');
      rowsByName.set(name, done);
      return { body: done };
    },
  ]);
  const calls = fakeApi({
    'GET /api/admin/setup': () => ({ body: { ...first, rows: [...rowsByName.values()] } }),
    ...(Object.fromEntries(checks) as Record<string, () => Promise<{ body: SetupRow }>>),
  });
  const router = createMemoryRouter([{ path: '/', element: <AdminSetupScreen /> }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}
const posts = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ url }) => url.split('/').at(-1));
const rowOf = async (name: SetupCheckName) => (await screen.findByText(`Título de ${name}`)).closest('li')!;
const filled = () =>
  screen
    .getAllByRole('button')
    .concat(screen.queryAllByRole('link'))
    .filter(({ className }) => className.includes('bg-accent '));

it.each([
  ['a book alone', { book: 'missing' }, /no hay nada que comprar/],
  ['mail', { mail_sending: 'missing' }, /una compra puede fallar/],
  ['a book and mail', { book: 'missing', mail_sending: 'missing' }, /una compra puede fallar/],
] as const)('names the next step while %s is missing', async (_what, states, meaning) => {
  open(setup({ rows: rows(states) }));
  expect(await screen.findByText(meaning)).toBeTruthy();
});

it('lists missing rows first, counts them, and gives only the first of them a filled button', async () => {
  const closed = rows({ seller: 'advised', book: 'missing', storage: 'missing' }).map((each) =>
    each.name === 'storage'
      ? { ...each, action: { kind: 'page', label: 'Ir a Libros', path: '/admin/books' } as const }
      : each,
  );
  open(setup({ sales: 'closed', rows: closed }));
  expect(await screen.findByText('Faltan 2 cosas para vender')).toBeTruthy();
  expect(screen.getByText('Ventas cerradas')).toBeTruthy();
  expect(screen.getByText('10 de 13')).toBeTruthy();
  expect(document.body.textContent).toContain('Mientras falte, nadie puede comprar y las partes gratis se leen igual.');
  expect(document.body.textContent).toContain('Probado el 22/11/2026 a las 15:04.');
  const [todo] = screen.getAllByRole('list');
  expect(
    within(todo!)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Título de storage', 'Título de book', 'Título de seller']);
  expect(filled().map(({ textContent }) => textContent)).toEqual(['Ir a Libros']);
});

it('says when everything is ready, and then has no filled button', async () => {
  open(setup());
  expect(await screen.findByText('Todo listo para vender')).toBeTruthy();
  expect(screen.getByText('Ventas abiertas')).toBeTruthy();
  expect(filled()).toEqual([]);
});

it('checks rows that were never checked at the first visit, once', async () => {
  const calls = open(setup({ rows: rows({ address: 'untested', storage: 'untested' }) }));
  await screen.findByText('Todo listo para vender');
  expect(posts(calls)).toEqual(['address', 'storage']);
});

it('checks a row by itself and shows its result; the others stay unchanged', async () => {
  let end: (value: SetupRow) => void = () => {};
  const calls = open(setup({ rows: rows({ payments: 'missing' }) }), {
    payments: async () => new Promise((resolve) => (end = resolve)),
  });
  fireEvent.click(within(await rowOf('payments')).getByRole('button', { name: /Probar de nuevo/ }));
  await waitFor(async () => expect((await rowOf('payments')).textContent).toContain('Probando'));
  expect((await rowOf('storage')).textContent).toContain('Listo');
  end(row('payments', 'advised', { found: 'Ahora conviene.' }));
  await screen.findByText('Ahora conviene.');
  expect(posts(calls)).toEqual(['payments']);
  expect(screen.getByRole('status').textContent).toBe('Título de payments: Conviene.');
});

it('leaves a row that was checked by itself in its place, with the focus on its button; checking all sorts them', async () => {
  open(setup({ rows: rows({ payments: 'missing', storage: 'missing' }) }));
  const button = within(await rowOf('payments')).getByRole('button', { name: /Probar de nuevo/ });
  button.focus();
  fireEvent.click(button);
  await waitFor(async () => expect((await rowOf('payments')).textContent).toContain('Listo'));
  expect(document.activeElement).toBe(button);
  const namesOf = (list: HTMLElement | undefined) =>
    within(list!)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
  expect(namesOf(screen.getAllByRole('list')[0])).toEqual(['Título de payments', 'Título de storage']);
  fireEvent.click(screen.getByRole('button', { name: 'Probar todo de nuevo' }));
  await waitFor(() => expect(screen.getAllByRole('list')).toHaveLength(1));
});

it('runs all checks side by side, reports a failure once, and keeps the earlier results', async () => {
  const calls = open(setup(), {
    storage: async () => Promise.reject(new TypeError('offline')),
    book: async () => Promise.reject(new TypeError('offline')),
  });
  await rowOf('storage');
  fireEvent.click(screen.getByRole('button', { name: 'Probar todo de nuevo' }));
  await waitFor(() => expect(posts(calls)).toHaveLength(13));
  await waitFor(() => expect(toastStore.all()).toHaveLength(1));
  expect((await rowOf('storage')).textContent).toContain('Encontrado: storage.');
});
