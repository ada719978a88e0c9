import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { generateKeyPairSync } from 'node:crypto';
import { addPasskeyBody, type PasskeyLoginBody } from '@cuentos/contract/passkeys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../platform/http/rate-limiter.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import { addReader, signIn, type SignedIn, TEST_PASSWORD, wipe } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';
import { createKnownDevices } from './known-device.ts';
import { createPasskeyService } from './passkey-service.ts';
import { addEnrolledAdmin, codeAt, FACTOR_URL } from './testing/second-factor-fixture.ts';
import {
  addPasskey,
  answer,
  begin,
  challengeOf,
  type Creation,
  type DeviceKey,
  enterWith,
  keep,
  makeKey,
  type Oddity,
  PASSKEYS_URL,
  passkeysOf,
  sign,
} from './testing/software-authenticator.ts';

const lines: string[] = [];
let test: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  test = await buildTestApp({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void lines.push(line) } });
});
beforeEach(async () => {
  lines.length = 0;
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
  reader = await addReader(test, { withPassword: true });
});
afterAll(async () => test.close());

const refused = { status: 400, code: 'passkey_refused' };
const over = { status: 400, code: 'passkey_over' };
const unknown = { status: 400, code: 'passkey_unknown' };
const post = async (url: string, payload: object, as?: SignedIn) =>
  test.app.inject({ method: 'POST', url, payload, headers: { ...as?.headers } });
const change = async (method: 'PUT' | 'DELETE', id: string, as: SignedIn, payload?: object) =>
  test.app.inject({ method, url: `${PASSKEYS_URL}/${id}`, headers: as.headers, ...(payload && { payload }) });
const creationFor = async (user: SignedIn): Promise<Creation> => (await begin(test, user)).json<Creation>();
const eventsOf = (actor: string): string[] =>
  lines
    .map((line) => JSON.parse(line) as { event?: string; outcome?: string; actor?: string })
    .filter(({ event, actor: eventActor }) => event?.startsWith('passkey') && eventActor === actor)
    .map(({ event, outcome }) => `${event} ${outcome}`);
const sessionsOf = async (reader: SignedIn): Promise<number> =>
  (await test.ports.db.read.selectFrom('sessions').select('id').where('user_id', '=', reader.user.id).execute()).length;
const mailsAbout = async (email: string): Promise<string[]> =>
  (await mailsTo(test, email)).filter(({ template }) => template === 'passkey').map(({ subject }) => subject);

describe('adding a passkey', () => {
  it("requests a key with the account's id, user presence and no attestation, and lists it", async () => {
    const creation = await creationFor(reader);
    expect(creation).toMatchObject({
      rp: { id: 'shop.test' },
      user: { name: reader.user.email, displayName: reader.user.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const key = await addPasskey(test, reader, { flags: 0b0001_1101 });
    expect(await passkeysOf(test, reader)).toEqual([
      {
        id: expect.any(String),
        name: 'Mi teléfono',
        created_at: new Date(test.clock.time).toISOString(),
        last_used_at: null,
        backed_up: true,
      },
    ]);
    const again = await creationFor(reader);
    expect(again.excludeCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['internal', 'hybrid'] }]);
    expect(await mailsAbout(reader.user.email)).toEqual(['Agregaste una clave de acceso']);
    expect(eventsOf(reader.user.id)).toEqual([
      'passkey-begin success',
      'passkey-begin success',
      'passkey-added success',
      'passkey-begin success',
    ]);
  });

  it('needs the password when the sign-in is not recent', async () => {
    test.clock.time += 16 * MINUTE_MS;
    const tokens = tokensOf(await refresh(test, reader.tokens.refresh_token));
    const old = { ...reader, headers: { authorization: `Bearer ${tokens.access_token}` } };
    expect(refusal(await begin(test, old)).code).toBe('reauth_required');
    expect(refusal(await begin(test, old, { current_password: 'no-es-esta' })).code).toBe('reauth_required');
    expect((await begin(test, old, { current_password: TEST_PASSWORD })).statusCode).toBe(200);
  });

  it("needs the second factor's code if the account has one, also of a reader", async () => {
    const admin = await addEnrolledAdmin(test);
    const stolen = await signIn(test, admin.user);
    expect(refusal(await begin(test, stolen)).code).toBe('confirmation_needed');
    await test.ports.db.withTx(async (tx) =>
      tx.updateTable('users').set({ role: 'reader' }).where('id', '=', admin.user.id).execute(),
    );
    expect(refusal(await begin(test, stolen)).code).toBe('confirmation_needed');
    const code = codeAt(admin.secret, test.clock.time);
    expect((await post(`${FACTOR_URL}/confirm`, { code }, stolen)).statusCode).toBe(204);
    expect((await begin(test, stolen)).statusCode).toBe(200);
  });

  const oddities: readonly (readonly [string, Oddity])[] = [
    ['made for another origin', { origin: 'http://sh0p.test' }],
    ['made for another shop', { rpId: 'sh0p.test' }],
    ['made without user verification', { flags: 0b0000_0001 }],
    ['made for a login', { type: 'webauthn.get' }],
    [
      'made for a challenge that the shop did not make',
      { challenge: Buffer.from('a.9999999999999.b').toString('base64url') },
    ],
  ];
  it.each(oddities)('refuses a key %s', async (_, odd) => {
    const { response } = makeKey(await creationFor(reader), odd);
    expect(refusal(await keep(test, reader, response))).toMatchObject(refused);
    expect(await passkeysOf(test, reader)).toEqual([]);
    expect(eventsOf(reader.user.id)).toContain('passkey-added passkey_refused');
  });

  it('refuses an answer that is no passkey', async () => {
    const { response } = makeKey(await creationFor(reader));
    const broken = { ...response, response: { ...response.response, attestationObject: 'AAAA' } };
    expect(refusal(await keep(test, reader, broken))).toMatchObject(refused);
  });

  it("ignores attestation about the device's maker", async () => {
    const { key, response } = makeKey(await creationFor(reader), { fmt: 'packed' });
    expect((await keep(test, reader, response)).statusCode).toBe(204);
    expect((await enterWith(test, key)).statusCode).toBe(200);
  });

  it('has a challenge for one person and purpose, valid once and for five minutes', async () => {
    const creation = await creationFor(reader);
    const other = await addReader(test);
    expect(refusal(await keep(test, other, makeKey(creation).response))).toMatchObject(refused);
    const toEnter = { challenge: await challengeOf(test) };
    expect(refusal(await keep(test, reader, makeKey(creation, toEnter).response))).toMatchObject(refused);
    expect((await keep(test, reader, makeKey(creation).response)).statusCode).toBe(204);
    expect(refusal(await keep(test, reader, makeKey(creation).response))).toMatchObject(over);
    const late = await creationFor(reader);
    test.clock.time += 5 * MINUTE_MS;
    expect(refusal(await keep(test, reader, makeKey(late).response))).toMatchObject(over);
    expect(await passkeysOf(test, reader)).toHaveLength(1);
  });

  it('is refused for a key of another account, and beyond twenty keys', async () => {
    const { id } = await addPasskey(test, reader);
    const other = await addReader(test);
    const twice = makeKey(await creationFor(other), { credentialId: id });
    expect(refusal(await keep(test, other, twice.response))).toMatchObject({ status: 409, code: 'passkey_exists' });
    const waiting = await creationFor(reader);
    for (let n = 1; n < 20; n += 1) {
      if (n === 15) test.clock.time += 14 * MINUTE_MS;
      const [row] = await test.ports.db.read.selectFrom('passkeys').selectAll().execute();
      const next = { ...row!, id: crypto.randomUUID(), credential_id: `c${n}` };
      await test.ports.db.withTx(async (tx) => tx.insertInto('passkeys').values(next).execute());
    }
    expect(refusal(await begin(test, reader))).toMatchObject({ status: 409, code: 'passkeys_full' });
    test.clock.time = TEST_NOW;
    expect(refusal(await keep(test, reader, makeKey(waiting).response))).toMatchObject({ code: 'passkeys_full' });
  });

  it('is refused when the session ended meanwhile', async () => {
    const phone = await signIn(test, reader.user);
    const { response } = makeKey(await creationFor(phone));
    const caller = await test.services.sessions.readCaller(phone.headers.authorization);
    await post('/api/users/me/sessions/close_others', {}, reader);
    expect(refusal(await keep(test, phone, response)).code).toBe('invalid_user_session');
    // The session ends between the check of the caller and the transaction.
    const newPasskey = addPasskeyBody.parse({ name: 'Llave', response });
    await expect(test.services.passkeys.add(caller!, newPasskey)).rejects.toMatchObject({
      code: 'invalid_user_session',
    });
    expect(await passkeysOf(test, reader)).toEqual([]);
  });
});

describe('signing in with a passkey', () => {
  let key: DeviceKey;
  beforeEach(async () => {
    key = await addPasskey(test, reader);
  });

  it('names no account before, and makes its device known', async () => {
    const response = await get(test, '/api/auth/passkey');
    expect(response.json()).toEqual({
      challenge: expect.any(String),
      rpId: 'shop.test',
      timeout: 300_000,
      userVerification: 'required',
    });
    test.clock.time += MINUTE_MS;
    const entered = await enterWith(test, key);
    expect(entered.statusCode, entered.body).toBe(200);
    expect(entered.headers['set-cookie']?.toString()).toContain('device-');
    const headers = { authorization: `Bearer ${tokensOf(entered).access_token}` };
    expect((await get(test, '/api/users/me', headers)).json()).toMatchObject({ email: reader.user.email });
    const [listed] = await passkeysOf(test, reader);
    expect(listed!.last_used_at).toBe(new Date(test.clock.time).toISOString());
    expect(eventsOf(reader.user.id)).toContain('passkey-login success');
  });

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const oddities: readonly (readonly [string, Oddity])[] = [
    ['for another origin', { origin: 'http://sh0p.test' }],
    ['for another shop', { rpId: 'sh0p.test' }],
    ['without user verification', { flags: 0b0000_0001 }],
    ['by another key', { privateKey: stranger.privateKey }],
    ['for another account', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['made for a registration', { type: 'webauthn.create' }],
    [
      'over a challenge that the shop did not make',
      { challenge: Buffer.from('a.9999999999999.b').toString('base64url') },
    ],
  ];
  it.each(oddities)('refuses a signature %s', async (_, odd) => {
    const before = await sessionsOf(reader);
    expect(refusal(await enterWith(test, key, odd))).toMatchObject(refused);
    expect(await sessionsOf(reader)).toBe(before);
    expect(eventsOf(reader.user.id)).toContain('passkey-login passkey_refused');
  });

  it('refuses a key without the user handle of its account', async () => {
    const signed = sign(key, await challengeOf(test));
    const { userHandle: _gone, ...rest } = signed.response;
    expect(refusal(await answer(test, { ...signed, response: rest }))).toMatchObject(refused);
  });

  it('opens the account of the passkey, and never another one', async () => {
    const other = await addReader(test);
    const theirs = await addPasskey(test, other);
    const mixed = { ...sign(theirs, await challengeOf(test)), id: key.id, rawId: key.id };
    expect(refusal(await answer(test, mixed))).toMatchObject(refused);
    const own = await enterWith(test, theirs);
    const headers = { authorization: `Bearer ${tokensOf(own).access_token}` };
    expect((await get(test, '/api/users/me', headers)).json()).toMatchObject({ email: other.user.email });
  });

  it('has a challenge that is valid once, for five minutes, and not for adding a key', async () => {
    const signed = sign(key, await challengeOf(test));
    expect((await answer(test, signed)).statusCode).toBe(200);
    expect(refusal(await answer(test, signed))).toMatchObject(over);
    const late = sign(key, await challengeOf(test));
    test.clock.time += 5 * MINUTE_MS;
    expect(refusal(await answer(test, late))).toMatchObject(over);
    const { challenge } = await creationFor(await signIn(test, reader.user));
    expect(refusal(await answer(test, sign(key, challenge)))).toMatchObject(refused);
  });

  it('accepts one of many requests with the same answer', async () => {
    const signed = sign(key, await challengeOf(test));
    const answers = await Promise.all(Array.from({ length: 4 }, async () => answer(test, signed)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  it('is refused for a removed passkey, even if it was signed before', async () => {
    const signed = sign(key, await challengeOf(test));
    const id = (await passkeysOf(test, reader))[0]!.id;
    expect((await change('DELETE', id, reader)).statusCode).toBe(204);
    expect(refusal(await answer(test, signed))).toMatchObject(unknown);
    expect(await mailsAbout(reader.user.email)).toContain('Quitaste una clave de acceso');
    expect(eventsOf(reader.user.id)).toContain('passkey-removed success');
  });

  it.each(['removed', 'replaced'] as const)('is refused for a passkey that is %s during the check', async (how) => {
    const { ports, secrets, services, clock } = test;
    const { challenge } = (await get(test, '/api/auth/passkey')).json<{ challenge: string }>();
    const passkeys = createPasskeyService({
      ...ports,
      secrets,
      limiter: createRateLimiter(ports.db, clock),
      devices: createKnownDevices(secrets.knownDevice, clock),
      from: services.shop.sender,
      limits: { loginFailures: 5, addressFailures: 5, allFailures: 50 },
      withGoogle: false,
      origin: 'http://shop.test',
      sessions: {
        ...services.sessions,
        // All checks have passed by this call.
        async openFor(prove, client, at) {
          await ports.db.withTx(async (tx) => {
            if (how === 'removed') await tx.deleteFrom('passkeys').execute();
            else await tx.updateTable('passkeys').set({ id: crypto.randomUUID() }).execute();
          });
          return services.sessions.openFor(prove, client, at);
        },
      },
    });
    const signed = sign(key, challenge) as PasskeyLoginBody['response'];
    await expect(passkeys.enter(signed, { address: '198.51.100.9', userAgent: '' })).rejects.toMatchObject({
      code: 'passkey_unknown',
    });
    expect(await sessionsOf(reader)).toBe(1);
  });

  it('refuses and logs a counter that does not increase; keys without a counter are accepted', async () => {
    for (let n = 0; n < 2; n += 1) expect((await enterWith(test, key)).statusCode).toBe(200);
    const counting = await addPasskey(test, reader, { count: 4 });
    const copied = { status: 400, code: 'passkey_copied' };
    expect((await enterWith(test, counting, { count: 7 })).statusCode).toBe(200);
    for (const count of [7, 6, 0]) {
      expect(refusal(await enterWith(test, counting, { count })), String(count)).toMatchObject(copied);
    }
    expect(eventsOf(reader.user.id)).toContain('passkey-login passkey_copied');
    expect((await enterWith(test, counting, { count: 8 })).statusCode).toBe(200);
  });

  it('is refused for a deleted account', async () => {
    await test.ports.db.withTx(async (tx) =>
      tx.updateTable('users').set({ deleted_at: test.clock.time }).where('id', '=', reader.user.id).execute(),
    );
    const before = await sessionsOf(reader);
    expect(refusal(await enterWith(test, key))).toMatchObject({ status: 403, code: 'account_deleted' });
    expect(await sessionsOf(reader)).toBe(before);
  });

  it('counts as both factors: no code is asked, and confirmations are valid for ten minutes', async () => {
    const admin = await addEnrolledAdmin(test);
    const theirs = await addPasskey(test, admin);
    expect((await login(test, { username: admin.user.email })).json()).toHaveProperty('challenge');
    const entered = await enterWith(test, theirs);
    const headers = { authorization: `Bearer ${tokensOf(entered).access_token}` };
    const reset = async () =>
      test.app.inject({
        method: 'DELETE',
        url: `/api/admin/users/${crypto.randomUUID()}/second_factor`,
        headers,
      });
    expect(refusal(await reset()).code).toBe('user_not_found');
    test.clock.time += 10 * MINUTE_MS;
    expect(refusal(await reset()).code).toBe('confirmation_needed');
  });

  it('does not replace the second factor of an account that the password alone opens, where the shop demands one', async () => {
    const strict = await buildTestApp({ env: { REQUIRE_SECOND_FACTOR: 'true' } });
    try {
      const admin = await addReader(strict, { role: 'admin' });
      const entered = await enterWith(strict, await addPasskey(strict, admin));
      const headers = { authorization: `Bearer ${tokensOf(entered).access_token}` };
      expect(refusal(await get(strict, '/api/admin/books', headers)).code).toBe('second_factor_needed');
    } finally {
      await strict.close();
    }
  });

  it('counts failures by network, but not successes', async () => {
    const from = '198.51.100.4';
    const guess = async () => answer(test, sign(key, 'AAAA', {}), from);
    const right = async () => answer(test, sign(key, await challengeOf(test)), from);
    const most = test.services.shop.latest().settings.login_failures;
    for (let n = 0; n < most + 2; n += 1) expect((await right()).statusCode).toBe(200);
    for (let n = 0; n < most; n += 1) expect(refusal(await guess())).toMatchObject(refused);
    expect(refusal(await right())).toMatchObject({ status: 429, code: 'too_many_logins' });
    expect((await enterWith(test, key)).statusCode).toBe(200);
  });

  it('is possible on a known browser while strangers have used up the limit for everybody', async () => {
    const entered = await enterWith(test, key);
    const device = entered.cookies.find(({ name }) => name.startsWith('device-'));
    for (let part = 0; part < 8; part += 1) {
      const full = { key: `login-all:${part}`, window_start: test.clock.time, count: 1_000_000 };
      await test.ports.db.withTx(async (tx) => {
        await tx.deleteFrom('rate_counters').where('key', '=', full.key).execute();
        await tx.insertInto('rate_counters').values(full).execute();
      });
    }
    expect(refusal(await enterWith(test, key))).toMatchObject({ status: 429 });
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/auth/passkey',
      payload: { response: sign(key, await challengeOf(test)) },
      cookies: { 'XSRF-TOKEN': 'abc', [device?.name ?? '']: device?.value ?? '' },
      headers: { 'x-xsrf-token': 'abc' },
    });
    expect(response.statusCode, response.body).toBe(200);
  });
});

describe('own passkeys', () => {
  it('are renamed and removed only by their owner', async () => {
    await addPasskey(test, reader);
    const id = (await passkeysOf(test, reader))[0]!.id;
    const other = await addReader(test);
    expect(await passkeysOf(test, other)).toEqual([]);
    for (const [method, payload] of [
      ['PUT', { name: 'Mía' }],
      ['DELETE', undefined],
    ] as const) {
      expect(refusal(await change(method, id, other, payload)).code).toBe('not_found');
    }
    expect((await change('PUT', id, reader, { name: '  Llave \n azul ' })).statusCode).toBe(204);
    expect((await passkeysOf(test, reader)).map(({ name }) => name)).toEqual(['Llave azul']);
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      expect((await change('PUT', id, reader, { name })).statusCode).toBe(422);
    }
    expect((await change('DELETE', id, reader)).statusCode).toBe(204);
    expect(refusal(await change('DELETE', id, reader)).code).toBe('not_found');
  });
});

describe('the passkey of a person who registered a foreign address', () => {
  it('is refused once the owner of the address enters by code', async () => {
    const key = await addPasskey(test, reader);
    const { email } = reader.user;
    const response = await post('/api/auth/entry_code', { email });
    const mail = (await mailsTo(test, email)).find(({ template }) => template === 'entry-code');
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const visited = await test.app.inject({ method: 'GET', url: '/login', headers: { accept: 'text/html' } });
    const token = visited.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const entered = await test.app.inject({
      method: 'POST',
      url: '/api/auth/entry_code/enter',
      headers: { cookie: `${cookie}; XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
      payload: { email, code: /^\d{6}$/m.exec(mail!.text)?.[0] },
    });
    expect(entered.statusCode, entered.body).toBe(200);
    expect(refusal(await enterWith(test, key))).toMatchObject(unknown);
  });

  it('is refused once the owner recovers the password; a person who had proved the address keeps it', async () => {
    const proven = await addReader(test);
    await test.ports.db.withTx(async (tx) =>
      tx.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', proven.user.id).execute(),
    );
    for (const [owner, outcome] of [
      [reader, 400],
      [proven, 200],
    ] as const) {
      const key = await addPasskey(test, owner);
      await post('/api/auth/forgot-password', { email: owner.user.email });
      await sendRecoveries(test);
      const mail = (await mailsTo(test, owner.user.email)).find(({ template }) => template === 'recover');
      const new_password = 'otra-clave-bien-larga';
      const token = tokenIn(mail, 'recover-password');
      expect((await post('/api/auth/reset-password', { token, new_password })).statusCode).toBe(204);
      expect((await enterWith(test, key)).statusCode).toBe(outcome);
    }
  });
});
