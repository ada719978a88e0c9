import type { AppPassword } from '@cuentos/contract/app-passwords';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { confirmStore } from '../../ui/overlays/confirm.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { AppPasswordsSection } from './app-passwords-section.tsx';

const PASSWORDS = '/api/users/me/app_passwords';
const ADDRESS = 'https://tienda.test/opds';
const kobo: AppPassword = {
  id: 'kobo',
  name: 'KOReader de mi Kobo',
  created_at: '2026-11-01T15:00:00Z',
  last_used_at: '2026-11-20T15:00:00Z',
};
const writeText = vi.fn(async () => {});

function open({ offered = true, kept = [] as AppPassword[], wantsPassword = false } = {}) {
  let passwords = kept;
  const calls = fakeApi({
    'GET /api/opds': { body: { address: ADDRESS, is_offered: offered } },
    [`GET ${PASSWORDS}`]: () => ({ body: passwords }),
    [`POST ${PASSWORDS}`]: ({ body }) => {
      const { name, current_password: given } = JSON.parse(String(body)) as Record<string, string>;
      if (wantsPassword && given === undefined)
        return { status: 403, body: { detail: '', code: 'reauth_required', request_id: 'r', fields: {} } };
      passwords = [{ ...kobo, id: 'new', name: name ?? '', last_used_at: null }, ...passwords];
      return { status: 201, body: { id: 'new', name, password: 'AB01-CD23' } };
    },
    [`DELETE ${PASSWORDS}/kobo`]: () => {
      passwords = passwords.filter(({ id }) => id !== 'kobo');
      return { status: 204 };
    },
  });
  const page = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AppPasswordsSection />
    </QueryClientProvider>,
  );
  return { calls, page };
}

beforeEach(() => {
  session.store(fakeTokens('a'));
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', clipboard: { writeText } });
  writeText.mockClear();
});
afterEach(() => {
  cleanup();
  session.forget();
  localStorage.clear();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

it('is absent where no book may be downloaded and no password is left', async () => {
  const { calls, page } = open({ offered: false });
  await waitFor(() => expect(calls).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve));
  expect(page.container.innerHTML).toBe('');
});

it('shows existing passwords, for revoking, when no book may be downloaded any more', async () => {
  open({ offered: false, kept: [kobo] });
  expect(await screen.findByText('Ahora ningún libro de la tienda se puede llevar como EPUB.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Quitar la contraseña de KOReader de mi Kobo' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Hacer una contraseña' })).toBeNull();
});

it('has the address to copy, and makes a password that is shown once', async () => {
  const { calls } = open({ wantsPassword: true });
  expect(await screen.findByText('Todavía no tienes contraseñas para apps.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Copiar la dirección' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(ADDRESS));
  fireEvent.click(screen.getByRole('button', { name: 'Hacer una contraseña' }));
  expect(await screen.findByText('Escribe el nombre de la app.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('App'), { target: { value: 'Thorium' } });
  fireEvent.click(screen.getByRole('button', { name: 'Hacer una contraseña' }));
  fireEvent.change(await screen.findByLabelText('Contraseña actual'), { target: { value: 'mía' } });
  fireEvent.click(screen.getByRole('button', { name: 'Hacer una contraseña' }));
  const title = await screen.findByRole('heading', { name: 'Contraseña para Thorium' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByText('AB01-CD23')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Copiar la contraseña' }));
  await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('AB01-CD23'));
  fireEvent.click(screen.getByRole('button', { name: 'Ya la guardé' }));
  expect(screen.queryByText('AB01-CD23')).toBeNull();
  expect(await screen.findByText(/todavía no se ha usado/)).toBeDefined();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(String(body)) as object);
  expect(sent).toEqual([{ name: 'Thorium' }, { name: 'Thorium', current_password: 'mía' }]);
});

it('revokes a password after a question', async () => {
  const { calls } = open({ kept: [kobo] });
  const button = await screen.findByRole('button', { name: 'Quitar la contraseña de KOReader de mi Kobo' });
  expect(screen.getByText(/usada por última vez el 20 de noviembre/)).toBeDefined();
  fireEvent.click(button);
  await waitFor(() => expect(confirmStore.current()?.title).toBe('¿Quitar esta contraseña?'));
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  confirmStore.current()?.answer(true);
  expect(await screen.findByText('Todavía no tienes contraseñas para apps.')).toBeDefined();
  expect(toastStore.all().map(({ text }) => text)).toEqual(['Quitaste la contraseña']);
});
