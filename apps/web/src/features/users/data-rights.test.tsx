import type { DataState } from '@cuentos/contract/personal-data';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { DataRights } from './data-rights.tsx';

const rest: DataState = {
  name: 'Ana Paz',
  email: 'ana@ejemplo.cl',
  email_verified: true,
  new_email: null,
  has_password: true,
  has_google: false,
  consents: [
    { kind: 'news', book_id: null, book_name: null, version: null, at: '2026-09-03T15:00:00.000Z' },
    { kind: 'follow', book_id: 'libro', book_name: 'El faro', version: null, at: '2026-09-04T15:00:00.000Z' },
    { kind: 'terms', book_id: null, book_name: null, version: 3, at: '2026-09-05T15:00:00.000Z' },
  ],
  blocked_at: null,
  erase_at: null,
  asked_at: null,
  parts: 2,
  highlights: 1,
};
const refused = (code: string, fields = {}) => ({ status: 403, body: { code, detail: 'No.', fields } });

beforeEach(() => {
  session.store(fakeTokens('a'));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(state: DataState, more: Parameters<typeof fakeApi>[0] = {}) {
  let current = state;
  const calls = fakeApi({ 'GET /api/users/me/data/state': () => ({ body: current }), ...more });
  const router = createMemoryRouter([{ path: '/', Component: DataRights }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    sent: () => calls.filter(({ method }) => method !== 'GET'),
    bodies: () => calls.flatMap(({ body }) => (typeof body === 'string' ? [JSON.parse(body) as unknown] : [])),
    become: (change: Partial<DataState>) => {
      current = { ...current, ...change };
      return current;
    },
  };
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('lists the deleted and the kept data, then requires the password, and shows the day once it is set', async () => {
  const eraseAt = new Date(Date.now() + 6 * 86_400_000 + 23.5 * 3_600_000).toISOString();
  let requestCount = 0;
  const shown = open(rest, {
    'POST /api/users/me/data/erase': () => {
      requestCount += 1;
      if (requestCount === 1) return refused('reauth_required');
      if (requestCount === 2)
        return refused('reauth_required', { current_password: 'La contraseña actual no es correcta.' });
      return { body: shown.become({ erase_at: eraseAt }) };
    },
    'POST /api/users/me/data/keep': () => ({ body: shown.become({ erase_at: null }) }),
  });
  await press('Borrar mi cuenta');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Las 2 partes que tienes en tu biblioteca')).toBeTruthy();
  expect(dialog.getByText('1 resaltado con su nota')).toBeTruthy();
  expect(dialog.getByText(/la ley tributaria pide guardarlas/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Seguir' }));
  expect(shown.sent()).toEqual([]);
  const confirm = () =>
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Borrar mi cuenta' }));
  confirm();
  const password = await screen.findByLabelText('Contraseña actual');
  fireEvent.change(password, { target: { value: 'otra' } });
  confirm();
  expect(await screen.findByText('La contraseña actual no es correcta.')).toBeTruthy();
  confirm();
  expect(await screen.findByText(/Quedan 6 días y 23 horas para cambiar de idea/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shown.bodies().slice(0, 3)).toEqual([{}, { current_password: 'otra' }, { current_password: 'otra' }]);
  // An account that is about to be erased has no other action.
  expect(screen.queryByRole('button', { name: 'Bloquear mis datos' })).toBeNull();
  await press('Quedarme con mi cuenta');
  expect(await screen.findByRole('button', { name: 'Bloquear mis datos' })).toBeTruthy();
});

it('tells an account of codes or of Google how to prove its identity', async () => {
  open(rest, { 'POST /api/users/me/data/erase': refused('reauth_required', { code: 'x' }) });
  await press('Borrar mi cuenta');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Seguir' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Borrar mi cuenta' }));
  expect(await screen.findByText(/entra otra vez con un código y vuelve aquí/)).toBeTruthy();
});

it('withdraws and gives a consent with a tap; says which consents cannot be withdrawn', async () => {
  const shown = open(rest, {
    'DELETE /api/users/me/data/news': () => ({
      body: shown.become({ consents: rest.consents.filter(({ kind }) => kind !== 'news') }),
    }),
    'DELETE /api/follows/libro': () => {
      shown.become({ consents: rest.consents.filter(({ kind }) => kind === 'terms') });
      return { status: 204 };
    },
    'PUT /api/follows/libro': () => {
      shown.become({ consents: rest.consents.filter(({ kind }) => kind !== 'news') });
      return { body: { state: 'confirmed' } };
    },
  });
  const news = await screen.findByRole('switch', { name: 'Novedades por correo' });
  expect(screen.getByText('Lo aceptaste el 03/09/2026. Un correo cuando sale algo.')).toBeTruthy();
  fireEvent.click(news);
  await waitFor(() => expect(news.getAttribute('aria-checked')).toBe('false'));
  const follow = () => screen.getByRole('switch', { name: 'Avisos de «El faro»' });
  fireEvent.click(follow());
  await waitFor(() => expect(follow().getAttribute('aria-checked')).toBe('false'));
  fireEvent.click(follow());
  await waitFor(() => expect(follow().getAttribute('aria-checked')).toBe('true'));
  expect(shown.sent().map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'PUT']);
  expect(screen.getByText('Términos y condiciones, versión 3.')).toBeTruthy();
});

it('blocks and unblocks the data, requests a change of address, and says whose confirmation is missing', async () => {
  const shown = open(
    { ...rest, consents: [] },
    {
      'POST /api/users/me/data/block': () => ({ body: shown.become({ blocked_at: '2026-11-22T19:20:00.000Z' }) }),
      'POST /api/users/me/data/unblock': () => ({ body: shown.become({ blocked_at: null }) }),
      'POST /api/users/me/email': () => {
        shown.become({ new_email: 'nueva@ejemplo.cl' });
        return { status: 204 };
      },
    },
  );
  await press('Bloquear mis datos');
  expect(await screen.findByText('Tus datos están bloqueados desde el 22/11/2026 16:20.')).toBeTruthy();
  await press('Levantar el bloqueo');
  expect(await screen.findByRole('button', { name: 'Bloquear mis datos' })).toBeTruthy();
  await press('Cambiar: Correo');
  const field = screen.getByLabelText('Correo nuevo');
  fireEvent.change(field, { target: { value: 'sin-arroba' } });
  await press('Enviar el enlace');
  expect(await screen.findByText('Email inválido')).toBeTruthy();
  fireEvent.change(field, { target: { value: ' nueva@ejemplo.cl ' } });
  await press('Enviar el enlace');
  expect(await screen.findByText(/Falta que abras el enlace que enviamos a nueva@ejemplo.cl/)).toBeTruthy();
  expect(shown.bodies().at(-1)).toEqual({ email: 'nueva@ejemplo.cl' });
});

it('reports a failed loading, and loads again; reports a failed change once', async () => {
  let isWell = false;
  open(rest, {
    'GET /api/users/me/data/state': () => (isWell ? { body: rest } : { status: 503, body: { code: 'unavailable' } }),
    'POST /api/users/me/data/block': { status: 503, body: { code: 'unavailable', detail: 'Ahora no.' } },
  });
  await screen.findByText('No pudimos cargar tus datos.');
  isWell = true;
  await press('Intentar nuevamente');
  await press('Bloquear mis datos');
  await waitFor(() => expect(toastStore.all().map(({ text }) => text)).toContain('Ahora no.'));
});
