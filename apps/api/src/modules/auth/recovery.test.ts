import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptchaPort, CaptchaUnavailable } from '../../ports/captcha.ts';
import { get, login, refresh, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, addUser, signIn, TEST_PASSWORD } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'otra-clave-bien-larga';
const post = async (url: string, payload?: object | string, headers = {}, remoteAddress = '203.0.113.1') =>
  test.app.inject({ method: 'POST', url, remoteAddress, headers, ...(payload === undefined ? {} : { payload }) });
const forgot = async (email: unknown, from?: string): Promise<LightMyRequestResponse> =>
  post('/api/auth/forgot-password', { email }, {}, from);
const reset = async (token: string, new_password = NEW_PASSWORD) =>
  post('/api/auth/reset-password', { token, new_password });
const stale = {
  status: 400,
  code: 'reset_token_invalid',
  detail: 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
};
const recoveries = async (email: string) =>
  (await mailsTo(test, email)).filter(({ template }) => template === 'recover');

/** Asks for a link and returns its token. */
async function linkFor(email: string, from?: string): Promise<string> {
  // Mails of one millisecond have no order.
  test.clock.time += 1;
  expect((await forgot(email, from)).statusCode).toBe(200);
  await sendRecoveries(test);
  return tokenIn((await recoveries(email)).at(-1), 'recover-password');
}

describe('forgot password (spec §7, §8; decisions: "Forgot password")', () => {
  it('answers alike for an account, none, a deleted one and one of Google, and mails only whom it should', async () => {
    const known = await addUser(test);
    const gone = await addUser(test, { deleted_at: 1 });
    const google = await addUser(test, { google_sub: '1' });
    const answers = [];
    for (const email of [known.email, 'nadie@ejemplo.cl', gone.email, google.email]) answers.push(await forgot(email));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.json()).toEqual({ detail: expect.stringContaining('te enviamos los pasos') });
    await sendRecoveries(test);
    const mailed = await Promise.all(
      [known.email, 'nadie@ejemplo.cl', gone.email, google.email].map(
        async (email) => (await recoveries(email)).length,
      ),
    );
    expect(mailed).toEqual([1, 0, 0, 1]);
  });

  it('does the same work for all: nothing is looked up before the answer, one row is written', async () => {
    const { email } = await addUser(test);
    for (const asked of [email, 'nadie@ejemplo.cl']) await forgot(asked);
    const { handle } = test.ports.db;
    expect(await handle.selectFrom('recovery_requests').select('email').orderBy('email').execute()).toEqual([
      { email },
      { email: 'nadie@ejemplo.cl' },
    ]);
    expect(await handle.selectFrom('account_tokens').selectAll().execute()).toEqual([]);
    await sendRecoveries(test);
    expect(await handle.selectFrom('recovery_requests').selectAll().execute()).toEqual([]);
  });

  it.each([
    [undefined, 'El correo es obligatorio.'],
    ['', 'El correo es obligatorio.'],
    ['  ', 'El correo es obligatorio.'],
    ['ana', 'El correo no es válido.'],
    ['ana@ejemplo', 'El correo no es válido.'],
    [`${'a'.repeat(10_000)}@ejemplo.cl`, 'El correo no es válido.'],
    ['ana@ejemplo.cl\r\nBcc: otra@ejemplo.cl', 'El correo no es válido.'],
    [null, 'El correo no es válido.'],
    [{ $gt: '' }, 'El correo no es válido.'],
  ])('400 with its sentence for %j', async (email, detail) => {
    expect(refusal(await forgot(email))).toEqual({
      status: 400,
      code: 'email_malformed',
      detail,
      fields: { email: detail },
    });
  });

  it('400 for a body that is none, or cannot be read', async () => {
    expect(refusal(await post('/api/auth/forgot-password'))).toMatchObject({ status: 400, code: 'email_malformed' });
    const broken = await post('/api/auth/forgot-password', '{"email"', { 'content-type': 'application/json' });
    expect(refusal(broken)).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  it('takes the address in any case', async () => {
    const { email } = await addUser(test);
    await forgot(` ${email.toUpperCase()} `);
    await sendRecoveries(test);
    expect(await recoveries(email)).toHaveLength(1);
  });

  it('403 with the specified text from another page, known address or not', async () => {
    const { email } = await addUser(test);
    for (const asked of [email, 'nadie@ejemplo.cl']) {
      const answer = await post('/api/auth/forgot-password', { email: asked }, { origin: 'http://evil.test' });
      expect(refusal(answer)).toEqual({
        status: 403,
        code: 'anti_forgery',
        detail: 'No tiene permisos para realizar esta acción',
      });
    }
  });

  it('five per network and hour', async () => {
    const { email } = await addUser(test);
    for (let n = 0; n < 5; n += 1) expect((await forgot(`a${n}@ejemplo.cl`)).statusCode).toBe(200);
    expect(refusal(await forgot(email))).toEqual({
      status: 429,
      code: 'too_many_requests',
      detail: 'Demasiadas solicitudes, intente en unos minutos',
    });
    expect((await forgot(email, '198.51.100.7')).statusCode).toBe(200);
    test.clock.time += 60 * MINUTE_MS;
    expect((await forgot(email)).statusCode).toBe(200);
  });

  it('many networks cannot fill one mailbox', async () => {
    const { email } = await addUser(test);
    for (let n = 0; n < 8; n += 1) {
      expect((await forgot(email, `198.51.100.${n}`)).statusCode).toBe(200);
      await sendRecoveries(test);
    }
    expect(await recoveries(email)).toHaveLength(5);
  });
});

describe('its captcha', () => {
  const withCaptcha = async (verify: CaptchaPort['verify']) =>
    buildTestApp({
      ports: { captcha: { info: { provider: 'altcha', site_key: null }, challenge: async () => null, verify } },
    });

  it('403 with the specified text when it is wrong, known address or not; then nothing is mailed', async () => {
    const actions: string[] = [];
    const strict = await withCaptcha(async (answer, action) => {
      actions.push(action);
      return answer === 'right';
    });
    try {
      const { email } = await addUser(strict);
      const ask = async (asked: string, captcha?: string) =>
        strict.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: asked, captcha } });
      for (const asked of [email, 'nadie@ejemplo.cl']) {
        for (const captcha of [undefined, 'wrong']) {
          expect(refusal(await ask(asked, captcha))).toEqual({
            status: 403,
            code: 'forgot_captcha_invalid',
            detail: 'No tiene permisos para realizar esta acción',
          });
        }
      }
      await sendRecoveries(strict);
      expect(await mailsTo(strict, email)).toEqual([]);
      expect((await ask(email, 'right')).statusCode).toBe(200);
      expect(new Set(actions)).toEqual(new Set(['forgot-password']));
    } finally {
      await strict.close();
    }
  });

  it('503 when it cannot be asked', async () => {
    const down = await withCaptcha(async () => {
      throw new CaptchaUnavailable('down');
    });
    try {
      const answer = await down.app.inject({
        method: 'POST',
        url: '/api/auth/forgot-password',
        payload: { email: 'a@ejemplo.cl', captcha: 'x' },
      });
      expect(refusal(answer)).toMatchObject({ status: 503, code: 'captcha_unavailable' });
    } finally {
      await down.close();
    }
  });
});

describe('the recovery link (decisions: "Reset token")', () => {
  it('leads to the shop’s own address, whatever host the request named', async () => {
    const { email, name } = await addUser(test);
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' };
    await post('/api/auth/forgot-password', { email }, headers);
    await sendRecoveries(test);
    const [mail] = await recoveries(email);
    const token = tokenIn(mail, 'recover-password');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(mail!.html).toContain(`href="http://shop.test/recover-password/${token}"`);
    expect(mail!.html + mail!.text).not.toContain('evil');
    expect(mail).toMatchObject({ subject: 'Recupera tu contraseña', text: expect.stringContaining(`Hola, ${name}:`) });
    expect(mail!.html).toContain('lang="es-CL"');
  });

  it('stands in the database only as a hash', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    const rows = await test.ports.db.handle.selectFrom('account_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('sets the password, ends every session, tells by mail and proves the address', async () => {
    const reader = await addReader(test);
    const { email } = reader.user;
    const token = await linkFor(email);
    const answer = await reset(token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(refusal(await get(test, '/api/users/me', reader.headers))).toMatchObject({ code: 'invalid_user_session' });
    expect(refusal(await refresh(test, reader.tokens.refresh_token))).toMatchObject({ code: 'invalid_user_session' });
    expect(refusal(await login(test, { username: email }))).toMatchObject({ code: 'wrong_credentials' });
    expect((await login(test, { username: email, password: NEW_PASSWORD })).statusCode).toBe(200);
    expect((await mailsTo(test, email)).map(({ subject }) => subject)).toContain('Tu contraseña cambió');
    const me = await get(test, '/api/users/me', (await signIn(test, reader.user)).headers);
    expect(me.json()).toMatchObject({ email_verified: true });
  });

  it('is used up', async () => {
    const token = await linkFor((await addUser(test)).email);
    expect((await reset(token)).statusCode).toBe(204);
    expect(refusal(await reset(token, 'tercera-clave-larga'))).toEqual(stale);
  });

  it('of fifty uses at once one counts', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    const tries = Array.from({ length: 50 }, (_, n) => `clave-numero-${n}-larga`);
    const statuses = await Promise.all(tries.map(async (password) => (await reset(token, password)).statusCode));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    const winner = tries[statuses.indexOf(204)]!;
    expect((await login(test, { username: email, password: winner })).statusCode).toBe(200);
    expect((await mailsTo(test, email)).filter(({ template }) => template === 'password-changed')).toHaveLength(1);
  }, 30_000);

  it('lasts 60 minutes', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    test.clock.time += 60 * MINUTE_MS;
    expect(refusal(await reset(token))).toEqual(stale);
    test.clock.time -= 1;
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('the newest counts', async () => {
    const { email } = await addUser(test);
    const first = await linkFor(email);
    const second = await linkFor(email);
    expect(refusal(await reset(first))).toEqual(stale);
    expect((await reset(second)).statusCode).toBe(204);
  });

  it('changes nothing by being opened', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    for (const url of [`/recover-password/${token}`, '/api/auth/reset-password']) await get(test, url);
    expect((await login(test, { username: email, password: TEST_PASSWORD })).statusCode).toBe(200);
    expect((await reset(token)).statusCode).toBe(204);
  });

  it.each(['', 'nada', 'a'.repeat(43), 'ñ🦤', 'a'.repeat(500)])('400 for the foreign token %j', async (token) => {
    expect(refusal(await reset(token))).toEqual(stale);
  });

  it('an address check is no recovery', async () => {
    await post('/api/users/', {
      name: 'Ana Paz',
      email: 'ana@ejemplo.cl',
      password: 'clave-bien-larga',
      confirmPassword: 'clave-bien-larga',
    });
    const [welcome] = await mailsTo(test, 'ana@ejemplo.cl');
    expect(refusal(await reset(tokenIn(welcome, 'verify-email')))).toEqual(stale);
  });

  it('is worthless once the account has another address or is deleted', async () => {
    for (const change of [{ email: 'nueva@ejemplo.cl' }, { deleted_at: 1 }]) {
      const { id, email } = await addUser(test);
      const token = await linkFor(email, `198.51.100.${JSON.stringify(change).length}`);
      await test.ports.db.handle.updateTable('users').set(change).where('id', '=', id).execute();
      expect(refusal(await reset(token))).toEqual(stale);
    }
  });

  it.each([
    ['a short password', 'corta', 'invalid_request', 'La contraseña debe tener al menos 8 caracteres.'],
    ['a common password', 'contraseña123', 'password_too_common', expect.stringContaining('muy común')],
  ])('422 for %s, and the link still works', async (_, password, code, sentence) => {
    const token = await linkFor((await addUser(test)).email);
    expect(refusal(await reset(token, password))).toMatchObject({
      status: 422,
      code,
      fields: { new_password: sentence },
    });
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('lets in a reader whom wrong guesses had locked out', async () => {
    const { email } = await addUser(test);
    for (let n = 0; n < 12; n += 1) await login(test, { username: email, password: 'mala', from: '203.0.113.1' });
    await reset(await linkFor(email));
    const answer = await login(test, { username: email, password: NEW_PASSWORD, from: '203.0.113.1' });
    expect(answer.statusCode).toBe(200);
  });
});
