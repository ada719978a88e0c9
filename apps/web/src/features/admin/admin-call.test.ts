import { adminListBooks } from '@cuentos/contract/books';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { adminAccess, adminCall } from './admin-call.ts';
import { failures, sessionEnd } from '../../lib/api/api-events.ts';
import { session } from '../../lib/api/session.ts';

const messages: string[] = [];
let lost: string[] = [];
const answer = (status: number, body: object) => fakeApi({ 'GET /api/admin/books': { status, body } });
const call = () => adminCall(adminListBooks);

beforeEach(() => {
  messages.length = 0;
  lost = [];
  session.store(fakeTokens('a'));
  failures.onFailure((text) => messages.push(text));
  sessionEnd.onEnd(() => {});
  adminAccess.onLost((what) => {
    lost.push(what);
  });
});
afterEach(() => {
  session.forget();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('returns the answer', async () => {
  answer(200, [{ id: 'book' }]);
  await expect(call()).resolves.toEqual([{ id: 'book' }]);
});

it('shows no message for a 401', async () => {
  fakeApi({
    'GET /api/admin/books': { status: 401, body: { detail: 'La sesión debe renovarse.' } },
    'POST /api/auth/refresh': { body: fakeTokens('b') },
  });
  await expect(call()).rejects.toMatchObject({ status: 401 });
  expect(messages).toEqual([]);
});

it('shows no message for a session that the server ended', async () => {
  answer(401, { detail: 'Invalid user session', code: 'invalid_user_session' });
  await expect(call()).rejects.toMatchObject({ status: 401 });
  expect(messages).toEqual([]);
});

it.each([
  ['forbidden', 'role'],
  ['second_factor_needed', 'second-factor'],
])('redirects after %s, without the global sentence', async (code, what) => {
  answer(403, { detail: 'Error: Prohibido', code });
  await expect(call()).rejects.toMatchObject({ status: 403 });
  expect([lost, messages]).toEqual([[what], []]);
});

it('shows the sentence of another 403 once', async () => {
  const detail = 'Esta parte ya estuvo a la venta: solo una administradora cambia su precio y sus fechas.';
  answer(403, { detail, code: 'price_locked' });
  await expect(call()).rejects.toMatchObject({ status: 403 });
  expect([lost, messages]).toEqual([[], [detail]]);
});

it.each([
  [404, 'Error: No encontrado'],
  [500, 'Error: Error interno del servidor'],
])('rethrows a %i, with the global sentence', async (status, text) => {
  answer(status, { detail: 'x' });
  await expect(call()).rejects.toMatchObject({ status });
  expect(messages).toEqual([text]);
});
