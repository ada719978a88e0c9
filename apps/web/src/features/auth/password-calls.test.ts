import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeToken, fakeTokens } from '../../testing/tokens.ts';
import { updatePassword } from './api.ts';

afterEach(() => {
  session.forget();
  vi.unstubAllGlobals();
});

const REFRESH = 'POST /api/auth/refresh';
const UPDATE = 'POST /api/auth/update-password';
const urls = (calls: readonly { readonly url: string }[]) => calls.map(({ url }) => url.replace('/api/auth/', ''));

it('renews an expired access token, then changes the password', async () => {
  session.store({ access_token: fakeToken('old', -60), refresh_token: fakeToken('refresh', 1000) });
  const fresh = fakeTokens('fresh');
  const calls = fakeApi({ [REFRESH]: { body: fresh }, [UPDATE]: { status: 204 } });
  await updatePassword('una-clave-nueva', '');
  expect(urls(calls)).toEqual(['refresh', 'update-password']);
  expect(calls[1]?.headers.get('authorization')).toBe(`Bearer ${fresh.access_token}`);
});

it('renews a token that only the server takes for expired, and sends again once', async () => {
  session.store(fakeTokens('old'));
  const fresh = fakeTokens('fresh');
  const calls = fakeApi({
    [REFRESH]: { body: fresh },
    [UPDATE]: ({ headers }) => ({ status: headers.get('authorization')?.includes(fresh.access_token) ? 204 : 401 }),
  });
  await updatePassword('una-clave-nueva', '');
  expect(urls(calls)).toEqual(['update-password', 'refresh', 'update-password']);
});

it('gives up when the session has ended', async () => {
  session.store(fakeTokens('old'));
  const calls = fakeApi({
    [REFRESH]: { status: 401, body: { detail: 'Invalid user session', code: 'invalid_user_session' } },
    [UPDATE]: { status: 401 },
  });
  await expect(updatePassword('una-clave-nueva', '')).rejects.toMatchObject({ status: 401 });
  expect(urls(calls)).toEqual(['update-password', 'refresh']);
});
