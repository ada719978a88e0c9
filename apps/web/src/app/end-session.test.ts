import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeToken, fakeTokens } from '../testing/tokens.ts';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { endSession } from './end-session.ts';

beforeEach(() => {
  localStorage.clear();
  session.forget();
});
afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  vi.unstubAllGlobals();
});

const leave = async () => endSession({ redirect: true, serverLogout: true }, () => undefined);

it('leaves by the refresh token, however old the access token is', async () => {
  const { refresh_token } = fakeTokens('a');
  session.store({ access_token: fakeToken('a', -60), refresh_token });
  const calls = fakeApi({
    'POST /api/auth/logout': ({ body }) =>
      typeof body === 'string' && body.includes(refresh_token)
        ? { status: 204 }
        : { status: 401, body: { detail: 'x', code: 'access_token_expired', request_id: 'r' } },
  });
  await leave();
  expect(calls.map(({ url }) => url)).toEqual(['/api/auth/logout']);
  expect(toastStore.all()).toEqual([]);
  expect(session.refreshToken()).toBeNull();
});

it('tells the server too in a tab that never had an access token', async () => {
  localStorage.setItem('refresh_token', fakeTokens('a').refresh_token);
  const calls = fakeApi({ 'POST /api/auth/logout': { status: 204 } });
  await leave();
  expect(calls.map(({ url }) => url)).toEqual(['/api/auth/logout']);
});

it('says that the server was not told, and leaves all the same', async () => {
  session.store(fakeTokens('a'));
  fakeApi({ 'POST /api/auth/logout': { status: 503, body: { detail: 'x', code: 'unavailable', request_id: 'r' } } });
  await leave();
  expect(toastStore.all().map(({ text }) => text)).toEqual(['Error al cerrar sesión']);
  expect(session.refreshToken()).toBeNull();
});
