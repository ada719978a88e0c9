import { DAY_MS } from '@cuentos/domain/time/durations';
import { createHash, createHmac } from 'node:crypto';
import type { Tokens } from '@cuentos/contract/auth';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSecrets } from '../../platform/config/secrets.ts';
import { openDb } from '../../platform/db/open-db.ts';
import { get, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, type SignedIn, wipe } from '../../testing/fixtures.ts';
import { confirmSession } from './repository.ts';
import { createSessionService } from './session-service.ts';
import { createTokenService } from './tokens.ts';

let test: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
  reader = await addReader(test);
});
afterAll(async () => test.close());

const me = async (headers: Record<string, string> = reader.headers) => get(test, '/api/users/me', headers);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const rotate = async (token: string) => tokensOf(await refresh(test, token));
const sessions = async () => test.ports.db.handle.selectFrom('sessions').selectAll().execute();
const changeUser = async (change: object) =>
  test.ports.db.handle.updateTable('users').set(change).where('id', '=', reader.user.id).execute();

const invalidSession = { status: 401, code: 'invalid_user_session', detail: 'Invalid user session' };
const expiredSession = { status: 401, code: 'session_expired', detail: 'Session expired' };
const invalidRefresh = { status: 401, code: 'refresh_token_invalid', detail: 'Could not validate refresh token' };

describe('rotation of refresh tokens', () => {
  it('each use gives another pair of tokens in the same session', async () => {
    const first = await rotate(reader.tokens.refresh_token);
    expect(first.refresh_token).not.toBe(reader.tokens.refresh_token);
    const second = await rotate(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await me(bearer(second.access_token))).statusCode).toBe(200);
    expect(await sessions()).toHaveLength(1);
  });

  it('the previous token gets the same successor for 30 s', async () => {
    const { refresh_token: old } = reader.tokens;
    const { refresh_token: next } = await rotate(old);
    test.clock.time += 30_000;
    expect((await rotate(old)).refresh_token).toBe(next);
    expect((await refresh(test, next)).statusCode).toBe(200);
  });

  it('after 30 s the previous token counts as reuse if its successor arrived, which ends the whole session', async () => {
    const { refresh_token: old } = reader.tokens;
    const { refresh_token: next, access_token } = await rotate(old);
    expect((await me(bearer(access_token))).statusCode).toBe(200);
    test.clock.time += 30_001;
    expect(refusal(await refresh(test, old))).toEqual(invalidSession);
    expect(refusal(await refresh(test, next))).toEqual(invalidSession);
    expect(refusal(await me(bearer(access_token)))).toEqual(invalidSession);
  });

  it('a token whose answer was lost is valid as long as nothing shows that its successor arrived', async () => {
    const { refresh_token: old } = reader.tokens;
    const { refresh_token: lost } = await rotate(old);
    // An access token from before proves nothing about the new pair.
    expect((await me()).statusCode).toBe(200);
    test.clock.time += 20 * DAY_MS;
    const { refresh_token: lostAgain } = await rotate(old);
    test.clock.time += 20 * DAY_MS;
    const { refresh_token: next, access_token } = await rotate(old);
    expect(new Set([lost, lostAgain, next]).size).toBe(3);
    expect((await me(bearer(access_token))).statusCode).toBe(200);
    test.clock.time += 80 * DAY_MS;
    expect((await refresh(test, next)).statusCode).toBe(200);
    expect(await sessions()).toMatchObject([{ generation: 5, predecessor: 4, revoked_at: null }]);
  });

  it.each(['not used yet', 'used', 'used 30 s ago'])(
    'a thief who repeats it silently is discovered: owner’s token %s',
    async (use) => {
      const { refresh_token: stolen } = reader.tokens;
      const { refresh_token: thiefs } = await rotate(stolen);
      test.clock.time += DAY_MS;
      const owners = await rotate(stolen);
      if (use !== 'not used yet') expect((await me(bearer(owners.access_token))).statusCode).toBe(200);
      if (use === 'used 30 s ago') test.clock.time += 30_001;
      expect(refusal(await refresh(test, thiefs))).toEqual(invalidSession);
      expect(refusal(await refresh(test, owners.refresh_token))).toEqual(invalidSession);
      expect((await sessions())[0]!.revoked_at).toBe(test.clock.time);
      const audit = await test.ports.db.handle.selectFrom('audit_log').selectAll().execute();
      expect(audit.map(({ action }) => action)).toContain('session.token_reused');
    },
  );

  it('the access token of a discarded successor is refused, also after the next exchange', async () => {
    const { refresh_token: stolen } = reader.tokens;
    const { access_token: thiefs } = await rotate(stolen);
    test.clock.time += 31_000;
    const owners = await rotate(stolen);
    const refused = { status: 401, code: 'access_token_expired' };
    expect(refusal(await me(bearer(thiefs)))).toMatchObject(refused);
    expect((await sessions())[0], 'it confirms nothing').toMatchObject({ generation: 3, is_confirmed: 0 });
    const later = await rotate(owners.refresh_token);
    expect(refusal(await me(bearer(thiefs)))).toMatchObject(refused);
    expect((await me(bearer(later.access_token))).statusCode).toBe(200);
  });

  it('a thief who repeats a stolen token does not get the pair that the owner gets', async () => {
    const { refresh_token: stolen } = reader.tokens;
    for (let turn = 0; turn < 6; turn += 1) {
      await rotate(stolen);
      test.clock.time += 31_000;
    }
    const { refresh_token: thiefs } = await rotate(stolen);
    test.clock.time += 1000;
    const owners = await rotate(stolen);
    expect(owners.refresh_token).not.toBe(thiefs);
    expect((await me(bearer(owners.access_token))).statusCode).toBe(200);
    expect(refusal(await refresh(test, stolen))).toEqual(invalidSession);
  });

  it.each([
    ['the access token that came with it', async (next: Tokens) => me(bearer(next.access_token))],
    ['its own exchange', async (next: Tokens) => refresh(test, next.refresh_token)],
  ])('the owner of a stolen token uncovers it by %s', async (_, show) => {
    const { refresh_token: stolen } = reader.tokens;
    // The thief is the first to ask after the owner's answer was lost, and uses the tokens of the next answer.
    await rotate(stolen);
    test.clock.time += DAY_MS;
    const taken = await rotate(stolen);
    expect((await show(taken)).statusCode).toBe(200);
    test.clock.time += 31_000;
    expect(refusal(await refresh(test, stolen))).toEqual(invalidSession);
    expect(refusal(await me(bearer(taken.access_token)))).toEqual(invalidSession);
    expect((await sessions())[0]!.revoked_at).toBe(test.clock.time);
  });

  it('an older token ends the session even within 30 s', async () => {
    const { refresh_token: oldest } = reader.tokens;
    const newest = await rotate((await rotate(oldest)).refresh_token);
    expect(refusal(await refresh(test, oldest))).toEqual(invalidSession);
    expect(refusal(await refresh(test, newest.refresh_token))).toEqual(invalidSession);
  });

  it("reuse ends one session, not the user's others", async () => {
    const other = await test.services.sessions.open(reader.user, { userAgent: 'other', address: '1.2.3.4' });
    const next = await rotate(reader.tokens.refresh_token);
    await rotate(next.refresh_token);
    await refresh(test, reader.tokens.refresh_token);
    expect((await refresh(test, other.refresh_token)).statusCode).toBe(200);
  });

  it.each([
    ['at once', 2, async () => {}],
    [
      'after a lost answer',
      3,
      async () => {
        await rotate(reader.tokens.refresh_token);
        test.clock.time += 30_001;
      },
    ],
  ])('twenty tabs in two processes get one successor: %s', async (_, generation, begin) => {
    await begin();
    const { refresh_token: token } = reader.tokens;
    const db = await openDb({ dataDir: test.config.dataDir, databaseUrl: test.config.DATABASE_URL });
    const { clock, secrets } = test;
    const from = { storeName: 'Cuentos', origin: 'http://shop.test' };
    const other = createSessionService({ db, clock, tokens: createTokenService(secrets), from });
    const tabs = Array.from({ length: 20 }, async (_, tab) =>
      tab % 2 === 0 ? other.refresh(token) : test.services.sessions.refresh(token),
    );
    const answers = await Promise.all(tabs);
    await db.close();
    const successors = new Set(answers.map(({ refresh_token }) => refresh_token));
    expect(successors.size).toBe(1);
    expect((await sessions())[0]).toMatchObject({ generation, revoked_at: null });
    // A tab that used its new token does not lock out another tab that asks a moment later.
    expect((await me(bearer(answers[0]!.access_token))).statusCode).toBe(200);
    expect(await rotate(token)).toMatchObject({ refresh_token: [...successors][0] });
    expect((await refresh(test, [...successors][0]!)).statusCode).toBe(200);
  });

  it('the arrival of a successor is recorded once, by whichever request comes first', async () => {
    await rotate(reader.tokens.refresh_token);
    const { id } = (await sessions())[0]!;
    const confirm = async () => test.ports.db.withTx(async (tx) => confirmSession(tx, id, 2));
    const isWritten = await Promise.all([confirm(), confirm(), confirm()]);
    expect(isWritten.filter(Boolean)).toHaveLength(1);
  });

  it('a session is extended by 90 days with each use, and ends a year after the login', async () => {
    let { tokens } = reader;
    for (let day = 80; day < 365; day += 80) {
      test.clock.time += 80 * DAY_MS;
      tokens = await rotate(tokens.refresh_token);
    }
    test.clock.time += 45 * DAY_MS - 1000;
    const last = await rotate(tokens.refresh_token);
    expect((await me(bearer(last.access_token))).statusCode).toBe(200);
    expect(decodeJwt(last.refresh_token).exp, 'nothing reaches beyond the year').toBe(
      Math.floor((TEST_NOW + 365 * DAY_MS) / 1000),
    );
    test.clock.time += 1000;
    expect(refusal(await refresh(test, last.refresh_token))).toEqual(expiredSession);
    expect(refusal(await me(bearer(last.access_token)))).toEqual(invalidSession);
  });

  it('a session ends after its year, even if its tokens are valid longer', async () => {
    await test.ports.db.handle
      .updateTable('sessions')
      .set({ absolute_expires_at: TEST_NOW + 1000 })
      .execute();
    expect((await refresh(test, reader.tokens.refresh_token)).statusCode).toBe(200);
    test.clock.time += 1000;
    expect(refusal(await refresh(test, reader.tokens.refresh_token))).toEqual(expiredSession);
  });

  it('a session unused for 90 days ends', async () => {
    test.clock.time += 90 * DAY_MS - 1000;
    expect((await refresh(test, reader.tokens.refresh_token)).statusCode).toBe(200);
    const other = await test.services.sessions.open(reader.user, { userAgent: '', address: '' });
    test.clock.time += 90 * DAY_MS;
    expect(refusal(await refresh(test, other.refresh_token))).toEqual(expiredSession);
  });
});

describe('logout', () => {
  it.each(['GET', 'POST'] as const)(
    'by %s ends the session and both tokens, also when it is repeated',
    async (method) => {
      for (let call = 0; call < 2; call += 1) {
        const response = await test.app.inject({ method, url: '/api/auth/logout', headers: reader.headers });
        expect(response.statusCode).toBe(204);
        expect(response.body).toBe('');
      }
      expect(refusal(await me())).toEqual(invalidSession);
      expect(refusal(await refresh(test, reader.tokens.refresh_token))).toEqual(invalidSession);
    },
  );

  it.each([
    ['another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', 'GET', { purpose: 'prefetch' }],
    ['a HEAD', 'HEAD', {}],
  ] as const)('%s ends nothing', async (_, method, headers) => {
    const response = await test.app.inject({
      method,
      url: '/api/auth/logout',
      headers: { ...reader.headers, ...headers },
    });
    expect(response.statusCode).toBe(403);
    expect((await me()).statusCode).toBe(200);
  });

  it('needs a valid access token: not none, not a foreign or expired one', async () => {
    for (const headers of [{}, bearer('nada'), bearer(reader.tokens.refresh_token), { authorization: 'Basic eDp5' }]) {
      expect(refusal(await get(test, '/api/auth/logout', headers))).toMatchObject({
        status: 401,
        code: 'unauthenticated',
      });
    }
    expect((await me()).statusCode).toBe(200);
  });

  const leave = async (refresh_token: string, headers = {}) =>
    test.app.inject({ method: 'POST', url: '/api/auth/logout', headers, payload: { refresh_token } });

  it('by the refresh token works with an expired access token, and ends the whole session', async () => {
    const { refresh_token: first } = reader.tokens;
    const second = await rotate(first);
    test.clock.time += 3 * DAY_MS;
    const response = await leave(second.refresh_token, bearer(second.access_token));
    expect(response.statusCode).toBe(204);
    expect(refusal(await refresh(test, second.refresh_token))).toEqual(invalidSession);
    expect(refusal(await refresh(test, first))).toEqual(invalidSession);
    expect((await leave(second.refresh_token)).statusCode).toBe(204);
  });

  it('by a refresh token that expired or was exchanged meanwhile ends the session, too', async () => {
    const { refresh_token: first } = reader.tokens;
    const second = await rotate(first);
    expect((await leave(first)).statusCode).toBe(204);
    expect(refusal(await refresh(test, second.refresh_token))).toEqual(invalidSession);
    test.clock.time += 91 * DAY_MS;
    expect((await leave(first)).statusCode).toBe(204);
  });

  /** Returns the proof of a refresh token that a device keeps when it signs out offline (app/sessions-to-end.ts). */
  const proofOf = (token: string): string => {
    const [head, claims, signature = ''] = token.split('.');
    return `${head}.${claims}.${createHash('sha256').update(signature).digest('base64url')}`;
  };
  const leaveBy = async (proof: string) =>
    test.app.inject({ method: 'POST', url: '/api/auth/logout', payload: { proof } });

  it('by the proof of any refresh token of the session, however old, ends the session', async () => {
    const { refresh_token: first } = reader.tokens;
    const second = await rotate(first);
    test.clock.time += 80 * DAY_MS;
    expect((await leaveBy(proofOf(first))).statusCode).toBe(204);
    expect(refusal(await refresh(test, second.refresh_token))).toEqual(invalidSession);
    test.clock.time += 20 * DAY_MS;
    expect((await leaveBy(proofOf(second.refresh_token))).statusCode).toBe(204);
  });

  it('ends the session of the first credential, and survives faults in the others', async () => {
    const lost: unknown[] = [];
    const onLost = (reason: unknown) => lost.push(reason);
    process.on('unhandledRejection', onLost);
    const leave = async (payload: object) => test.app.inject({ method: 'POST', url: '/api/auth/logout', payload });
    const token = reader.tokens.refresh_token;
    expect((await leave({ refresh_token: 'x', proof: 'x' })).statusCode).toBe(401);
    expect((await leave({ refresh_token: token, proof: 'x' })).statusCode).toBe(204);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', onLost);
    expect(lost).toEqual([]);
  });

  it('by a changed proof ends nothing, and a proof opens nothing', async () => {
    const token = reader.tokens.refresh_token;
    const proof = proofOf(token);
    expect(refusal(await refresh(test, proof))).toEqual(invalidRefresh);
    expect(refusal(await me(bearer(proof)))).toMatchObject({ status: 401 });
    const [head, claims, hash] = proof.split('.');
    const other = Buffer.from(JSON.stringify({ sid: crypto.randomUUID(), gen: 1 })).toString('base64url');
    for (const wrong of [
      `${head}.${other}.${hash}`,
      `${head}.${claims}.`,
      token,
      proofOf(reader.tokens.access_token),
      'x',
    ]) {
      expect(refusal(await leaveBy(wrong))).toEqual(invalidRefresh);
    }
    expect((await me()).statusCode).toBe(200);
  });

  it('by a token that is no refresh token of the shop ends nothing', async () => {
    for (const token of ['nada', reader.tokens.access_token])
      expect(refusal(await leave(token))).toEqual(invalidRefresh);
    expect((await me()).statusCode).toBe(200);
  });

  it('keeps the time at which the session first ended', async () => {
    await get(test, '/api/auth/logout', reader.headers);
    const [first] = await sessions();
    test.clock.time += 5000;
    await get(test, '/api/auth/logout', reader.headers);
    expect((await sessions())[0]!.revoked_at).toBe(first!.revoked_at);
  });
});

describe('forged and misused tokens', () => {
  const { accessToken, refreshToken } = readSecrets('/nowhere', 'a secret that only the tests know, long enough');
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
  const sign = async (claims: Record<string, unknown>, key: Uint8Array, header: { alg?: string; typ?: string } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key);
  const access = () => claimsOf(reader.tokens.access_token);

  it('the tests sign as the shop does', async () => {
    expect((await me(bearer(await sign(access(), accessToken)))).statusCode).toBe(200);
  });

  it.each([
    ['no signature', async () => new UnsecuredJWT(access()).encode()],
    [
      'alg none under the old signature',
      async () =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${reader.tokens.access_token.split('.').slice(1).join('.')}`,
    ],
    ['another key', async () => sign(access(), createHmac('sha256', 'guess').update('access-token').digest())],
    ['the refresh key', async () => sign(access(), refreshToken)],
    ['another algorithm', async () => sign(access(), Buffer.concat([accessToken, accessToken]), { alg: 'HS512' })],
    ['the type of a refresh token', async () => sign(access(), accessToken, { typ: 'rt+jwt' })],
    ['no type', async () => new SignJWT(access()).setProtectedHeader({ alg: 'HS256' }).sign(accessToken)],
    ['another audience', async () => sign({ ...access(), aud: 'otra' }, accessToken)],
    ['no audience', async () => sign({ ...access(), aud: undefined }, accessToken)],
    ['no end', async () => sign({ ...access(), exp: undefined }, accessToken)],
    [
      'a changed role',
      async () =>
        reader.tokens.access_token.replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ ...access(), role: 'admin' })).toString('base64url')}.`,
        ),
    ],
    ['a refresh token', async () => reader.tokens.refresh_token],
    ['noise', async () => 'a.b.c'],
    ['nothing', async () => ''],
  ])('an access token with %s is refused', async (_, make) => {
    expect(refusal(await me(bearer(await make())))).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it('an expired access token asks to be renewed', async () => {
    test.clock.time += 15 * 60_000;
    expect(refusal(await me())).toEqual({
      status: 401,
      code: 'access_token_expired',
      detail: 'La sesión debe renovarse.',
    });
  });

  it("a correctly signed token of another user's session, or of none, is refused", async () => {
    const other = await addReader(test);
    expect(refusal(await me(bearer(await sign({ ...access(), uid: other.user.id }, accessToken))))).toEqual(
      invalidSession,
    );
    expect(refusal(await me(bearer(await sign({ ...access(), sid: crypto.randomUUID() }, accessToken))))).toEqual(
      invalidSession,
    );
  });

  it.each([
    ['an access token', async () => reader.tokens.access_token],
    [
      'one signed with the access key',
      async () => sign(claimsOf(reader.tokens.refresh_token), accessToken, { typ: 'rt+jwt' }),
    ],
    ['one with the type of an access token', async () => sign(claimsOf(reader.tokens.refresh_token), refreshToken)],
    ['one without signature', async () => new UnsecuredJWT(claimsOf(reader.tokens.refresh_token)).encode()],
    [
      'a number of uses as text',
      async () => sign({ ...claimsOf(reader.tokens.refresh_token), gen: '1' }, refreshToken, { typ: 'rt+jwt' }),
    ],
    ['noise', async () => 'ñandú'],
    ['nothing', async () => ''],
  ])('as a refresh token %s is refused', async (_, make) => {
    expect(refusal(await refresh(test, await make()))).toEqual(invalidRefresh);
    expect((await refresh(test, reader.tokens.refresh_token)).statusCode).toBe(200);
  });

  it('a refresh token with an impossible use count ends the session', async () => {
    const ahead = await sign({ ...claimsOf(reader.tokens.refresh_token), gen: 9 }, refreshToken, { typ: 'rt+jwt' });
    expect(refusal(await refresh(test, ahead))).toEqual(invalidSession);
  });
});

describe('changes in the database apply at once', () => {
  it('a deleted user is signed out, with both tokens', async () => {
    await changeUser({ deleted_at: test.clock.now() });
    expect(refusal(await me())).toEqual(invalidSession);
    expect(refusal(await refresh(test, reader.tokens.refresh_token))).toEqual(invalidSession);
  });

  it('a changed role applies to the next call, whatever the token says', async () => {
    const role = async () => (await me()).json<{ role: string }>().role;
    await changeUser({ role: 'admin' });
    expect(await role()).toBe('admin');
    await changeUser({ role: 'reader' });
    expect(await role()).toBe('reader');
  });

  it('a changed address keeps the session, because tokens name the user by id', async () => {
    await changeUser({ email: 'nueva@ejemplo.cl' });
    expect((await me()).json()).toMatchObject({ email: 'nueva@ejemplo.cl' });
  });

  it('a new account with an old address inherits nothing', async () => {
    await changeUser({ email: 'vieja@ejemplo.cl', deleted_at: 1 });
    await addReader(test, { email: reader.user.email });
    expect(refusal(await me())).toEqual(invalidSession);
  });
});

describe('the profile', () => {
  it("shows the caller's profile and changes the name, nothing else", async () => {
    const patch = async (payload: object) =>
      test.app.inject({ method: 'PATCH', url: '/api/users/me', headers: reader.headers, payload });
    expect((await patch({ name: '  Ñusta   Paz ', role: 'admin', email: 'otra@ejemplo.cl', id: 'x' })).json()).toEqual({
      id: reader.user.id,
      name: 'Ñusta Paz',
      email: reader.user.email,
      role: 'reader',
      email_verified: false,
      has_password: true,
    });
    expect(refusal(await patch({ name: 'An' }))).toMatchObject({
      status: 422,
      fields: { name: 'El nombre debe tener al menos 3 caracteres.' },
    });
    const row = await test.ports.db.handle
      .selectFrom('users')
      .selectAll()
      .where('id', '=', reader.user.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ sort_key: 'n~usta paz', role: 'reader' });
    expect(row.search_text).toContain('ñusta paz');
  });
});
