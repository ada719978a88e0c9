import type { AdminUserDetails } from '@cuentos/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { UserSessions } from './user-sessions.tsx';

const row = (id: string, user_agent: string): AdminUserDetails['sessions'][number] => ({
  id,
  user_id: 'mara',
  name: 'Mara Soto',
  email: 'mara@ejemplo.cl',
  role_name: 'reader',
  created_at: '2026-11-20T12:05:00Z',
  expired_at: '2027-02-18T02:30:00Z',
  last_used_at: '2026-11-21T12:05:00Z',
  user_agent,
});

beforeEach(() => signInAs('ana', 'admin'));
afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

function open(sessions: AdminUserDetails['sessions']) {
  const calls = fakeApi({
    'DELETE /api/admin/sessions/phone': { body: { deleted: true } },
    'DELETE /api/admin/users/mara/sessions': { body: { deleted: true } },
  });
  const onClosed = vi.fn();
  const person = { id: 'mara', name: 'Mara Soto', sessions } as unknown as AdminUserDetails;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UserSessions person={person} onClosed={onClosed} />
    </QueryClientProvider>,
  );
  return { calls, onClosed };
}
const phone = row('phone', 'Mozilla/5.0 (Linux; Android 14) Chrome/142.0 Mobile Safari/537.36');
const laptop = row('laptop', 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0');

it('names each device with its last use, and closes one', async () => {
  const { calls, onClosed } = open([phone]);
  expect(screen.getByText('Chrome en Android')).toBeTruthy();
  expect(screen.getByText(/^Usada por última vez el 21\/11\/2026 09:05\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cerrar todas' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sesión: Chrome en Android' }));
  await waitFor(() => expect(onClosed).toHaveBeenCalled());
  expect(calls.map(({ url }) => url)).toEqual(['/api/admin/sessions/phone']);
});

it('closes all of them after a question', async () => {
  const { calls, onClosed } = open([phone, laptop]);
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar todas' }));
  await waitFor(() => expect(confirmStore.current()?.message).toContain('Mara Soto'));
  expect(calls).toEqual([]);
  await act(async () => confirmStore.current()?.answer(true));
  await waitFor(() => expect(onClosed).toHaveBeenCalled());
  expect(calls.map(({ url }) => url)).toEqual(['/api/admin/users/mara/sessions']);
});
