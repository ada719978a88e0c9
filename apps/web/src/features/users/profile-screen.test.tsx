import type { Role } from '@cuentos/contract/account-fields';
import type { Passkey } from '@cuentos/contract/passkeys';
import type { OwnSession } from '@cuentos/contract/sessions';
import type { Profile } from '@cuentos/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionEnd, sessionEnd } from '../../lib/api/api-events.ts';
import { session } from '../../lib/api/session.ts';
import { serverReach } from '../../lib/api/api-events.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { SiteContext } from '../../lib/page-data.ts';
import { siteFacts } from '../../testing/site-facts.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { createRoutes } from '../../app/routes.tsx';
import { UserSettingsScreen } from './profile-screen.tsx';

const disableGoogleAutoSelect = vi.hoisted(() => vi.fn());
const device = vi.hoisted(() => ({ startRegistration: vi.fn(), browserSupportsWebAuthn: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => device);
vi.mock('../auth/google/google-identity.ts', () => ({ disableGoogleAutoSelect }));

const profile: Profile = {
  id: 'u',
  name: 'Amanda Pérez',
  email: 'amanda@correo.cl',
  role: 'reader',
  email_verified: true,
  has_password: true,
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
const PASSKEYS = '/api/users/me/passkeys';
const toasts = () => toastStore.all().map(({ text }) => text);

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
    [`GET ${PASSKEYS}`]: { body: [] },
    'GET /api/opds': { body: { address: 'https://tienda.test/opds', is_offered: false } },
    'GET /api/users/me/app_passwords': { body: [] },
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

it('has its links and the logout on a connection on which nothing arrives', async () => {
  const nothing = () => new Promise<never>(() => {});
  open({}, undefined, { 'GET /api/users/me': nothing, 'GET /api/messages/unread': nothing });
  expect(screen.queryByRole('link', { name: 'Configuración del lector' })).toBeNull();
  act(() => serverReach.note(null));
  expect(await screen.findByRole('link', { name: 'Configuración del lector' })).toBeTruthy();
  // A waiting section hides all content after it (styles/base.css), here the logout button.
  expect(document.querySelector('[data-waiting]')).toBeNull();
  expect(screen.getByText('Sin conexión. Lo demás de tu perfil aparece cuando vuelva.')).toBeTruthy();
  serverReach.note(200);
});

it('shows beside the messages the number of new answers', async () => {
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
    ['Cuaderno', '/notebook'],
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

it('asks an account without a password to add one, not to change it', async () => {
  open({ has_password: false });
  const row = await screen.findByRole('link', { name: 'Agregar contraseña' });
  expect(row.getAttribute('href')).toBe('/update-password');
  expect(screen.queryByRole('link', { name: 'Cambiar contraseña' })).toBeNull();
});

it('ends the session everywhere on request', async () => {
  const ends: SessionEnd[] = [];
  sessionEnd.onEnd((end) => ends.push(end));
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }));
  expect(ends).toEqual([{ redirect: true, serverLogout: true, voluntary: true }]);
});

it.each([null, 'google-client'])(
  'turns Google’s automatic selection off at the logout, where it is on: %s',
  async (id) => {
    open({}, undefined, {}, siteFacts({ googleClientId: id }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión' }));
    expect(disableGoogleAutoSelect).toHaveBeenCalledTimes(id === null ? 0 : 1);
  },
);

it('says that the address is unconfirmed, and sends the link again once', async () => {
  const calls = open({ email_verified: false });
  await screen.findByText('Tu correo está sin confirmar');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar otro enlace' }));
  await waitFor(() => expect(toasts()).toEqual(['Te enviamos otro correo con el enlace']));
  expect(screen.queryByRole('button', { name: 'Enviar otro enlace' })).toBeNull();
  expect(calls.filter(({ url }) => url === '/api/users/me/verify-email')).toHaveLength(1);
});

it('shows nothing about a confirmed address', async () => {
  open();
  await screen.findByRole('heading', { name: 'Amanda Pérez' });
  expect(screen.queryByText('Tu correo está sin confirmar')).toBeNull();
});

it('lists the account’s sessions and closes one of them', async () => {
  const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
  const calls = open({}, [openSession('here', { current: true }), openSession('phone', { user_agent: phone })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión en Chrome en Android' }));
  await waitFor(() => expect(screen.queryByText('Chrome en Android')).toBeNull());
  expect(screen.getByText('Este dispositivo')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cerrar otras sesiones' })).toBeNull();
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
    '/api/users/me/sessions/phone',
  ]);
  expect(toasts()).toEqual(['Sesión cerrada']);
  // The pressed button is gone, so the list's heading has the focus.
  await waitFor(() => expect(document.activeElement?.id).toBe('sessions-title'));
});

it('closes all the others at once', async () => {
  open({}, [openSession('here', { current: true }), openSession('a'), openSession('b')]);
  expect(await screen.findAllByText('Última actividad: 20 de noviembre de 2026')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar otras sesiones' }));
  await waitFor(() => expect(screen.queryByText(/Última actividad/)).toBeNull());
  expect(toasts()).toEqual(['Se cerraron tus otras sesiones']);
});

const enrolment = {
  secret: 'ABCDEFGHIJKLMNOP',
  uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP',
  qr: { size: 1, path: 'M0 0h1v1h-1z' },
};

/** Opens the profile of an admin whose sign-in is not recent, in a shop that requires a second factor. */
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

it('readers see nothing about a second factor', async () => {
  const calls = open();
  await screen.findByRole('heading', { name: 'Amanda Pérez' });
  expect(calls.filter(({ url }) => url.includes('second_factor'))).toEqual([]);
});

it('sets up the second factor of a team member: password, key, first code, recovery codes once', async () => {
  // The search for the lost focus lasts seconds, longer than this page exists.
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

const phone: Passkey = {
  id: 'k',
  name: 'Mi teléfono',
  created_at: '2026-11-01T15:00:00Z',
  last_used_at: null,
  backed_up: true,
};

/** Opens the profile of a reader whose server has these passkeys, in a browser that supports passkeys. */
function openWithPasskeys(kept: Passkey[], more: Parameters<typeof fakeApi>[0] = {}) {
  let passkeys = kept;
  return open({}, undefined, {
    [`GET ${PASSKEYS}`]: () => ({ body: passkeys }),
    [`POST ${PASSKEYS}/options`]: { body: { challenge: 'c' } },
    [`POST ${PASSKEYS}`]: ({ body }: { body: unknown }) => {
      const { name } = JSON.parse(String(body)) as { name: string };
      passkeys = [{ ...phone, id: 'new', name }, ...passkeys];
      return { status: 204 };
    },
    [`PUT ${PASSKEYS}/k`]: ({ body }: { body: unknown }) => {
      passkeys = [{ ...phone, ...(JSON.parse(String(body)) as object) }];
      return { status: 204 };
    },
    [`DELETE ${PASSKEYS}/k`]: () => {
      passkeys = [];
      return { status: 204 };
    },
    ...more,
  });
}

describe('passkeys', () => {
  beforeEach(() => {
    device.browserSupportsWebAuthn.mockReturnValue(true);
    device.startRegistration.mockReset();
  });
  const add = async () => fireEvent.click(await screen.findByRole('button', { name: 'Agregar una clave de acceso' }));
  const failing = (name: string) => Object.assign(new Error('x'), { name });

  it('are listed with name, day and last use', async () => {
    openWithPasskeys([
      phone,
      { ...phone, id: 'l', name: 'Llave', last_used_at: '2026-11-20T15:00:00Z', backed_up: false },
    ]);
    expect(
      await screen.findByText('Agregada el 1 de noviembre de 2026 · todavía no la has usado · con copia'),
    ).toBeDefined();
    expect(
      screen.getByText('Agregada el 1 de noviembre de 2026 · usada por última vez el 20 de noviembre de 2026'),
    ).toBeDefined();
  });

  it('are made by the browser, with the server’s options, under the name of the device', async () => {
    const calls = openWithPasskeys([]);
    device.startRegistration.mockResolvedValue({ id: 'made' });
    expect(await screen.findByText(/Todavía no tienes ninguna/)).toBeDefined();
    await add();
    await waitFor(() => expect(toasts()).toEqual(['Agregaste una clave de acceso']));
    expect(device.startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } });
    const sentCall = calls.find(({ method, url }) => method === 'POST' && url === PASSKEYS);
    expect(JSON.parse(String(sentCall?.body))).toMatchObject({ name: expect.any(String), response: { id: 'made' } });
  });

  it.each([
    ['NotAllowedError', 'No se agregó ninguna clave de acceso.'],
    ['InvalidStateError', 'Este dispositivo ya guarda una clave de acceso de tu cuenta.'],
    [
      'ConstraintError',
      'Este dispositivo no puede guardar una clave de acceso. Prueba con otro, o activa en él el bloqueo de pantalla.',
    ],
  ])('a browser that makes none shows the reason: %s', async (name, sentence) => {
    const calls = openWithPasskeys([]);
    device.startRegistration.mockRejectedValue(failing(name));
    await add();
    await waitFor(() => expect(toasts()).toEqual([sentence]));
    expect(calls.filter(({ method, url }) => method === 'POST' && url === PASSKEYS)).toEqual([]);
  });

  it('require the password where the server does', async () => {
    let requestCount = 0;
    openWithPasskeys([], {
      [`POST ${PASSKEYS}/options`]: () => {
        requestCount += 1;
        const body = { detail: 'x', code: 'reauth_required', request_id: 'r', fields: {} };
        return requestCount === 1 ? { status: 403, body } : { body: { challenge: 'c' } };
      },
    });
    device.startRegistration.mockResolvedValue({ id: 'made' });
    await add();
    fireEvent.change(await screen.findByLabelText('Contraseña actual'), { target: { value: 'buena' } });
    await add();
    await waitFor(() => expect(toasts()).toEqual(['Agregaste una clave de acceso']));
  });

  it('are renamed, but not to an empty name', async () => {
    openWithPasskeys([phone]);
    fireEvent.click(await screen.findByRole('button', { name: 'Cambiar nombre de la clave de acceso Mi teléfono' }));
    const field = screen.getByLabelText<HTMLInputElement>('Nombre');
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar', hidden: true }));
    fireEvent.change(field, { target: { value: ' ' } });
    save();
    expect(await screen.findByText('Escribe un nombre.')).toBeDefined();
    fireEvent.change(field, { target: { value: 'Llave azul' } });
    save();
    expect(await screen.findByText('Llave azul')).toBeDefined();
    expect(toasts()).toEqual(['Cambiaste el nombre']);
  });

  it('are removed after a question', async () => {
    const calls = openWithPasskeys([phone]);
    const press = async () =>
      fireEvent.click(await screen.findByRole('button', { name: 'Quitar la clave de acceso Mi teléfono' }));
    await press();
    await waitFor(() => expect(confirmStore.current()?.message).toContain('«Mi teléfono»'));
    confirmStore.current()?.answer(false);
    await press();
    await waitFor(() => expect(confirmStore.current()).not.toBeNull());
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    confirmStore.current()?.answer(true);
    expect(await screen.findByText(/Todavía no tienes ninguna/)).toBeDefined();
    expect(toasts()).toEqual(['Quitaste la clave de acceso']);
  });

  it('cannot be added where the browser has no passkeys', async () => {
    device.browserSupportsWebAuthn.mockReturnValue(false);
    openWithPasskeys([phone]);
    expect(await screen.findByText('Este navegador no puede guardar claves de acceso.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Agregar una clave de acceso' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Quitar la clave de acceso Mi teléfono' })).toBeDefined();
  });
});
