import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { describe, expect, it } from 'vitest';
import { type CaptchaPort, CaptchaUnavailable } from '../../ports/captcha.ts';
import { refusal } from '../../testing/calls.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { addUser } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries } from '../../testing/mails.ts';
import { forgot, post, recoveries, stageRecovery, test } from './testing/recovery-fixture.ts';

stageRecovery();

describe('forgot password', () => {
  it('answers alike for any account, none, a deleted one and one of Google, and mails the account alone', async () => {
    const knownUser = await addUser(test);
    const gone = await addUser(test, { deleted_at: 1 });
    const google = await addUser(test, { google_sub: '1' });
    const answers = [];
    for (const email of [knownUser.email, 'nadie@ejemplo.cl', gone.email, google.email])
      answers.push(await forgot(email));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.json()).toEqual({ detail: expect.stringContaining('te enviamos los pasos') });
    await sendRecoveries(test);
    const mailed = await Promise.all(
      [knownUser.email, 'nadie@ejemplo.cl', gone.email, google.email].map(
        async (email) => (await recoveries(email)).length,
      ),
    );
    expect(mailed).toEqual([1, 0, 0, 1]);
  });

  it('does the same work for every address: it writes one row and reads nothing before it answers', async () => {
    const { email } = await addUser(test);
    for (const address of [email, 'nadie@ejemplo.cl']) await forgot(address);
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

  it('answers 400 to a missing or unreadable body', async () => {
    expect(refusal(await post('/api/auth/forgot-password'))).toMatchObject({ status: 400, code: 'email_malformed' });
    const broken = await post('/api/auth/forgot-password', '{"email"', { 'content-type': 'application/json' });
    expect(refusal(broken)).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  it('accepts the address in any case', async () => {
    const { email } = await addUser(test);
    await forgot(` ${email.toUpperCase()} `);
    await sendRecoveries(test);
    expect(await recoveries(email)).toHaveLength(1);
  });

  it('answers 403 with the specified text to another site, for any address', async () => {
    const { email } = await addUser(test);
    for (const address of [email, 'nadie@ejemplo.cl']) {
      const answer = await post('/api/auth/forgot-password', { email: address }, { origin: 'http://evil.test' });
      expect(refusal(answer)).toEqual({
        status: 403,
        code: 'anti_forgery',
        detail: 'No tiene permisos para realizar esta acción',
      });
    }
  });

  it('is limited to five per network and hour', async () => {
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

  it('is limited per mailbox, from any number of networks', async () => {
    const { email } = await addUser(test);
    for (let n = 0; n < 8; n += 1) {
      test.clock.time += 1;
      expect((await forgot(email, `198.51.100.${n}`)).statusCode).toBe(200);
      await sendRecoveries(test);
    }
    expect(await recoveries(email)).toHaveLength(5);
  });
});

describe('the captcha of forgot password', () => {
  const withCaptcha = async (verify: CaptchaPort['verify']) =>
    buildTestApp({
      ports: { captcha: { info: { provider: 'altcha', site_key: null }, challenge: async () => null, verify } },
    });

  it('answers 403 with the specified text to a wrong solution, for any address, and mails nothing', async () => {
    const actions: string[] = [];
    const strict = await withCaptcha(async (answer, action) => {
      actions.push(action);
      return answer === 'right';
    });
    try {
      const { email } = await addUser(strict);
      const ask = async (asked: string, captcha?: string) =>
        strict.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: asked, captcha } });
      for (const address of [email, 'nadie@ejemplo.cl']) {
        for (const captcha of [undefined, 'wrong']) {
          expect(refusal(await ask(address, captcha))).toEqual({
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

  it('answers 503 when the provider does not answer', async () => {
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
