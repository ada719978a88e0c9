import 'fake-indexeddb/auto';
import type { Message, OwnThread, ThreadEntry } from '@cuentos/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDrafts } from '../../device/form-drafts.ts';
import { forgetUser } from '../../device/forget-rows.ts';
import { syncDatabase } from '../../device/sync-database.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { WriteBox } from './conversation.tsx';
import { MessagesScreen } from './messages-screen.tsx';

const ID = '01900000-0000-7000-8000-0000000000aa';
const ORDER = '01900000-0000-7000-8000-0000000000bb';
const DRAFT = `order:${ORDER}`;
const list = '/user-settings/messages';

const keptMessage = async (uid: string, form: string) => (await readDrafts(uid, form))[0]?.values ?? null;

const message = (place: number, side: Message['side'], text: string, read = true): Message => ({
  id: `01900000-0000-7000-8000-00000000000${place}`,
  side,
  text,
  created_at: `2026-11-20T12:1${place}:00Z`,
  read_at: read ? '2026-11-21T12:00:00Z' : null,
});

const entry: ThreadEntry = {
  id: ID,
  subject: 'reading',
  state: 'answered',
  created_at: '2026-11-20T12:10:00Z',
  order_id: null,
  titles: [],
  unread: 1,
  last: { side: 'shop', excerpt: 'Ya está.', created_at: '2026-11-20T12:15:00Z' },
};

const thread: OwnThread = {
  id: ID,
  subject: 'purchase',
  state: 'answered',
  order: {
    id: ORDER,
    state: 'paid',
    in_review: false,
    total: 1490,
    discount_code: null,
    created_at: '2026-11-20T12:00:00Z',
    paid_at: '2026-11-20T12:01:00Z',
    until: null,
    resume_url: null,
    payment_number: '870001',
    method: 'visa',
    items: [
      {
        part_id: '01900000-0000-7000-8000-0000000000cc',
        book_id: 'faro',
        book_name: 'El faro',
        part_name: 'El muelle',
        image: null,
        value: 1490,
        amount: 1490,
        reduction: null,
        returned: null,
        can_read: true,
        is_recalled: false,
        opened_at: '2026-11-20T13:00:00Z',
        withdrawal: { refusal: 'opened', amount: 0, until: null },
      },
    ],
    returned: null,
    gift: null,
    sent_back: [],
    documents: [],
  },
  messages: [message(2, 'shop', 'Ya está.\nPrueba ahora.'), message(1, 'reader', 'No abre.')],
};

interface Sent {
  readonly id: string;
  readonly text: string;
}
const sentBodies = (calls: ReturnType<typeof fakeApi>, path: string) =>
  calls.flatMap(({ method, url, body }) =>
    method === 'POST' && url.endsWith(path) ? [JSON.parse(body as string) as Sent] : [],
  );

function open(path: string, handlers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(handlers);
  const router = createMemoryRouter(
    [
      { path: `${list}/:thread_id?`, Component: MessagesScreen },
      { path: '*', Component: () => null },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    calls,
    at: () => router.state.location.pathname + router.state.location.search,
    go: async (to: string) => act(async () => router.navigate(to)),
  };
}

const openThread = (more: Parameters<typeof fakeApi>[0] = {}) =>
  open(`${list}/${ID}`, {
    [`GET /api/messages/${ID}`]: { body: thread },
    [`POST /api/messages/${ID}/reply`]: { status: 201, body: { thread_id: ID } },
    ...more,
  });

const box = async (label = 'Tu respuesta') => screen.findByLabelText<HTMLTextAreaElement>(label);
async function type(text: string, label?: string): Promise<HTMLTextAreaElement> {
  const field = await box(label);
  fireEvent.change(field, { target: { value: text } });
  return field;
}
const send = () => screen.getByRole('button', { name: 'Enviar' });
const toasts = () => toastStore.all().map(({ text }) => text);

beforeEach(() => signInAs('ana'));
afterEach(async () => {
  cleanup();
  await forgetUser('ana');
  await forgetUser('berta');
  localStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

describe('the list', () => {
  it('shows threads with their new messages, newest first, each as a link', async () => {
    const second = { ...entry, id: ORDER, unread: 0, titles: ['El faro: El muelle'], order_id: ORDER };
    open(list, { 'GET /api/messages': { body: [entry, second] } });
    expect(await screen.findByText('Respuesta nueva')).toBeTruthy();
    expect(screen.getByText('Respondida')).toBeTruthy();
    const links = ['Leer en la tienda', 'El faro: El muelle'].map((name) => screen.getByRole('link', { name }));
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`${list}/${ID}`, `${list}/${ORDER}`]);
    expect(screen.getByText('Compra 01900000-0000')).toBeTruthy();
  });

  it.each([
    ['open', 'Esperando respuesta'],
    ['answered', 'Respondida'],
    ['closed', 'Cerrada'],
  ] as const)('says of a thread without new messages that it is %s', async (state, words) => {
    open(list, { 'GET /api/messages': { body: [{ ...entry, state, unread: 0 }] } });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('is read page by page', async () => {
    const rows = Array.from({ length: 21 }, (_, place) => ({ ...entry, id: `t-${place}` }));
    open(list, {
      'GET /api/messages': ({ url }) => {
        const offset = Number(new URL(url, 'http://shop.test').searchParams.get('offset'));
        return { body: rows.slice(offset, offset + 20) };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ver conversaciones más antiguas' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(21));
  });

  it.each([
    ['nothing yet', { body: [] }, 'Todavía no nos escribes'],
    [
      'a failure',
      { status: 503, body: { detail: 'x', code: 'unavailable', request_id: 'r' } },
      'No pudimos cargar tus mensajes.',
    ],
  ])('reports %s', async (_, answer, text) => {
    open(list, { 'GET /api/messages': answer });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('a thread', () => {
  it('shows the order and the messages, oldest first, with the way to the receipt', async () => {
    openThread();
    const texts = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
    expect(texts.filter((text) => /No abre|Ya está/.test(text))).toEqual([
      expect.stringContaining('No abre.'),
      expect.stringContaining('Ya está.\nPrueba ahora.'),
    ]);
    expect(screen.getByText('El muelle')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Comprobante' }).getAttribute('href')).toBe(
      `/user-settings/orders/${ORDER}/receipt`,
    );
  });

  it('tells the server once which answers were seen', async () => {
    const unseen = { ...thread, messages: [message(2, 'shop', 'Ya está.', false), message(1, 'reader', 'No abre.')] };
    let isRead = false;
    const { calls } = openThread({
      [`GET /api/messages/${ID}`]: () => ({ body: isRead ? thread : unseen }),
      [`POST /api/messages/${ID}/read`]: () => {
        isRead = true;
        return { status: 204 };
      },
    });
    await screen.findByText('Ya está.');
    await waitFor(() => expect(calls.filter(({ url }) => url.endsWith('/read'))).toHaveLength(1));
    expect(JSON.parse(calls.find(({ url }) => url.endsWith('/read'))!.body as string)).toEqual({
      until: unseen.messages[0]!.id,
    });
  });

  it('sends one message for a double click, and empties the box', async () => {
    let arrive: (value: unknown) => void = () => {};
    const { calls } = openThread({
      [`POST /api/messages/${ID}/reply`]: async () => {
        await new Promise((resolve) => {
          arrive = resolve;
        });
        return { status: 201, body: { thread_id: ID } };
      },
    });
    const field = await type('Gracias.');
    fireEvent.click(send());
    fireEvent.click(send());
    expect(send().getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(sentBodies(calls, '/reply')).toHaveLength(1));
    arrive(null);
    await waitFor(() => expect(field.value).toBe(''));
    expect(sentBodies(calls, '/reply')).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'Gracias.' }]);
    await waitFor(() => expect(toasts()).toEqual(['Mensaje enviado']));
    expect(await keptMessage('ana', DRAFT)).toBeNull();
  });

  it.each([
    ['ctrlKey', true, 1],
    ['metaKey', true, 1],
    ['shiftKey', true, 0],
  ] as const)('Enter with %s', async (key, held, times) => {
    const { calls } = openThread();
    const field = await type('Gracias.');
    fireEvent.keyDown(field, { key: 'Enter', [key]: held });
    await waitFor(() => expect(sentBodies(calls, '/reply')).toHaveLength(times));
  });

  it('refuses an empty text and one too long at the field, without a call', async () => {
    const { calls } = openThread();
    await type('   ');
    fireEvent.click(send());
    expect(await screen.findByText('Escribe tu mensaje.')).toBeTruthy();
    expect(document.activeElement).toBe(await box());
    await type('a'.repeat(4001));
    fireEvent.click(send());
    expect(await screen.findByText('Puede tener hasta 4.000 caracteres.')).toBeTruthy();
    expect(sentBodies(calls, '/reply')).toEqual([]);
  });

  it('keeps the text when it did not arrive, and sends the same message again, but not a changed one', async () => {
    let status = 503;
    const { calls } = openThread({
      [`POST /api/messages/${ID}/reply`]: () => ({
        status,
        body: status === 503 ? { detail: '', code: 'unavailable', request_id: 'r' } : { thread_id: ID },
      }),
    });
    const field = await type('Gracias.');
    for (const times of [1, 2]) {
      fireEvent.click(send());
      await waitFor(() => expect(sentBodies(calls, '/reply')).toHaveLength(times));
      await waitFor(() => expect(send().getAttribute('aria-busy')).toBeNull());
    }
    expect(field.value).toBe('Gracias.');
    status = 201;
    await type('Gracias a ti.');
    fireEvent.click(send());
    await waitFor(() => expect(field.value).toBe(''));
    const [first, second, third] = sentBodies(calls, '/reply');
    expect(second).toEqual(first);
    expect(third?.id).not.toBe(first?.id);
  });
});

describe('a sent message', () => {
  it('empties the box at once, though reloading the thread is slow', async () => {
    let isSent = false;
    const { calls } = openThread({
      [`GET /api/messages/${ID}`]: async () => (isSent ? new Promise<never>(() => {}) : { body: thread }),
      [`POST /api/messages/${ID}/reply`]: () => {
        isSent = true;
        return { status: 201, body: { thread_id: ID } };
      },
    });
    const field = await type('Gracias.');
    fireEvent.click(send());
    await waitFor(() => expect(field.value).toBe(''));
    expect(sentBodies(calls, '/reply')).toHaveLength(1);
  });

  it('between two pages is not shown twice, and neither is the message that it pushed over', async () => {
    const rows = Array.from({ length: 20 }, (_, place) => ({
      ...message(1, 'reader', `Mensaje ${place}`),
      id: `m-${place}`,
    }));
    const pushed = [rows[19]!, { ...rows[0]!, id: 'm-20', text: 'El primero' }];
    openThread({
      [`GET /api/messages/${ID}`]: ({ url }) => ({
        body: { ...thread, order: null, messages: url.includes('offset=0') ? rows : pushed },
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ver mensajes más antiguos' }));
    expect(await screen.findByText('El primero')).toBeTruthy();
    expect(screen.getAllByText('Mensaje 19')).toHaveLength(1);
    cleanup();
    const entries = Array.from({ length: 20 }, (_, place) => ({ ...entry, id: `t-${place}` }));
    open(list, {
      'GET /api/messages': ({ url }) => ({
        body: url.includes('offset=0') ? entries : [entries[19], { ...entry, id: 't-20' }],
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ver conversaciones más antiguas' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(21));
  });
});

it.each([
  [true, 1],
  [false, 0],
])('shows the keys on devices with a fine pointer: %s', async (matches, times) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches && query === '(pointer: fine)' }));
  openThread();
  await box();
  expect(screen.queryAllByText(/Ctrl/)).toHaveLength(times);
});

it('is a log for people who use a screen reader', async () => {
  openThread();
  const log = await screen.findByRole('log');
  expect(log.textContent).toContain('Prueba ahora.');
  expect(log.querySelectorAll('ol > li')).toHaveLength(2);
});

describe('a draft', () => {
  it('is restored after a change of page, for the same person only', async () => {
    openThread();
    await type('Una cosa más');
    await waitFor(async () => expect((await keptMessage('ana', DRAFT))?.['text']).toBe('Una cosa más'));
    const kept = await keptMessage('ana', DRAFT);
    cleanup();
    // Ends the session as an expired token does, without a logout.
    localStorage.clear();
    session.forget();
    signInAs('berta');
    expect(await keptMessage('berta', DRAFT)).toBeNull();
    signInAs('ana');
    const { calls } = openThread();
    const field = await box();
    await waitFor(() => expect(field.value).toBe('Una cosa más'));
    expect(screen.getByText('Recuperamos lo que estabas escribiendo.')).toBeTruthy();
    fireEvent.click(send());
    await waitFor(() => expect(sentBodies(calls, '/reply')).toEqual([{ id: kept!['id'], text: 'Una cosa más' }]));
  });

  it('is not overwritten by a letter typed before it was read', async () => {
    await (await syncDatabase()).put('message_drafts', { uid: 'ana', thread: DRAFT, id: ID, text: 'Una cosa más' });
    const typeAtOnce = () => {
      render(<WriteBox draft={DRAFT} label="Tu respuesta" onSend={async () => null} />);
      const field = screen.getByLabelText<HTMLTextAreaElement>('Tu respuesta');
      fireEvent.change(field, { target: { value: 'Hola' } });
      return field;
    };
    const field = typeAtOnce();
    await waitFor(() => expect(field.value).toBe('Una cosa más\n\nHola'));
    await waitFor(async () => expect((await keptMessage('ana', DRAFT))?.['text']).toBe('Una cosa más\n\nHola'));
  });

  it('stays its writer’s when the session ends meanwhile, and is hidden without a session', async () => {
    openThread();
    await type('Una cosa');
    await waitFor(async () => expect((await keptMessage('ana', DRAFT))?.['text']).toBe('Una cosa'));
    session.forget();
    await type('Una cosa más');
    await waitFor(async () => expect((await keptMessage('ana', DRAFT))?.['text']).toBe('Una cosa más'));
    cleanup();
    open(`${list}/new`, {});
    await type('De nadie', 'Tu mensaje');
    await waitFor(async () => expect((await keptMessage('ana', DRAFT))?.['text']).toBe('Una cosa más'));
    expect(await keptMessage('', 'new')).toBeNull();
  });

  it('of a first message about an order moves to the thread if the answer got lost', async () => {
    let begun: string | null = null;
    const handlers = {
      [`GET /api/messages/orders/${ORDER}`]: () => ({ body: { order: thread.order, thread_id: begun } }),
      'POST /api/messages': () => {
        begun = ID;
        return { status: 503, body: { detail: '', code: 'unavailable', request_id: 'r' } };
      },
      [`GET /api/messages/${ID}`]: { body: thread },
      [`POST /api/messages/${ID}/reply`]: { status: 201, body: { thread_id: ID } },
    };
    const first = open(`${list}/new?order=${ORDER}`, handlers);
    await type('No abre.', 'Tu mensaje');
    fireEvent.click(send());
    await waitFor(() => expect(toasts()).toHaveLength(1));
    cleanup();
    const { calls, at } = open(`${list}/new?order=${ORDER}`, handlers);
    await waitFor(() => expect(at()).toBe(`${list}/${ID}`));
    const field = await box();
    await waitFor(() => expect(field.value).toBe('No abre.'));
    fireEvent.click(send());
    await waitFor(() => expect(field.value).toBe(''));
    expect(sentBodies(calls, '/reply')[0]!.id).toBe(sentBodies(first.calls, '/api/messages')[0]!.id);
    await waitFor(async () => expect(await keptMessage('ana', DRAFT)).toBeNull());
  });

  it('is deleted when its writer logs out', async () => {
    openThread();
    await type('Una cosa más');
    await waitFor(async () => expect(await keptMessage('ana', DRAFT)).not.toBeNull());
    await forgetUser('ana');
    expect(await keptMessage('ana', DRAFT)).toBeNull();
  });
});

describe('a first message', () => {
  it('about an order names it, and opens its thread', async () => {
    const { calls, at } = open(`${list}/new?order=${ORDER}`, {
      [`GET /api/messages/orders/${ORDER}`]: { body: { order: thread.order, thread_id: null } },
      'POST /api/messages': { status: 201, body: { thread_id: ID } },
      [`GET /api/messages/${ID}`]: { body: thread },
    });
    expect(await screen.findByText('El muelle')).toBeTruthy();
    expect(screen.queryByLabelText('¿De qué se trata?')).toBeNull();
    await type('No abre.', 'Tu mensaje');
    fireEvent.click(send());
    await waitFor(() => expect(at()).toBe(`${list}/${ID}`));
    expect(sentBodies(calls, '/api/messages')).toEqual([
      { id: expect.any(String), text: 'No abre.', subject: 'purchase', order_id: ORDER },
    ]);
  });

  it('leaves a person on the page that they opened while it was sent', async () => {
    let arrive: (value: unknown) => void = () => {};
    const { calls, at, go } = open(`${list}/new`, {
      'GET /api/messages': { body: [] },
      'POST /api/messages': async () => {
        await new Promise((resolve) => {
          arrive = resolve;
        });
        return { status: 201, body: { thread_id: ID } };
      },
    });
    await type('¿Cómo cambio mi correo?', 'Tu mensaje');
    fireEvent.click(send());
    await waitFor(() => expect(sentBodies(calls, '/api/messages')).toHaveLength(1));
    await go(list);
    await screen.findByText('Todavía no nos escribes');
    arrive(null);
    await waitFor(() => expect(toasts()).toEqual(['Mensaje enviado']));
    await waitFor(async () => expect(await keptMessage('ana', 'new')).toBeNull());
    expect(at()).toBe(list);
  });

  it('about an order that has a thread is added to that thread', async () => {
    const { at } = open(`${list}/new?order=${ORDER}`, {
      [`GET /api/messages/orders/${ORDER}`]: { body: { order: thread.order, thread_id: ID } },
      [`GET /api/messages/${ID}`]: { body: thread },
    });
    await waitFor(() => expect(at()).toBe(`${list}/${ID}`));
    expect(await box()).toBeTruthy();
  });

  it('without an order has a subject', async () => {
    const { calls } = open(`${list}/new`, {
      'POST /api/messages': { status: 201, body: { thread_id: ID } },
      [`GET /api/messages/${ID}`]: { body: thread },
    });
    fireEvent.change(await screen.findByLabelText('¿De qué se trata?'), { target: { value: 'account' } });
    await type('¿Cómo cambio mi correo?', 'Tu mensaje');
    fireEvent.click(send());
    const message = { id: expect.any(String), text: '¿Cómo cambio mi correo?', subject: 'account' };
    await waitFor(() => expect(sentBodies(calls, '/api/messages')).toEqual([message]));
  });

  it('reports an address of an unknown thread', async () => {
    const missing = { status: 404, body: { detail: 'x', code: 'order_not_found', request_id: 'r' } };
    open(`${list}/new?order=${ORDER}`, { [`GET /api/messages/orders/${ORDER}`]: missing });
    expect(await screen.findByText('No encontramos esa compra.')).toBeTruthy();
    cleanup();
    openThread({ [`GET /api/messages/${ID}`]: missing });
    expect(await screen.findByText('No encontramos esa conversación.')).toBeTruthy();
  });
});
