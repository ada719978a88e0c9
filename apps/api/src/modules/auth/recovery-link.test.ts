import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { describe, expect, it } from 'vitest';
import { get, login, refresh, refusal } from '../../testing/calls.ts';
import { addReader, addUser, signIn, TEST_PASSWORD } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';
import {
  NEW_PASSWORD,
  linkFor,
  post,
  recoveries,
  reset,
  stageRecovery,
  stale,
  test,
} from './testing/recovery-fixture.ts';

stageRecovery();

describe('the recovery link', () => {
  it("leads to the shop's own address, whatever host the request named", async () => {
    const { email } = await addUser(test, { name: 'Ana' });
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' };
    await post('/api/auth/forgot-password', { email }, headers);
    await sendRecoveries(test);
    const [mail] = await recoveries(email);
    const token = tokenIn(mail, 'recover-password');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(mail!.html).toContain(`href="http://shop.test/recover-password/${token}"`);
    expect(mail!.html + mail!.text).not.toContain('evil');
    expect(mail).toMatchObject({ subject: 'Recupera tu contraseña', text: expect.stringContaining('Hola, Ana:') });
    expect(mail!.html).toContain('lang="es-CL"');
  });

  it('is stored only as a hash', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    const rows = await test.ports.db.handle.selectFrom('account_tokens').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('sets the password, ends every session, is reported by mail and proves the address', async () => {
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

  it('is valid once', async () => {
    const token = await linkFor((await addUser(test)).email);
    expect((await reset(token)).statusCode).toBe(204);
    expect(refusal(await reset(token, 'tercera-clave-larga'))).toEqual(stale);
  });

  it('works once in fifty simultaneous uses', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    const tries = Array.from({ length: 50 }, (_, n) => `clave-numero-${n}-larga`);
    const statuses = await Promise.all(tries.map(async (password) => (await reset(token, password)).statusCode));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    const winner = tries[statuses.indexOf(204)]!;
    expect((await login(test, { username: email, password: winner })).statusCode).toBe(200);
    expect((await mailsTo(test, email)).filter(({ template }) => template === 'password-changed')).toHaveLength(1);
  });

  it('is valid for 60 minutes', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    test.clock.time += 60 * MINUTE_MS;
    expect(refusal(await reset(token))).toEqual(stale);
    test.clock.time -= 1;
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('is mailed again unchanged while it is valid, so that a second request invalidates none in the mailbox', async () => {
    const { email } = await addUser(test);
    const first = await linkFor(email);
    test.clock.time += 44 * MINUTE_MS;
    expect(await linkFor(email)).toBe(first);
    test.clock.time += 2 * MINUTE_MS;
    const fresh = await linkFor(email);
    expect(fresh, 'what is about to end is no help').not.toBe(first);
    expect((await reset(fresh)).statusCode).toBe(204);
    expect(refusal(await reset(fresh))).toEqual(stale);
  });

  it('is made anew when the one in the database was not made with the key of today, which could not open it', async () => {
    const { email } = await addUser(test);
    const first = await linkFor(email);
    await test.ports.db.handle.updateTable('account_tokens').set({ token_hash: 'of another key' }).execute();
    const second = await linkFor(email);
    expect(second).not.toBe(first);
    expect((await reset(second)).statusCode).toBe(204);
  });

  it('changes nothing when it is opened', async () => {
    const { email } = await addUser(test);
    const token = await linkFor(email);
    for (const url of [`/recover-password/${token}`, '/api/auth/reset-password']) await get(test, url);
    expect((await login(test, { username: email, password: TEST_PASSWORD })).statusCode).toBe(200);
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('can be checked without being used up', async () => {
    const check = async (token: string) => post('/api/auth/reset-password/check', { token });
    const token = await linkFor((await addUser(test)).email);
    for (let time = 0; time < 2; time += 1) expect((await check(token)).statusCode).toBe(204);
    expect(refusal(await check('nada'))).toEqual(stale);
    test.clock.time += 60 * MINUTE_MS;
    expect(refusal(await check(token))).toEqual(stale);
    test.clock.time -= 1;
    expect((await reset(token)).statusCode).toBe(204);
    expect(refusal(await check(token))).toEqual(stale);
  });

  it.each(['', 'nada', 'a'.repeat(43), 'ñ🦤', 'a'.repeat(500)])('400 for the foreign token %j', async (token) => {
    expect(refusal(await reset(token))).toEqual(stale);
  });

  it("is not replaced by an address check's link", async () => {
    await post('/api/users/', {
      name: 'Ana Paz',
      email: 'ana@ejemplo.cl',
      password: 'clave-bien-larga',
      confirmPassword: 'clave-bien-larga',
    });
    const [welcome] = await mailsTo(test, 'ana@ejemplo.cl');
    expect(refusal(await reset(tokenIn(welcome, 'verify-email')))).toEqual(stale);
  });

  it('is invalid once the account has another address or is deleted', async () => {
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

  it('lets a reader in after wrong guesses locked the account', async () => {
    const { email } = await addUser(test);
    for (let n = 0; n < 12; n += 1) await login(test, { username: email, password: 'mala', from: '203.0.113.1' });
    await reset(await linkFor(email));
    const answer = await login(test, { username: email, password: NEW_PASSWORD, from: '203.0.113.1' });
    expect(answer.statusCode).toBe(200);
  });
});
