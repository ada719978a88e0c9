import type { DiscountCode } from '@cuentos/contract/discount-codes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { AdminDiscountCodesScreen } from './discount-codes-screen.tsx';

const row = (change: Partial<DiscountCode> = {}): DiscountCode => ({
  id: 'uno',
  code: 'LLAVES20',
  kind: 'percentage',
  amount: 20,
  book_id: null,
  part_id: null,
  scope: null,
  from: null,
  until: null,
  max_uses: null,
  max_uses_per_person: null,
  is_active: true,
  state: 'running',
  uses: 0,
  people: [],
  people_count: 0,
  sold: 0,
  is_fixed: false,
  created_at: '2026-11-20T12:00:00.000Z',
  ...change,
});

beforeEach(() => signInAs('jefa', 'admin'));
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllGlobals();
});

const PATH = '/api/admin/discount_codes';
function show(rows: DiscountCode[], more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    [`GET ${PATH}`]: { body: rows },
    'GET /api/admin/books': { body: [{ id: 'faro', name: 'El faro' }] },
    'GET /api/admin/book_parts': { body: [{ id: 'p1', name: 'El muelle' }] },
    ...more,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: AdminDiscountCodesScreen }])} />
    </QueryClientProvider>,
  );
  return () =>
    calls.flatMap(({ method, url, body }) =>
      method === 'GET' ? [] : [[method, url, body && JSON.parse(String(body))]],
    );
}
const toasts = () => toastStore.all().map(({ text }) => text);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('shows the discount, parts, state, uses and sales of each code', async () => {
  show([
    row({ uses: 3, max_uses: 10, max_uses_per_person: 1, sold: 3576, until: '2026-12-24', is_fixed: true }),
    row({
      id: 'dos',
      code: 'FERIA',
      kind: 'pesos',
      amount: 1500,
      state: 'later',
      from: '2026-12-01',
      scope: { book_id: 'faro', book_name: 'El faro', part_name: null },
    }),
    row({
      id: 'tres',
      code: 'VIEJO',
      state: 'over',
      until: '2026-11-01',
      scope: { book_id: 'faro', book_name: 'El faro', part_name: 'El muelle' },
    }),
    row({ id: 'cuatro', code: 'AGOTADO', state: 'used_up' }),
    row({ id: 'cinco', code: 'QUIETO', state: 'off', is_active: false, book_id: 'nadie' }),
  ]);
  const table = await screen.findByRole('table', { name: 'Códigos' });
  const words = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((each) => each.textContent ?? '');
  expect(words[0]).toMatch(
    /LLAVES20.*20\s% menos en toda la tienda.*Vigente.*Hasta el 24\/diciembre\/2026.*3 de 10.*1 por persona.*\$3\.576/,
  );
  expect(words[0]).not.toContain('Borrar');
  expect(words[1]).toMatch(/FERIA.*\$1\.500 menos en El faro.*Desde el 01\/diciembre\/2026.*Borrar/);
  expect(words[2]).toMatch(/VIEJO.*menos en «El muelle», de El faro.*Terminó el 01\/noviembre\/2026/);
  expect(words[3]).toContain('Agotado');
  expect(words[4]).toMatch(/menos en algo que ya no está.*Apagado.*Encender/);
});

it('names the last buyer, and links to all purchases of the code, to its book and to its buyers', async () => {
  const people = [
    { id: 'lucia', name: 'Lucía' },
    { id: null, name: 'Cuenta borrada' },
    { id: 'mara', name: 'Mara' },
  ];
  const scope = { book_id: 'faro', book_name: 'El faro', part_name: 'El muelle' };
  show([row({ scope, uses: 6, people, people_count: 5 })]);
  const [, words] = within(await screen.findByRole('table', { name: 'Códigos' })).getAllByRole('row');
  expect(words?.textContent).toContain('Lucía, Cuenta borrada, Mara y 2 personas más');
  expect(
    within(words!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/admin/book-parts?libro=faro',
    '/admin/users?persona=lucia',
    '/admin/users?persona=mara',
    '/admin/user-book-parts?codigo=LLAVES20',
  ]);
});

it('explains codes to a shop without any', async () => {
  show([]);
  expect(await screen.findByText('Todavía no hay códigos')).toBeTruthy();
});

it('makes a code for a part, with days and uses', async () => {
  const calls = show([], { [`POST ${PATH}`]: { status: 201, body: row({ code: 'FERIA-24' }) } });
  await screen.findByText('Todavía no hay códigos');
  press('Crear código');
  write('Código', ' feria-24');
  write('Descuento', 'pesos');
  write('Pesos', '$1.500');
  await screen.findByRole('option', { name: 'El faro', hidden: true });
  write('Para qué vale', 'faro');
  await screen.findByRole('option', { name: 'El muelle', hidden: true });
  write('Parte', 'p1');
  write('Primer día', '2026-12-01');
  write('Último día', '2026-12-24');
  write('Usos en total', '50');
  write('Usos por persona', '1');
  press('Guardar');
  await waitFor(() => expect(toasts()).toContain('Código FERIA-24 guardado'));
  expect(calls()).toEqual([
    [
      'POST',
      PATH,
      {
        code: ' feria-24',
        kind: 'pesos',
        amount: 1500,
        book_id: null,
        part_id: 'p1',
        from: '2026-12-01',
        until: '2026-12-24',
        max_uses: 50,
        max_uses_per_person: 1,
      },
    ],
  ]);
});

it('shows each error at its field and sends nothing, and shows the server’s errors there too', async () => {
  const taken = { detail: 'Ya hay un código con ese nombre.', code: 'discount_code_taken' };
  const calls = show([], { [`POST ${PATH}`]: { status: 409, body: taken } });
  await screen.findByText('Todavía no hay códigos');
  press('Crear código');
  write('Código', 'ñ!');
  write('Por ciento', '101');
  write('Primer día', '2026-12-24');
  write('Último día', '2026-12-01');
  write('Usos en total', '0');
  press('Guardar');
  for (const words of [
    'Usa de 3 a 24 letras sin tilde, números o guiones.',
    'Escribe un porcentaje entero de 1 a 100.',
    'El último día no puede ser anterior al primero.',
    'Escribe un número entero desde 1, o deja el campo vacío.',
  ])
    expect(await screen.findByText(words)).toBeTruthy();
  expect(calls()).toEqual([]);
  press('Proponer uno');
  expect(screen.getByLabelText<HTMLInputElement>('Código').value).toMatch(/^[A-HJ-KM-NP-Z2-9]{8}$/);
  write('Por ciento', '20');
  write('Último día', '');
  write('Usos en total', '');
  press('Guardar');
  expect(await screen.findByText('Ya hay un código con ese nombre.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Por ciento').value).toBe('20');
});

it('a used code can be changed only in values that no order shows', async () => {
  const used = row({ is_fixed: true, max_uses: 10 });
  const calls = show([used], { [`PUT ${PATH}/uno`]: { body: used } });
  await screen.findByText('LLAVES20');
  press('Editar: LLAVES20');
  expect(screen.queryByLabelText('Código')).toBeNull();
  expect(document.body.textContent).toContain('Ya hay compras con este código');
  write('Usos en total', '20');
  press('Guardar');
  await waitFor(() =>
    expect(calls()).toMatchObject([['PUT', `${PATH}/uno`, { code: 'LLAVES20', amount: 20, max_uses: 20 }]]),
  );
});

it.each([true, false])('lets the second of two admins who edit a code choose (%s)', async (isMine) => {
  const fields = { until: '2026-12-01', max_uses: '9', book_id: 'faro' };
  const calls = show([row({ max_uses: 5 })], {
    [`PUT ${PATH}/uno`]: ({ body }) =>
      'seen' in (JSON.parse(String(body)) as object)
        ? { status: 409, body: { code: 'changed_meanwhile', detail: '', request_id: 'r', fields } }
        : { body: row({ max_uses: 20 }) },
  });
  await screen.findByText('LLAVES20');
  press('Editar: LLAVES20');
  write('Usos en total', '20');
  press('Guardar');
  await waitFor(() =>
    expect(confirmStore.current()?.message).toBe(
      'Último día: ahora dice «2026-12-01». Usos en total: ahora dice «9». Hay valores nuevos en este formulario. ¿Guardar lo tuyo?',
    ),
  );
  expect(calls()).toMatchObject([['PUT', `${PATH}/uno`, { max_uses: 20, seen: { max_uses: 5, until: null } }]]);
  await act(async () => confirmStore.current()?.answer(isMine));
  await waitFor(() => expect(calls()).toHaveLength(isMine ? 2 : 1));
  if (!isMine) expect(screen.getByLabelText<HTMLInputElement>('Usos en total').value).toBe('20');
});

it('deactivates a code, and undo activates it again', async () => {
  const calls = show([row()], { [`POST ${PATH}/uno/active`]: { body: row() } });
  await screen.findByText('LLAVES20');
  press('Apagar: LLAVES20');
  expect(await screen.findByText(/^Apagaste LLAVES20\./)).toBeTruthy();
  press('Deshacer');
  await waitFor(() => expect(toasts()).toContain('LLAVES20 vale de nuevo'));
  expect(calls().map(([, , body]) => body as unknown)).toEqual([{ is_active: false }, { is_active: true }]);
});

it('copies a link that fills in the code', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } });
  show([row({ scope: { book_id: 'faro', book_name: 'El faro', part_name: 'El muelle' } })]);
  await screen.findByText('LLAVES20');
  press('Copiar enlace: LLAVES20');
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/book-detail/faro?codigo=LLAVES20`));
});

it('asks before it deletes a code', async () => {
  const calls = show([row()], { [`DELETE ${PATH}/uno`]: { body: { deleted: true } } });
  await screen.findByText('LLAVES20');
  press('Borrar: LLAVES20');
  await waitFor(() => expect(confirmStore.current()?.title).toBe('¿Borrar LLAVES20?'));
  act(() => confirmStore.current()?.answer(true));
  await waitFor(() => expect(toasts()).toContain('Código borrado'));
  expect(calls()).toEqual([['DELETE', `${PATH}/uno`, undefined]]);
});
