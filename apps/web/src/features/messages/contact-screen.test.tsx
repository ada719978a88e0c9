import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { inRouter } from '../../testing/in-router.tsx';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { ContactScreen } from './contact-screen.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  session.forget();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const captcha = { 'GET /api/captcha': { body: { provider: 'none', site_key: null } } };
const toasts = () => toastStore.all().map(({ text }) => text);

async function open(handlers: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ ...captcha, ...handlers });
  const router = createMemoryRouter(
    [{ path: '/contact', Component: inRouter(ContactScreen), loader: () => ({ books: [] }) }],
    { initialEntries: ['/contact'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByLabelText('Tu mensaje');
  return calls;
}

function fill(given: Readonly<Record<string, string>> = {}): void {
  const typed = { Nombre: 'Vera Lagos', Correo: 'vera@ejemplo.cl', 'Tu mensaje': '¿Se lee sin conexión?', ...given };
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
const bodies = (calls: ReturnType<typeof fakeApi>) =>
  calls.flatMap(({ url, body }) => (url.endsWith('/visitors') ? [JSON.parse(body as string) as { id: string }] : []));

it('sends a visitor’s message once for a double click, and says where the answer is sent', async () => {
  const calls = await open({ 'POST /api/messages/visitors': { body: { accepted: true } } });
  fill();
  fireEvent.change(screen.getByLabelText('¿De qué se trata?'), { target: { value: 'reading' } });
  send();
  send();
  expect(await screen.findByText('Recibimos tu mensaje')).toBeTruthy();
  expect(screen.getByText(/vera@ejemplo\.cl/)).toBeTruthy();
  expect(bodies(calls)).toEqual([
    {
      id: expect.any(String),
      name: 'Vera Lagos',
      email: 'vera@ejemplo.cl',
      subject: 'reading',
      text: '¿Se lee sin conexión?',
    },
  ]);
});

it('marks missing fields and focuses the first of them', async () => {
  const calls = await open();
  fill({ 'Tu mensaje': ' ' });
  send();
  expect(await screen.findByText('Escribe tu mensaje.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Tu mensaje'));
  expect(bodies(calls)).toEqual([]);
});

it('keeps all fields when the message did not arrive, and sends the same message again', async () => {
  let status = 429;
  const detail = 'Recibimos muchos mensajes seguidos. Espera un rato y envíalo de nuevo.';
  const calls = await open({
    'POST /api/messages/visitors': () => ({
      status,
      body: status === 429 ? { detail, code: 'too_many_messages', request_id: 'r' } : { accepted: true },
    }),
  });
  fill();
  send();
  await waitFor(() => expect(toasts()).toEqual([detail]));
  status = 200;
  send();
  expect(await screen.findByText('Recibimos tu mensaje')).toBeTruthy();
  const [first, second] = bodies(calls);
  expect(second).toEqual(first);
});

it.each([
  ['Correo', 'vera.lagos@ejemplo.cl'],
  ['Nombre', 'Vera Lagos Soto'],
  ['¿De qué se trata?', 'account'],
  ['Tu mensaje', '¿Se lee sin línea?'],
])('sends a new message once the field %s was corrected', async (label, value) => {
  let status = 503;
  const calls = await open({
    'POST /api/messages/visitors': () => ({
      status,
      body: status === 503 ? { detail: '', code: 'unavailable', request_id: 'r' } : { accepted: true },
    }),
  });
  fill();
  send();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  status = 200;
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  send();
  expect(await screen.findByText('Recibimos tu mensaje')).toBeTruthy();
  const [first, second] = bodies(calls);
  expect(second!.id).not.toBe(first!.id);
});

it('shows a person with an account the way to write from it', async () => {
  await open();
  expect(screen.queryByRole('link', { name: 'Escribir desde mi cuenta' })).toBeNull();
  cleanup();
  session.store(fakeTokens('a'));
  await open();
  expect(screen.getByRole('link', { name: 'Escribir desde mi cuenta' }).getAttribute('href')).toBe(
    '/user-settings/messages/new',
  );
});
