import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverReach, sessionEnd } from '../lib/api/api-events.ts';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { fakeToken, fakeTokens } from '../testing/tokens.ts';
import { toastStore } from '../ui/overlays/toast-store.ts';
import { requireSession } from './guard.ts';

const refused = { 'POST /api/auth/refresh': { status: 401, body: { detail: 'Session expired' } } };
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const targetOf = (guard: Promise<void>) =>
  guard.then(
    () => 'in',
    (answer: unknown) => (answer as Response).headers.get('location'),
  );

beforeEach(() => {
  localStorage.clear();
  session.forget();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('lets a visitor in online with an access token', async () => {
  session.store(fakeTokens('a'));
  await expect(targetOf(requireSession())).resolves.toBe('in');
});

it('sends to login online without any token', async () => {
  await expect(targetOf(requireSession())).resolves.toBe('/login');
});

it('exchanges the stored refresh token first', async () => {
  localStorage.setItem('refresh_token', fakeTokens('old').refresh_token);
  fakeApi({ 'POST /api/auth/refresh': { body: fakeTokens('new') } });
  await expect(targetOf(requireSession())).resolves.toBe('in');
});

it('sends to login when the exchange is refused', async () => {
  localStorage.setItem('refresh_token', fakeTokens('old').refresh_token);
  fakeApi(refused);
  await expect(targetOf(requireSession())).resolves.toBe('/login');
});

it('does not take a proxy’s refusal for an answer of the shop', async () => {
  localStorage.setItem('refresh_token', fakeTokens('old').refresh_token);
  fakeApi({ 'POST /api/auth/refresh': { status: 401 } });
  const end = vi.fn();
  sessionEnd.onEnd(end);
  await expect(targetOf(requireSession())).resolves.toBe('in');
  expect(end).not.toHaveBeenCalled();
});

it('redirects nobody before the end of the session has cleared the device', async () => {
  localStorage.setItem('refresh_token', fakeToken('old', -1));
  fakeApi(refused);
  const cleared = Promise.withResolvers<void>();
  const end = vi.fn(() => cleared.promise);
  sessionEnd.onEnd(end);
  const went = vi.fn();
  const going = targetOf(requireSession()).then(went);
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(went).not.toHaveBeenCalled();
  cleared.resolve();
  await going;
  expect(went).toHaveBeenCalledWith('/login');
});

it.each([
  ['online', () => {}],
  ['offline', goOffline],
])('waits %s, also for the end of a session that is already forgotten', async (_line, leave) => {
  leave();
  const cleared = Promise.withResolvers<void>();
  sessionEnd.onEnd(() => cleared.promise);
  sessionEnd.announce({ redirect: true });
  const went = vi.fn();
  const going = targetOf(requireSession()).then(went);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(went).not.toHaveBeenCalled();
  cleared.resolve();
  await going;
  expect(went).toHaveBeenCalledWith('/login');
});

it('sends to login when the end of the session fails', async () => {
  localStorage.setItem('refresh_token', fakeToken('old', -1));
  fakeApi(refused);
  sessionEnd.onEnd(() => Promise.reject(new Error('no line')));
  await expect(targetOf(requireSession())).resolves.toBe('/login');
});

it('offline checks only the expiry of the refresh token', async () => {
  goOffline();
  localStorage.setItem('refresh_token', fakeToken('r'));
  await expect(targetOf(requireSession())).resolves.toBe('in');
  localStorage.setItem('refresh_token', fakeToken('r', -1));
  await expect(targetOf(requireSession())).resolves.toBe('/login');
});

it('counts a server out of reach as offline', async () => {
  localStorage.setItem('refresh_token', fakeTokens('old').refresh_token);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')));
  await expect(targetOf(requireSession())).resolves.toBe('in');
});

describe('a connection on which nothing arrives', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    serverReach.note(200);
  });

  it('counts as out of reach after some seconds, and its late answer is taken', async () => {
    localStorage.setItem('refresh_token', fakeTokens('old').refresh_token);
    const late = Promise.withResolvers<{ body: unknown }>();
    fakeApi({ 'POST /api/auth/refresh': () => late.promise });
    const guard = targetOf(requireSession());
    await vi.advanceTimersByTimeAsync(3000);
    await expect(guard).resolves.toBe('in');
    expect(serverReach.isReached()).toBe(false);
    // Uses one pair of tokens for answer and expectation, because tokens of another second have other bytes.
    const tokens = fakeTokens('new');
    late.resolve({ body: tokens });
    await vi.waitFor(() => expect(session.accessToken()).toBe(tokens.access_token));
    expect(serverReach.isReached()).toBe(true);
  });

  it('lets nobody in whose token has expired', async () => {
    localStorage.setItem('refresh_token', fakeToken('old', -1));
    fakeApi({ 'POST /api/auth/refresh': () => new Promise(() => {}) });
    const guard = targetOf(requireSession());
    await vi.advanceTimersByTimeAsync(3000);
    await expect(guard).resolves.toBe('/login');
  });
});

it.each([
  ['/user-library/b', '/login/b'],
  ['/reader/b/p', '/login/b?next=%2Freader%2Fb%2Fp'],
])('leads back to %s', async (path, login) => {
  await expect(targetOf(requireSession(`http://localhost${path}`))).resolves.toBe(login);
});

it('says offline that the session has expired', async () => {
  goOffline();
  localStorage.setItem('refresh_token', fakeToken('r', -1));
  await expect(targetOf(requireSession('http://localhost/user-library/b'))).resolves.toBe('/login/b');
  expect(toastStore.all().map(({ text }) => text)).toContain('Su sesión ha expirado, inicie sesión nuevamente');
});
