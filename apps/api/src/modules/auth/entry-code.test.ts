import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import { addReader, addUser, signIn, TEST_PASSWORD, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import { createSigner } from '../../platform/signer.ts';
import { entryCodeSteps } from './testing/entry-code-steps.ts';
import { addEnrolledAdmin, codeAt } from './testing/second-factor-fixture.ts';

const lines: string[] = [];
let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void lines.push(line) } });
});
beforeEach(async () => {
  lines.length = 0;
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const ANA = 'ana@ejemplo.cl';
const over = { status: 400, code: 'entry_code_over', detail: 'Ese código ya no sirve. Pide otro.' };
const wrong = (left: string) => ({
  status: 400,
  code: 'entry_code_wrong',
  detail: 'Ese código no es.',
  fields: { code: `Ese código no es. ${left}` },
});

const { elsewhere, ask, asked, codesTo, enter } = entryCodeSteps(() => test);

/** Returns a wrong code, another one for each `by`. */
const other = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0');
/** Sets a rate counter as if this many requests had been made. */
const fill = async (key: string, count: number) =>
  test.ports.db.handle.insertInto('rate_counters').values({ key, window_start: test.clock.time, count }).execute();
const userOf = async (email: string) =>
  test.ports.db.handle.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const sessionsOf = async (userId: string) =>
  test.ports.db.handle.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
const openSessionsOf = async (userId: string) =>
  (await sessionsOf(userId)).filter(({ revoked_at }) => revoked_at === null);
const templatesTo = async (email: string) => (await mailsTo(test, email)).map(({ template }) => template);
const bearer = (response: LightMyRequestResponse) => ({ authorization: `Bearer ${tokensOf(response).access_token}` });

describe('an unregistered address', () => {
  it('gets a proved account without a password, a welcome mail and a session', async () => {
    const answer = await enter(await asked());
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await userOf(ANA)).toMatchObject({
      role: 'reader',
      name: 'ana',
      password_hash: null,
      google_sub: null,
      email_verified_at: test.clock.time,
    });
    const mails = await mailsTo(test, ANA);
    expect(mails.map(({ template }) => template).toSorted()).toEqual(['entry-code', 'welcome']);
    for (const { text } of mails) expect(text, 'nothing is left to confirm').not.toContain('verify-email');
    expect((await get(test, '/api/users/me', bearer(answer))).json()).toMatchObject({ email: ANA });
    expect((await refresh(test, tokensOf(answer).refresh_token)).statusCode).toBe(200);
  });

  it('is accepted in any spelling, with the code in groups', async () => {
    const { code, cookie } = await asked();
    const typed = `${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await enter({ email: ' ANA@Ejemplo.cl ', code: typed, cookie })).statusCode).toBe(200);
    expect(await userOf(ANA)).toBeDefined();
  });

  it('can choose a password with the session that the code opened', async () => {
    const headers = bearer(await enter(await asked()));
    const payload = { password: 'cordillera azul de noche' };
    const changed = await test.app.inject({ method: 'POST', url: '/api/auth/update-password', payload, headers });
    expect(changed.statusCode, changed.body).toBe(204);
    expect((await login(test, { username: ANA, password: payload.password })).statusCode).toBe(200);
  });

  it('has to prove itself by a code again after 15 minutes before it chooses a password', async () => {
    const change = async (tokens: LightMyRequestResponse) =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/update-password',
        payload: { password: 'cordillera azul de noche' },
        headers: bearer(tokens),
      });
    const entered = await enter(await asked());
    test.clock.time += 16 * MINUTE_MS;
    const later = await refresh(test, tokensOf(entered).refresh_token);
    const { code, fields } = refusal(await change(later));
    expect([code, Object.keys(fields ?? {})]).toEqual(['reauth_required', ['code']]);
    // A Google account is sent to Google for its proof only where the shop has Google sign-in; this shop has none.
    await test.ports.db.handle.updateTable('users').set({ google_sub: 'g-1' }).execute();
    expect(Object.keys(refusal(await change(later)).fields ?? {})).toEqual(['code']);
    expect((await change(await enter(await asked()))).statusCode).toBe(204);
  });
});

describe('an existing account', () => {
  it('is entered without any change, and its browser is known from then on', async () => {
    const user = await addUser(test, { email: ANA, withPassword: true });
    await test.ports.db.handle.updateTable('users').set({ email_verified_at: 5 }).where('id', '=', user.id).execute();
    const answer = await enter(await asked());
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await userOf(ANA)).toEqual({ ...user, email_verified_at: 5 });
    expect(answer.cookies.some(({ name }) => name.startsWith('device-'))).toBe(true);
    expect(await templatesTo(ANA)).toEqual(['entry-code']);
    expect((await login(test, { username: ANA })).statusCode, 'its password is still good').toBe(200);
  });

  it('with a second factor is asked for its code first', async () => {
    const admin = await addEnrolledAdmin(test);
    const before = (await sessionsOf(admin.user.id)).length;
    const half = await enter(await asked(admin.user.email));
    expect(Object.keys(half.json<object>())).toEqual(['challenge']);
    expect(await sessionsOf(admin.user.id)).toHaveLength(before);
    const { challenge } = half.json<{ challenge: string }>();
    const payload = { challenge, code: codeAt(admin.secret, test.clock.time) };
    const whole = await test.app.inject({ method: 'POST', url: '/api/auth/second_factor', payload });
    expect(whole.statusCode, whole.body).toBe(200);
  });

  it('of the team has no rights without a second factor where the shop demands one', async () => {
    const strict = await buildTestApp({ env: { REQUIRE_SECOND_FACTOR: 'true' } });
    const shop = test;
    try {
      test = strict;
      const admin = await addUser(test, { role: 'admin' });
      const answer = await enter(await asked(admin.email));
      expect(refusal(await get(test, '/api/admin/users/0/5', bearer(answer)))).toMatchObject({
        code: 'second_factor_needed',
      });
    } finally {
      test = shop;
      await strict.close();
    }
  });

  it('that is deleted is refused as by the login, and only with the right code', async () => {
    const user = await addUser(test, { email: ANA, deleted_at: 7 });
    const typed = await asked();
    expect(refusal(await enter({ ...typed, code: other(typed.code) }))).toMatchObject({ code: 'entry_code_wrong' });
    expect(refusal(await enter(typed))).toMatchObject({ status: 403, code: 'account_deleted' });
    expect(await sessionsOf(user.id)).toEqual([]);
    expect(refusal(await enter(typed)), 'it is used up').toEqual(over);
  });
});

describe('an account that a stranger registered before the owner of its address came', () => {
  it('loses its password, sessions, Google account and links once the address is proved', async () => {
    const squatter = await addReader(test, { email: ANA, withPassword: true, google_sub: 'squatter' });
    await signIn(test, squatter.user);
    const answer = await enter(await asked());
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await userOf(ANA)).toMatchObject({
      id: squatter.user.id,
      email_verified_at: test.clock.time,
      password_hash: null,
      google_sub: null,
    });
    expect((await login(test, { username: ANA, password: TEST_PASSWORD })).statusCode).toBe(401);
    expect((await get(test, '/api/users/me', squatter.headers)).statusCode).toBe(401);
    expect((await refresh(test, squatter.tokens.refresh_token)).statusCode).toBe(401);
    expect(await openSessionsOf(squatter.user.id)).toHaveLength(1);
    // Mails of the same millisecond have no defined order.
    expect((await templatesTo(ANA)).toSorted(), 'the owner is told').toEqual(['entry-code', 'password-removed']);
  });

  it('is not opened by a login with its old password that had already begun', async () => {
    const squatter = await addReader(test, { email: ANA, withPassword: true });
    expect((await enter(await asked())).statusCode).toBe(200);
    // A login continues with the account row that it read before it checked the password.
    const late = test.services.sessions.open(squatter.user, { userAgent: '', address: elsewhere() });
    await expect(late).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await openSessionsOf(squatter.user.id)).toHaveLength(1);
  });

  it('gets no password by a session that ended while the request was running', async () => {
    const squatter = await addReader(test, { email: ANA, withPassword: true });
    const caller = await test.services.sessions.readCaller(squatter.headers.authorization);
    const answer = await enter(await asked());
    const late = test.services.passwords.change(caller!, { password: 'cordillera azul', current: undefined });
    await expect(late).rejects.toMatchObject({ code: 'invalid_user_session' });
    expect((await userOf(ANA))!.password_hash).toBeNull();
    expect((await get(test, '/api/users/me', bearer(answer))).statusCode, 'who proved the address stays').toBe(200);
  });

  it('is not changed by a wrong code', async () => {
    const squatter = await addReader(test, { email: ANA, withPassword: true });
    const typed = await asked();
    await enter({ ...typed, code: other(typed.code) });
    expect(await userOf(ANA)).toEqual(squatter.user);
    expect((await get(test, '/api/users/me', squatter.headers)).statusCode).toBe(200);
  });
});

describe('guessing an entry code', () => {
  it('ends after five tries, which are counted down; then the right code fails too', async () => {
    const typed = await asked();
    const answers = [];
    for (let n = 1; n <= 5; n += 1) answers.push(refusal(await enter({ ...typed, code: other(typed.code, n) })));
    const refusals = [wrong('Te quedan 4 intentos.'), wrong('Te quedan 3 intentos.'), wrong('Te quedan 2 intentos.')];
    expect(answers).toEqual([...refusals, wrong('Te queda 1 intento.'), over]);
    expect(refusal(await enter(typed))).toEqual(over);
    expect(await userOf(ANA)).toBeUndefined();
  });

  it('counts a repeated wrong code once per request', async () => {
    const typed = await asked();
    const [first, second] = [other(typed.code, 1), other(typed.code, 2)];
    const answers = [];
    for (const code of [first, first, second, first, second]) answers.push(refusal(await enter({ ...typed, code })));
    const refusals = [wrong('Te quedan 4 intentos.'), wrong('Te quedan 3 intentos.')];
    expect(answers).toEqual([refusals[0], refusals[0], refusals[1], refusals[1], refusals[1]]);
    const [row] = await test.ports.db.handle.selectFrom('entry_codes').selectAll().execute();
    expect(row).toMatchObject({ tries: 2 });
    expect(row!.wrong_codes, 'what was typed is not kept as it was').not.toContain(first);
    expect((await enter(typed)).statusCode).toBe(200);
  });

  it('at the same moment gives no more tries than one after the other', async () => {
    const typed = await asked();
    const guesses = Array.from({ length: 12 }, async (_, n) => enter({ ...typed, code: other(typed.code, n + 1) }));
    const codes = (await Promise.all(guesses)).map((response) => refusal(response).code);
    expect(codes.filter((code) => code === 'entry_code_wrong')).toHaveLength(4);
    expect(refusal(await enter(typed))).toEqual(over);
  });

  it('from another browser fails, and costs the requesting browser no try', async () => {
    const typed = await asked();
    const stranger = await asked('otra@ejemplo.cl');
    for (const cookie of ['', stranger.cookie, 'x']) {
      for (let n = 0; n < 3; n += 1) expect(refusal(await enter({ ...typed, cookie }))).toEqual(over);
    }
    expect((await enter(typed)).statusCode).toBe(200);
  });

  it('has thirty tries a day per address, then one per code: the owner of the mailbox still gets in', async () => {
    let judged = 0;
    for (let hour = 0; hour < 9; hour += 1) {
      const typed = await asked();
      for (let n = 1; n <= 5; n += 1) {
        await enter({ ...typed, code: other(typed.code, n) });
      }
      const [row] = await test.ports.db.handle
        .selectFrom('entry_codes')
        .selectAll()
        .orderBy('expires_at', 'desc')
        .execute();
      judged += row?.tries ?? 0;
      test.clock.time += HOUR_MS;
    }
    expect(judged).toBe(30 + 3);
    const typed = await asked();
    expect((await enter(typed)).statusCode, 'the owner, the same day').toBe(200);
  });

  it('is stopped for all networks together at the same count as logins', async () => {
    const typed = await asked();
    for (let part = 0; part < 8; part += 1) await fill(`login-all:${part}`, 1_000_000);
    expect(refusal(await enter(typed))).toMatchObject({ status: 429, code: 'too_many_logins' });
    test.clock.time += 15 * MINUTE_MS;
    expect((await enter(await asked())).statusCode, 'a quarter of an hour later').toBe(200);
  });

  it('at many addresses from one network is stopped at the count of logins', async () => {
    const codes = new Set<string>();
    const home = elsewhere();
    for (let n = 0; n < 40 && !codes.has('too_many_logins'); n += 1) {
      const typed = await asked(`lectora-${n}@ejemplo.cl`);
      for (let k = 1; k <= 4; k += 1)
        codes.add(refusal(await enter({ ...typed, code: other(typed.code, k) }, home)).code);
    }
    expect(codes).toContain('too_many_logins');
  });
});

describe('an entry code', () => {
  it('is valid once', async () => {
    const typed = await asked();
    expect((await enter(typed)).statusCode).toBe(200);
    expect(refusal(await enter(typed))).toEqual(over);
  });

  it('opens one session when it is sent twice at once', async () => {
    const typed = await asked();
    const statuses = (await Promise.all(Array.from({ length: 6 }, async () => enter(typed)))).map((r) => r.statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await sessionsOf((await userOf(ANA))!.id)).toHaveLength(1);
  });

  it('is valid for ten minutes', async () => {
    const typed = await asked();
    test.clock.time += 10 * MINUTE_MS - 3;
    const late = await asked('otra@ejemplo.cl');
    expect((await enter(typed)).statusCode).toBe(200);
    test.clock.time += 10 * MINUTE_MS;
    expect(refusal(await enter(late))).toEqual(over);
  });

  it('ends when its own browser requests another, and not when a stranger does', async () => {
    const own = await asked();
    for (let n = 0; n < 3; n += 1) await ask(ANA);
    const again = await test.app.inject({
      method: 'POST',
      url: '/api/auth/entry_code',
      payload: { email: ANA },
      remoteAddress: elsewhere(),
      cookies: { 'XSRF-TOKEN': 'abc', 'entry-request': (await asked('otra@ejemplo.cl')).cookie },
      headers: { 'x-xsrf-token': 'abc' },
    });
    expect(again.statusCode, again.body).toBe(200);
    const rows = await test.ports.db.handle.selectFrom('entry_codes').select('email').execute();
    expect(
      rows.filter(({ email }) => email !== ANA),
      'the code of that browser',
    ).toEqual([]);
    expect((await enter(own)).statusCode).toBe(200);
    expect(await test.ports.db.handle.selectFrom('entry_codes').select('email').execute(), 'all are used up').toEqual(
      [],
    );
  });

  it('does not open the request or address of another code', async () => {
    const ana = await asked();
    const eva = await asked('eva@ejemplo.cl');
    expect(refusal(await enter({ ...ana, code: eva.code }))).toEqual(wrong('Te quedan 4 intentos.'));
    expect(refusal(await enter({ ...eva, email: ANA }))).toEqual(over);
    expect(refusal(await enter({ ...eva, cookie: ana.cookie }))).toEqual(over);
    const hashes = await test.ports.db.handle.selectFrom('entry_codes').select('code_hash').execute();
    expect(new Set(hashes.map(({ code_hash }) => code_hash)).size).toBe(2);
  });

  it('appears only in its mail: not in the log, the audit log, the table or the subject', async () => {
    const typed = await asked();
    await enter({ ...typed, code: other(typed.code) });
    const [row] = await test.ports.db.handle.selectFrom('entry_codes').selectAll().execute();
    const [mail] = await mailsTo(test, ANA);
    expect((await enter(typed)).statusCode).toBe(200);
    const audit = await test.ports.db.handle.selectFrom('audit_log').selectAll().execute();
    const all = [...lines, JSON.stringify(audit), JSON.stringify(row), mail!.subject].join('\n');
    expect(
      lines.some((line) => line.includes('entry-code')),
      'that somebody entered is logged',
    ).toBe(true);
    for (const secret of [typed.code, other(typed.code), typed.cookie]) expect(all).not.toContain(secret);
    expect(mail!.html).toContain(typed.code);
    // The hash also covers the browser's secret, so the table and the shop's key do not suffice to guess the code.
    const bound = JSON.stringify([typed.cookie, ANA, typed.code]);
    expect(row!.code_hash).toBe(createSigner(test.secrets.entryCode).sign(bound));
  });

  it.each(['', '12345', '1234567', 'abcdef'])('must have six digits: %j costs no try', async (code) => {
    const typed = await asked();
    expect(refusal(await enter({ ...typed, code }))).toMatchObject({ status: 422, code: 'invalid_request' });
    const [row] = await test.ports.db.handle.selectFrom('entry_codes').selectAll().execute();
    expect(row!.tries).toBe(0);
  });
});

describe('requesting an entry code', () => {
  it('gives the same answer for every address, and reads no account', async () => {
    await addUser(test, { email: ANA });
    await addUser(test, { email: 'borrada@ejemplo.cl', deleted_at: 5 });
    const addresses = [ANA, 'borrada@ejemplo.cl', 'nadie@ejemplo.cl'];
    const { handle } = test.ports.db;
    await handle.schema.alterTable('users').renameTo('users_away').execute();
    const answers = [];
    try {
      for (const email of addresses) answers.push(await ask(email));
    } finally {
      await handle.schema.alterTable('users_away').renameTo('users').execute();
    }
    const answerFacts = answers.map((answer) => [answer.statusCode, answer.body, Object.keys(answer.headers)]);
    expect(answerFacts[0]![0]).toBe(200);
    expect(answerFacts[1]).toEqual(answerFacts[0]);
    expect(answerFacts[2]).toEqual(answerFacts[0]);
    const mails = [];
    for (const email of addresses) {
      const [mail] = await mailsTo(test, email);
      mails.push([mail!.template, mail!.subject, mail!.text.replace(/^\d{6}$/m, '')]);
    }
    expect(mails[1]).toEqual(mails[0]);
    expect(mails[2]).toEqual(mails[0]);
  });

  it('gives the same answer to a wrong code for every address', async () => {
    await addUser(test, { email: ANA, withPassword: true });
    const answers = [];
    for (const email of [ANA, 'nadie@ejemplo.cl']) {
      const typed = await asked(email);
      answers.push(refusal(await enter({ ...typed, code: other(typed.code) })));
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it('sends at most five codes an hour and twenty a day to a mailbox, from all networks together', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask('otra@ejemplo.cl')).statusCode, 'another mailbox').toBe(200);
    for (let hour = 0; hour < 5; hour += 1) {
      test.clock.time += HOUR_MS;
      for (let n = 0; n < 5; n += 1) await ask();
    }
    expect(await codesTo(ANA)).toHaveLength(20);
  });

  it('is limited for everybody by the number of mails that the shop sends in an hour', async () => {
    await fill('entry-code-all', 2000);
    expect(refusal(await ask())).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(await codesTo(ANA)).toEqual([]);
    test.clock.time += HOUR_MS;
    expect((await ask()).statusCode).toBe(200);
  });

  it('is limited per network like registrations', async () => {
    const home = elsewhere();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask(`lectora-${n}@ejemplo.cl`, home)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('is limited to two thousand an hour for everybody together', async () => {
    const row = { key: 'entry-code-all', window_start: test.clock.time, count: 1999 };
    await test.ports.db.handle.insertInto('rate_counters').values(row).execute();
    expect((await ask()).statusCode).toBe(200);
    expect(refusal(await ask('otra@ejemplo.cl'))).toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  it('needs the solution of the captcha where one is configured', async () => {
    const actions: string[] = [];
    const verify: CaptchaPort['verify'] = async (_answer, action) => actions.push(action) < 0;
    const captcha = { ...test.ports.captcha, verify };
    const guarded = await buildTestApp({ ports: { captcha } });
    const shop = test;
    try {
      test = guarded;
      expect(refusal(await ask())).toMatchObject({ status: 401, code: 'register_captcha_invalid' });
      expect(await codesTo(ANA)).toEqual([]);
      expect(actions, 'an answer for another form is none').toEqual(['entry-code']);
    } finally {
      test = shop;
      await guarded.close();
    }
  });

  it('sets a cookie that is sent only to account calls and not readable by scripts', async () => {
    const cookie = (await ask()).cookies.find(({ name }) => name === 'entry-request');
    expect(cookie).toMatchObject({ path: '/api/auth', httpOnly: true, sameSite: 'Strict', maxAge: 600 });
  });
});
