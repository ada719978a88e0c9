import { DAY_MS } from '@cuentos/domain/time/durations';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { login, tokensOf } from '../../testing/calls.ts';
import { addUser, signIn, TEST_PASSWORD, wipe } from '../../testing/fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ env: { LIMIT_ALL_FAILURES: '240' } });
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const HOME = '203.0.113.1';
const QUARTER_HOUR_MS = 15 * 60_000;

/** Cookies of an answer, in the form in which a browser sends them back. */
function cookieOf(response: LightMyRequestResponse): { cookie: string } {
  const cookies = response.cookies as { name: string; value: string }[];
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return cookie === '' ? { cookie: 'none=1' } : { cookie };
}

const browser = (cookie: { cookie: string }) => ({
  cookie: `${cookie.cookie}; XSRF-TOKEN=abc`,
  'x-xsrf-token': 'abc',
});

/** A login sent by a browser with this cookie. */
const enter = async (username: string, from: string, device = { cookie: 'none=1' }, password = TEST_PASSWORD) =>
  login(test, { username, password, from, headers: browser(device) });
const guess = async (username: string, from: string, device?: { cookie: string }) =>
  (await enter(username, from, device, 'otra-clave')).statusCode;
const lock = async (email: string): Promise<void> => {
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(email, `198.51.100.${attempt}`);
};

describe('a device that an account signed in on', () => {
  it('is recognised by a secret that only account calls get and no script can read', async () => {
    const { email } = await addUser(test);
    const [cookie, ...more] = (await enter(email, HOME)).cookies as Record<string, unknown>[];
    expect(more).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth', maxAge: 31_536_000 });
    expect(String(cookie?.['value']).length).toBeGreaterThan(60);
  });

  it('has a cookie name that browsers accept over HTTPS only, and is recognised by it', async () => {
    const secure = await buildTestApp({ env: { PUBLIC_URL: 'https://shop.test' } });
    try {
      const { email } = await addUser(secure);
      const cookie = (await login(secure, { username: email })).cookies[0] as Record<string, string>;
      expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Secure-device-/), secure: true, httpOnly: true });
      for (let n = 0; n < 10; n += 1) await login(secure, { username: email, password: 'no', from: `198.51.100.${n}` });
      const headers = { cookie: `${cookie['name']}=${cookie['value']}; XSRF-TOKEN=abc`, 'x-xsrf-token': 'abc' };
      const payload = { username: email, password: TEST_PASSWORD };
      const enter = async (sent: Record<string, string>) =>
        (await secure.app.inject({ method: 'POST', url: '/api/auth/', payload, headers: sent })).statusCode;
      expect([await enter({}), await enter(headers)]).toEqual([429, 200]);
    } finally {
      await secure.close();
    }
  });

  it('opens a locked account for its owner, from any network', async () => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    await lock(email);
    expect((await enter(email, '198.51.100.77')).statusCode).toBe(429);
    expect((await enter(email, '192.0.2.9', device)).statusCode).toBe(200);
  });

  it('has no more guesses than other devices', async () => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    await lock(email);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(email, `192.0.2.${attempt}`, device)).toBe(401);
    expect((await enter(email, '192.0.2.9', device)).statusCode).toBe(429);
    test.clock.time += QUARTER_HOUR_MS + 1;
    expect((await enter(email, '192.0.2.9', device)).statusCode).toBe(200);
  });

  it('is known to the accounts that signed in on it, and to no other', async () => {
    const [owner, other] = [await addUser(test), await addUser(test)];
    const device = cookieOf(await enter(owner.email, HOME));
    await lock(other.email);
    expect((await enter(other.email, HOME, device)).statusCode).toBe(429);
  });

  it('is known to two people who share it', async () => {
    const [ana, eva] = [await addUser(test), await addUser(test)];
    const first = cookieOf(await enter(ana.email, HOME));
    const second = cookieOf(await enter(eva.email, HOME, first));
    const both = { cookie: `${first.cookie}; ${second.cookie}` };
    await lock(ana.email);
    await lock(eva.email);
    expect((await enter(ana.email, '192.0.2.9', both)).statusCode).toBe(200);
    expect((await enter(eva.email, '192.0.2.9', both)).statusCode).toBe(200);
  });

  it.each([
    ['after a year', async () => void (test.clock.time += 366 * DAY_MS)],
    [
      'after a change of the password',
      async (email: string) => {
        const row = await addUser(test, { withPassword: true });
        await test.ports.db.handle
          .updateTable('users')
          .set({ password_hash: row.password_hash })
          .where('email', '=', email)
          .execute();
      },
    ],
  ])('is unknown %s', async (_, happen) => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    await happen(email);
    await lock(email);
    expect((await enter(email, HOME, device)).statusCode).toBe(429);
  });

  it('is not recognised by an invented or altered secret', async () => {
    const { email } = await addUser(test);
    const { cookie } = cookieOf(await enter(email, HOME));
    await lock(email);
    const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const forged of [changed, cookie.replace(/=.*/, '=x.y.z'), cookie.replace(/=.*/, '=')]) {
      expect((await enter(email, HOME, { cookie: forged })).statusCode).toBe(429);
    }
  });

  it('stays known when the password is changed on it, and other devices do not', async () => {
    const user = await addUser(test);
    const [here, there] = [await enter(user.email, HOME), cookieOf(await enter(user.email, HOME))];
    const change = await test.app.inject({
      method: 'POST',
      url: '/api/auth/update-password',
      headers: { authorization: `Bearer ${tokensOf(here).access_token}`, ...browser(cookieOf(here)) },
      payload: { password: 'otra-clave-bien-larga' },
    });
    expect(change.statusCode).toBe(204);
    await lock(user.email);
    const again = async (device: { cookie: string }) =>
      (await enter(user.email, HOME, device, 'otra-clave-bien-larga')).statusCode;
    expect(await again(there)).toBe(429);
    expect(await again(cookieOf(change))).toBe(200);
  });
});

describe('limits of password guesses', () => {
  it('an address with an earlier success has the same limit as others', async () => {
    const user = await addUser(test);
    await signIn(test, user, HOME);
    const answers = [];
    for (let attempt = 0; attempt < 60; attempt += 1) answers.push(await guess(user.email, HOME));
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect((await enter(user.email, HOME)).statusCode).toBe(429);
  });

  it('an address has a hundred guesses over all accounts', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, async () => addUser(test)));
    let looked = 0;
    for (let round = 0; round < 4; round += 1) {
      for (const { email } of users) if ((await guess(email, HOME)) === 401) looked += 1;
    }
    expect(looked).toBe(100);
    const { email } = await addUser(test);
    expect((await enter(email, HOME)).statusCode).toBe(429);
    expect((await enter(email, '192.0.2.1')).statusCode).toBe(200);
  });

  it('a refused guess does not count towards the wider limit', async () => {
    const [locked, other] = [await addUser(test), await addUser(test)];
    for (let attempt = 0; attempt < 110; attempt += 1) await guess(locked.email, HOME);
    expect(await guess(other.email, HOME)).toBe(401);
  });

  it('a right password does not count', async () => {
    const { email } = await addUser(test);
    for (let visit = 0; visit < 110; visit += 1) expect((await enter(email, HOME)).statusCode).toBe(200);
  });

  it('all addresses together have one limit, and known devices can still sign in', async () => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    let looked = 0;
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if ((await guess(`nadie-${attempt}@ejemplo.cl`, `10.0.${attempt >> 7}.${attempt & 127}`)) === 401) looked += 1;
    }
    // The count is split into parts, so that not every request writes the same row; the limit is therefore approximate.
    expect(looked).toBeGreaterThan(180);
    expect(looked).toBeLessThanOrEqual(240);
    expect((await enter(email, HOME, device)).statusCode).toBe(200);
    test.clock.time += QUARTER_HOUR_MS + 1;
    expect((await enter(email, '192.0.2.1')).statusCode).toBe(200);
  });
});
