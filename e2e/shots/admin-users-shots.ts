import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import type { Shot } from './shot.ts';

const users = () => '/admin/users';
const sessions = () => '/admin/active-sessions';
const as = 'admin' as const;
const USERS = '**/api/admin/users/*/*';
const SESSIONS = '**/api/admin/active_sessions/**';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pressFirst = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
/** A user among the twelve on the first page of a shop with the demonstration's readers. */
const PERSON = 'Amanda Rivas';

const create = async (page: Page) => press(page, 'Agregar usuario');

async function fill(page: Page, email: string): Promise<void> {
  await create(page);
  await page.getByLabel('Nombre').fill('Ana Rojas');
  await page.getByLabel('Correo', { exact: true }).fill(email);
  await page.getByLabel('Rol', { exact: true }).selectOption('writter');
  await page.getByLabel('Contraseña', { exact: true }).fill('un-secreto-largo');
  await page.getByLabel('Confirma la contraseña').fill('un-secreto-largo');
}

/** 'Usuarios' in every state. */
const userShots: readonly Shot[] = [
  { name: 'admin-users', as, path: users, shows: PERSON },
  { name: 'admin-users-loading', as, path: users, prepare: (page) => hold(page, USERS), shows: 'Agregar usuario' },
  {
    name: 'admin-users-failed',
    as,
    path: users,
    prepare: (page) => refuse(page, USERS, 500, 'internal'),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-users-empty',
    as,
    path: users,
    prepare: (page) => answer(page, USERS, 200, []),
    shows: 'Todavía no hay usuarios',
  },
  {
    name: 'admin-users-nothing-found',
    as,
    path: users,
    act: (page) => page.getByLabel('Buscar usuario...').fill('zzzz'),
    shows: 'No encontramos',
  },
  { name: 'admin-user-new', as, path: users, act: create, shows: 'Nuevo usuario', windowOnly: true },
  {
    name: 'admin-user-errors',
    as,
    path: users,
    act: async (page) => {
      await create(page);
      await press(page, 'Crear usuario');
    },
    shows: 'El rol es obligatorio.',
    windowOnly: true,
  },
  {
    name: 'admin-user-taken',
    as,
    path: users,
    act: async (page) => {
      await fill(page, 'lectora@demo.cl');
      await press(page, 'Crear usuario');
    },
    shows: 'Error: el correo ingresado ya existe.',
    windowOnly: true,
  },
  {
    name: 'admin-user-unsaved',
    as,
    path: users,
    act: async (page) => {
      await fill(page, 'ana@ejemplo.cl');
      await press(page, 'Cancelar');
    },
    shows: 'Hay cambios sin guardar',
    windowOnly: true,
  },
  {
    name: 'admin-user-edit',
    as,
    path: users,
    act: (page) => press(page, `Editar: ${PERSON}`),
    shows: 'Guardar cambios',
    windowOnly: true,
  },
  {
    name: 'admin-user-last-admin',
    as,
    path: users,
    act: async (page) => {
      await press(page, 'Editar: Administradora');
      await page.getByLabel('Rol', { exact: true }).selectOption('reader');
      await press(page, 'Guardar cambios');
    },
    shows: 'Es la única cuenta de administración',
    windowOnly: true,
  },
  {
    name: 'admin-user-delete',
    as,
    path: users,
    act: (page) => press(page, `Eliminar: ${PERSON}`),
    shows: '¿Desea eliminar el usuario?',
    windowOnly: true,
  },
  {
    name: 'admin-user-details',
    as,
    path: users,
    act: (page) => press(page, `Detalles: ${PERSON}`),
    shows: /^Pago \d+, aprobado/,
    windowOnly: true,
  },
  {
    name: 'admin-user-early-access',
    as,
    path: users,
    act: async (page) => {
      await press(page, `Detalles: ${PERSON}`);
      await press(page, 'Dar lectura para revisión');
      await press(page, 'Dar acceso');
    },
    shows: 'Debe seleccionar un libro y una parte del libro',
    windowOnly: true,
  },
  {
    name: 'admin-user-details-failed',
    as,
    path: users,
    prepare: (page) => refuse(page, /\/api\/admin\/users\/[0-9a-f-]{36}$/, 500, 'internal'),
    act: (page) => press(page, `Detalles: ${PERSON}`),
    shows: 'No pudimos cargar los datos de esta persona.',
    windowOnly: true,
  },
];

/** 'Sesiones Activas' in every state, and refused users. */
const sessionShots: readonly Shot[] = [
  { name: 'admin-sessions', as, path: sessions, shows: 'Esta sesión' },
  {
    name: 'admin-sessions-failed',
    as,
    path: sessions,
    prepare: (page) => refuse(page, SESSIONS, 503, 'unavailable'),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-sessions-empty',
    as,
    path: sessions,
    prepare: (page) => answer(page, SESSIONS, 200, []),
    shows: 'No hay sesiones activas',
  },
  {
    name: 'admin-session-close',
    as,
    path: sessions,
    prepare: (page) =>
      page.route(SESSIONS, async (route) => {
        const rows = (await (await route.fetch()).json()) as object[];
        const reader = { name: 'Lucía Reyes', email: 'lectora@demo.cl', role_name: 'reader' };
        const other = { ...rows[0], ...reader, id: '0198c0de-0000-7000-8000-000000000001' };
        await route.fulfill({ json: [...rows, other] });
      }),
    act: (page) => pressFirst(page, /^Cerrar sesión: /),
    shows: '¿Cerrar esta sesión?',
    windowOnly: true,
  },
  {
    name: 'admin-session-delete-user',
    as,
    path: sessions,
    act: (page) => pressFirst(page, /^Eliminar usuario: /),
    shows: '¿Desea eliminar el usuario?',
    windowOnly: true,
  },
  { name: 'admin-not-authorized', as: 'reader', path: users, shows: 'Acceso Denegado' },
];

export const adminPeopleShots: readonly Shot[] = [...userShots, ...sessionShots];
