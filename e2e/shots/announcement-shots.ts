import type { Page } from '@playwright/test';
import { answer, refuse } from './answers.ts';
import { SERIAL } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const LIST = /\/api\/admin\/announcements\?/;
const AUDIENCES = '**/api/admin/announcements/audiences';
const FOLLOWS = '**/api/follows';
const FOLLOW = '**/api/follows/*';
const as = 'admin' as const;
const announcements = () => '/admin/announcements';
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

const nothing = {
  body: 'Este año escribí **de pie** más que nunca.',
  audience: 'news',
  audience_id: null,
  audience_name: null,
  audience_book_id: null,
  send_at: null,
  started_at: null,
  finished_at: null,
  total: 0,
  tried: 0,
  accepted: 0,
  retrying: 0,
  refused: 0,
  left: 0,
  unsubscribed: 0,
  minutes_left: null,
  answers: [],
  resendable: 0,
  standstill: null,
};
const sending = {
  ...nothing,
  id: '01a00000-0000-7000-8000-000000000001',
  state: 'sending',
  subject: 'Lectura en voz alta este sábado',
  started_at: '2026-11-22T18:00:00.000Z',
  total: 1036,
  tried: 412,
  accepted: 403,
  retrying: 6,
  refused: 3,
  unsubscribed: 1,
  minutes_left: 21,
  answers: [
    { reason: 'no-mailbox', mails: 3, final: true },
    { reason: 'mailbox-full', mails: 4, final: false },
    { reason: 'busy', mails: 2, final: false },
  ],
};
const rows = [
  sending,
  { ...nothing, id: '01a00000-0000-7000-8000-000000000002', state: 'draft', subject: 'Una carta antes del verano' },
  {
    ...nothing,
    id: '01a00000-0000-7000-8000-000000000003',
    state: 'scheduled',
    subject: 'Ya se puede completar «El faro»',
    audience: 'followers',
    audience_id: 'x',
    audience_name: 'El faro',
    audience_book_id: 'x',
    send_at: '2026-11-28T12:00:00.000Z',
  },
  {
    ...sending,
    id: '01a00000-0000-7000-8000-000000000004',
    state: 'done',
    subject: 'Salió el «Cuaderno del farero»',
    total: 296,
    tried: 290,
    left: 6,
    minutes_left: null,
  },
  {
    ...sending,
    id: '01a00000-0000-7000-8000-000000000005',
    state: 'stopped',
    subject: 'Cambio de dirección de correo',
    total: 901,
    tried: 87,
    minutes_left: null,
  },
];
const standing = {
  ...sending,
  standstill: {
    reason: 'sender-limit',
    since: '2026-11-22T18:24:00.000Z',
    next_try_at: '2026-11-22T19:24:00.000Z',
  },
};
const notArrived = { ...sending, state: 'done', tried: 1036, refused: 87, resendable: 84, minutes_left: null };
const audiences = {
  news: 1036,
  books: [{ id: '01a00000-0000-7000-8000-00000000000b', name: 'El faro que aprendió a silbar', people: 318 }],
  parts: [],
  refused: 14,
  per_minute: 20,
  next_release: {
    part_name: 'La valija',
    book_id: 'x',
    book_name: 'El faro que aprendió a silbar',
    release_at: '2026-12-12T03:00:00.000Z',
    people: 318,
  },
};
const withAudiences = (page: Page) => answer(page, AUDIENCES, 200, audiences);

async function written(page: Page): Promise<void> {
  await page.getByLabel('Asunto').fill('Una carta antes del verano');
  await page
    .getByRole('textbox', { name: 'Texto' })
    .fill(
      'Este año escribí **de pie** más que nunca.\n\n- una valija\n- un faro\n\nMás en [la tienda](https://ejemplo.cl).\n',
    );
  await press(page, 'Poner un libro');
  await page.getByLabel('Libro que se muestra').selectOption({ label: SERIAL });
}

/** 'Anuncios', 'Avísame cuando salga' and 'Lo que sigo'. */
export const announcementShots: readonly Shot[] = [
  {
    name: 'admin-announcements',
    as,
    path: announcements,
    prepare: async (page) => {
      await withAudiences(page);
      await answer(page, LIST, 200, rows);
    },
    shows: 'quedan 21 min',
  },
  {
    name: 'admin-announcements-empty',
    as,
    path: announcements,
    prepare: async (page) => answer(page, LIST, 200, []),
    shows: 'Todavía no hay anuncios',
  },
  {
    name: 'admin-announcements-failed',
    as,
    path: announcements,
    prepare: async (page) => refuse(page, LIST, 500, 'internal'),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-announcement-writing',
    as,
    path: () => '/admin/announcements?escribir=nuevo',
    prepare: withAudiences,
    act: written,
    shows: 'Enviar a 1.036 personas',
  },
  {
    name: 'admin-announcement-restored',
    as,
    path: () => '/admin/announcements?escribir=nuevo',
    prepare: withAudiences,
    act: async (page) => {
      await written(page);
      await page.reload();
    },
    shows: 'Recuperamos lo que estabas escribiendo.',
  },
  {
    name: 'admin-announcement-incomplete',
    as,
    path: () => '/admin/announcements?escribir=nuevo',
    prepare: withAudiences,
    act: async (page) => {
      await page.getByLabel('Otro día y hora').check();
      await press(page, /^Programar para/);
    },
    shows: 'Elige el día y la hora.',
  },
  {
    name: 'admin-announcement-preview',
    as,
    path: () => '/admin/announcements?escribir=nuevo',
    prepare: withAudiences,
    act: async (page) => {
      await written(page);
      await press(page, 'Ver cómo llega');
    },
    shows: 'Así llega',
    only: 390,
    windowOnly: true,
  },
  {
    name: 'admin-announcement-results',
    as,
    path: () => `/admin/announcements?ver=${sending.id}`,
    prepare: async (page) => {
      await withAudiences(page);
      await answer(page, `**/api/admin/announcements/${sending.id}`, 200, sending);
    },
    shows: 'La casilla no existe',
  },
  {
    name: 'admin-announcement-standing',
    as,
    path: () => `/admin/announcements?ver=${sending.id}`,
    prepare: async (page) => {
      await withAudiences(page);
      await answer(page, `**/api/admin/announcements/${sending.id}`, 200, standing);
    },
    shows: /^En pausa: tu servidor de correo/,
  },
  {
    name: 'admin-announcement-not-arrived',
    as,
    path: () => `/admin/announcements?ver=${sending.id}`,
    prepare: async (page) => {
      await withAudiences(page);
      await answer(page, `**/api/admin/announcements/${sending.id}`, 200, notArrived);
    },
    shows: 'Enviar a quienes no les llegó',
  },
  {
    name: 'follow-form',
    path: (shop) => `/book-detail/${shop.book(SERIAL).id}`,
    act: async (page) => press(page, /^Avísame cuando salga/),
    shows: 'Tu correo',
    windowOnly: true,
  },
  {
    name: 'follow-done',
    as: 'reader',
    path: (shop) => `/book-detail/${shop.book(SERIAL).id}`,
    prepare: async (page) => {
      // Removes early access: a part with it shows 'Leer' in place of the button.
      await answer(page, '**/api/user_book_parts/*', 200, []);
      await answer(page, FOLLOWS, 200, []);
      await answer(page, FOLLOW, 200, { state: 'confirmed' });
    },
    act: async (page) => press(page, /^Avísame cuando salga/),
    shows: 'Te avisamos el día que salga',
  },
  {
    name: 'profile-follows',
    as: 'reader',
    path: () => '/user-settings',
    prepare: async (page) =>
      answer(page, FOLLOWS, 200, [
        { book_id: 'a', book_name: SERIAL, image: null, next_release: '2026-12-12T03:00:00.000Z' },
        { book_id: 'b', book_name: 'Cartas', image: null, next_release: null },
      ]),
    shows: 'Lo próximo sale el 12/12/2026',
  },
];
