import { solveChallenge, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAltchaCaptcha } from '../../adapters/altcha/altcha-captcha.ts';
import { type CaptchaPort, CaptchaUnavailable } from '../../ports/captcha.ts';
import { login, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addUser } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { spendCaptchaAnswer } from './token-repository.ts';

let test: TestApp;
let db: TestApp['ports']['db'] | undefined;
let email: string;
/** The captcha library also reads the machine's clock, so the tests start from the real time. */
const clock = { time: Date.now(), now: () => clock.time };

beforeAll(async () => {
  const captcha = createAltchaCaptcha({
    secret: 'a secret of the tests',
    clock,
    counterMax: 20,
    useOnce: async (signature, expiresAt) => spendCaptchaAnswer(db!, signature, expiresAt),
  });
  test = await buildTestApp({ ports: { captcha, clock } });
  db = test.ports.db;
  email = (await addUser(test)).email;
});
afterAll(async () => test.close());

const challenge = async (action: string): Promise<Challenge> =>
  (await test.app.inject(`/api/captcha/challenge?action=${action}`)).json<Challenge>();

const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** Returns the solution that a browser sends after its proof of work. */
async function solve(action: string): Promise<Payload> {
  const challengeBody = await challenge(action);
  const solution = await solveChallenge({ challenge: challengeBody, deriveKey });
  return { challenge: challengeBody, solution: solution! };
}

const tryLogin = async (captcha: string | undefined) =>
  login(test, { username: email, ...(captcha === undefined ? {} : { captcha }) });
const invalid = { status: 410, code: 'login_captcha_invalid', detail: 'Error captcha inválido' };

describe('ALTCHA at the login', () => {
  it('names the configured captcha, and its challenges are not cached', async () => {
    expect((await test.app.inject('/api/captcha')).json()).toEqual({ provider: 'altcha', site_key: null });
    expect((await test.app.inject('/api/captcha/challenge?action=login')).headers['cache-control']).toBe('no-store');
    expect(refusal(await test.app.inject('/api/captcha/challenge?action=admin'))).toMatchObject({ status: 422 });
    expect(refusal(await test.app.inject('/api/captcha/challenge'))).toMatchObject({ status: 422 });
  });

  it('accepts a solved challenge once', async () => {
    const answer = encode(await solve('login'));
    expect((await tryLogin(answer)).statusCode).toBe(200);
    expect(refusal(await tryLogin(answer))).toEqual(invalid);
  });

  it('accepts one of twenty simultaneous uses', async () => {
    const answer = encode(await solve('login'));
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await tryLogin(answer)).statusCode));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['noise', 'ñandú 🦤'],
    ['JSON of another form', encode({ challenge: null, solution: [] })],
    ['deep JSON', encode(JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`))],
    ['parts without content', encode({ challenge: { parameters: {}, signature: '' }, solution: { counter: 0 } })],
  ])('refuses %s', async (_, answer) => expect(refusal(await tryLogin(answer))).toEqual(invalid));

  it('refuses a solution made for another form', async () => {
    expect(refusal(await tryLogin(encode(await solve('register'))))).toEqual(invalid);
  });

  it('refuses a solution relabelled for this form, a wrong counter and another signature', async () => {
    const other = await solve('register');
    const relabelled = {
      ...other,
      challenge: { ...other.challenge, parameters: { ...other.challenge.parameters, data: { action: 'login' } } },
    };
    expect(refusal(await tryLogin(encode(relabelled)))).toEqual(invalid);
    const mine = await solve('login');
    const { derivedKey } = mine.solution;
    const changed = `${derivedKey.startsWith('0') ? '1' : '0'}${derivedKey.slice(1)}`;
    expect(refusal(await tryLogin(encode({ ...mine, solution: { ...mine.solution, derivedKey: changed } })))).toEqual(
      invalid,
    );
    expect(
      refusal(await tryLogin(encode({ ...mine, challenge: { ...mine.challenge, signature: '0'.repeat(64) } }))),
    ).toEqual(invalid);
    const longer = { ...mine.challenge, parameters: { ...mine.challenge.parameters, expiresAt: 9_999_999_999 } };
    expect(refusal(await tryLogin(encode({ ...mine, challenge: longer })))).toEqual(invalid);
  });

  it('refuses an expired solution', async () => {
    const answer = encode(await solve('login'));
    clock.time += 600_001;
    try {
      expect(refusal(await tryLogin(answer))).toEqual(invalid);
    } finally {
      clock.time = Date.now();
    }
  });

  it('a refused solution does not count as a failed login of the account', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) await tryLogin('nada');
    expect((await tryLogin(encode(await solve('login')))).statusCode).toBe(200);
  });
});

describe('captcha at the registration', () => {
  const body = {
    name: 'Ana Paz',
    email: 'ana@ejemplo.cl',
    password: 'clave-bien-larga',
    confirmPassword: 'clave-bien-larga',
  };
  const register = async (captcha?: string) =>
    test.app.inject({ method: 'POST', url: '/api/users/', payload: { ...body, captcha } });

  it('answers 401 without a solution, which the form shows as "try again"', async () => {
    for (const answer of [undefined, 'nada', encode(await solve('login'))]) {
      expect(refusal(await register(answer))).toEqual({
        status: 401,
        code: 'register_captcha_invalid',
        detail: 'Error captcha inválido',
      });
    }
    expect((await register(encode(await solve('register')))).statusCode).toBe(201);
  });
});

describe('captcha at the request of an entry code', () => {
  const ask = async (captcha?: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/entry_code',
      payload: { email: 'ana@ejemplo.cl', captcha },
    });

  it('answers 401 without a solution, and sends no mail', async () => {
    for (const answer of [undefined, 'nada', encode(await solve('register'))]) {
      expect(refusal(await ask(answer))).toMatchObject({ status: 401, code: 'register_captcha_invalid' });
    }
    const codes = async () => (await mailsTo(test, 'ana@ejemplo.cl')).filter((mail) => mail.template === 'entry-code');
    expect(await codes()).toEqual([]);
    const answer = encode(await solve('entry-code'));
    expect((await ask(answer)).statusCode).toBe(200);
    expect(refusal(await ask(answer)), 'an answer is good once').toMatchObject({ code: 'register_captcha_invalid' });
    expect(await codes()).toHaveLength(1);
  });
});

describe('a captcha provider that does not answer', () => {
  it('blocks registration and sign-in, but not existing sessions', async () => {
    const captcha: CaptchaPort = {
      info: { provider: 'turnstile', site_key: 'x' },
      challenge: async () => null,
      verify: async () => {
        throw new CaptchaUnavailable('down');
      },
    };
    const down = await buildTestApp({ ports: { captcha } });
    try {
      const user = await addUser(down);
      const answer = refusal(await login(down, { username: user.email, captcha: 'x' }));
      expect(answer).toMatchObject({ status: 503, code: 'captcha_unavailable' });
      const { refresh_token } = await down.services.sessions.open(user, { userAgent: '', address: '1.2.3.4' });
      expect(
        (await down.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token } })).statusCode,
      ).toBe(200);
    } finally {
      await down.close();
    }
  });
});
