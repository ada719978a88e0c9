import { logout } from '@cuentos/contract/auth';
import type { Call } from '@cuentos/contract/call';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { fakeToken, fakeTokens } from '../../testing/tokens.ts';
import { request } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { refreshSession } from './refresh-session.ts';
import { failures, serverReach, type SessionEnd, sessionEnd } from './api-events.ts';
import { session } from './session.ts';

let messages: string[];
let ends: SessionEnd[];
const detail = (status: number, text: string, code = 'x') => ({
  status,
  body: { detail: text, code, request_id: 'r' },
});
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error as ApiError).status,
  );

beforeEach(() => {
  localStorage.clear();
  session.forget();
  messages = [];
  ends = [];
  failures.onFailure((text) => messages.push(text));
  sessionEnd.onEnd((end) => ends.push(end));
});
/** Fetches as a browser does: aborting ends the wait for the answer and the reading of its body. */
async function hangingFetch(answer: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as DOMException));
  });
  const response = await Promise.race([answer(), aborted]);
  vi.spyOn(response, 'json').mockReturnValue(aborted);
  return response;
}

/** Makes a call to this path. */
const at = (path: string, method: Call['method'] = 'GET') => ({ ...logout, method, path });

afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

describe('headers', () => {
  it('send the Bearer token to the API and never to the file storage', async () => {
    session.store(fakeTokens('a'));
    const calls = fakeApi({ 'GET /api/users/me': {}, 'GET /files/x': {}, 'GET https://files.example/x': {} });
    await request(at('/api/users/me'));
    await request(at('/files/x'));
    await request(at('https://files.example/x'));
    expect(calls.map((call) => call.headers.has('authorization'))).toEqual([true, false, false]);
  });

  it('repeat the anti-forgery cookie on all calls but GET', async () => {
    document.cookie = 'XSRF-TOKEN=secret';
    const calls = fakeApi({ 'GET /api/x': {}, 'POST /api/x': {}, 'DELETE /api/x': {} });
    await request(at('/api/x'));
    await request(at('/api/x', 'POST'), { json: {} });
    await request(at('/api/x', 'DELETE'));
    expect(calls.map((call) => call.headers.get('x-xsrf-token'))).toEqual([null, 'secret', 'secret']);
  });
});

describe('a line that breaks', () => {
  it.each([
    ['within an answer', '{"name":"Lu'],
    ['before an answer that a proxy then makes up', '<html>sin red</html>'],
  ])('%s counts as no answer', async (_, text) => {
    session.store(fakeTokens('a'));
    vi.stubGlobal('fetch', async () => new Response(text, { status: 200 }));
    expect(await statusOf(request(at('/api/x'), { quiet: true }))).toBe(0);
  });

  it.each([
    ['before it answers', () => new Promise<Response>(() => {})],
    ['within its answer', () => Promise.resolve(new Response(new ReadableStream()))],
  ])('and hangs %s delays the exchange for 10 s, and no request behind it for longer', async (_, answer) => {
    session.store(fakeTokens('old'));
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => hangingFetch(answer, signal!));
    const exchange = refreshSession(session.accessToken());
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(10_000));
    limit.abort(new DOMException('', 'TimeoutError'));
    await expect(exchange).resolves.toBe('unreachable');
    expect(serverReach.isReached()).toBe(false);
    timeout.mockRestore();
    const next = fakeTokens('new');
    fakeApi({ 'POST /api/auth/refresh': { body: next } });
    await expect(refreshSession(session.accessToken())).resolves.toBe('refreshed');
    expect(session.refreshToken()).toBe(next.refresh_token);
  });

  it('restores no session that ended meanwhile, and does not end another one', async () => {
    for (const answer of [{ body: fakeTokens('a') }, detail(401, 'Invalid user session', 'invalid_user_session')]) {
      session.store(fakeTokens('b'));
      fakeApi({
        'POST /api/auth/refresh': () => {
          session.forget();
          return answer;
        },
      });
      await refreshSession(session.accessToken());
      expect(session.refreshToken()).toBeNull();
    }
    expect(ends).toEqual([]);
  });
});

describe('401 outside the auth calls', () => {
  it('ends the session without redirect when no refresh token is stored', async () => {
    fakeApi({ 'GET /api/users/me': detail(401, 'x') });
    await expect(statusOf(request(at('/api/users/me')))).resolves.toBe(401);
    expect(ends).toEqual([{ redirect: false }]);
  });

  it("ends the session on 'Invalid user session'", async () => {
    session.store(fakeTokens('a'));
    const calls = fakeApi({ 'GET /api/users/me': detail(401, 'Invalid user session', 'invalid_user_session') });
    await expect(statusOf(request(at('/api/users/me')))).resolves.toBe(401);
    expect(ends).toEqual([{ redirect: true }]);
    expect(calls).toHaveLength(1);
  });

  it('refreshes once and repeats the call with the new token', async () => {
    session.store(fakeTokens('old'));
    const next = fakeTokens('new');
    const calls = fakeApi({
      'GET /api/users/me': ({ headers }) =>
        headers.get('authorization') === `Bearer ${next.access_token}` ? { body: { id: 'u' } } : detail(401, 'expired'),
      'POST /api/auth/refresh': { body: next },
    });
    await expect(request(at('/api/users/me'))).resolves.toEqual({ id: 'u' });
    expect(calls.map((call) => call.url)).toEqual(['/api/users/me', '/api/auth/refresh', '/api/users/me']);
    expect(localStorage.getItem('refresh_token')).toBe(next.refresh_token);
  });

  it('refreshes once for many calls at the same time', async () => {
    session.store(fakeTokens('old'));
    const next = fakeTokens('new');
    const answer = ({ headers }: { headers: Headers }) =>
      headers.get('authorization') === `Bearer ${next.access_token}` ? { body: {} } : detail(401, 'expired');
    const calls = fakeApi({ 'GET /api/a': answer, 'GET /api/b': answer, 'POST /api/auth/refresh': { body: next } });
    await Promise.all([request(at('/api/a')), request(at('/api/b'))]);
    expect(calls.filter((call) => call.method === 'POST')).toHaveLength(1);
  });

  it.each(['/api/books/?q=google', '/api/books/?q=%2Fauth%2F', '/api/admin/users/author', '/api/authors'])(
    'renews the session for %s too',
    async (url) => {
      session.store(fakeTokens('old'));
      const next = fakeTokens('new');
      fakeApi({
        [`GET ${url.split('?')[0]}`]: ({ headers }) =>
          headers.get('authorization') === `Bearer ${next.access_token}`
            ? { body: { id: 'u' } }
            : detail(401, 'expired'),
        'POST /api/auth/refresh': { body: next },
      });
      await expect(request(at(url))).resolves.toEqual({ id: 'u' });
    },
  );

  it('passes the error on when the refresh returns no tokens', async () => {
    session.store(fakeTokens('old'));
    fakeApi({ 'GET /api/users/me': detail(401, 'expired'), 'POST /api/auth/refresh': { body: {} } });
    await expect(statusOf(request(at('/api/users/me')))).resolves.toBe(401);
    expect(ends).toEqual([]);
  });

  it('ends the session when the refresh is refused, without a logout call if the server says that the session has ended', async () => {
    session.store(fakeTokens('old'));
    fakeApi({
      'GET /api/users/me': detail(401, 'x'),
      'POST /api/auth/refresh': detail(401, 'Session expired', 'session_expired'),
    });
    await expect(statusOf(request(at('/api/users/me')))).resolves.toBe(401);
    expect(ends).toMatchObject([{ redirect: true, serverLogout: false }]);
  });

  it('says that the session expired when the stored refresh token is past its end', async () => {
    session.store({ access_token: fakeToken('a'), refresh_token: fakeToken('r', -1) });
    // The client asks the server even when the token looks expired: this device's clock may be wrong.
    const calls = fakeApi({ 'GET /api/users/me': detail(401, 'x'), 'POST /api/auth/refresh': detail(401, 'x') });
    await expect(statusOf(request(at('/api/users/me')))).resolves.toBe(401);
    expect(ends).toMatchObject([{ redirect: true, text: 'Su sesión ha expirado, inicie sesión nuevamente' }]);
    expect(calls).toHaveLength(2);
  });

  it('exchanges a stored refresh token before the first call of a page', async () => {
    const next = fakeTokens('new');
    localStorage.setItem('refresh_token', fakeTokens('old').refresh_token);
    const calls = fakeApi({ 'GET /api/users/me': { body: {} }, 'POST /api/auth/refresh': { body: next } });
    await request(at('/api/users/me'));
    expect(calls.map((call) => call.url)).toEqual(['/api/auth/refresh', '/api/users/me']);
  });
});

describe('global messages', () => {
  it.each([
    [403, 'Error: Prohibido'],
    [404, 'Error: No encontrado'],
    [422, 'Error: Datos inválidos'],
    [429, 'Demasiadas solicitudes, intente en unos minutos'],
    [500, 'Error: Error interno del servidor'],
    [503, 'Error: Servicio no disponible'],
    [504, 'Error: Tiempo de espera agotado'],
  ])('show one sentence for %i', async (status, text) => {
    fakeApi({ 'GET /api/x': detail(status, 'server words') });
    await statusOf(request(at('/api/x')));
    expect(messages).toEqual([text]);
  });

  it('are not shown for auth calls, nor where the caller has its own text', async () => {
    fakeApi({ 'POST /api/auth/': detail(403, 'x'), 'GET /api/x': detail(404, 'x') });
    await statusOf(request(at('/api/auth/', 'POST')));
    await statusOf(request(at('/api/x'), { handles: [404] }));
    await statusOf(request(at('/api/x'), { handles: 'all' }));
    expect(messages).toEqual([]);
  });
});
