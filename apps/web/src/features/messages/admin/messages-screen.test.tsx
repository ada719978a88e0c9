import 'fake-indexeddb/auto';
import type { AdminThread, AdminThreadEntry } from '@cuentos/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdStore } from '../../../device/testing/hold-store.ts';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { inRouter } from '../../../testing/in-router.tsx';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { AdminFrame } from '../../admin/area-frame.tsx';
import { AdminMessagesScreen } from './messages-screen.tsx';

const ID = '01900000-0000-7000-8000-0000000000aa';
const lucia = { user_id: 'u-1', name: 'Lucía Reyes', email: 'lucia@correo.cl', email_verified: true, is_gone: false };
const entry: AdminThreadEntry = {
  id: ID,
  subject: 'other',
  state: 'open',
  created_at: '2026-11-20T12:10:00Z',
  order_id: null,
  titles: [],
  unread: 2,
  last: { side: 'reader', excerpt: 'No abre.', created_at: '2026-11-20T12:15:00Z' },
  person: lucia,
};
const thread: AdminThread = {
  id: ID,
  subject: 'other',
  state: 'open',
  person: lucia,
  order: null,
  messages: [
    {
      id: '01900000-0000-7000-8000-000000000001',
      side: 'reader',
      text: 'No abre.',
      created_at: '2026-11-20T12:15:00Z',
      read_at: '2026-11-20T13:00:00Z',
    },
  ],
};

beforeEach(() => signInAs('jefa', 'admin'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const waiting = { kind: 'message', count: 3, due_at: null, since: null, person: null, amount: null, subject: null };

function open(at = '', more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    'GET /api/admin/today/waiting': { body: { waiting: [waiting] } },
    'GET /api/admin/setup': { body: { sales: 'open', rows: [{ state: 'missing' }] } },
    'GET /api/admin/messages/0/10': { body: [entry] },
    [`GET /api/admin/messages/${ID}`]: { body: thread },
    ...more,
  });
  const router = createMemoryRouter(
    [
      {
        path: '/admin',
        Component: AdminFrame,
        children: [{ path: 'messages', Component: inRouter(AdminMessagesScreen) }],
      },
    ],
    { initialEntries: [`/admin/messages${at}`] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { calls, search: () => router.state.location.search };
}
const listRequests = (calls: ReturnType<typeof fakeApi>) =>
  calls.flatMap(({ url }) =>
    url.includes('/messages/0/') ? [new URL(url, 'http://x').searchParams.get('state')] : [],
  );
const toasts = () => toastStore.all().map(({ text }) => text);

it('starts with the threads that wait for an answer, lists the others by choice, and shows the number of waiting ones in the tab', async () => {
  const { calls, search } = open();
  expect(await screen.findByText('Lucía Reyes')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Mensajes 3 cosas esperan' })).toBeTruthy();
  expect(screen.getByText(/2 sin leer/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver la conversación con Lucía Reyes' }).getAttribute('href')).toBe(
    `/admin/messages?thread=${ID}`,
  );
  const choices = within(screen.getByLabelText('Cuáles ver')).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Sin responder', 'Respondidas', 'Cerradas', 'Todas']);
  fireEvent.change(screen.getByLabelText('Cuáles ver'), { target: { value: 'closed' } });
  await waitFor(() => expect(listRequests(calls)).toEqual(['open', 'closed']));
  expect(search()).toBe('?estado=closed');
  fireEvent.change(screen.getByLabelText('Cuáles ver'), { target: { value: 'all' } });
  await waitFor(() => expect(listRequests(calls)).toEqual(['open', 'closed', null]));
});

it('links the parts of the order that a thread is about', async () => {
  const parts = [{ book_id: 'b-1', name: 'El faro: El muelle' }];
  const about = { ...entry, order_id: 'o-1', titles: ['El faro: El muelle'], parts };
  open('', { 'GET /api/admin/messages/0/10': { body: [about] } });
  expect((await screen.findByRole('link', { name: 'El faro: El muelle' })).getAttribute('href')).toBe(
    '/admin/book-parts?libro=b-1',
  );
});

it('leads to a thread and back to the list in its old state, with the focus on the heading each time', async () => {
  const at = '?estado=closed&mostrar=20';
  const { search } = open(at, { 'GET /api/admin/messages/0/20': { body: [entry] } });
  const see = await screen.findByRole('link', { name: 'Ver la conversación con Lucía Reyes' });
  see.focus();
  fireEvent.click(see);
  const heading = await screen.findByRole('heading', { level: 2, name: 'Lucía Reyes' });
  expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({ estado: 'closed', mostrar: '20', thread: ID });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const back = within(screen.getByRole('main')).getByRole('link', { name: 'Mensajes' });
  back.focus();
  fireEvent.click(back);
  const list = await screen.findByRole('heading', { level: 2, name: 'Mensajes' });
  expect(search()).toBe(at);
  await waitFor(() => expect(document.activeElement).toBe(list));
});

it('an answered thread leaves the list at once, and a row pushed to the next page is shown once', async () => {
  const rows = Array.from({ length: 20 }, (_, place) => ({
    ...thread.messages[0]!,
    id: `m-${place}`,
    text: `Mensaje ${place}`,
  }));
  let isSent = false;
  open(`?thread=${ID}`, {
    [`GET /api/admin/messages/${ID}`]: async ({ url }) => {
      if (isSent) return new Promise<never>(() => {});
      const messages = url.includes('offset=0') ? rows : [rows[19]!, { ...rows[0]!, id: 'm-20', text: 'El primero' }];
      return { body: { ...thread, messages } };
    },
    [`POST /api/admin/messages/${ID}/reply`]: () => {
      isSent = true;
      return { status: 201, body: { thread_id: ID } };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ver mensajes más antiguos' }));
  expect(await screen.findByText('El primero')).toBeTruthy();
  expect(within(screen.getByRole('log')).getAllByText('Mensaje 19')).toHaveLength(1);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Tu respuesta');
  fireEvent.change(field, { target: { value: 'Ya está.' } });
  const release = await holdStore('message_drafts');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(field.value).toBe(''));
  // The toast must wait until the draft is deleted: until then a reload would bring the sent text back.
  expect(toasts()).toEqual([]);
  release();
  await waitFor(() => expect(toasts()).toEqual(['Respuesta enviada']));
});

it('answers a thread once for a double click, and keeps an answer that did not arrive', async () => {
  let status = 409;
  const { calls } = open(`?thread=${ID}`, {
    [`POST /api/admin/messages/${ID}/reply`]: () => ({
      status,
      body:
        status === 409
          ? { detail: 'Esa cuenta fue eliminada.', code: 'writer_gone', request_id: 'r' }
          : { thread_id: ID },
    }),
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Tu respuesta');
  fireEvent.change(field, { target: { value: 'Ya está.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(toasts()).toEqual(['Esa cuenta fue eliminada.']));
  expect(field.value).toBe('Ya está.');
  status = 201;
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(field.value).toBe(''));
  await waitFor(() => expect(toasts()).toContain('Respuesta enviada'));
  const bodies = calls.flatMap(({ url, body }) => (url.endsWith('/reply') ? [body as string] : []));
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  expect(JSON.parse(bodies[0]!)).toEqual({ id: expect.any(String), text: 'Ya está.', until: thread.messages[0]!.id });
});

it('marks seen messages, closes and reopens threads', async () => {
  const unseen = { ...thread, messages: thread.messages.map((each) => ({ ...each, read_at: null })) };
  let adminThread: AdminThread = unseen;
  const { calls } = open(`?thread=${ID}`, {
    [`GET /api/admin/messages/${ID}`]: () => ({ body: adminThread }),
    [`POST /api/admin/messages/${ID}/read`]: () => {
      adminThread = thread;
      return { status: 204 };
    },
    [`POST /api/admin/messages/${ID}/state`]: ({ body }) => {
      adminThread = { ...adminThread, ...(JSON.parse(body as string) as Pick<AdminThread, 'state'>) };
      return { status: 204 };
    },
  });
  await screen.findByText('No abre.');
  await waitFor(() => expect(calls.filter(({ url }) => url.endsWith('/read'))).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar conversación' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reabrir' }));
  await screen.findByRole('button', { name: 'Cerrar conversación' });
  expect(toasts()).toEqual(['Conversación cerrada', 'La conversación espera respuesta otra vez']);
});

it('closing sends the last seen message, and a message that arrived meanwhile is shown instead of closing', async () => {
  const detail = 'Llegó un mensaje que no has visto.';
  const newer = { ...thread.messages[0]!, id: '01900000-0000-7000-8000-000000000002', text: 'Y otra cosa.' };
  let adminThread = thread;
  const { calls } = open(`?thread=${ID}`, {
    [`GET /api/admin/messages/${ID}`]: () => ({ body: adminThread }),
    [`POST /api/admin/messages/${ID}/state`]: () => {
      adminThread = { ...thread, messages: [newer, ...thread.messages] };
      return { status: 409, body: { detail, code: 'thread_unread', request_id: 'r' } };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar conversación' }));
  expect(await screen.findByText('Y otra cosa.')).toBeTruthy();
  expect(toasts()).toEqual([detail]);
  const { body } = calls.find(({ url }) => url.endsWith('/state'))!;
  expect(JSON.parse(body as string)).toEqual({ state: 'closed', until: thread.messages[0]!.id });
});

it('marks a visitor’s address as unconfirmed, and takes no answer to a deleted account', async () => {
  open(`?thread=${ID}`, {
    [`GET /api/admin/messages/${ID}`]: {
      body: { ...thread, person: { ...lucia, user_id: null, email_verified: false } },
    },
  });
  expect(await screen.findByText(/nadie ha comprobado que el correo sea suyo/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Detalles' })).toBeNull();
  cleanup();
  open(`?thread=${ID}`, {
    [`GET /api/admin/messages/${ID}`]: { body: { ...thread, person: { ...lucia, is_gone: true } } },
  });
  expect(await screen.findByText(/nadie leería la respuesta/)).toBeTruthy();
  expect(screen.queryByLabelText('Tu respuesta')).toBeNull();
});

it('shows in the list and above the thread whether an account’s address is confirmed', async () => {
  const unproved = { ...lucia, email_verified: false };
  open('', { 'GET /api/admin/messages/0/10': { body: [{ ...entry, person: unproved }] } });
  expect(await screen.findByText('Correo sin confirmar')).toBeTruthy();
  cleanup();
  open(`?thread=${ID}`, { [`GET /api/admin/messages/${ID}`]: { body: { ...thread, person: unproved } } });
  expect(await screen.findByText(/Su correo está sin confirmar/)).toBeTruthy();
  cleanup();
  open(`?thread=${ID}`);
  await screen.findByText('No abre.');
  expect(screen.queryByText(/sin confirmar|nadie ha comprobado/)).toBeNull();
});
