import type { OwnSession, Profile, Role } from '@cuentos/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SessionEnd, sessionEnd } from '../../lib/api/api-events.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { SiteContext } from '../../lib/page-data.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { createRoutes } from '../../app/routes.tsx';
import { UserSettingsScreen } from './profile-screen.tsx';

const disableGoogleAutoSelect = vi.hoisted(() => vi.fn());
vi.mock('../auth/google/google-identity.ts', () => ({ disableGoogleAutoSelect }));

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
const FACTOR = '/api/users/me/second_factor';
const said = () => toastStore.all().map(({ text }) => text);

function open(
  changes: Partial<Profile> = {},
  sessions: OwnSession[] = [openSession('here', { current: true })],
  more: Parameters<typeof fakeApi>[0] = {},
  site = siteFacts(),
) {
  let live = sessions;
  const calls = fakeApi({
    'GET /api/users/me': { body: { ...profile, ...changes } },
    'GET /api/users/me/sessions': () => ({ body: live }),
    'GET /api/follows': { body: [] },
    'DELETE /api/users/me/sessions/phone': () => {
      live = live.filter(({ id }) => id !== 'phone');
      return { status: 204 };
    },
    'POST /api/users/me/sessions/close_others': () => {
      live = live.filter(({ current }) => current);
      return { status: 204 };
    },
    'POST /api/users/me/verify-email': { status: 204 },
    'GET /api/messages/unread': { body: { unread: 0 } },
    [`GET ${FACTOR}`]: { body: { active: false, codes_left: 0, required: false } },
    ...more,
  });
  const router = createMemoryRouter([{ path: '/', Component: UserSettingsScreen }]);
  render(
    <SiteContext value={site}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>,
  );
  return calls;
}

beforeEach(() => {
  session.store(fakeTokens('a'));
  disableGoogleAutoSelect.mockReset();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says beside the messages how many answers are new', async () => {
  open({}, undefined, { 'GET /api/messages/unread': { body: { unread: 2 } } });
  expect(await screen.findByRole('link', { name: 'Mensajes 2 respuestas nuevas' })).toBeTruthy();
});

it.each<Role>(['reader', 'writter', 'admin'])('leads a %s to their own screens, all of which exist', async (role) => {
  open({ role });
  await screen.findByRole('heading', { name: 'Amanda Pérez' });
  expect(screen.getByText('amanda@correo.cl')).toBeTruthy();
  const rows = screen.getAllByRole('listitem').flatMap((row) => within(row).queryAllByRole('link'));
  const area = {
    reader: [],
    writter: [['Panel de administración', '/writter']],
    admin: [['Panel de administración', '/admin']],
  };
  expect(rows.map((row) => [row.textContent, row.getAttribute('href')])).toEqual([
    ['Mis compras', '/user-settings/orders'],
    ['Mensajes', '/user-settings/messages'],
    ['Configuración del lector', '/reader-settings'],
    ['Cambiar contraseña', '/update-password'],
    ['Mis datos', '/user-settings/data'],
    ...area[role],
  ]);
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

it.each([null, 'google-client'])(
  'turns Google’s automatic selection off on the way out, where it is on: %s',
  async (id) => {
    open({}, undefined, {}, siteFacts({ googleClientId: id }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }));
    expect(disableGoogleAutoSelect).toHaveBeenCalledTimes(id === null ? 0 : 1);
  },
);

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

const enrolment = {
  secret: 'ABCDEFGHIJKLMNOP',
  uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP',
  qr: { size: 1, path: 'M0 0h1v1h-1z' },
};

/** The profile of an admin whose sign-in is not recent; the shop demands a second factor. */
function openTeam() {
  let active = false;
  const refused = (fields: object = {}) => ({
    status: 403,
    body: { detail: 'Escribe tu contraseña', code: 'reauth_required', request_id: 'r', fields },
  });
  const calls = open({ role: 'admin' }, [openSession('here', { current: true })], {
    [`GET ${FACTOR}`]: () => ({ body: { active, codes_left: active ? 2 : 0, required: !active } }),
    [`POST ${FACTOR}`]: ({ body }: { body: unknown }) => {
      const { current_password: given } = JSON.parse(String(body)) as { current_password?: string };
      if (given === undefined) return refused();
      return given === 'buena' ? { body: enrolment } : refused({ current_password: 'No es esa.' });
    },
    [`POST ${FACTOR}/activate`]: () => {
      active = true;
      return { body: { codes: ['aaaa-1', 'bbbb-2'] } };
    },
  });
  return calls;
}

it('readers are not asked about a second factor', async () => {
  const calls = open();
  await screen.findByRole('heading', { name: 'Amanda Pérez' });
  expect(calls.filter(({ url }) => url.includes('second_factor'))).toEqual([]);
});

it('somebody of the team sets the second factor up: password, key, first code, recovery codes once', async () => {
  // Looking for where the focus went goes on for seconds, longer than this page is there.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openTeam();
  expect(await screen.findByText(/La tienda pide la verificación en dos pasos/)).toBeDefined();
  const begin = screen.getByRole('button', { name: 'Activar' });
  fireEvent.click(begin);
  const password = await screen.findByLabelText<HTMLInputElement>('Contraseña actual');
  fireEvent.change(password, { target: { value: 'mala' } });
  fireEvent.click(screen.getByRole('button', { name: 'Activar' }));
  expect(await screen.findByText('No es esa.')).toBeDefined();
  fireEvent.change(password, { target: { value: 'buena' } });
  fireEvent.click(screen.getByRole('button', { name: 'Activar' }));
  expect(await screen.findByRole('img', { name: 'Código QR con la clave para tu aplicación' })).toBeDefined();
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Código'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar y activar' }));
  expect(await screen.findByText('aaaa-1')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }));
  expect(await screen.findByText(/Te quedan 2 códigos de recuperación/)).toBeDefined();
  expect(screen.queryByText('aaaa-1')).toBeNull();
});
