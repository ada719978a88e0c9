import type { AdminThread, AdminThreadEntry, Message, OwnThread, ThreadEntry } from '@cuentos/contract/messages';
import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import type { DemoShop } from './demo-shop.ts';
import { item, order } from './order-shots.ts';
import type { Shot } from './shot.ts';

const reader = 'reader' as const;
const admin = 'admin' as const;
const ID = '019aafee-41b0-7000-8000-00000000000a';
const LIST = /\/api\/messages\?/;
const THREAD = new RegExp(`/api/messages/${ID}\\?`);
const threads = () => '/user-settings/messages';
const thread = () => `${threads()}/${ID}`;
const fresh = () => `${threads()}/new`;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function message(place: number, side: Message['side'], text: string): Message {
  return {
    id: `019aafee-41b0-7000-8000-0000000001${place}0`,
    side,
    text,
    created_at: ago(50 - place * 7),
    read_at: ago(1),
  };
}

const talk: readonly Message[] = [
  message(
    1,
    'reader',
    'Hola. Compré «El muelle» y al abrirla en el teléfono se queda en la portada.\n\nYa probé cerrando sesión.',
  ),
  message(
    2,
    'shop',
    'Hola, Lucía. Gracias por avisar.\n\nSubí un archivo nuevo recién: abre la parte otra vez con conexión y debería avanzar. Si no, te devuelvo el dinero hoy mismo.',
  ),
  message(3, 'reader', 'Ahora sí. ¡Gracias!'),
].toReversed();

const opened = { refusal: 'opened', amount: 0, until: null } as const;
const bought = (shop: DemoShop) => order(shop, 2, { items: [item(shop, { opened_at: ago(40), withdrawal: opened })] });

const ownThread = (shop: DemoShop, change: Partial<OwnThread> = {}): OwnThread => ({
  id: ID,
  subject: 'purchase',
  state: 'answered',
  order: bought(shop),
  messages: [...talk],
  ...change,
});

function entry(place: number, change: Partial<ThreadEntry>): ThreadEntry {
  return {
    id: `019aafee-41b0-7000-8000-00000000000${place}`,
    subject: 'other',
    state: 'open',
    created_at: ago(place * 30),
    order_id: null,
    titles: [],
    unread: 0,
    last: { side: 'reader', excerpt: '¿Van a publicar los cuentos también en papel?', created_at: ago(place * 30) },
    ...change,
  };
}

function entries(shop: DemoShop): ThreadEntry[] {
  const { id, items } = bought(shop);
  return [
    entry(1, {
      subject: 'purchase',
      state: 'answered',
      order_id: id,
      titles: items.map(({ book_name: book, part_name: part }) => `${book}: ${part}`),
      unread: 1,
      last: {
        side: 'shop',
        excerpt:
          'Hola, Lucía. Gracias por avisar. Subí un archivo nuevo recién: abre la parte otra vez con conexión y debería…',
        created_at: ago(3),
      },
    }),
    entry(2, {}),
    entry(3, {
      subject: 'reading',
      state: 'answered',
      last: { side: 'shop', excerpt: 'Sí: ábrela una vez con conexión y queda en el teléfono.', created_at: ago(90) },
    }),
    entry(4, { subject: 'account', state: 'closed' }),
  ];
}

const showThread = (page: Page, shop: DemoShop) => answer(page, THREAD, 200, ownThread(shop));
const goOffline = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor();
  await page.context().setOffline(true);
};

const ownShots: readonly Shot[] = [
  {
    name: 'threads',
    as: reader,
    path: threads,
    prepare: (page, shop) => answer(page, LIST, 200, entries(shop)),
    shows: 'Respuesta nueva',
  },
  { name: 'threads-empty', as: reader, path: threads, shows: 'Todavía no nos escribes' },
  {
    name: 'threads-loading',
    as: reader,
    path: threads,
    prepare: (page) => hold(page, LIST),
    shows: 'Mensajes',
    windowOnly: true,
  },
  {
    name: 'threads-failed',
    as: reader,
    path: threads,
    prepare: (page) => refuse(page, LIST, 503, 'unavailable'),
    shows: 'No pudimos cargar tus mensajes.',
  },
  {
    name: 'threads-offline',
    as: reader,
    path: threads,
    prepare: (page, shop) => answer(page, LIST, 200, entries(shop)),
    act: goOffline('Respuesta nueva'),
    shows: 'Esto es lo último que supimos.',
  },
  { name: 'thread', as: reader, path: thread, prepare: showThread, shows: 'Ahora sí. ¡Gracias!' },
  {
    name: 'thread-closed',
    as: reader,
    path: thread,
    prepare: (page, shop) =>
      answer(page, THREAD, 200, ownThread(shop, { state: 'closed', order: null, subject: 'other' })),
    shows: /se abre de nuevo/,
  },
  {
    name: 'thread-offline',
    as: reader,
    path: thread,
    prepare: showThread,
    act: async (page) => {
      await page.getByLabel('Tu respuesta').fill('Una cosa más: ¿la tercera parte sale este mes?');
      await page.context().setOffline(true);
    },
    shows: /queda en este dispositivo/,
  },
  {
    name: 'thread-unsent',
    as: reader,
    path: thread,
    prepare: async (page, shop) => {
      await showThread(page, shop);
      await refuse(
        page,
        '**/api/messages/*/reply',
        429,
        'too_many_messages',
        'Recibimos muchos mensajes seguidos. Espera un rato y envíalo de nuevo.',
      );
    },
    act: async (page) => {
      await page.getByLabel('Tu respuesta').fill('Una cosa más.');
      await page.getByRole('button', { name: 'Enviar' }).click();
    },
    shows: /Recibimos muchos mensajes/,
    windowOnly: true,
  },
  { name: 'thread-missing', as: reader, path: thread, shows: 'No encontramos esa conversación.' },
  {
    name: 'thread-new',
    as: reader,
    path: fresh,
    act: (page) => page.getByRole('button', { name: 'Enviar' }).click(),
    shows: 'Escribe tu mensaje.',
  },
  {
    name: 'thread-about-order',
    as: reader,
    path: (shop) => `${fresh()}?order=${bought(shop).id}`,
    prepare: (page, shop) => answer(page, '**/api/messages/orders/*', 200, { order: bought(shop), thread_id: null }),
    shows: 'Ayuda con tu compra',
  },
  { name: 'contact', path: () => '/contact', shows: 'Tu mensaje' },
  {
    name: 'contact-wrong',
    path: () => '/contact',
    act: (page) => page.getByRole('button', { name: 'Enviar' }).click(),
    shows: 'Escribe tu mensaje.',
  },
  {
    name: 'contact-sent',
    path: () => '/contact',
    prepare: (page) => answer(page, '**/api/messages/visitors', 200, { accepted: true }),
    act: async (page) => {
      await page.getByLabel('Nombre').fill('Vera Lagos');
      await page.getByLabel('Correo').fill('vera@ejemplo.cl');
      await page.getByLabel('Tu mensaje').fill('¿Se puede leer sin conexión?');
      await page.getByRole('button', { name: 'Enviar' }).click();
    },
    shows: 'Recibimos tu mensaje',
  },
];

const people = [
  { user_id: ID, name: 'Lucía Reyes', email: 'lectora@demo.cl', email_verified: true, is_gone: false },
  { user_id: null, name: 'Vera Lagos', email: 'vera@ejemplo.cl', email_verified: false, is_gone: false },
] as const;

function adminEntries(shop: DemoShop): AdminThreadEntry[] {
  return entries(shop).map((each, place) => ({
    ...each,
    state: place < 2 ? 'open' : each.state,
    unread: place === 0 ? 2 : 0,
    last: { ...each.last, side: place < 2 ? 'reader' : 'shop' },
    person: people[place % 2] ?? people[0],
  }));
}

function adminThread(shop: DemoShop, change: Partial<AdminThread> = {}): AdminThread {
  const { items, total, created_at: at, id } = bought(shop);
  const [part] = items;
  if (!part) throw new Error('the order of the pictures has no part');
  return {
    id: ID,
    subject: 'purchase',
    state: 'open',
    person: people[0],
    order: {
      id,
      user_id: ID,
      user_name: people[0].name,
      user_email: people[0].email,
      state: 'paid',
      total,
      discount_code: null,
      created_at: at,
      paid_at: at,
      items: [
        {
          book_part_id: part.part_id,
          book_id: part.book_id,
          book_name: part.book_name,
          book_part_name: part.part_name,
          amount: part.amount,
          owned: true,
          opened_at: ago(40),
          withdrawn_at: null,
        },
      ],
      payments: [
        {
          id: ID,
          provider_payment_id: '106007375952',
          status: 'approved',
          method: 'visa',
          amount: total,
          currency: 'CLP',
          returned: 0,
          problem: null,
          since: at,
        },
      ],
    },
    messages: [...talk],
    ...change,
  };
}

const ADMIN_LIST = /\/api\/admin\/messages\/\d+\/\d+/;
const ADMIN_THREAD = new RegExp(`/api/admin/messages/${ID}`);
const count = (page: Page) => answer(page, '**/api/admin/messages/unanswered', 200, { unanswered: 2 });
const adminPath = () => '/admin/messages';
const adminThreadPath = () => `/admin/messages?thread=${ID}`;

const adminShots: readonly Shot[] = [
  {
    name: 'admin-messages',
    as: admin,
    path: () => '/admin/messages?estado=all',
    prepare: async (page, shop) => {
      await count(page);
      await answer(page, ADMIN_LIST, 200, adminEntries(shop));
    },
    shows: /2 sin leer/,
  },
  { name: 'admin-messages-empty', as: admin, path: adminPath, shows: 'No hay conversaciones aquí' },
  {
    name: 'admin-thread',
    as: admin,
    path: adminThreadPath,
    prepare: async (page, shop) => {
      await count(page);
      await answer(page, ADMIN_THREAD, 200, adminThread(shop));
    },
    shows: 'Ahora sí. ¡Gracias!',
  },
  {
    name: 'admin-thread-visitor',
    as: admin,
    path: adminThreadPath,
    prepare: (page, shop) =>
      answer(
        page,
        ADMIN_THREAD,
        200,
        adminThread(shop, { person: people[1], order: null, subject: 'reading', state: 'closed' }),
      ),
    shows: 'Reabrir',
  },
  {
    name: 'admin-thread-unproved',
    as: admin,
    path: adminThreadPath,
    prepare: (page, shop) =>
      answer(page, ADMIN_THREAD, 200, adminThread(shop, { person: { ...people[0], email_verified: false } })),
    shows: /Su correo está sin confirmar/,
  },
  {
    name: 'admin-thread-gone',
    as: admin,
    path: adminThreadPath,
    prepare: (page, shop) =>
      answer(page, ADMIN_THREAD, 200, adminThread(shop, { person: { ...people[0], is_gone: true } })),
    shows: /nadie leería la respuesta/,
  },
  { name: 'admin-thread-missing', as: admin, path: adminThreadPath, shows: 'No encontramos esa conversación.' },
];

/** 'Mensajes' of readers and of the admins, and the contact form. */
export const threadShots: readonly Shot[] = [...ownShots, ...adminShots];
