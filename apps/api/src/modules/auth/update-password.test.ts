import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, login, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, signIn, type SignedIn, TEST_PASSWORD } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';

let test: TestApp;
let reader: SignedIn;
beforeEach(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
});
afterEach(async () => test.close());

const QUARTER_HOUR_MS = 15 * 60_000;
const NEW_PASSWORD = 'otra-clave-bien-larga';
const update = async (payload: object, headers: Record<string, string> = reader.headers) =>
  test.app.inject({ method: 'POST', url: '/api/auth/update-password', headers, payload });
const reauth = { status: 403, code: 'reauth_required', detail: 'Escribe tu contraseña actual para cambiarla.' };
/** Headers of a renewed token: access tokens are valid as long as a sign-in counts as recent. */
const later = async (): Promise<Record<string, string>> => {
  test.clock.time += QUARTER_HOUR_MS;
  const { access_token } = await test.services.sessions.refresh(reader.tokens.refresh_token);
  return { authorization: `Bearer ${access_token}` };
};

describe('change of password', () => {
  it('needs only the new password within 15 minutes of the sign-in', async () => {
    test.clock.time += QUARTER_HOUR_MS - 1;
    const answer = await update({ password: NEW_PASSWORD });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const { email } = reader.user;
    expect((await login(test, { username: email, password: NEW_PASSWORD })).statusCode).toBe(200);
    expect(refusal(await login(test, { username: email }))).toMatchObject({ code: 'wrong_credentials' });
  });

  it('ends every other session and is reported by mail', async () => {
    const other = await signIn(test, reader.user, '198.51.100.1');
    await update({ password: NEW_PASSWORD });
    expect((await get(test, '/api/users/me', reader.headers)).statusCode).toBe(200);
    expect(refusal(await get(test, '/api/users/me', other.headers))).toMatchObject({ code: 'invalid_user_session' });
    const [mail] = await mailsTo(test, reader.user.email);
    expect(mail).toMatchObject({ template: 'password-changed', subject: 'Tu contraseña cambió' });
    expect(mail!.text).toContain('18/11/2026 12:00');
    expect(mail!.text).toContain('http://shop.test/forgot-password');
  });

  it('needs the current password later, by an error code that the screen knows', async () => {
    const headers = await later();
    expect(refusal(await update({ password: NEW_PASSWORD }, headers))).toEqual(reauth);
    const wrong = await update({ password: NEW_PASSWORD, current_password: 'mala' }, headers);
    expect(refusal(wrong)).toEqual({ ...reauth, fields: { current_password: 'La contraseña actual no es correcta.' } });
    const right = await update({ password: NEW_PASSWORD, current_password: TEST_PASSWORD }, headers);
    expect(right.statusCode).toBe(204);
    // The password that was just proved counts for the next 15 minutes.
    expect((await update({ password: 'una-tercera-clave' }, headers)).statusCode).toBe(204);
  });

  it('is not allowed by renewing a token', async () => {
    const headers = await later();
    expect(refusal(await update({ password: NEW_PASSWORD }, headers))).toEqual(reauth);
  });

  it('allows five guesses at the current password in 15 minutes, then 429 even for the right one', async () => {
    const headers = await later();
    for (let n = 0; n < 5; n += 1) {
      expect(refusal(await update({ password: NEW_PASSWORD, current_password: `mala${n}` }, headers))).toMatchObject(
        reauth,
      );
    }
    const right = await update({ password: NEW_PASSWORD, current_password: TEST_PASSWORD }, headers);
    expect(refusal(right)).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('counts simultaneous guesses, too', async () => {
    const headers = await later();
    const tries = Array.from({ length: 20 }, async (_, n) =>
      update({ password: NEW_PASSWORD, current_password: `mala${n}` }, headers),
    );
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
  });

  it.each([
    ['a short one', 'corta', 'invalid_request', 'La contraseña debe tener al menos 8 caracteres.'],
    ['a common one', 'bienvenida2026', 'password_too_common', expect.stringContaining('muy común')],
    ['10,000 characters', 'a'.repeat(10_000), 'invalid_request', expect.any(String)],
  ])('422 for %s; nothing changes', async (_, password, code, sentence) => {
    expect(refusal(await update({ password }))).toMatchObject({ status: 422, code, fields: { password: sentence } });
    expect((await login(test, { username: reader.user.email })).statusCode).toBe(200);
    expect(await mailsTo(test, reader.user.email)).toEqual([]);
  });

  it('answers 401 without a session', async () => {
    expect(refusal(await update({ password: NEW_PASSWORD }, {}))).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
  });

  it('invalidates an open recovery link', async () => {
    const { email } = reader.user;
    await test.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    await sendRecoveries(test);
    const token = tokenIn((await mailsTo(test, email))[0], 'recover-password');
    await update({ password: NEW_PASSWORD });
    const payload = { token, new_password: 'una-tercera-clave' };
    const answer = await test.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'reset_token_invalid' });
  });

  it("sets a Google account's first password right after signing in; later it needs another proof", async () => {
    await test.ports.db.handle.updateTable('users').set({ password_hash: null, google_sub: '1' }).execute();
    const headers = await later();
    // The account has no password to ask for, and this shop has no Google sign-in.
    const answer = refusal(await update({ password: NEW_PASSWORD }, headers));
    expect(answer).toMatchObject(reauth);
    expect(Object.keys(answer.fields ?? {})).toEqual(['code']);
    expect(refusal(await update({ password: NEW_PASSWORD, current_password: '' }, headers))).toMatchObject(reauth);
    const fresh = await signIn(test, reader.user);
    expect((await update({ password: NEW_PASSWORD }, fresh.headers)).statusCode).toBe(204);
  });
});
