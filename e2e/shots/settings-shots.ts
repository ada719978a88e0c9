import type { Profile } from '@cuentos/contract/users';
import type { Page, Route } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import type { Shot } from './shot.ts';

const settings = () => '/user-settings';
const reader = 'reader' as const;
const PROFILE_CALL = '**/api/users/me';

async function sendPassword(page: Page): Promise<void> {
  await page.getByLabel('Contraseña nueva').fill('un-secreto-largo');
  await page.getByLabel('Confirma la contraseña').fill('un-secreto-largo');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
}

/** Changes the server's profile. */
const withProfile = (change: Partial<Profile>) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ json: { ...((await response.json()) as Profile), ...change } });
};

const session = (id: string, user_agent: string, current: boolean) => ({
  id,
  current,
  user_agent,
  created_at: '2026-11-02T15:00:00Z',
  last_used_at: '2026-11-20T15:00:00Z',
});
const sessions = [
  session('a', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0', true),
  session('b', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', false),
  session('c', 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/153.0', false),
];

const passkey = (id: string, name: string, last_used_at: string | null, backed_up: boolean) => ({
  id,
  name,
  created_at: '2026-11-02T15:00:00Z',
  last_used_at,
  backed_up,
});
const withPasskeys = (page: Page) =>
  answer(page, '**/api/users/me/passkeys', 200, [
    passkey('a', 'Chrome en Android', '2026-11-20T15:00:00Z', true),
    passkey('b', 'Llave de seguridad azul, la del llavero de la casa en Valparaíso', null, false),
  ]);

const appPasswords = [
  {
    id: 'a',
    name: 'KOReader de mi Kobo',
    created_at: '2026-11-02T15:00:00Z',
    last_used_at: '2026-11-20T15:00:00Z',
  },
  { id: 'b', name: 'Thorium en el computador de la casa', created_at: '2026-11-02T15:00:00Z', last_used_at: null },
];
const withShelf = async (page: Page) => {
  await answer(page, '**/api/opds', 200, { address: 'https://tienda.ejemplo.cl/opds', is_offered: true });
  await answer(page, '**/api/users/me/app_passwords', 200, appPasswords);
};

/** 'Mi perfil' and the screens that it links to. */
export const settingsShots: readonly Shot[] = [
  {
    name: 'settings',
    as: reader,
    path: settings,
    prepare: (page) => answer(page, '**/api/users/me/sessions', 200, sessions),
    shows: 'Cerrar otras sesiones',
  },
  { name: 'settings-admin', as: 'admin', path: settings, shows: 'Panel de administración' },
  { name: 'settings-writter', as: 'writter', path: settings, shows: 'Panel de administración' },
  {
    name: 'settings-unverified',
    as: reader,
    path: settings,
    prepare: (page) => page.route(PROFILE_CALL, withProfile({ email_verified: false })),
    shows: 'Tu correo está sin confirmar',
  },
  {
    name: 'settings-loading',
    as: reader,
    path: settings,
    // Holds the profile: the screen shows the facts of the token at once.
    prepare: (page) => hold(page, PROFILE_CALL),
    shows: 'Lucía Reyes',
    windowOnly: true,
  },
  {
    name: 'settings-failed',
    as: reader,
    path: settings,
    prepare: (page) => refuse(page, PROFILE_CALL, 503, 'unavailable'),
    shows: 'Error: Servicio no disponible',
  },
  { name: 'settings-passkeys', as: reader, path: settings, prepare: withPasskeys, shows: 'Llave de seguridad azul' },
  { name: 'settings-app-passwords', as: reader, path: settings, prepare: withShelf, shows: 'Leer en otras apps' },
  {
    name: 'settings-passkeys-failed',
    as: reader,
    path: settings,
    prepare: (page) => refuse(page, '**/api/users/me/passkeys', 503, 'unavailable'),
    shows: 'No pudimos cargar tus claves de acceso.',
  },
  {
    name: 'settings-passkeys-password',
    as: reader,
    path: settings,
    prepare: (page) => refuse(page, '**/api/users/me/passkeys/options', 403, 'reauth_required'),
    act: (page) => page.getByRole('button', { name: 'Agregar una clave de acceso' }).click(),
    shows: 'Por seguridad, escribe tu contraseña para seguir.',
  },
  {
    name: 'settings-passkeys-name',
    as: reader,
    path: settings,
    prepare: withPasskeys,
    act: (page) => page.getByRole('button', { name: 'Cambiar nombre de la clave de acceso Chrome en Android' }).click(),
    shows: 'Nombre de la clave de acceso',
    windowOnly: true,
  },
  {
    name: 'settings-passkeys-remove',
    as: reader,
    path: settings,
    prepare: withPasskeys,
    act: (page) => page.getByRole('button', { name: 'Quitar la clave de acceso Chrome en Android' }).click(),
    shows: '¿Quitar esta clave de acceso?',
    windowOnly: true,
  },
  {
    name: 'settings-long-name',
    as: reader,
    path: settings,
    prepare: (page) =>
      page.route(
        PROFILE_CALL,
        withProfile({
          name: 'María de los Ángeles Fernández-Santa Cruz y Errázuriz de la Maza',
          email: 'maria.de.los.angeles.fernandez.santa.cruz.y.errazuriz@correo-muy-largo.ejemplo.cl',
        }),
      ),
    shows: 'María de los Ángeles',
  },
  { name: 'reader-settings', as: reader, path: () => '/reader-settings', shows: 'Configuración del lector' },
  { name: 'update-password', as: reader, path: () => '/update-password', shows: 'Cambiar contraseña' },
  {
    name: 'update-password-errors',
    as: reader,
    path: () => '/update-password',
    act: async (page) => {
      await page.getByLabel('Contraseña nueva').fill('corta');
      await page.getByLabel('Confirma la contraseña').fill('otra');
      await page.keyboard.press('Tab');
    },
    shows: 'Las contraseñas no coinciden.',
  },
  {
    name: 'update-password-current',
    as: reader,
    path: () => '/update-password',
    prepare: (page) => refuse(page, '**/api/auth/update-password', 403, 'reauth_required'),
    act: sendPassword,
    shows: 'Contraseña actual',
  },
  {
    name: 'update-password-failed',
    as: reader,
    path: () => '/update-password',
    prepare: (page) => refuse(page, '**/api/auth/update-password', 500, 'internal'),
    act: sendPassword,
    shows: 'Error al actualizar la contraseña, intente nuevamente',
  },
];
