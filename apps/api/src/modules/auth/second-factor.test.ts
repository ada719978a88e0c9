import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { FactorEnrolment, FactorState } from '@cuentos/contract/second-factor';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import { addReader, signIn, type SignedIn, TEST_PASSWORD } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';
import { addEnrolledAdmin, codeAt, enrol, type Enrolled, FACTOR_URL } from './testing/second-factor-fixture.ts';

const lines: string[] = [];
let test: TestApp;
let admin: Enrolled;
beforeEach(async () => {
  lines.length = 0;
  test = await buildTestApp({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void lines.push(line) } });
  admin = await addEnrolledAdmin(test);
});
afterEach(async () => test.close());

const post = async (url: string, payload: object, as?: SignedIn, remoteAddress = '203.0.113.7') =>
  test.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { ...as?.headers } });
const now = () => test.clock.time;
const rightCode = (member = admin) => codeAt(member.secret, now());
const challengeOf = async (member = admin): Promise<string> => {
  const answer = await login(test, { username: member.user.email });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ challenge: string }>().challenge;
};
const enter = async (challenge: string, code: string, from?: string): Promise<LightMyRequestResponse> =>
  post('/api/auth/second_factor', { challenge, code }, undefined, from);
const wrong = { status: 403, code: 'second_factor_wrong' };
const staleChallenge = { status: 401, code: 'second_factor_challenge_invalid' };
const wrongCode = (n = 0) => {
  const good = new Set([-1, 0, 1].map((step) => codeAt(admin.secret, now() + step * 30_000)));
  const candidates = Array.from({ length: 10 }, (_, i) => String(100_000 + n * 10 + i));
  return candidates.find((code) => !good.has(code)) ?? '';
};
const auditOf = async (id: string) =>
  (await test.ports.db.read.selectFrom('audit_log').selectAll().where('subject', '=', id).orderBy('id').execute()).map(
    ({ action, actor_id }) => ({ action, actor_id }),
  );
const subjectsTo = async (email: string) =>
  (await mailsTo(test, email)).filter(({ template }) => template === 'second-factor').map(({ subject }) => subject);

describe('signing in with a second factor', () => {
  it('a right password alone gives no tokens and no device, only a challenge; challenge and code together give them', async () => {
    const half = await login(test, { username: admin.user.email });
    expect(Object.keys(half.json<object>())).toEqual(['challenge']);
    expect(half.headers['set-cookie']?.toString() ?? '').not.toContain('device');
    const sessions = async () =>
      (await test.ports.db.read.selectFrom('sessions').select('id').where('user_id', '=', admin.user.id).execute())
        .length;
    expect(await sessions()).toBe(1);
    const whole = await enter(half.json<{ challenge: string }>().challenge, rightCode());
    expect(whole.statusCode, whole.body).toBe(200);
    const { access_token, refresh_token } = tokensOf(whole);
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await get(test, '/api/admin/users/0/5', headers)).statusCode).toBe(200);
    expect((await refresh(test, refresh_token)).statusCode).toBe(200);
    expect(await sessions()).toBe(2);
  });

  it('a wrong password gets the same answer with or without a second factor', async () => {
    const plain = await addReader(test, { withPassword: true });
    const answers = [admin.user.email, plain.user.email, 'nadie@ejemplo.cl'].map(async (username) =>
      refusal(await login(test, { username, password: 'no-es-esta' })),
    );
    const [first, ...others] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 401, code: 'wrong_credentials' });
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([-30_000, 0, 30_000])('a code that is %i ms off is accepted', async (shift) => {
    test.clock.time += 10 * MINUTE_MS;
    expect((await enter(await challengeOf(), codeAt(admin.secret, now() + shift))).statusCode).toBe(200);
  });

  it.each([-60_000, 60_000])('a code that is %i ms off is refused', async (shift) => {
    test.clock.time += 10 * MINUTE_MS;
    expect(refusal(await enter(await challengeOf(), codeAt(admin.secret, now() + shift)))).toMatchObject(wrong);
  });

  it('a code is valid once, and after it no earlier code', async () => {
    test.clock.time += 10 * MINUTE_MS;
    const challenge = await challengeOf();
    const earlier = codeAt(admin.secret, now() - 30_000);
    const code = rightCode();
    expect((await enter(challenge, code)).statusCode).toBe(200);
    expect(refusal(await enter(challenge, code))).toMatchObject(wrong);
    expect(refusal(await enter(challenge, earlier))).toMatchObject(wrong);
    test.clock.time += 30_000;
    expect(refusal(await enter(challenge, code))).toMatchObject(wrong);
    expect((await enter(challenge, rightCode())).statusCode).toBe(200);
  });

  it('of many requests with the same code one is accepted', async () => {
    const challenge = await challengeOf();
    const code = rightCode();
    const answers = await Promise.all(Array.from({ length: 4 }, async () => enter(challenge, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
  });

  it('a recovery code is valid once, in any spelling, also among simultaneous requests', async () => {
    const challenge = await challengeOf();
    const [first = '', second = ''] = admin.codes;
    expect((await enter(challenge, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).statusCode).toBe(200);
    expect(refusal(await enter(challenge, first))).toMatchObject(wrong);
    const answers = await Promise.all(Array.from({ length: 4 }, async () => enter(challenge, second)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
    expect((await get(test, FACTOR_URL, admin.headers)).json<FactorState>().codes_left).toBe(8);
    expect(await subjectsTo(admin.user.email)).toContain('Se usó uno de tus códigos de recuperación');
  });

  it('a recovery link does not bypass the second factor: the new password alone gives no tokens', async () => {
    const { email } = admin.user;
    await post('/api/auth/forgot-password', { email });
    await sendRecoveries(test);
    const mail = (await mailsTo(test, email)).find(({ template }) => template === 'recover');
    const new_password = 'otra-clave-bien-larga';
    const answer = await post('/api/auth/reset-password', { token: tokenIn(mail, 'recover-password'), new_password });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const entered = await login(test, { username: email, password: new_password });
    expect(Object.keys(entered.json<object>())).toEqual(['challenge']);
  });

  it('codes of another account are refused', async () => {
    const other = await addEnrolledAdmin(test);
    expect(refusal(await enter(await challengeOf(), rightCode(other)))).toMatchObject(wrong);
    expect(refusal(await enter(await challengeOf(), other.codes[0] ?? ''))).toMatchObject(wrong);
  });

  it('a challenge is valid for five minutes, for one account, and while the password stays the same', async () => {
    const other = await addEnrolledAdmin(test);
    const challenge = await challengeOf();
    const swapped = challenge.replace(admin.user.id, other.user.id);
    const [, , signature = ''] = challenge.split('.');
    const later = `${admin.user.id}.${now() + 60 * MINUTE_MS}.${signature}`;
    for (const forged of [swapped, later, 'nada', '', `${crypto.randomUUID()}.${now() + 1000}.x`]) {
      expect(refusal(await enter(forged, rightCode(other)))).toMatchObject(staleChallenge);
    }
    test.clock.time += 5 * MINUTE_MS;
    expect(refusal(await enter(challenge, rightCode()))).toMatchObject(staleChallenge);
    const fresh = await challengeOf();
    await test.ports.db.withTx(async (tx) =>
      tx.updateTable('users').set({ password_hash: 'x' }).where('id', '=', admin.user.id).execute(),
    );
    expect(refusal(await enter(fresh, rightCode()))).toMatchObject(staleChallenge);
  });

  it('five wrong codes in 15 minutes from any network block even the right code until they are over', async () => {
    const challenge = await challengeOf();
    for (let n = 0; n < 5; n += 1) {
      expect(refusal(await enter(challenge, wrongCode(n), `198.51.100.${n}`))).toMatchObject(wrong);
    }
    expect(refusal(await enter(challenge, rightCode(), '198.51.100.99'))).toMatchObject({
      status: 429,
      code: 'too_many_logins',
    });
    // A session that is already open is not affected.
    const confirm = await post(`${FACTOR_URL}/confirm`, { code: rightCode() }, admin);
    expect(confirm.statusCode, confirm.body).toBe(204);
    test.clock.time += 16 * MINUTE_MS;
    expect((await enter(await challengeOf(), rightCode())).statusCode).toBe(200);
  });

  it('thirty wrong codes in a day block it, whatever the pauses', async () => {
    for (let n = 0; n < 30; n += 1) {
      if (n % 5 === 0) test.clock.time += 16 * MINUTE_MS;
      expect(refusal(await enter(await challengeOf(), wrongCode(n), `198.51.100.${n}`))).toMatchObject(wrong);
    }
    test.clock.time += 16 * MINUTE_MS;
    expect(refusal(await enter(await challengeOf(), rightCode()))).toMatchObject({ status: 429 });
  });

  it('simultaneous guesses share the same limit', async () => {
    const challenge = await challengeOf();
    const answers = await Promise.all(Array.from({ length: 12 }, async (_, n) => enter(challenge, wrongCode(n))));
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
  });

  it('guesses on a known device block that device alone', async () => {
    const colleague = await addEnrolledAdmin(test);
    // Sends what a browser sends that signed in before: the cookie of the known device.
    const knownBrowser = async (member: Enrolled) => {
      const signedIn = await enter(await challengeOf(member), rightCode(member));
      const { name, value } = signedIn.cookies.find((cookie) => cookie.name.includes('device')) as Record<
        string,
        string
      >;
      return { cookie: `${name}=${value}; XSRF-TOKEN=abc`, 'x-xsrf-token': 'abc' };
    };
    const [own, others] = [await knownBrowser(admin), await knownBrowser(colleague)];
    test.clock.time += MINUTE_MS;
    const enterFrom = async (headers: object, member: Enrolled, code: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/second_factor',
        payload: { challenge: await challengeOf(member), code },
        headers: { ...headers },
      });
    for (let n = 0; n < 5; n += 1) expect((await enterFrom(own, admin, wrongCode(n))).statusCode).toBe(403);
    expect((await enterFrom(own, admin, rightCode())).statusCode).toBe(429);
    expect((await enterFrom(others, colleague, rightCode(colleague))).statusCode).toBe(200);
    expect((await enter(await challengeOf(), rightCode())).statusCode).toBe(200);
  });

  it('guesses of a network are counted over all accounts', async () => {
    const other = await buildTestApp({ env: { LIMIT_ADDRESS_FAILURES: '2' } });
    try {
      const someone = await addEnrolledAdmin(other);
      const half = await login(other, { username: someone.user.email });
      const { challenge } = half.json<{ challenge: string }>();
      const send = async (code: string, from: string) =>
        other.app.inject({
          method: 'POST',
          url: '/api/auth/second_factor',
          payload: { challenge, code },
          remoteAddress: from,
        });
      for (let n = 0; n < 2; n += 1) expect((await send('zzz', '203.0.113.50')).statusCode).toBe(403);
      const code = codeAt(someone.secret, other.clock.time);
      expect((await send(code, '203.0.113.50')).statusCode).toBe(429);
      expect((await send(code, '203.0.113.51')).statusCode).toBe(200);
    } finally {
      await other.close();
    }
  });
});

describe('setting up a second factor', () => {
  it('sends the secret once, stores neither secret nor codes in plain text, and asks for a first code', async () => {
    const writter = await addReader(test, { role: 'writter', withPassword: true });
    const begun = (await post(FACTOR_URL, {}, writter)).json<FactorEnrolment>();
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    expect(begun.qr.path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
    // No code is asked for before the first one was entered.
    expect((await login(test, { username: writter.user.email })).json()).toHaveProperty('access_token');
    expect(refusal(await post(`${FACTOR_URL}/activate`, { code: '12345' }, writter))).toMatchObject(wrong);
    const code = codeAt(begun.secret, now());
    const { codes } = (await post(`${FACTOR_URL}/activate`, { code }, writter)).json<{ codes: string[] }>();
    expect(new Set(codes).size).toBe(10);
    // 24 of 31 letters are 118 bits, enough to be stored as a plain hash.
    for (const text of codes) expect(text).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){5}$/);
    expect((await login(test, { username: writter.user.email })).json()).toHaveProperty('challenge');
    const state = await get(test, FACTOR_URL, writter.headers);
    expect(state.json()).toEqual({ active: true, codes_left: 10, required: false });
    expect(refusal(await post(FACTOR_URL, {}, writter)).code).toBe('second_factor_exists');
    const stored = JSON.stringify([
      await test.ports.db.read.selectFrom('second_factors').selectAll().execute(),
      await test.ports.db.read.selectFrom('recovery_codes').selectAll().execute(),
      await test.ports.db.read.selectFrom('mails').selectAll().execute(),
      lines,
    ]);
    for (const secret of [begun.secret, ...codes, ...codes.map((text) => text.replaceAll('-', ''))]) {
      expect(stored).not.toContain(secret);
    }
  });

  it('is pending for 15 minutes, and beginning again replaces it', async () => {
    const writter = await addReader(test, { role: 'writter' });
    const first = (await post(FACTOR_URL, {}, writter)).json<FactorEnrolment>();
    const second = (await post(FACTOR_URL, {}, writter)).json<FactorEnrolment>();
    const activate = async (secret: string) => post(`${FACTOR_URL}/activate`, { code: codeAt(secret, now()) }, writter);
    expect(refusal(await activate(first.secret))).toMatchObject(wrong);
    test.clock.time += 15 * MINUTE_MS + 1;
    expect(refusal(await activate(second.secret)).code).toBe('access_token_expired');
    const again = await signIn(test, writter.user);
    const late = await post(`${FACTOR_URL}/activate`, { code: codeAt(second.secret, now()) }, again);
    expect(refusal(late).code).toBe('second_factor_missing');
  });

  it('needs the password when the sign-in is not recent', async () => {
    const writter = await addReader(test, { role: 'writter', withPassword: true });
    test.clock.time += 16 * MINUTE_MS;
    const tokens = tokensOf(await refresh(test, writter.tokens.refresh_token));
    const old = { ...writter, headers: { authorization: `Bearer ${tokens.access_token}` } };
    expect(refusal(await post(FACTOR_URL, {}, old)).code).toBe('reauth_required');
    expect(refusal(await post(FACTOR_URL, { current_password: 'no' }, old)).code).toBe('reauth_required');
    expect((await post(FACTOR_URL, { current_password: TEST_PASSWORD }, old)).statusCode).toBe(200);
  });

  it('is not offered to readers', async () => {
    const reader = await addReader(test);
    expect(refusal(await post(FACTOR_URL, {}, reader)).code).toBe('forbidden');
  });
});

describe('changing a second factor', () => {
  it('needs a code to remove it, and ends nothing else', async () => {
    const phone = await signIn(test, admin.user);
    expect(refusal(await post(`${FACTOR_URL}/remove`, { code: wrongCode() }, admin))).toMatchObject(wrong);
    expect((await post(`${FACTOR_URL}/remove`, { code: rightCode() }, admin)).statusCode).toBe(204);
    for (const member of [admin, phone])
      expect((await get(test, '/api/users/me', member.headers)).statusCode).toBe(200);
    expect((await login(test, { username: admin.user.email })).json()).toHaveProperty('access_token');
    expect(refusal(await post(`${FACTOR_URL}/remove`, { code: '1' }, admin)).code).toBe('second_factor_missing');
    // Setting it up again makes a new secret and codes: the old ones are refused.
    const again = await enrol(test, admin);
    expect(refusal(await post(`${FACTOR_URL}/confirm`, { code: admin.codes[0] ?? '' }, again))).toMatchObject(wrong);
  });

  it('uses up a code, whatever it confirmed', async () => {
    const code = rightCode();
    expect((await post(`${FACTOR_URL}/confirm`, { code }, admin)).statusCode).toBe(204);
    expect(refusal(await post(`${FACTOR_URL}/remove`, { code }, admin))).toMatchObject(wrong);
    expect(refusal(await enter(await challengeOf(), code))).toMatchObject(wrong);
  });

  it('replaces the recovery codes: the old ones are refused', async () => {
    const answer = await post(`${FACTOR_URL}/codes`, { code: rightCode() }, admin);
    const { codes } = answer.json<{ codes: string[] }>();
    expect(codes).toHaveLength(10);
    const challenge = await challengeOf();
    expect(refusal(await enter(challenge, admin.codes[3] ?? ''))).toMatchObject(wrong);
    expect((await enter(challenge, codes[3] ?? '')).statusCode).toBe(200);
  });

  it('is mailed, audited and written to the security log', async () => {
    await post(`${FACTOR_URL}/codes`, { code: rightCode() }, admin);
    test.clock.time += 30_000;
    await post(`${FACTOR_URL}/remove`, { code: rightCode() }, admin);
    const own = { actor_id: admin.user.id };
    expect(await auditOf(admin.user.id)).toEqual([
      { action: 'second_factor.added', ...own },
      { action: 'second_factor.codes_replaced', ...own },
      { action: 'second_factor.removed', ...own },
    ]);
    expect((await subjectsTo(admin.user.email)).toSorted()).toEqual([
      'Activaste la verificación en dos pasos',
      'Quitaste la verificación en dos pasos',
      'Tienes códigos de recuperación nuevos',
    ]);
    const events = lines
      .map((line) => JSON.parse(line) as { event?: string; outcome?: string; actor?: string })
      .filter(({ event, actor }) => event?.startsWith('second-factor-') && actor === admin.user.id)
      .map(({ event, outcome }) => `${event} ${outcome}`);
    expect(events).toEqual([
      'second-factor-begin success',
      'second-factor-added success',
      'second-factor-codes-replaced success',
      'second-factor-removed success',
    ]);
  });
});

describe("after the shop's secret was changed", () => {
  const OLD = 'a secret that only the tests know, long enough';
  const NEW = 'the secret that came after it, long enough too';
  const shopWith = async (secret: string, previous?: string) =>
    buildTestApp({ env: { AUTH_SECRET: secret, ...(previous && { AUTH_SECRET_PREVIOUS: previous }) } });

  it.each([
    ['telephones keep their codes while the one before is named', OLD, 200],
    ['codes are wrong when it is not', undefined, 403],
  ])('%s', async (_, previous, status) => {
    const before = await shopWith(OLD);
    const owner = await addEnrolledAdmin(before);
    const after = await shopWith(NEW, previous);
    after.clock.time = before.clock.time;
    for (const table of ['users', 'second_factors'] as const) {
      for (const row of await before.ports.db.read.selectFrom(table).selectAll().execute()) {
        await after.ports.db.withTx(async (tx) => tx.insertInto(table).values(row).execute());
      }
    }
    const half = await login(after, { username: owner.user.email });
    const { challenge } = half.json<{ challenge: string }>();
    const code = codeAt(owner.secret, after.clock.time);
    const answer = await after.app.inject({
      method: 'POST',
      url: '/api/auth/second_factor',
      payload: { challenge, code },
    });
    expect(answer.statusCode, answer.body).toBe(status);
    await Promise.all([before.close(), after.close()]);
  });
});
