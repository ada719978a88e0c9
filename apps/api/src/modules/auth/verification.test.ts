import { HOUR_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, refusal, tokensOf } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';

let test: TestApp;
let reader: SignedIn;
beforeEach(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
});
afterEach(async () => test.close());

const post = async (url: string, payload?: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) });
/** Opens a link in the browser in which the reader is signed in; proved-address.test.ts covers other browsers. */
const verify = async (token: string, headers: SignedIn['headers'] = reader.headers) =>
  post('/api/auth/verify-email', { token }, headers);
const sendAgain = async () => post('/api/users/me/verify-email', undefined, reader.headers);
const verified = async () =>
  (await get(test, '/api/users/me', reader.headers)).json<{ email_verified: boolean }>().email_verified;
const stale = {
  status: 400,
  code: 'verify_token_invalid',
  detail: 'El enlace venció o ya no sirve. Pide uno nuevo desde tu perfil.',
};
/** Requests a new link for the reader and returns its token. */
async function link(): Promise<string> {
  // Mails of the same millisecond have no defined order.
  test.clock.time += 1;
  expect((await sendAgain()).statusCode).toBe(204);
  return tokenIn((await mailsTo(test, reader.user.email)).at(-1), 'verify-email');
}

describe('the address check', () => {
  it('comes with the welcome mail, queued in the transaction that creates the account', async () => {
    const person = {
      name: 'Ana Paz',
      email: 'ana@ejemplo.cl',
      password: 'clave-larga-1',
      confirmPassword: 'clave-larga-1',
    };
    const response = await post('/api/users/', person);
    expect(response.statusCode).toBe(201);
    expect((await post('/api/users/', person)).statusCode).toBe(409);
    const mails = await mailsTo(test, person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ template: 'welcome', subject: 'Te damos la bienvenida a Cuentos de Bolsillo' });
    const own = { authorization: `Bearer ${tokensOf(response).access_token}` };
    expect((await verify(tokenIn(mails[0], 'verify-email'), own)).statusCode).toBe(204);
    const row = await test.ports.db.handle
      .selectFrom('users')
      .select('email_verified_at')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    expect(row.email_verified_at).toBe(test.clock.now());
  });

  it("shows in the profile, and opening the link's page changes nothing", async () => {
    const token = await link();
    await get(test, `/verify-email/${token}`);
    expect(await verified()).toBe(false);
    const answer = await verify(token);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await verified()).toBe(true);
  });

  it('succeeds again on a second click, or on ten at once', async () => {
    const token = await link();
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await verify(token)).statusCode));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect((await verify(token)).statusCode).toBe(204);
  });

  it('lasts three days, and the newest link counts', async () => {
    const first = await link();
    const second = await link();
    expect(refusal(await verify(first))).toEqual(stale);
    test.clock.time += 72 * HOUR_MS;
    expect(refusal(await verify(second))).toEqual(stale);
    test.clock.time -= 1;
    expect((await post('/api/auth/verify-email', { token: second, takes: true })).statusCode).toBe(204);
  });

  it.each(['', 'nada', 'a'.repeat(43), '🦤'])('answers 400 for the foreign token %j', async (token) =>
    expect(refusal(await verify(token))).toEqual(stale),
  );

  it('does not accept a recovery link', async () => {
    await post('/api/auth/forgot-password', { email: reader.user.email });
    await sendRecoveries(test);
    const token = tokenIn((await mailsTo(test, reader.user.email))[0], 'recover-password');
    expect(refusal(await verify(token))).toEqual(stale);
    expect(await verified()).toBe(false);
  });

  it('proves the address that the link was mailed to, no later one', async () => {
    const token = await link();
    await test.ports.db.handle.updateTable('users').set({ email: 'otra@ejemplo.cl' }).execute();
    expect(refusal(await verify(token))).toEqual(stale);
  });

  it('stores the link only as a hash', async () => {
    const token = await link();
    const rows = await test.ports.db.handle.selectFrom('account_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is mailed again five times per hour, never for a proved address, never without a session', async () => {
    const token = await link();
    for (let n = 0; n < 4; n += 1) await sendAgain();
    expect(refusal(await sendAgain())).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(await mailsTo(test, reader.user.email)).toHaveLength(5);
    expect(refusal(await post('/api/users/me/verify-email'))).toMatchObject({ status: 401 });
    test.clock.time += HOUR_MS;
    expect(refusal(await verify(token))).toEqual(stale);
    reader = await addReader(test);
    await verify(await link());
    expect((await sendAgain()).statusCode).toBe(204);
    expect(await mailsTo(test, reader.user.email)).toHaveLength(1);
  });
});
