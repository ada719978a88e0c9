import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGoogleIdentity } from '../../adapters/google/google-identity.ts';
import { type GoogleIssuer, startGoogleIssuer, type TokenChange } from '../../adapters/google/testing/google-issuer.ts';
import type { IdentityPort } from '../../ports/identity.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { get, login, refusal, tokensOf } from '../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, addUser, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { shortenWaits } from '../../testing/short-waits.ts';
import { saveToken } from './token-repository.ts';

let issuer: GoogleIssuer;
let test: TestApp;
/** A new identity port without cached keys for each test. */
let google: IdentityPort;
let now = () => TEST_NOW;
beforeAll(async () => {
  issuer = await startGoogleIssuer(() => now());
  test = await buildTestApp({
    ports: { identity: { name: 'Google', verify: async (...asked) => google.verify(...asked) } },
  });
  now = () => test.clock.now();
});
beforeEach(async () => {
  issuer.answer('keys');
  google = createGoogleIdentity(issuer);
  await wipe(test.ports.db);
  test.sentMails.length = 0;
  test.clock.time = TEST_NOW;
});
afterAll(async () => {
  await test.close();
  await issuer.close();
});

const EMAIL = 'lucia@gmail.com';
const nonce = async () => (await get(test, '/api/auth/google-nonce')).json<{ nonce: string }>().nonce;
const send = async (credential: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url: '/api/auth/login_with_google', headers, payload: { credential } });
/** Signs in with a token like Google's, with some claims changed. */
const signIn = async (claims: TokenChange = {}) => send(await issuer.token({ nonce: await nonce(), ...claims }));
const users = async () => test.ports.db.handle.selectFrom('users').selectAll().orderBy('created_at').execute();
const change = async (id: string, values: Partial<UserRow>) =>
  test.ports.db.handle.updateTable('users').set(values).where('id', '=', id).execute();
const invalid = {
  status: 401,
  code: 'google_credential_invalid',
  detail: 'No pudimos comprobar tu cuenta de Google.',
};
const exists = {
  status: 400,
  code: 'google_account_exists',
  detail: 'Error al iniciar sesión con Google, usuario ya existe.',
};
const deleted = {
  status: 403,
  code: 'account_deleted',
  detail: 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
};

describe('sign-in with Google', () => {
  it('creates a reader with a proved address and without a password, sends a welcome mail, and signs in', async () => {
    const answer = await signIn();
    expect(answer.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${tokensOf(answer).access_token}` };
    expect((await get(test, '/api/users/me', headers)).json()).toMatchObject({
      name: 'Lucía Reyes',
      email: EMAIL,
      role: 'reader',
      email_verified: true,
      has_password: false,
    });
    expect(await users()).toMatchObject([{ password_hash: null, google_sub: '110000000000000000001' }]);
    const mails = await mailsTo(test, EMAIL);
    expect(mails).toMatchObject([{ template: 'welcome' }]);
    expect(mails[0]!.text).toContain('http://shop.test/user-library');
    expect(refusal(await login(test, { username: EMAIL }))).toMatchObject({
      status: 400,
      detail: 'Debe iniciar sesión con Google',
    });
  });

  it('finds the account by `sub`, whatever its current address', async () => {
    await signIn();
    expect((await signIn({ email: 'otra@gmail.com', name: 'Otra' })).statusCode).toBe(200);
    expect(await users()).toMatchObject([{ email: EMAIL, name: 'Lucía Reyes' }]);
    expect(await mailsTo(test, EMAIL)).toHaveLength(1);
  });

  it('does not open an account by an address that now belongs to another Google account', async () => {
    await signIn();
    expect(refusal(await signIn({ sub: '2' }))).toEqual(exists);
    expect(await users()).toHaveLength(1);
  });

  it('answers 403 with the specified text for a deleted account, found by `sub` or address', async () => {
    await signIn();
    await change((await users())[0]!.id, { deleted_at: 1 });
    expect(refusal(await signIn())).toEqual(deleted);
    expect(refusal(await signIn({ sub: '2' }))).toEqual(deleted);
    expect(await users()).toHaveLength(1);
  });

  it('creates no empty account at an address that an account left and may take back', async () => {
    const { user } = await addReader(test, { email: 'despues@ejemplo.cl' });
    const until = test.clock.time + 1000;
    const token = { user_id: user.id, email: EMAIL, token_hash: 'h', created_at: 1, expires_at: until } as const;
    await test.ports.db.withTx(async (tx) => saveToken(tx, { ...token, purpose: 'undo-email' }));
    expect(refusal(await signIn())).toMatchObject({ status: 409, code: 'email_moved' });
    expect(await users()).toHaveLength(1);
    test.clock.time = until;
    expect((await signIn()).statusCode).toBe(200);
  });

  it.each([
    ['a short name', { name: 'Al' }, 'lucia'],
    ['none', { name: undefined }, 'lucia'],
    ['spaces and breaks', { name: ' Lucía\n  Paz ' }, 'Lucía Paz'],
    ['nothing to go by', { name: '', email: 'ab@gmail.com' }, 'Sin nombre'],
  ])('takes a name from %s', async (_, claims, name) => {
    expect((await signIn(claims)).statusCode).toBe(200);
    expect(await users()).toMatchObject([{ name }]);
  });

  it('creates one account from ten simultaneous requests of one person', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => signIn()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await users()).toHaveLength(1);
  });

  it('counts new accounts as registrations of their network', async () => {
    for (let n = 0; n < 10; n += 1)
      expect((await signIn({ sub: `${n}`, email: `a${n}@gmail.com` })).statusCode).toBe(200);
    expect(refusal(await signIn({ sub: 'x', email: 'x@gmail.com' }))).toMatchObject({ status: 429 });
    expect((await signIn({ sub: '3' })).statusCode).toBe(200);
  });
});

describe('an account with a password and the same address (docs/decisions/008)', () => {
  it('answers 400 with the specified text while its address is unproved, and changes nothing', async () => {
    const { user, headers } = await addReader(test, { email: EMAIL });
    expect(refusal(await signIn())).toEqual(exists);
    expect(await users()).toMatchObject([{ google_sub: null, password_hash: user.password_hash }]);
    expect((await get(test, '/api/users/me', headers)).statusCode).toBe(200);
  });

  it('is joined if both sides proved the address, and its owner is told', async () => {
    const user = await addUser(test, { email: EMAIL });
    await change(user.id, { email_verified_at: 1 });
    expect((await signIn()).statusCode).toBe(200);
    expect(await users()).toMatchObject([{ id: user.id, google_sub: '110000000000000000001', name: user.name }]);
    expect((await login(test, { username: EMAIL })).statusCode).toBe(200);
    expect(await mailsTo(test, EMAIL)).toMatchObject([{ template: 'google-linked' }]);
  });

  it('answers 400 when Google does not host the mailbox, since its proof may be old', async () => {
    const user = await addUser(test, { email: 'lucia@ejemplo.cl' });
    await change(user.id, { email_verified_at: 1 });
    expect(refusal(await signIn({ email: 'lucia@ejemplo.cl' }))).toEqual(exists);
    expect((await signIn({ email: 'lucia@ejemplo.cl', hd: 'ejemplo.cl' })).statusCode).toBe(200);
  });
});

describe('invalid credentials get 401 and create no account', () => {
  const soon = (seconds: number) => Math.floor(now() / 1000) + seconds;
  it.each<[string, () => Promise<string>]>([
    ['another shop’s', async () => issuer.token({ nonce: await nonce(), aud: 'otra' })],
    ['another issuer’s', async () => issuer.token({ nonce: await nonce(), iss: 'https://evil.test' })],
    ['one that is over', async () => issuer.token({ nonce: await nonce(), exp: soon(-60) })],
    ['one without end', async () => issuer.token({ nonce: await nonce(), exp: undefined })],
    ['an unchecked address', async () => issuer.token({ nonce: await nonce(), email_verified: false })],
    ['a check told as text', async () => issuer.token({ nonce: await nonce(), email_verified: 'true' })],
    ['no address', async () => issuer.token({ nonce: await nonce(), email: undefined })],
    ['a malformed address', async () => issuer.token({ nonce: await nonce(), email: 'a@b.cl\r\nBcc: c@d.cl' })],
    ['no subject', async () => issuer.token({ nonce: await nonce(), sub: undefined })],
    ['no nonce', async () => issuer.token({})],
    ['a made-up nonce', async () => issuer.token({ nonce: 'a.99999999999999.b' })],
    [
      'a nonce with another end',
      async () => issuer.token({ nonce: (await nonce()).replace(/\.\d+\./, '.99999999999999.') }),
    ],
    ['a foreign key', async () => issuer.token({ nonce: await nonce() }, { foreignKey: true })],
    ['RS512 by the right key', async () => issuer.token({ nonce: await nonce() }, { algorithm: 'RS512' })],
    ['PS256 by the right key', async () => issuer.token({ nonce: await nonce() }, { algorithm: 'PS256' })],
    ['an unknown key', async () => issuer.token({ nonce: await nonce() }, { header: { kid: 'k2' } })],
    ['no signature', async () => new UnsecuredJWT({ sub: '1', aud: issuer.clientId, nonce: await nonce() }).encode()],
    [
      'HS256 with a guessed secret',
      async () =>
        new SignJWT({ sub: '1', nonce: await nonce() })
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(createHmac('sha256', 'n').update(issuer.clientId).digest()),
    ],
    ['noise', async () => 'a.b.c'],
    ['nothing', async () => ''],
  ])('%s', async (_, make) => {
    expect(refusal(await send(await make()))).toEqual(invalid);
    expect(await users()).toEqual([]);
  });

  it('a token whose nonce was used before; of twenty at once one is accepted', async () => {
    const token = await issuer.token({ nonce: await nonce() });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => send(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(refusal(await send(token))).toEqual(invalid);
  });

  it('a nonce that is older than an hour or of another shop', async () => {
    const old = await nonce();
    test.clock.time += 3_600_000;
    expect(refusal(await send(await issuer.token({ nonce: old })))).toEqual(invalid);
    const other = await buildTestApp({
      env: { AUTH_SECRET: 'another secret that is long enough for a shop' },
      ports: { identity: createGoogleIdentity(issuer) },
    });
    const foreign = (await get(other, '/api/auth/google-nonce')).json<{ nonce: string }>().nonce;
    await other.close();
    test.clock.time = TEST_NOW;
    expect(refusal(await send(await issuer.token({ nonce: foreign })))).toEqual(invalid);
  });

  it('a refused token does not use up its nonce', async () => {
    const nonceValue = await nonce();
    await send(await issuer.token({ nonce: nonceValue, aud: 'otra' }));
    expect((await send(await issuer.token({ nonce: nonceValue }))).statusCode).toBe(200);
  });
});

describe('Google’s keys', () => {
  it('are fetched once for many tokens', async () => {
    const before = issuer.fetches();
    for (let n = 0; n < 4; n += 1) expect((await signIn()).statusCode).toBe(200);
    expect(issuer.fetches() - before).toBe(1);
  });

  it.each(['error', 'nonsense', 'hang'] as const)('answer 503 when their address answers: %s', async (how) => {
    issuer.answer(how);
    shortenWaits(5000);
    const answer = await signIn();
    expect(refusal(answer)).toMatchObject({ status: 503, code: 'google_unavailable' });
    expect(await users()).toEqual([]);
  });
});

describe('a shop without Google', () => {
  it('has neither of the calls', async () => {
    const without = await buildTestApp();
    const answers = [
      await get(without, '/api/auth/google-nonce'),
      await without.app.inject({ method: 'POST', url: '/api/auth/login_with_google', payload: { credential: 'x' } }),
    ];
    for (const answer of answers) expect(refusal(answer)).toMatchObject({ status: 404, code: 'not_found' });
    await without.close();
  });

  it('a nonce is not cached', async () => {
    expect((await get(test, '/api/auth/google-nonce')).headers['cache-control']).toBe('no-store');
  });

  it('another site cannot sign a visitor in', async () => {
    const token = await issuer.token({ nonce: await nonce() });
    expect(refusal(await send(token, { origin: 'http://evil.test' }))).toMatchObject({ code: 'anti_forgery' });
  });
});

describe('the proof for a new password', () => {
  const QUARTER_HOUR_MS = 15 * 60_000;
  const update = async (access: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/update-password',
      headers: { authorization: `Bearer ${access}` },
      payload: { password: 'una-clave-bien-larga' },
    });

  it('is not given by another Google account', async () => {
    const { refresh_token } = tokensOf(await signIn());
    test.clock.time += QUARTER_HOUR_MS;
    const { access_token: stale } = await test.services.sessions.refresh(refresh_token);
    const other = tokensOf(await signIn({ sub: '2', email: 'otra@gmail.com' }));
    const refused = refusal(await update(stale));
    expect(refused).toMatchObject({ status: 403, code: 'reauth_required' });
    expect(refused.fields).toEqual({ google: 'Entra otra vez con Google para elegir tu contraseña.' });
    expect((await update(other.access_token)).statusCode).toBe(204);
    const hashes = (await users()).map(({ email, password_hash: hash }) => [email, hash === null]);
    expect(hashes, "each changes its own account's password alone").toEqual([
      [EMAIL, true],
      ['otra@gmail.com', false],
    ]);
    const own = tokensOf(await signIn());
    expect((await update(own.access_token)).statusCode).toBe(204);
  });
});
