import type { OwnSession, Profile, Role } from '@cuentos/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SessionEnd, sessionEnd } from '../../lib/api/api-events.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { createRoutes } from '../../app/routes.tsx';
import { UserSettingsScreen } from './profile-screen.tsx';

const profile: Profile = {
  id: 'u',
  name: 'Amanda Pérez',
  email: 'amanda@correo.cl',
  role: 'reader',
  email_verified: true,
};
const openSession = (id: string, changes: Partial<OwnSession> = {}): OwnSession => ({
  id,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0',
  created_at: '2026-11-01T12:00:00Z',
  last_used_at: '2026-11-20T12:00:00Z',
  expires_at: '2027-02-01T12:00:00Z',
  current: false,
  ...changes,
});
const said = () => toastStore.all().map(({ text }) => text);

function open(changes: Partial<Profile> = {}, sessions: OwnSession[] = [openSession('here', { current: true })]) {
  let live = sessions;
  const calls = fakeApi({
    'GET /api/users/me': { body: { ...profile, ...changes } },
    'GET /api/users/me/sessions': () => ({ body: live }),
    'DELETE /api/users/me/sessions/phone': () => {
      live = live.filter(({ id }) => id !== 'phone');
      return { status: 204 };
    },
    'POST /api/users/me/sessions/close_others': () => {
      live = live.filter(({ current }) => current);
      return { status: 204 };
    },
    'POST /api/users/me/verify-email': { status: 204 },
  });
  const router = createMemoryRouter([{ path: '/', Component: UserSettingsScreen }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}

beforeEach(() => session.store(fakeTokens('a')));
afterEach(() => {
  cleanup();
  localStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it.each<Role>(['reader', 'writter', 'admin'])('leads a %s only to screens that exist', async (role) => {
  open({ role });
  await screen.findByRole('heading', { name: 'Amanda Pérez' });
  const rows = screen.getAllByRole('listitem').flatMap((row) => within(row).queryAllByRole('link'));
  expect(rows.map((row) => row.textContent)).toEqual(
    expect.arrayContaining(['Configuración del lector', 'Cambiar contraseña']),
  );
  const table = createRoutes({} as never);
  for (const row of rows) {
    expect(matchRoutes(table, row.getAttribute('href') ?? '')?.at(-1)?.route.path).not.toBe('*');
  }
});

it('ends the session everywhere on request', async () => {
  const ends: SessionEnd[] = [];
  sessionEnd.onEnd((end) => ends.push(end));
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }));
  expect(ends).toEqual([{ redirect: true, serverLogout: true, voluntary: true }]);
});

it('says that the address is not confirmed, and sends the link again once', async () => {
  const calls = open({ email_verified: false });
  await screen.findByText('Tu correo está sin confirmar');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar otro enlace' }));
  await waitFor(() => expect(said()).toEqual(['Te enviamos otro correo con el enlace']));
  expect(screen.queryByRole('button', { name: 'Enviar otro enlace' })).toBeNull();
  expect(calls.filter(({ url }) => url === '/api/users/me/verify-email')).toHaveLength(1);
});

it('says nothing about a confirmed address', async () => {
  open();
  await screen.findByRole('heading', { name: 'Amanda Pérez' });
  expect(screen.queryByText('Tu correo está sin confirmar')).toBeNull();
});

it('lists the own sessions and closes one of them', async () => {
  const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
  const calls = open({}, [openSession('here', { current: true }), openSession('phone', { user_agent: phone })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión en Chrome en Android' }));
  await waitFor(() => expect(screen.queryByText('Chrome en Android')).toBeNull());
  expect(screen.getByText('Este dispositivo')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cerrar otras sesiones' })).toBeNull();
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
    '/api/users/me/sessions/phone',
  ]);
  expect(said()).toEqual(['Sesión cerrada']);
  // Its button is gone: the keyboard goes on from the list's heading.
  await waitFor(() => expect(document.activeElement?.id).toBe('sessions-title'));
});

it('closes all the others at once', async () => {
  open({}, [openSession('here', { current: true }), openSession('a'), openSession('b')]);
  expect(await screen.findAllByText('Última actividad: 20 de noviembre de 2026')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar otras sesiones' }));
  await waitFor(() => expect(screen.queryByText(/Última actividad/)).toBeNull());
  expect(said()).toEqual(['Se cerraron tus otras sesiones']);
});
