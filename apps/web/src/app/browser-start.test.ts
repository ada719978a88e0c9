import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failures } from '../lib/api/api-events.ts';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeTokens } from '../testing/tokens.ts';
import { toastStore } from '../ui/overlays/toast-store.ts';

const register = vi.fn();
vi.mock('../device/app-updates.ts', () => ({ appUpdates: { register } }));

beforeEach(() => {
  register.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
  session.forget();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function wake(production: boolean): Promise<void> {
  vi.stubEnv('PROD', production);
  const { startBrowser } = await import('./browser-start.ts');
  startBrowser(() => {});
}

it('registers the service worker after 30 s, in production only', async () => {
  await wake(true);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(1));
  register.mockClear();
  await wake(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).not.toHaveBeenCalled();
});

it('shows the message of a failed call', async () => {
  await wake(false);
  failures.announce('Error: Prohibido');
  expect(toastStore.all()).toMatchObject([{ type: 'error', text: 'Error: Prohibido' }]);
});

it('exchanges a stored refresh token at once, before any call needs it', async () => {
  const [old, next] = [fakeTokens('old'), fakeTokens('new')];
  localStorage.setItem('refresh_token', old.refresh_token);
  const calls = fakeApi({ 'POST /api/auth/refresh': { body: next } });
  await wake(false);
  await vi.waitFor(() => expect(session.accessToken()).toBe(next.access_token));
  expect(calls.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([{ refresh_token: old.refresh_token }]);
});

it('makes no request where no refresh token is stored', async () => {
  const calls = fakeApi({});
  await wake(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls).toEqual([]);
});
