import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { get, login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import { wipe } from '../../testing/fixtures.ts';
import { entryCodeSteps } from './testing/entry-code-steps.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const person = {
  name: 'Ana Paz',
  email: 'ana@ejemplo.cl',
  password: 'clave-bien-larga',
  confirmPassword: 'clave-bien-larga',
};

const register = async (change: Record<string, unknown> = {}, from = '203.0.113.1'): Promise<LightMyRequestResponse> =>
  test.app.inject({ method: 'POST', url: '/api/users/', payload: { ...person, ...change }, remoteAddress: from });

const { asked, enter } = entryCodeSteps(() => test);
const sessions = async () => test.ports.db.handle.selectFrom('sessions').selectAll().execute();
const users = async () => test.ports.db.handle.selectFrom('users').selectAll().execute();

describe('registration', () => {
  it('creates a reader, whatever role the body asks for', async () => {
    const response = await register({
      role: 'admin',
      role_id: 'admin',
      id: 'mine',
      email_verified_at: 1,
      is_admin: true,
    });
    expect(response.statusCode).toBe(201);
    const [user] = await users();
    expect(user).toMatchObject({ role: 'reader', email: 'ana@ejemplo.cl', email_verified_at: null, google_sub: null });
    expect(user!.id).not.toBe('mine');
    expect(user!.password_hash).toMatch(/^\$argon2id\$/);
  });

  // Kept difference: registering-signs-in.
  it('signs in, as a login does: tokens, and a browser that is known from now on', async () => {
    const response = await register();
    const { access_token: access, refresh_token: token } = tokensOf(response);
    expect(response.json()).toEqual({ access_token: access, refresh_token: token });
    const [user] = await users();
    const profile = await get(test, '/api/users/me', { authorization: `Bearer ${access}` });
    expect(profile.json()).toMatchObject({ id: user!.id, email: 'ana@ejemplo.cl', email_verified: false });
    expect((await refresh(test, token)).statusCode).toBe(200);
    const [device, ...others] = response.cookies;
    expect([device, others]).toMatchObject([{ name: expect.stringMatching(/^device-/), path: '/api/auth' }, []]);
    // Strangers have used up the guesses at the account: the registering browser can sign in all the same.
    const wrong = { username: person.email, password: 'no-es-esta', from: '203.0.113.1' };
    for (let guess = 0; guess < 5; guess += 1) await login(test, wrong);
    const knownHeaders = { 'x-xsrf-token': 'abc', cookie: `XSRF-TOKEN=abc; ${device!.name}=${device!.value}` };
    const typed = { ...wrong, password: person.password };
    expect((await login(test, typed)).statusCode).toBe(429);
    expect((await login(test, { ...typed, headers: knownHeaders })).statusCode).toBe(200);
  });

  it('opens no session and sets no cookie when it is refused', async () => {
    await register();
    const [first] = await sessions();
    for (const change of [{}, { email: 'otra@ejemplo.cl', password: '12345678', confirmPassword: '12345678' }]) {
      const refused = await register(change);
      expect([refused.statusCode >= 400, refused.cookies]).toEqual([true, []]);
    }
    expect(await sessions()).toEqual([first]);
  });

  it('answers 409 for a known address in any spelling', async () => {
    await register();
    for (const email of ['ana@ejemplo.cl', ' ANA@Ejemplo.cl ']) {
      expect(refusal(await register({ email }))).toEqual({
        status: 409,
        code: 'email_taken',
        detail: 'El correo ingresado ya existe.',
      });
    }
    expect(await users()).toHaveLength(1);
  });

  it('creates one account from ten simultaneous requests', async () => {
    const statuses = (await Promise.all(Array.from({ length: 10 }, async () => register()))).map(
      ({ statusCode }) => statusCode,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(await users()).toHaveLength(1);
  });

  it.each([
    ['a short name', { name: 'An' }, { name: 'El nombre debe tener al menos 3 caracteres.' }],
    ['no name', { name: undefined }, { name: 'El nombre debe tener al menos 3 caracteres.' }],
    ['a bad address', { email: 'ana' }, { email: 'El correo no es válido.' }],
    [
      'a short password',
      { password: 'corta', confirmPassword: 'corta' },
      { password: 'La contraseña debe tener al menos 8 caracteres.' },
    ],
    ['two passwords', { confirmPassword: 'otra-clave' }, { confirmPassword: 'Las contraseñas no coinciden.' }],
  ])('422 for %s, naming the field', async (_, change, fields) => {
    expect(refusal(await register(change))).toEqual({
      status: 422,
      code: 'invalid_request',
      detail: 'Error: Datos inválidos',
      fields,
    });
    expect(await users()).toHaveLength(0);
  });

  it.each(['contraseña', 'Password123', '12345678', 'aaaaaaaa', 'abcabcabc', 'ColoColo2026', 'cuentosdebolsillo'])(
    'answers 422 for the common password %s',
    async (password) => {
      const answer = refusal(await register({ password, confirmPassword: password }));
      expect(answer).toMatchObject({
        status: 422,
        code: 'password_too_common',
        fields: { password: expect.stringContaining('muy común') },
      });
      expect(await users()).toHaveLength(0);
    },
  );

  it("answers 422 for a password made of the words of the shop's name", async () => {
    const other = await buildTestApp({ env: { STORE_NAME: 'Palabras Sueltas' } });
    const password = 'Sueltas.Palabras2026';
    const payload = { ...person, password, confirmPassword: password };
    const tried = async (shop: TestApp) =>
      (await shop.app.inject({ method: 'POST', url: '/api/users/', payload })).statusCode;
    try {
      expect([await tried(other), await tried(test)]).toEqual([422, 201]);
    } finally {
      await other.close();
    }
  });

  it('accepts a password of emoji and accents, which signs in composed or decomposed', async () => {
    const password = 'contraseña 🍇🍇 café';
    await register({ password, confirmPassword: password.normalize('NFD') });
    expect((await login(test, { username: person.email, password: password.normalize('NFD') })).statusCode).toBe(200);
    expect((await login(test, { username: person.email, password: password.normalize('NFC') })).statusCode).toBe(200);
  });

  it('is limited to ten per network and hour, then 429, whatever their outcome', async () => {
    for (let attempt = 0; attempt < 9; attempt += 1)
      await register({ email: `ana${attempt}@ejemplo.cl`, password: '12345678', confirmPassword: '12345678' });
    expect((await register()).statusCode).toBe(201);
    expect(refusal(await register({ email: 'otra@ejemplo.cl' }))).toEqual({
      status: 429,
      code: 'too_many_requests',
      detail: 'Demasiadas solicitudes, intente en unos minutos',
    });
    expect((await register({ email: 'otra@ejemplo.cl' }, '198.51.100.1')).statusCode).toBe(201);
    test.clock.time += 3_600_001;
    expect((await register({ email: 'mas@ejemplo.cl' })).statusCode).toBe(201);
  });
});

describe('a registration whose address the owner proves by a code', () => {
  const me = async (answer: LightMyRequestResponse) =>
    (await get(test, '/api/users/me', { authorization: `Bearer ${tokensOf(answer).access_token}` })).statusCode;
  const openSessions = async () => (await sessions()).filter(({ revoked_at: revoked }) => revoked === null);

  it('is signed out', async () => {
    const registered = await register();
    expect(await me(registered)).toBe(200);
    const entered = await enter(await asked(person.email));
    expect([await me(entered), await me(registered)]).toEqual([200, 401]);
    expect((await refresh(test, tokensOf(registered).refresh_token)).statusCode).toBe(401);
  });

  it("is not signed in when the code is entered between the account's creation and the answer", async () => {
    const code = await asked(person.email);
    const { db } = test.ports;
    const { withTx } = db;
    let entered: LightMyRequestResponse | undefined;
    // The code is entered as soon as the account exists, before the rest of the registration.
    Object.assign(db, {
      async withTx(...parameters: Parameters<typeof withTx>) {
        const done = await withTx(...parameters);
        if (entered === undefined && (await users()).length > 0) {
          Object.assign(db, { withTx });
          entered = await enter(code);
        }
        return done;
      },
    });
    const registered = await register();
    Object.assign(db, { withTx });
    expect(await users()).toMatchObject([{ password_hash: null, email_verified_at: test.clock.time }]);
    expect(await openSessions(), 'of who has the code').toHaveLength(1);
    expect([entered && (await me(entered)), await me(registered)]).toEqual([200, 401]);
  });

  it('gives one account when both happen at the same moment, and the code has its only session', async () => {
    const code = await asked(person.email);
    const [entered, registered] = await Promise.all([enter(code), register()]);
    expect(entered.statusCode, entered.body).toBe(200);
    expect([201, 409]).toContain(registered.statusCode);
    expect(await users()).toHaveLength(1);
    expect(await openSessions()).toHaveLength(1);
    expect(await me(entered)).toBe(200);
  });
});
