import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addUser, wipe } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';
import type { DeviceSecret } from './known-device.ts';
import { createKnownDevices } from './known-device.ts';
import { entryCodeSteps } from './testing/entry-code-steps.ts';
import { addEnrolledAdmin, codeAt } from './testing/second-factor-fixture.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const OWNER = 'ana@ejemplo.cl';
const { ask, asked, codesTo, enter, elsewhere } = entryCodeSteps(() => test);

/** Sets a rate counter as if strangers had filled it. */
const fill = async (key: string, count = 1_000_000) =>
  test.ports.db.handle
    .insertInto('rate_counters')
    .values({ key, window_start: test.clock.time, count })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count }))
    .execute();
const fillAll = async () => {
  for (let part = 0; part < 8; part += 1) await fill(`login-all:${part}`);
  await fill('entry-code-all');
};

/** The device cookie of the owner's browser. */
const deviceOf = (user: Parameters<ReturnType<typeof createKnownDevices>['issue']>[0]): DeviceSecret =>
  createKnownDevices(test.secrets.knownDevice, test.clock).issue(user);
const post = async (
  url: string,
  payload: object,
  cookies: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  test.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: elsewhere(),
    cookies: { 'XSRF-TOKEN': 'abc', ...cookies },
    headers: { 'x-xsrf-token': 'abc' },
  });

describe('strangers who guess and request all day', () => {
  it('invalidate no code of the owner, and do not stop her from entering it', async () => {
    const own = await asked(OWNER);
    const stranger = await asked(OWNER);
    for (let n = 1; n <= 5; n += 1)
      await enter({ ...stranger, code: String((Number(stranger.code) + n) % 1e6).padStart(6, '0') });
    await fill(`entry-code-guess:${OWNER}`, 30);
    expect((await enter(own)).statusCode).toBe(200);
  });

  it('on one network do not stop her from requesting a code elsewhere', async () => {
    const home = elsewhere();
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push((await ask(OWNER, home)).statusCode);
    expect(answers.filter((status) => status === 200)).toHaveLength(4);
    expect((await ask(OWNER)).statusCode, 'from anywhere else').toBe(200);
  });

  it('do not stop her recovery: mailed links stay valid, and her browser has a limit of its own', async () => {
    const user = await addUser(test, { email: OWNER, withPassword: true });
    const recovery = async () => {
      test.clock.time += 1;
      await sendRecoveries(test);
      return (await mailsTo(test, OWNER)).filter(({ template }) => template === 'recover');
    };
    for (let n = 0; n < 8; n += 1) {
      await post('/api/auth/forgot-password', { email: OWNER });
      await recovery();
    }
    const before = await recovery();
    expect(before).toHaveLength(5);
    const { cookie, value } = deviceOf(user);
    await post('/api/auth/forgot-password', { email: OWNER }, { [cookie]: value });
    // A stranger requests a recovery at the same moment.
    await post('/api/auth/forgot-password', { email: OWNER });
    const mails = await recovery();
    expect(mails).toHaveLength(6);
    const payload = {
      token: tokenIn(before[0], 'recover-password'),
      new_password: 'cordillera azul',
      confirm_password: 'cordillera azul',
    };
    expect((await post('/api/auth/reset-password', payload)).statusCode, 'the first link of all').toBe(204);
  });

  it('do not stop an unknown browser: a recovery link makes it known, and known browsers get their code', async () => {
    await addUser(test, { email: OWNER, withPassword: true });
    await fillAll();
    const full = [`entry-code:${OWNER}`, `entry-code-mails:${OWNER}`, `login:${OWNER}`, `entry-code-guess:${OWNER}`];
    for (const key of full) await fill(key);
    // The strangers requested the recovery, too.
    await post('/api/auth/forgot-password', { email: OWNER });
    await sendRecoveries(test);
    await fill(`recover:${OWNER}`);
    expect((await post('/api/auth/entry_code', { email: OWNER })).statusCode).toBe(429);
    const mail = (await mailsTo(test, OWNER)).findLast(({ template }) => template === 'recover');
    const words = { new_password: 'cordillera azul', confirm_password: 'cordillera azul' };
    const reset = await post('/api/auth/reset-password', { token: tokenIn(mail, 'recover-password'), ...words });
    expect(reset.statusCode, reset.body).toBe(204);
    const { name = '', value = '' } = reset.cookies.find((cookie) => cookie.name.includes('device-')) ?? {};
    // The strangers continue at once.
    for (const key of full) await fill(key);
    const typed = { username: OWNER, password: 'cordillera azul' };
    expect((await post('/api/auth/', typed)).statusCode, 'any other browser').toBe(429);
    expect((await post('/api/auth/', typed, { [name]: value })).statusCode).toBe(200);
    expect((await post('/api/auth/entry_code', { email: OWNER }, { [name]: value })).statusCode).toBe(200);
  });

  it('fill no mailbox from any number of known browsers of an account with a foreign address', async () => {
    const user = await addUser(test, { email: OWNER, withPassword: true });
    for (let n = 0; n < 20; n += 1) {
      // Each sign-in makes another device cookie.
      const { cookie, value } = deviceOf(user);
      await post('/api/auth/entry_code', { email: OWNER }, { [cookie]: value });
      await post('/api/auth/forgot-password', { email: OWNER }, { [cookie]: value });
      test.clock.time += 1;
      await sendRecoveries(test);
    }
    const mailsByTemplate = Map.groupBy(await mailsTo(test, OWNER), ({ template }) => template);
    expect([mailsByTemplate.get('entry-code')?.length, mailsByTemplate.get('recover')?.length]).toEqual([10, 10]);
  });

  it('invalidate no invitation by requesting a recovery', async () => {
    const admin = await addEnrolledAdmin(test);
    const newUser = {
      role_id: 'reader',
      name: 'Ana Rojas',
      email: OWNER,
      password: 'una clave larga',
      confirmPassword: 'una clave larga',
    };
    const confirmed = await test.app.inject({
      method: 'POST',
      url: '/api/users/me/second_factor/confirm',
      headers: admin.headers,
      payload: { code: codeAt(admin.secret, test.clock.time) },
    });
    expect(confirmed.statusCode, confirmed.body).toBe(204);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/admin/users',
      headers: admin.headers,
      payload: newUser,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const invitation = tokenIn((await mailsTo(test, OWNER))[0], 'recover-password');
    test.clock.time += 1;
    await post('/api/auth/forgot-password', { email: OWNER });
    await sendRecoveries(test);
    expect((await post('/api/auth/reset-password/check', { token: invitation })).statusCode).toBe(204);
  });
});

describe('a used up limit for everybody', () => {
  it('does not stop a known browser from requesting or entering a code', async () => {
    const user = await addUser(test, { email: OWNER, isProved: true });
    const { cookie, value } = deviceOf(user);
    await fillAll();
    await fill(`entry-code:${OWNER}`);
    await fill(`entry-code-mails:${OWNER}`);
    expect(refusal(await post('/api/auth/entry_code', { email: OWNER })).status, 'a stranger').toBe(429);
    const answer = await post('/api/auth/entry_code', { email: OWNER }, { [cookie]: value });
    expect(answer.statusCode, answer.body).toBe(200);
    const request = answer.cookies.find(({ name }) => name === 'entry-request')?.value ?? '';
    const code = (await codesTo(OWNER)).at(-1) ?? '';
    const entered = await post(
      '/api/auth/entry_code/enter',
      { email: OWNER, code },
      { [cookie]: value, 'entry-request': request },
    );
    expect(entered.statusCode, entered.body).toBe(200);
  });

  it('does not stop a known browser at the second factor, nor do strangers who have the password', async () => {
    const admin = await addEnrolledAdmin(test);
    const challenge = await test.services.factors.challenge(admin.user);
    const { cookie, value } = deviceOf(admin.user);
    await fillAll();
    await fill(`second-factor:${admin.user.id}`);
    await fill(`second-factor-day:${admin.user.id}`);
    const payload = { challenge, code: codeAt(admin.secret, test.clock.time) };
    expect(refusal(await post('/api/auth/second_factor', payload)).status, 'a stranger').toBe(429);
    const answer = await post('/api/auth/second_factor', payload, { [cookie]: value });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

it('a known browser has a limit of its own, which is as small as any other', async () => {
  const admin = await addEnrolledAdmin(test);
  const challenge = await test.services.factors.challenge(admin.user);
  const { cookie, value } = deviceOf(admin.user);
  const statuses = [];
  for (let n = 0; n < 6; n += 1) {
    const answer = await post('/api/auth/second_factor', { challenge, code: `00000${n}` }, { [cookie]: value });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
});
