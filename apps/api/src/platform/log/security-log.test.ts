import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, tokensOf } from '../../testing/calls.ts';
import { addReader, addUser, TEST_PASSWORD, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';

let test: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  test = await buildTestApp({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void lines.push(line) } });
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
  lines.length = 0;
});
afterAll(async () => test.close());

const HOME = '2001:db8:1:2::77';
const NETWORK = '2001:db8:1:2::/64';

/** Security entries of the log, without the fields that every line has. */
const logLines = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === 'security')
    .map(({ event, outcome, actor, address }) => ({ event, outcome, actor, address }));

describe('the log records account events with actor, address and outcome', () => {
  it('logins and their refusals', async () => {
    const { id, email } = await addUser(test);
    await login(test, { username: email, from: HOME });
    await login(test, { username: email, password: 'otra-clave', from: HOME });
    await login(test, { username: 'nadie@ejemplo.cl', password: 'otra-clave', from: HOME });
    for (let attempt = 0; attempt < 5; attempt += 1) await login(test, { username: email, password: 'no', from: HOME });
    const entry = (outcome: string, actor: string | null) => ({ event: 'login', outcome, actor, address: NETWORK });
    expect(logLines().slice(0, 3)).toEqual([
      entry('success', id),
      entry('wrong_credentials', id),
      entry('wrong_credentials', null),
    ]);
    expect(logLines().at(-1)).toEqual(entry('too_many_logins', id));
  });

  it('attempts without permission', async () => {
    const reader = await addReader(test);
    const { user, headers } = reader;
    await test.app.inject({ url: '/api/admin/users/0/5', headers, remoteAddress: HOME });
    await test.app.inject({ url: '/api/users/me', remoteAddress: HOME });
    await test.app.inject({
      method: 'POST',
      url: '/api/auth/update-password',
      headers: { ...headers, origin: 'http://evil.test' },
      remoteAddress: HOME,
      payload: {},
    });
    expect(logLines()).toEqual([
      { event: expect.stringMatching(/^GET .api.admin.users/), outcome: 'forbidden', actor: user.id, address: NETWORK },
      { event: 'GET /api/users/me', outcome: 'unauthenticated', actor: null, address: NETWORK },
      { event: 'password-change', outcome: 'anti_forgery', actor: null, address: NETWORK },
    ]);
  });

  it("attempts on another person's data, and forged requests", async () => {
    const owner = await addReader(test);
    const { user, headers } = await addReader(test);
    const session = await test.ports.db.handle
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', owner.user.id)
      .executeTakeFirstOrThrow();
    const url = `/api/users/me/sessions/${session.id}`;
    const refused = await test.app.inject({ method: 'DELETE', url, headers, remoteAddress: HOME });
    expect(refused.statusCode).toBe(404);
    const payload = { name: 7 };
    const crafted = { method: 'PATCH', url: '/api/users/me', headers, payload, remoteAddress: HOME } as const;
    expect((await test.app.inject(crafted)).statusCode).toBe(422);
    // A refusal without a user and an account is not logged.
    await test.app.inject({ url: '/api/books/0', remoteAddress: HOME });
    expect(logLines()).toEqual([
      { event: expect.stringMatching(/^DELETE /), outcome: expect.any(String), actor: user.id, address: NETWORK },
      { event: 'PATCH /api/users/me', outcome: 'invalid_request', actor: user.id, address: NETWORK },
    ]);
  });

  it('signing out, and a change of password', async () => {
    const { user, headers } = await addReader(test);
    const payload = { password: 'otra-clave-bien-larga' };
    await test.app.inject({ method: 'POST', url: '/api/auth/update-password', headers, payload, remoteAddress: HOME });
    await test.app.inject({ method: 'POST', url: '/api/auth/logout', headers, remoteAddress: HOME });
    expect(logLines()).toEqual([
      { event: 'password-change', outcome: 'success', actor: user.id, address: NETWORK },
      { event: 'logout', outcome: 'success', actor: user.id, address: NETWORK },
    ]);
  });

  it('without secrets, addresses of persons and passwords', async () => {
    const { email } = await addUser(test);
    const answer = await login(test, { username: email, from: HOME });
    await login(test, { username: email, password: 'la-clave-equivocada', from: HOME });
    const { access_token, refresh_token } = tokensOf(answer);
    for (const secret of [email, TEST_PASSWORD, 'la-clave-equivocada', access_token, refresh_token]) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
    expect(logLines()).toHaveLength(2);
  });
});

describe('a reused refresh token', () => {
  it('alerts its owner once, and is written to the audit log and the log', async () => {
    const { user, tokens } = await addReader(test);
    const next = tokensOf(await refresh(test, tokens.refresh_token));
    await get(test, '/api/users/me', { authorization: `Bearer ${next.access_token}` });
    test.clock.time += 30_001;
    for (let time = 0; time < 3; time += 1) await refresh(test, tokens.refresh_token);
    await refresh(test, next.refresh_token);
    const mails = await mailsTo(test, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Cerramos una de tus sesiones']);
    expect(mails[0]?.text).toContain('18/11/2026 12:00');
    expect(mails[0]?.text).toContain('http://shop.test/forgot-password');
    const audit = await test.ports.db.handle.selectFrom('audit_log').selectAll().execute();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({ actor_id: null, action: 'session.token_reused' });
    expect(JSON.parse(audit[0]?.detail ?? '{}')).toEqual({ user: user.id });
    expect(logLines()[0]).toMatchObject({
      event: 'POST /api/auth/refresh',
      outcome: 'invalid_user_session',
      actor: user.id,
    });
  });

  it('alerts nobody within half a minute of its first use', async () => {
    const { user, tokens, headers } = await addReader(test);
    await refresh(test, tokens.refresh_token);
    await refresh(test, tokens.refresh_token);
    expect(await mailsTo(test, user.email)).toEqual([]);
    expect((await get(test, '/api/users/me', headers)).statusCode).toBe(200);
  });
});
