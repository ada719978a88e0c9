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

/** Cookies of an answer, as a browser sends them back. */
function cookieOf(response: LightMyRequestResponse): { cookie: string } {
  const cookies = response.cookies as { name: string; value: string }[];
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return cookie === '' ? { cookie: 'none=1' } : { cookie };
}

const browser = (cookie: { cookie: string }) => ({
  cookie: `${cookie.cookie}; XSRF-TOKEN=abc`,
  'x-xsrf-token': 'abc',
});

/** A login as a browser with that cookie sends it. */
const enter = async (username: string, from: string, device = { cookie: 'none=1' }, password = TEST_PASSWORD) =>
  login(test, { username, password, from, headers: browser(device) });
const guess = async (username: string, from: string, device?: { cookie: string }) =>
  (await enter(username, from, device, 'otra-clave')).statusCode;
const lock = async (email: string): Promise<void> => {
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(email, `198.51.100.${attempt}`);
};

describe('a device that somebody signed in on', () => {
  it('is known by a secret that only the calls of accounts get and no script can read', async () => {
    const { email } = await addUser(test);
    const [cookie, ...more] = (await enter(email, HOME)).cookies as Record<string, unknown>[];
    expect(more).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth', maxAge: 31_536_000 });
    expect(String(cookie?.['value']).length).toBeGreaterThan(60);
  });

  it('has on https a name that browsers take from encrypted lines only, and is known by it', async () => {
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

  it('opens a locked account to its right owner, from wherever', async () => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    await lock(email);
    expect((await enter(email, '198.51.100.77')).statusCode).toBe(429);
    expect((await enter(email, '192.0.2.9', device)).statusCode).toBe(200);
  });

  it('guesses no more often than any other', async () => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    await lock(email);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await guess(email, `192.0.2.${attempt}`, device)).toBe(401);
    expect((await enter(email, '192.0.2.9', device)).statusCode).toBe(429);
    test.clock.time += QUARTER_HOUR_MS + 1;
    expect((await enter(email, '192.0.2.9', device)).statusCode).toBe(200);
  });

  it('is known for the account that it signed in to, and for no other', async () => {
    const [owner, other] = [await addUser(test), await addUser(test)];
    const device = cookieOf(await enter(owner.email, HOME));
    await lock(other.email);
    expect((await enter(other.email, HOME, device)).statusCode).toBe(429);
  });

  it('serves two people who share it', async () => {
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
      'once the password is another one',
      async (email: string) => {
        const row = await addUser(test, { withPassword: true });
        await test.ports.db.handle
          .updateTable('users')
          .set({ password_hash: row.password_hash })
          .where('email', '=', email)
          .execute();
      },
    ],
  ])('is a stranger %s', async (_, happen) => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    await happen(email);
    await lock(email);
    expect((await enter(email, HOME, device)).statusCode).toBe(429);
  });

  it('is not known by a secret that was made up or changed', async () => {
    const { email } = await addUser(test);
    const { cookie } = cookieOf(await enter(email, HOME));
    await lock(email);
    const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const forged of [changed, cookie.replace(/=.*/, '=x.y.z'), cookie.replace(/=.*/, '=')]) {
      expect((await enter(email, HOME, { cookie: forged })).statusCode).toBe(429);
    }
  });

  it('stays known where the password is changed, and other devices do not', async () => {
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

describe('budgets of guesses', () => {
  it('an address that once succeeded has no more of them than another', async () => {
    const user = await addUser(test);
    await signIn(test, user, HOME);
    const answers = [];
    for (let attempt = 0; attempt < 60; attempt += 1) answers.push(await guess(user.email, HOME));
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect((await enter(user.email, HOME)).statusCode).toBe(429);
  });

  it('one address has a hundred over all accounts', async () => {
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

  it('guesses that are refused anyway empty no wider budget', async () => {
    const [locked, other] = [await addUser(test), await addUser(test)];
    for (let attempt = 0; attempt < 110; attempt += 1) await guess(locked.email, HOME);
    expect(await guess(other.email, HOME)).toBe(401);
  });

  it('right passwords cost an address nothing', async () => {
    const { email } = await addUser(test);
    for (let visit = 0; visit < 110; visit += 1) expect((await enter(email, HOME)).statusCode).toBe(200);
  });

  it('all addresses together have one budget, and known devices go on entering', async () => {
    const { email } = await addUser(test);
    const device = cookieOf(await enter(email, HOME));
    let looked = 0;
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if ((await guess(`nadie-${attempt}@ejemplo.cl`, `10.0.${attempt >> 7}.${attempt & 127}`)) === 401) looked += 1;
    }
    // The count is kept in parts, so that no row is written by everybody at once.
    expect(looked).toBeGreaterThan(180);
    expect(looked).toBeLessThanOrEqual(240);
    expect((await enter(email, HOME, device)).statusCode).toBe(200);
    test.clock.time += QUARTER_HOUR_MS + 1;
    expect((await enter(email, '192.0.2.1')).statusCode).toBe(200);
  });
});
