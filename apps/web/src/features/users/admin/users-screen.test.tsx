import type { AdminUser } from '@cuentos/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { type Call, fakeApi } from '../../../testing/fake-api.ts';
import { fakeTokens } from '../../../testing/tokens.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { UsersPage } from './users-screen.tsx';

const user = (id: string, name: string, changes: Partial<AdminUser> = {}): AdminUser => ({
  id,
  name,
  email: `${id}@correo.cl`,
  role_id: 'reader',
  role_name: 'reader',
  email_verified: true,
  created_at: '2026-11-01T12:00:00Z',
  ...changes,
});
const ana = user('ana', 'Ana Rojas');
const bea = user('bea', 'Beatriz Soto', { role_id: 'admin' });
const roles = ['admin', 'writter', 'reader'].map((id) => ({ id, name: id }));
const LIST = 'GET /api/admin/users/0/10';

function open(handlers: Parameters<typeof fakeApi>[0] = {}, at = '/'): Call[] {
  const calls = fakeApi({
    [LIST]: { body: [ana, bea] },
    'GET /api/admin/users/deleted': { body: [] },
    'GET /api/user_role/': { body: roles },
    ...handlers,
  });
  const router = createMemoryRouter([{ path: '/', element: <UsersPage /> }], { initialEntries: [at] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const toasts = () => toastStore.all().map(({ text }) => text);
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bodyOf = (calls: readonly Call[], method: string) =>
  JSON.parse(String(calls.find((call) => call.method === method)?.body)) as Record<string, unknown>;

async function fillNew(): Promise<void> {
  await click('Agregar usuario');
  await screen.findByRole('option', { name: 'Lectura' });
  type('Rol', 'reader');
  type('Nombre', 'Carla Díaz');
  type('Correo', 'carla@correo.cl');
  type('Contraseña', 'un-secreto-largo');
  type('Confirma la contraseña', 'un-secreto-largo');
}

beforeEach(() => session.store(fakeTokens('a')));
afterEach(() => {
  cleanup();
  session.forget();
  localStorage.clear();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it('shows name, e-mail, role and the three actions', async () => {
  open();
  await screen.findByText('Ana Rojas');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Nombre',
    'Correo',
    'Rol',
    'Acciones',
  ]);
  for (const action of ['Editar', 'Detalles', 'Eliminar']) {
    expect(screen.getByRole('button', { name: `${action}: Ana Rojas` })).toBeDefined();
  }
});

it("shows 'Cargando...' while the list is loading", async () => {
  let answer: (rows: readonly AdminUser[]) => void = () => {};
  const rows = new Promise<readonly AdminUser[]>((resolve) => (answer = resolve));
  open({ [LIST]: async () => ({ body: await rows }) });
  const loading = () => screen.queryAllByRole('status').filter(({ textContent }) => textContent === 'Cargando...');
  await waitFor(() => expect(loading()).toHaveLength(1));
  expect(screen.queryByRole('table')).toBeNull();
  answer([ana]);
  await screen.findByText('Ana Rojas');
  expect(loading()).toEqual([]);
});

it.each([
  ['beatriz', ['Beatriz Soto']],
  ['BEA@', ['Beatriz Soto']],
  ['administración', ['Beatriz Soto']],
  ['reader', ['Ana Rojas']],
])('finds by name, e-mail and role: %s', async (words, found) => {
  open();
  await screen.findByText('Ana Rojas');
  type('Buscar usuario...', words);
  expect(names()).toEqual(found);
});

it('appends a created user', async () => {
  const calls = open({ 'POST /api/admin/users': { status: 201, body: user('carla', 'Carla Díaz') } });
  await fillNew();
  await click('Crear usuario');
  await waitFor(() => expect(toasts()).toEqual(['Usuario creado correctamente']));
  expect(names()).toEqual(['Ana Rojas', 'Beatriz Soto', 'Carla Díaz']);
  expect(bodyOf(calls, 'POST')).toEqual({
    role_id: 'reader',
    name: 'Carla Díaz',
    email: 'carla@correo.cl',
    password: 'un-secreto-largo',
    confirmPassword: 'un-secreto-largo',
    notify: true,
  });
});

it('changes nothing after an empty result, keeps the typed text, and shows no toast for a 401', async () => {
  const calls = open({
    'POST /api/admin/users': { status: 401, body: { detail: 'La sesión debe renovarse.' } },
    'POST /api/auth/refresh': { body: fakeTokens('b') },
  });
  await fillNew();
  await click('Crear usuario');
  await waitFor(() => expect(calls.filter(({ url }) => url === '/api/admin/users')).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Crear usuario' }).ariaBusy).not.toBe('true'));
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Carla Díaz');
  expect([names(), toasts()]).toEqual([['Ana Rojas', 'Beatriz Soto'], []]);
});

it('says in the form that the session is over, and continues with the session of another tab', async () => {
  const calls = open({ 'POST /api/admin/users': { status: 201, body: user('carla', 'Carla Díaz') } });
  await fillNew();
  act(() => session.forget());
  const sentence =
    'Tu sesión se cerró. Lo que escribiste sigue aquí: inicia sesión en otra pestaña y vuelve a guardar.';
  await screen.findByText(sentence);
  act(() => session.store(fakeTokens('b')));
  expect(screen.queryByText(sentence)).toBeNull();
  await click('Crear usuario');
  await waitFor(() => expect(toasts()).toEqual(['Usuario creado correctamente']));
  expect(bodyOf(calls, 'POST')).toMatchObject({ name: 'Carla Díaz' });
});

it('requires all fields, and shows each error at its field', async () => {
  const calls = open();
  await click('Agregar usuario');
  await screen.findByRole('option', { name: 'Lectura' });
  await click('Crear usuario');
  for (const text of [
    'El rol es obligatorio.',
    'El nombre es obligatorio.',
    'El correo es obligatorio.',
    'La contraseña es obligatoria.',
    'La confirmación de la contraseña es obligatoria.',
  ])
    await screen.findByText(text);
  type('Nombre', 'Jo');
  type('Correo', 'ana');
  type('Contraseña', 'corta');
  type('Confirma la contraseña', 'otra');
  for (const text of [
    'El nombre debe tener al menos 3 caracteres.',
    'El correo no es válido.',
    'La contraseña debe tener al menos 8 caracteres.',
    'Las contraseñas no coinciden.',
  ])
    await screen.findByText(text);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('shows the server’s sentences: a taken address, a common password', async () => {
  let answer: object = { detail: 'Error: el correo ingresado ya existe.', code: 'email_taken' };
  let status = 409;
  open({ 'POST /api/admin/users': () => ({ status, body: answer }) });
  await fillNew();
  await click('Crear usuario');
  await waitFor(() => expect(toasts()).toEqual(['Error: el correo ingresado ya existe.']));
  const common = 'Esa contraseña es muy común o se parece a tu nombre o tu correo. Elige otra que solo tú conozcas.';
  status = 422;
  answer = { detail: common, code: 'password_too_common', fields: { password: common } };
  await click('Crear usuario');
  await screen.findByText(common);
});

it('sends and replaces only changed fields, without requiring a password', async () => {
  const calls = open({ 'PUT /api/admin/users/ana': { body: { ...ana, name: 'Ana María' } } });
  await click('Editar: Ana Rojas');
  await screen.findByRole('option', { name: 'Lectura' });
  type('Nombre', 'Ana María');
  await click('Guardar cambios');
  await waitFor(() => expect(toasts()).toEqual(['Usuario actualizado correctamente']));
  expect(names()).toEqual(['Ana María', 'Beatriz Soto']);
  // The call names the old value, so that the server does not overwrite another admin's change.
  expect(bodyOf(calls, 'PUT')).toEqual({ name: 'Ana María', seen: { name: 'Ana Rojas' } });
});

it('keeps the last admin, and explains it at the role', async () => {
  open({ 'PUT /api/admin/users/bea': { status: 409, body: { detail: 'x', code: 'last_admin' } } });
  await click('Editar: Beatriz Soto');
  await screen.findByRole('option', { name: 'Lectura' });
  type('Rol', 'reader');
  await click('Guardar cambios');
  const sentence = 'Es la única cuenta de administración: primero dale ese rol a otra persona.';
  expect((await screen.findByText(sentence)).id).toMatch(/-error$/);
});

it('deletes after a question that names the person', async () => {
  open({ 'DELETE /api/admin/users/ana': { body: { deleted: true } } });
  await click('Eliminar: Ana Rojas');
  expect(screen.getByRole('dialog').textContent).toContain('¿Desea eliminar el usuario?Ana Rojas, ana@correo.cl.');
  await click('Eliminar');
  await waitFor(() => expect(toasts()).toEqual(['Usuario eliminado correctamente']));
  expect(names()).toEqual(['Beatriz Soto']);
});

it('offers to try again when the list could not be loaded', async () => {
  let status = 500;
  open({ [LIST]: () => (status === 500 ? { status, body: { detail: 'x' } } : { body: [ana] }) });
  await screen.findByText('No pudimos cargar esta lista.');
  status = 200;
  await click('Intentar nuevamente');
  await screen.findByText('Ana Rojas');
  expect(toasts()).toEqual([]);
});

it.each([
  ['rojas', ['Ana Rojas']],
  ['bea@correo', ['Beatriz Soto']],
  ['admin', ['Beatriz Soto']],
  ['lectura', ['Ana Rojas']],
])('the search box filters by name, e-mail and role: %s', async (words, found) => {
  open();
  await screen.findByText('Ana Rojas');
  type('Buscar usuario...', words);
  expect(names()).toEqual(found);
});

it('restores a deleted person from the list of deleted people', async () => {
  let deleted = [{ id: 'eva', name: 'Eva Paz', email: 'eva@correo.cl', deleted_at: '2026-11-20T12:00:00Z' }];
  const calls = open({
    'GET /api/admin/users/deleted': () => ({ body: deleted }),
    'POST /api/admin/users/eva/restore': () => {
      deleted = [];
      return { body: user('eva', 'Eva Paz') };
    },
  });
  expect(await screen.findByText('Personas eliminadas (1)')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Recuperar: Eva Paz', hidden: true }));
  await waitFor(() => expect(toasts()).toEqual(['Cuenta recuperada']));
  await waitFor(() => expect(screen.queryByText('Personas eliminadas (1)')).toBeNull());
  expect(calls.filter(({ url }) => url.startsWith('/api/admin/users/0/10')).length).toBeGreaterThan(1);
});

it('a form opens with the focus in its first field', async () => {
  open();
  await click('Agregar usuario');
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'));
});

it.each([true, false])('lets the second of two admins who edit a person choose (%s)', async (isMine) => {
  const calls = open({
    'PUT /api/admin/users/ana': ({ body }) =>
      'seen' in (JSON.parse(String(body)) as object)
        ? { status: 409, body: { code: 'changed_meanwhile', detail: '', fields: { name: 'Ana Vieja' } } }
        : { body: user('ana', 'Ana Nueva') },
  });
  await click('Editar: Ana Rojas');
  await screen.findByRole('option', { name: 'Lectura', hidden: true });
  type('Nombre', 'Ana Nueva');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios', hidden: true }));
  await waitFor(() =>
    expect(confirmStore.current()?.message).toBe('Nombre: ahora dice «Ana Vieja». ¿Guardar lo tuyo?'),
  );
  expect(bodyOf(calls, 'PUT')).toEqual({ name: 'Ana Nueva', seen: { name: 'Ana Rojas' } });
  await act(async () => confirmStore.current()?.answer(isMine));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(isMine ? 2 : 1));
  if (isMine) await waitFor(() => expect(toasts()).toEqual(['Usuario actualizado correctamente']));
  else {
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ana Nueva');
    expect(toasts()).toEqual([]);
  }
});

it('opens the details of a linked person, over the list', async () => {
  open(
    { 'GET /api/admin/users/u9': { status: 404, body: { detail: 'x', code: 'user_not_found', request_id: 'r' } } },
    '/?persona=u9',
  );
  const failure = 'No pudimos cargar los datos de esta persona.';
  // Until the name has loaded the title says 'Una persona'.
  expect(screen.getByRole('dialog', { hidden: true }).getAttribute('aria-label')).toBe('Detalles: Una persona');
  expect(await screen.findByText(failure)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar', hidden: true }));
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
  expect(names()).toEqual(['Ana Rojas', 'Beatriz Soto']);
});
