import type { Announcement } from '@cuentos/contract/announcements';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { fakeTokens } from '../../../testing/tokens.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { AdminAnnouncementsScreen } from './announcements-screen.tsx';

const row = (state: Announcement['state']): Announcement => ({
  id: `id-${state}`,
  state,
  subject: `Carta ${state}`,
  body: 'Hola',
  audience: 'news',
  audience_id: null,
  audience_name: null,
  audience_book_id: null,
  send_at: null,
  started_at: state === 'draft' ? null : '2026-11-22T15:00:00.000Z',
  finished_at: null,
  total: 1036,
  tried: 412,
  accepted: 403,
  retrying: 6,
  refused: 3,
  left: 0,
  unsubscribed: 1,
  minutes_left: state === 'sending' ? 32 : null,
  answers: [],
  resendable: 0,
  standstill: null,
});
const audiences = { news: 1036, books: [], parts: [], refused: 14, per_minute: 20, next_release: null };

beforeEach(() => session.store(fakeTokens('a')));
afterEach(() => {
  cleanup();
  localStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

function open(at = '/', more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    'GET /api/admin/announcements': {
      body: (['sending', 'paused', 'stopped', 'draft', 'done'] as const).map(row),
    },
    'GET /api/admin/announcements/audiences': { body: audiences },
    ...more,
  });
  const router = createMemoryRouter([{ path: '/', Component: AdminAnnouncementsScreen }], { initialEntries: [at] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return calls;
}
const button = async (name: string) => screen.findByRole('button', { name });

it('offers for each announcement its possible actions, and performs them', async () => {
  const calls = open('/', {
    'POST /api/admin/announcements/id-sending/state': { body: row('paused') },
  });
  for (const name of [
    'Lista con consentimientos',
    'Pausar: Carta sending',
    'Detener: Carta sending',
    'Seguir enviando: Carta paused',
    'Seguir desde ahí: Carta stopped',
    'Eliminar: Carta draft',
    'Resultados: Carta done',
  ])
    expect(await button(name)).toBeTruthy();
  expect(screen.getByText('quedan 32 min')).toBeTruthy();
  fireEvent.click(await button('Pausar: Carta sending'));
  await waitFor(() => expect(toastStore.all().map(({ text }) => text)).toEqual(['Envío en pausa']));
  expect(calls.find(({ method }) => method === 'POST')?.body).toBe('{"step":"pause"}');
});

it('follows announcements that are being sent by itself, and stops when there are none', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let state: 'sending' | 'done' = 'sending';
  const calls = open('/', { 'GET /api/admin/announcements': () => ({ body: [row(state)] }) });
  const looks = () => calls.filter(({ url }) => url.includes('/api/admin/announcements?')).length;
  await screen.findByText('Saliendo');
  state = 'done';
  await vi.advanceTimersByTimeAsync(5000);
  await screen.findByText('Enviado');
  const before = looks();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks()).toBe(before);
  vi.useRealTimers();
});

it('puts marks around the selection, shows the preview, and sends no incomplete announcement', async () => {
  const calls = open('/?escribir=nuevo');
  const body = await screen.findByLabelText<HTMLTextAreaElement>('Texto');
  fireEvent.change(body, { target: { value: 'Hola <b>a</b> todas' } });
  body.setSelectionRange(14, 19);
  fireEvent.click(screen.getByRole('button', { name: 'Negrita' }));
  expect(body.value).toBe('Hola <b>a</b> **todas**');
  expect(screen.getAllByText('todas')[0]?.tagName).toBe('B');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar a 1.036 personas' }));
  expect(await screen.findByText('Escribe el asunto.')).toBeTruthy();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('saves once however often a button is pressed, and goes on in the draft that it saved', async () => {
  const calls = open('/?escribir=nuevo', {
    'POST /api/admin/announcements': { status: 201, body: row('draft') },
    'PUT /api/admin/announcements/id-draft': { body: row('draft') },
    'POST /api/admin/announcements/id-draft/test': { body: { sent_to: 'ana@x.cl' } },
  });
  fireEvent.change(await screen.findByLabelText('Asunto'), { target: { value: 'Hola' } });
  fireEvent.change(screen.getByLabelText('Texto'), { target: { value: 'Salió.' } });
  const test = await button('Mandarme una prueba');
  fireEvent.click(test);
  fireEvent.click(test);
  await waitFor(() => expect(toastStore.all()).toHaveLength(1));
  fireEvent.click(await button('Guardar borrador'));
  await waitFor(() => expect(toastStore.all()).toHaveLength(2));
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/admin/announcements',
    'POST /api/admin/announcements/id-draft/test',
    'PUT /api/admin/announcements/id-draft',
  ]);
  // The form takes over the row that the trial mail's answer brought, so it reports no change by another admin.
  const put = calls.find(({ method }) => method === 'PUT');
  expect(JSON.parse(String(put?.body))).toMatchObject({
    subject: 'Hola',
    seen: { subject: 'Carta draft', body: 'Hola', audience: 'news', audience_id: null },
  });
});

it('shows the mail of the next release and of an announcement as it arrives, in a frame in which nothing runs', async () => {
  const named = vi.spyOn(URL, 'createObjectURL');
  const look = (subject: string) => ({ body: { subject, html: `<head></head><p>${subject}</p>` } });
  const next = { part_name: 'Dos', book_id: 'b', book_name: 'Uno', release_at: '2026-12-12T03:00:00.000Z', people: 3 };
  const mails = {
    'GET /api/admin/announcements/audiences': { body: { ...audiences, next_release: next } },
    'GET /api/admin/announcements/release_mail': look('Ya salió «Dos»'),
    'GET /api/admin/announcements/id-done': { body: row('done') },
    'GET /api/admin/announcements/id-done/mail': look('Carta done'),
  };
  for (const [at, subject] of [
    ['/', 'Ya salió «Dos»'],
    ['/?ver=id-done', 'Carta done'],
  ] as const) {
    const calls = open(at, mails);
    const see = await button('Ver ese correo');
    if (at === '/') {
      expect(screen.getByRole('link', { name: 'Dos' }).getAttribute('href')).toBe('/admin/book-parts?libro=b');
    }
    expect(calls.filter(({ url }) => url.endsWith('mail'))).toEqual([]);
    fireEvent.click(see);
    const frame = await screen.findByTitle('El correo como llega');
    expect([frame.getAttribute('src'), frame.getAttribute('sandbox')]).toEqual([
      named.mock.results.at(-1)?.value,
      'allow-same-origin',
    ]);
    const file = named.mock.lastCall?.[0] as Blob | undefined;
    expect(await file?.text()).toBe(`<head><base target="_blank"></head><p>${subject}</p>`);
    cleanup();
  }
});

it('shows beside each audience, book and part how many people it reaches', async () => {
  const reach = {
    ...audiences,
    books: [{ id: 'b', name: 'El faro', people: 12 }],
    parts: [{ id: 'p', name: 'La niebla', book_name: 'El faro', people: 1034 }],
  };
  open('/?escribir=nuevo', {
    'GET /api/admin/announcements/audiences': { body: reach },
    'GET /api/books/': { body: [] },
  });
  const [everyone, followers, owners] = await screen.findAllByRole('radio');
  expect(everyone?.closest('label')?.textContent).toContain('1.036');
  fireEvent.click(followers!);
  expect(await screen.findByRole('option', { name: 'El faro (12)' })).toBeTruthy();
  fireEvent.click(owners!);
  expect(await screen.findByRole('option', { name: 'El faro: La niebla (1.034)' })).toBeTruthy();
});

it('says why the mail server refuses mails and when it is tried again, and tries it at once', async () => {
  const standstill = {
    reason: 'sender-limit',
    since: '2026-11-22T15:00:00.000Z',
    next_try_at: '2026-11-22T15:15:00.000Z',
  } as const;
  const calls = open('/?ver=id-sending', {
    'GET /api/admin/announcements/id-sending': { body: { ...row('sending'), standstill } },
    'POST /api/admin/announcements/id-sending/state': { body: row('sending') },
  });
  expect(
    await screen.findByText(/^En pausa: tu servidor de correo dice que llegaste a su límite de envíos/),
  ).toBeTruthy();
  expect(screen.getByText('En pausa')).toBeTruthy();
  fireEvent.click(await button('Intentar ahora'));
  await waitFor(() => expect(toastStore.all().map(({ text }) => text)).toEqual(['Se intenta de nuevo']));
  expect(calls.find(({ method }) => method === 'POST')?.body).toBe('{"step":"retry"}');
});

it('sends once more to those who did not get it', async () => {
  const calls = open('/?ver=id-done', {
    'GET /api/admin/announcements/id-done': { body: { ...row('done'), resendable: 3 } },
    'POST /api/admin/announcements/id-done/state': { body: row('sending') },
  });
  const send = await button('Enviar a quienes no les llegó');
  fireEvent.click(send);
  fireEvent.click(send);
  await waitFor(() => expect(toastStore.all()).toHaveLength(1));
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual(['{"step":"retry"}']);
});
