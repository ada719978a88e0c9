import { afterEach, describe, expect, it } from 'vitest';
import { get } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addUser } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';
import { createMailJob, queueMail } from './service.ts';

let test: TestApp;
afterEach(async () => test.close());

const page = async () => get(test, '/dev/outbox');
const queue = async (change: object) =>
  test.ports.db.withTx(async (tx) =>
    queueMail(
      tx,
      'ana@ejemplo.cl',
      crypto.randomUUID(),
      { template: 'x', subject: 'Hola', text: 'a', html: '<p>a</p>', ...change },
      test.clock.now(),
    ),
  );

describe('the development outbox', () => {
  it('shows each mail with its recipient, state, content and recovery link', async () => {
    test = await buildTestApp();
    expect((await page()).body).toContain('Todavía no hay correos.');
    const { email } = await addUser(test);
    await test.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    await sendRecoveries(test);
    const token = tokenIn((await mailsTo(test, email))[0], 'recover-password');
    const waiting = await page();
    expect(waiting.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(waiting.body).toContain('Recupera tu contraseña');
    expect(waiting.body).toContain(`Para ${email}`);
    expect(waiting.body).toContain('En espera hasta el 18/11/2026 12:00');
    expect(waiting.body).toContain(`<a href="http://shop.test/recover-password/${token}">`);
    await createMailJob(test.ports).run(new AbortController().signal);
    expect((await page()).body).toContain('Enviado el 18/11/2026 12:00');
  });

  it('isolates the content of a mail', async () => {
    test = await buildTestApp();
    await queue({
      subject: '<script>1</script>',
      html: '<script>alert(1)</script><img src=x onerror=1>',
      text: 'javascript:alert(1)',
    });
    const { body } = await page();
    expect(body).toMatch(/<iframe [^>]*sandbox=""/);
    expect(body).not.toMatch(/<script|<img|href="javascript/);
  });

  it('does not exist in production', async () => {
    test = await buildTestApp({
      env: {
        NODE_ENV: 'production',
        CAPTCHA_PROVIDER: 'altcha',
        PAYMENT_SANDBOX: 'true',
        PUBLIC_URL: 'https://shop.test',
        TRUST_PROXY: 'none',
      },
    });
    await queue({});
    const answer = await page();
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('ana@ejemplo.cl');
  });
});
