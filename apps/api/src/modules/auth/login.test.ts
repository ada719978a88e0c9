import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { login, refusal, tokensOf } from '../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addUser, TEST_PASSWORD, wipe } from '../../testing/fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const wrong = { status: 401, code: 'wrong_credentials', detail: 'Usuario o contraseña incorrectos' };
const tooMany = {
  status: 429,
  code: 'too_many_logins',
  detail: 'Demasiados intentos de inicio de sesión, intente más tarde',
};

const update = async (id: string, change: object) =>
  test.ports.db.handle.updateTable('users').set(change).where('id', '=', id).execute();

describe('refusals of the login', () => {
  it('are the same for a wrong password and an unknown address', async () => {
    const { email } = await addUser(test);
    expect(refusal(await login(test, { username: email, password: 'otra-clave' }))).toEqual(wrong);
    expect(refusal(await login(test, { username: 'nadie@ejemplo.cl', password: 'otra-clave' }))).toEqual(wrong);
    expect(refusal(await login(test, { username: '', password: '' }))).toEqual(wrong);
  });

  it('reveal a deleted account only with the right password', async () => {
    const { email } = await addUser(test, { deleted_at: 1 });
    expect(refusal(await login(test, { username: email, password: 'otra-clave' }))).toEqual(wrong);
    expect(refusal(await login(test, { username: email }))).toEqual({
      status: 403,
      code: 'account_deleted',
      detail: 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
    });
  });

  it('refer to Google only where the shop has it, which this shop has not', async () => {
    const user = await addUser(test, { google_sub: '1234567890' });
    await update(user.id, { password_hash: null });
    expect(refusal(await login(test, { username: user.email }))).toEqual(wrong);
  });

  it('do not concern the format: both kinds of form data and JSON are accepted', async () => {
    const { email } = await addUser(test);
    const fields = { username: email, password: TEST_PASSWORD };
    const url = '/api/auth/';
    const asForm = await test.app.inject({ method: 'POST', url, ...(await multipart(fields)) });
    expect(asForm.statusCode).toBe(200);
    expect(tokensOf(asForm).refresh_token).not.toBe('');
    expect((await test.app.inject({ method: 'POST', url, payload: fields })).statusCode).toBe(200);
    const wrongOne = await test.app.inject({ method: 'POST', url, ...(await multipart({ ...fields, password: 'x' })) });
    expect(refusal(wrongOne)).toEqual(wrong);
    const file = { content: 'x', name: 'a.txt', type: 'text/plain' };
    const withFile = await test.app.inject({ method: 'POST', url, ...(await multipart(fields, { captcha: file })) });
    expect(withFile.statusCode).toBe(413);
    const half = { method: 'POST' as const, url, ...(await multipart({ username: email })) };
    expect(refusal(await test.app.inject(half))).toMatchObject({ status: 422, code: 'invalid_request' });
  });

  it('include a field that was sent twice', async () => {
    const { email } = await addUser(test);
    const fields = new URLSearchParams({ username: email, password: TEST_PASSWORD }).toString();
    const send = async (payload: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    expect((await send(fields)).statusCode).toBe(200);
    for (const more of ['username=otra@ejemplo.cl', 'password=otra']) {
      expect((await send(`${fields}&${more}`)).statusCode).toBe(422);
    }
  });

  it('do not concern the address in another case, with spaces, or decomposed', async () => {
    const { email } = await addUser(test, { email: 'lucia@ejemplo.cl' });
    for (const username of [email, ' Lucia@EJEMPLO.cl ', 'LUCIA@ejemplo.cl\n']) {
      expect((await login(test, { username })).statusCode).toBe(200);
    }
  });

  it('treat an unreadable password hash as a wrong password, not as a fault', async () => {
    const user = await addUser(test);
    await update(user.id, { password_hash: 'not a hash' });
    expect(refusal(await login(test, { username: user.email }))).toEqual(wrong);
  });
});

describe('limits of the login', () => {
  const guess = async (username: string, from = '203.0.113.1', password = 'otra-clave') =>
    (await login(test, { username, password, from })).statusCode;

  it('an account and address have five failures, then 429 for 15 minutes', async () => {
    const { email } = await addUser(test);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(email)).toBe(401);
    expect(refusal(await login(test, { username: email, password: 'otra-clave', from: '203.0.113.1' }))).toEqual(
      tooMany,
    );
    // The right password does not help either: otherwise guessing could go on.
    expect(refusal(await login(test, { username: email, from: '203.0.113.1' }))).toEqual(tooMany);
    // The same account can sign in from another network.
    expect(await guess(email, '198.51.100.7', TEST_PASSWORD)).toBe(200);
    test.clock.time += 15 * MINUTE_MS + 1;
    expect(await guess(email, '203.0.113.1', TEST_PASSWORD)).toBe(200);
  });

  it('an account has ten failures from all addresses', async () => {
    const { email } = await addUser(test);
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess(email, `203.0.113.${attempt}`)).toBe(401);
    expect(await guess(email, '198.51.100.7')).toBe(429);
    expect(await guess(email, '198.51.100.8', TEST_PASSWORD)).toBe(429);
    expect(await guess((await addUser(test)).email, '198.51.100.8', TEST_PASSWORD)).toBe(200);
  });

  it('other spellings of the address count for the same account', async () => {
    await addUser(test, { email: 'lucia@ejemplo.cl' });
    for (const name of [
      'lucia@ejemplo.cl',
      'LUCIA@ejemplo.cl',
      ' lucia@ejemplo.cl',
      'lucia@ejemplo.cl\t',
      'Lucia@Ejemplo.Cl',
    ]) {
      expect(await guess(name)).toBe(401);
    }
    expect(await guess('lucia@ejemplo.cl')).toBe(429);
  });

  it('unknown addresses are counted alike, so that the limit reveals no account', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess('nadie@ejemplo.cl')).toBe(401);
    expect(await guess('nadie@ejemplo.cl')).toBe(429);
  });

  it('of twenty simultaneous guesses at most five are checked', async () => {
    const { email } = await addUser(test);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => guess(email)));
    const looked = statuses.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - looked);
  });

  it('a right password resets the count of its network and does not count for the account', async () => {
    const { email } = await addUser(test);
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) expect(await guess(email)).toBe(401);
      expect(await guess(email, '203.0.113.1', TEST_PASSWORD)).toBe(200);
    }
    for (let visit = 0; visit < 12; visit += 1) expect(await guess(email, '203.0.113.1', TEST_PASSWORD)).toBe(200);
    expect(await guess(email)).toBe(401);
    expect(await guess(email)).toBe(401);
    expect(await guess(email)).toBe(429);
  });

  it('the IPv6 addresses of one subscriber count as one', async () => {
    const { email } = await addUser(test);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(email, `2001:db8:1:2::${attempt}`)).toBe(401);
    expect(await guess(email, '2001:0db8:0001:0002:ffff::1')).toBe(429);
    expect(await guess(email, '2001:db8:1:3::1', TEST_PASSWORD)).toBe(200);
  });

  it('X-Forwarded-For is ignored unless a proxy is trusted', async () => {
    const { email } = await addUser(test);
    const spoofed = async (attempt: number) =>
      (
        await login(test, {
          username: email,
          password: 'no',
          from: '203.0.113.1',
          headers: { 'x-forwarded-for': `10.0.0.${attempt}` },
        })
      ).statusCode;
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await spoofed(attempt)).toBe(401);
    expect(await spoofed(6)).toBe(429);
  });
});

describe('behind a trusted proxy (TRUST_PROXY)', () => {
  it.each([
    ['one hop', '1'],
    ['its address', '203.0.113.1'],
  ])('%s: the address it saw counts, and what the visitor made up before it does not', async (_, TRUST_PROXY) => {
    const behind = await buildTestApp({ env: { TRUST_PROXY } });
    try {
      const { email } = await addUser(behind);
      const attempt = async (forwarded: string) =>
        (
          await login(behind, {
            username: email,
            password: 'no',
            from: '203.0.113.1',
            headers: { 'x-forwarded-for': forwarded },
          })
        ).statusCode;
      for (let round = 0; round < 5; round += 1) expect(await attempt(`10.9.9.${round}, 192.0.2.1`)).toBe(401);
      expect(await attempt('10.9.9.77, 192.0.2.1')).toBe(429);
      expect(await attempt('192.0.2.2')).toBe(401);
    } finally {
      await behind.close();
    }
  });
});

describe('behind a proxy that the settings do not know', () => {
  it('is reported in the log once', async () => {
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const behind = await buildTestApp({ env: { TRUST_PROXY: 'none', LOG_LEVEL: 'warn' }, log });
    try {
      await behind.app.inject('/health/live');
      expect(lines).toEqual([]);
      for (const headers of [{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }]) {
        await behind.app.inject({ url: '/health/live', headers });
      }
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/TRUST_PROXY/);
      expect(lines[0]).not.toContain('192.0.2.1');
    } finally {
      await behind.close();
    }
  });
});

describe('the access token', () => {
  it('has role, name, sub, exp, uid and sid, and is valid for 15 minutes', async () => {
    const user = await addUser(test, { name: 'Ñusta Paz', role: 'writter' });
    const response = await login(test, { username: user.email });
    const payload = JSON.parse(
      Buffer.from(tokensOf(response).access_token.split('.')[1]!, 'base64url').toString('utf8'),
    ) as Record<string, unknown>;
    const now = Math.floor(test.clock.now() / 1000);
    expect(payload).toMatchObject({
      role: 'writter',
      name: 'Ñusta Paz',
      sub: user.email,
      uid: user.id,
      exp: now + 900,
    });
    expect(payload['sid']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
