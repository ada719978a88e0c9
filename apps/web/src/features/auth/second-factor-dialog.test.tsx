import { adminDeleteUser } from '@cuentos/contract/users';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failures } from '../../lib/api/api-events.ts';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { adminCall } from '../admin/admin-call.ts';
import { reportFailure } from '../admin/admin-mutation.ts';
import { toastStore } from '../../ui/overlays/toast-store.ts';
import { signIn, signInWithGoogle } from './api.ts';

let messages: string[];
beforeEach(() => {
  localStorage.clear();
  session.forget();
  messages = [];
  failures.onFailure((text) => messages.push(text));
});
afterEach(() => {
  cleanup();
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const field = async () => screen.findByLabelText<HTMLInputElement>('Código');
const press = async (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  });
const type = async (code: string) => {
  fireEvent.change(await field(), { target: { value: code } });
  await press('Continuar');
};
const refused = (status: number, code: string, detail: string) => ({ status, body: { detail, code, request_id: 'r' } });

it.each([
  ['the password', '/api/auth/', async () => signIn({ username: 'a@b.cl', password: 'x' })],
  ['Google', '/api/auth/login_with_google', async () => signInWithGoogle('credential')],
])(
  'after %s asks for a code, shows what is wrong with it, and stores the tokens of the answer',
  async (_, url, enter) => {
    const tokens = fakeTokens('a');
    let guesses = 0;
    fakeApi({
      [`POST ${url}`]: { body: { challenge: 'c' } },
      'POST /api/auth/second_factor': () => {
        guesses += 1;
        return guesses === 1 ? refused(403, 'second_factor_wrong', 'No es ese.') : { body: tokens };
      },
    });
    const entering = enter();
    await field();
    await press('Continuar');
    expect(screen.getByText('Escribe el código.')).toBeDefined();
    await type('111111');
    await waitFor(() => expect(screen.getByText('No es ese.')).toBeDefined());
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(session.accessToken()).toBeNull();
    await type('222222');
    expect(await entering).toBe(true);
    expect(session.accessToken()).toBe(tokens.access_token);
    expect(screen.queryByLabelText('Código')).toBeNull();
    expect(messages).toEqual([]);
  },
);

it('does not sign a person in who cancels', async () => {
  fakeApi({ 'POST /api/auth/': { body: { challenge: 'c' } } });
  const entering = signIn({ username: 'a@b.cl', password: 'x' });
  await field();
  await press('Cancelar');
  expect(await entering).toBe(false);
  expect(session.accessToken()).toBeNull();
});

it('asks once for simultaneous calls, and repeats all of them', async () => {
  session.store(fakeTokens('a'));
  let confirmed = false;
  const needed = refused(403, 'confirmation_needed', 'Confirma.');
  const calls = fakeApi({
    'POST /api/users/me/second_factor/confirm': () => {
      confirmed = true;
      return { status: 204 };
    },
    'DELETE /api/admin/users/u1': () => (confirmed ? { body: { deleted: true } } : needed),
    'DELETE /api/admin/users/u2': () => (confirmed ? { body: { deleted: true } } : needed),
  });
  const both = Promise.all(['u1', 'u2'].map((id) => adminCall(adminDeleteUser, { params: { id } })));
  await type('333333');
  expect(await both).toEqual([{ deleted: true }, { deleted: true }]);
  expect(calls.filter(({ url }) => url.endsWith('/confirm'))).toHaveLength(1);
  expect(calls.filter(({ url }) => url.includes('/admin/'))).toHaveLength(4);
  expect(messages).toEqual([]);
});

it('shows no message after cancelling at the code, and repeats no call', async () => {
  session.store(fakeTokens('a'));
  const calls = fakeApi({ 'DELETE /api/admin/users/u1': refused(403, 'confirmation_needed', 'Confirma.') });
  const sent = adminCall(adminDeleteUser, { params: { id: 'u1' } }).catch((error: unknown) => {
    reportFailure(error, { failed: 'No se pudo.' });
    return 'refused';
  });
  await field();
  await press('Cancelar');
  expect(await sent).toBe('refused');
  expect(calls).toHaveLength(1);
  expect([...messages, ...toastStore.all().map(({ text }) => text)]).toEqual([]);
});
