import type { DataRequest, DataState } from '@cuentos/contract/personal-data';
import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import type { Shot } from './shot.ts';

const as = 'reader' as const;
const data = () => '/user-settings/data';
const STATE = '**/api/users/me/data/state';
const REQUESTS = /\/api\/admin\/data_requests(\?|$)/;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const none = { book_id: null, book_name: null, version: null } as const;
const rest: DataState = {
  name: 'Lucía Reyes',
  email: 'lectora@demo.cl',
  email_verified: true,
  new_email: null,
  has_password: true,
  has_google: false,
  consents: [
    { ...none, kind: 'news', at: '2026-09-03T15:00:00.000Z' },
    { ...none, kind: 'follow', book_id: 'a', book_name: 'El hilo de la lluvia', at: '2026-09-14T15:00:00.000Z' },
    { ...none, kind: 'privacy', version: 2, at: '2026-09-01T15:00:00.000Z' },
    { ...none, kind: 'terms', version: 3, at: '2026-09-01T15:00:00.000Z' },
    { ...none, kind: 'withdrawal', book_id: 'a', book_name: 'El hilo de la lluvia', at: '2026-10-02T15:00:00.000Z' },
  ],
  blocked_at: null,
  erase_at: null,
  asked_at: null,
  parts: 4,
  highlights: 23,
};
const stands =
  (change: Partial<DataState> = {}) =>
  (page: Page) =>
    answer(page, STATE, 200, { ...rest, ...change });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** 'Mis datos': each section before, during and after its action. */
const ownShots: readonly Shot[] = [
  { name: 'personal-data', as, path: data, prepare: stands(), shows: 'Bloquear mis datos' },
  {
    name: 'personal-data-blocked',
    as,
    path: data,
    prepare: stands({
      blocked_at: '2026-11-22T19:20:00.000Z',
      new_email: 'una.direccion.bastante.larga@correo-nuevo.ejemplo.cl',
      consents: [],
      has_password: false,
    }),
    shows: /Tus datos están bloqueados desde/,
  },
  {
    name: 'personal-data-unproved',
    as,
    path: data,
    prepare: stands({ email_verified: false, consents: [] }),
    shows: /confirma primero tu correo/,
  },
  {
    name: 'personal-data-leaving',
    as,
    path: data,
    prepare: stands({ erase_at: inDays(6.98) }),
    shows: /para cambiar de idea/,
  },
  { name: 'personal-data-loading', as, path: data, prepare: (page) => hold(page, STATE), shows: 'Llevarme una copia' },
  {
    name: 'personal-data-failed',
    as,
    path: data,
    prepare: (page) => refuse(page, STATE, 503, 'unavailable'),
    shows: 'No pudimos cargar tus datos.',
  },
  {
    name: 'personal-data-erase',
    as,
    path: data,
    prepare: stands(),
    act: (page) => press(page, 'Borrar mi cuenta'),
    shows: '¿Qué se va y qué queda?',
    windowOnly: true,
  },
  {
    name: 'personal-data-erase-password',
    as,
    path: data,
    prepare: async (page) => {
      await stands()(page);
      const fields = { current_password: 'La contraseña actual no es correcta.' };
      await answer(page, '**/api/users/me/data/erase', 403, { code: 'reauth_required', detail: '', fields });
    },
    act: async (page) => {
      await press(page, 'Borrar mi cuenta');
      await press(page, 'Seguir');
      await page.getByRole('dialog').getByRole('button', { name: 'Borrar mi cuenta' }).click();
    },
    shows: 'La contraseña actual no es correcta.',
    windowOnly: true,
  },
  {
    name: 'personal-data-email',
    as,
    path: data,
    prepare: stands(),
    act: async (page) => {
      await press(page, 'Cambiar: Correo');
      await page.getByLabel('Correo nuevo').fill('sin-arroba');
      await press(page, 'Enviar el enlace');
    },
    shows: 'Email inválido',
    windowOnly: true,
  },
  {
    name: 'personal-data-name',
    as,
    path: data,
    prepare: stands(),
    act: (page) => press(page, 'Cambiar: Nombre'),
    shows: 'Cambiar tu nombre',
    windowOnly: true,
  },
];

const links = [
  ['change-email', 'Usar este correo', 'Tu cuenta pasó a este correo'],
  ['undo-email', 'Devolver mi cuenta', 'Tu cuenta volvió a este correo'],
  ['keep-account', 'Quedarme con mi cuenta', 'Tu cuenta se queda'],
] as const;

/** The link of a change in another browser than the account's. */
const elsewhereShot: Shot = {
  name: 'link-change-email-elsewhere',
  path: () => '/change-email/abc',
  prepare: (page) =>
    answer(page, '**/api/auth/change-email', 403, { code: 'email_change_elsewhere', detail: 'Abre este enlace' }),
  act: (page) => press(page, 'Usar este correo'),
  shows: 'Abre el enlace donde pediste el cambio',
};

/** The pages behind the links of the mails. */
const linkShots: readonly Shot[] = links.flatMap(([name, action, done]): Shot[] => [
  { name: `link-${name}`, path: () => `/${name}/abc`, shows: action },
  {
    name: `link-${name}-done`,
    path: () => `/${name}/abc`,
    prepare: (page) => answer(page, `**/api/auth/${name}`, 200, {}),
    act: (page) => press(page, action),
    shows: done,
  },
  {
    name: `link-${name}-gone`,
    path: () => `/${name}/abc`,
    act: (page) => press(page, action),
    shows: 'Este enlace ya no sirve',
  },
]);

const request = (id: string, change: Partial<DataRequest>): DataRequest => ({
  id,
  kind: 'access',
  channel: 'shop',
  state: 'done',
  user_id: 'x',
  person: 'Lucía Reyes, lectora@demo.cl',
  note: '',
  outcome: '',
  asked_at: inDays(-3),
  due_at: inDays(27),
  done_at: inDays(-3),
  erase_at: null,
  can_carry_out: false,
  ...change,
});
const open = { channel: 'letter', state: 'open', done_at: null } as const;
const requests = [
  request('a', {
    ...open,
    kind: 'block',
    person: 'Mara Soto, mara.soto@correo-bastante-largo.ejemplo.cl',
    note: 'Llegó por carta certificada. Pide que no se use nada hasta aclarar un cobro.',
    asked_at: inDays(-6),
    due_at: inDays(-2),
    can_carry_out: true,
  }),
  request('b', { ...open, kind: 'objection', person: 'Una señora de Osorno', due_at: inDays(20) }),
  request('c', { kind: 'erasure', state: 'running', done_at: null, erase_at: inDays(4) }),
  request('d', { outcome: 'copied' }),
  request('e', { kind: 'block', outcome: 'unblocked' }),
  request('f', { kind: 'erasure', outcome: 'erased', user_id: null, person: null }),
  request('g', { kind: 'erasure', state: 'withdrawn', outcome: 'kept' }),
  request('h', {
    channel: 'letter',
    kind: 'objection',
    state: 'refused',
    outcome: 'La ley tributaria pide guardar la compra. Le contamos que puede acudir a la Agencia.',
  }),
];
const admin = { as: 'admin', path: () => '/admin/data-requests' } as const;
const listed = (rows: readonly DataRequest[]) => (page: Page) => answer(page, REQUESTS, 200, rows);

/** 'Solicitudes de datos'. */
const adminShots: readonly Shot[] = [
  { name: 'admin-data-requests', ...admin, prepare: listed(requests), shows: 'Atrasada' },
  { name: 'admin-data-requests-empty', ...admin, prepare: listed([]), shows: 'Nadie ha pedido nada' },
  {
    name: 'admin-data-requests-failed',
    ...admin,
    prepare: (page) => refuse(page, REQUESTS, 503, 'unavailable'),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-data-requests-letter',
    ...admin,
    prepare: listed([]),
    act: async (page) => {
      await press(page, 'Anotar una carta');
      await press(page, 'Anotar');
    },
    shows: 'Escribe el correo o el nombre de quien la pidió.',
    windowOnly: true,
  },
  {
    name: 'admin-data-requests-carry-out',
    ...admin,
    prepare: listed(requests),
    act: (page) =>
      page
        .getByRole('button', { name: /^Cumplir: / })
        .first()
        .click(),
    shows: '¿Bloquear sus datos?',
    windowOnly: true,
  },
  {
    name: 'admin-data-requests-close',
    ...admin,
    prepare: listed(requests),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Responder: / })
        .last()
        .click();
      await press(page, 'Responder');
    },
    shows: 'Escribe qué se hizo o por qué no.',
    windowOnly: true,
  },
];

/** Shots of a user's choices about personal data, and of the admin's view of them. */
export const personalDataShots: readonly Shot[] = [...ownShots, ...linkShots, elsewhereShot, ...adminShots];
