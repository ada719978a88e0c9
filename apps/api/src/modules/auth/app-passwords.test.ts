import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { AppPassword, MadeAppPassword } from '@cuentos/contract/app-passwords';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endAgain, readEndings } from '../../platform/db/endings.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addReader, signIn, type SignedIn, TEST_PASSWORD, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { closeAccount, endOldProofs, reopenAccount, scheduleErasure } from './service.ts';

const URL = '/api/users/me/app_passwords';
const lines: string[] = [];
let test: TestApp;
let reader: SignedIn;
let password: string;
beforeAll(async () => {
  test = await buildTestApp({ env: { LOG_LEVEL: 'info' }, log: { write: (line) => void lines.push(line) } });
});
beforeEach(async () => {
  lines.length = 0;
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
  reader = await addReader(test, { withPassword: true });
  password = (await make('Kobo')).json<MadeAppPassword>().password;
});
afterAll(async () => test.close());

const make = async (name: string, as = reader, more: object = {}) =>
  test.app.inject({ method: 'POST', url: URL, headers: as.headers, payload: { name, ...more } });
const remove = async (id: string, as = reader) =>
  test.app.inject({ method: 'DELETE', url: `${URL}/${id}`, headers: as.headers });
const listed = async () => (await get(test, URL, reader.headers)).json<AppPassword[]>();
const basic = (email: string, secret: string) =>
  `Basic ${Buffer.from(`${email}:${secret}`, 'utf8').toString('base64')}`;
const open = async (secret = password, { email = reader.user.email, from = '10.1.1.1' } = {}) =>
  test.app.inject({ url: '/opds/v2', headers: { authorization: basic(email, secret) }, remoteAddress: from });
const outcomes = () =>
  lines
    .map((line) => JSON.parse(line) as { event?: string; outcome?: string; actor?: string })
    .filter(({ event }) => event?.startsWith('app-password'))
    .map(({ event, outcome, actor }) => [event, outcome, actor]);

describe('an app password', () => {
  it('has 120 random bits in groups, is shown once, mailed, logged, and stored as a hash', async () => {
    expect(password).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await listed()).toEqual([
      { id: expect.any(String), name: 'Kobo', created_at: new Date(TEST_NOW).toISOString(), last_used_at: null },
    ]);
    const rows = await test.ports.db.read.selectFrom('app_passwords').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(JSON.stringify(rows)).not.toContain(password.replaceAll('-', ''));
    const mails = await mailsTo(test, reader.user.email);
    expect(mails.filter(({ template }) => template === 'app-password')).toHaveLength(1);
    expect(lines.join('')).not.toContain(password);
    expect(outcomes()).toEqual([['app-password-made', 'success', reader.user.id]]);
    const audit = await test.ports.db.read.selectFrom('audit_log').select('action').execute();
    expect(audit.map(({ action }) => action)).toContain('app_password.made');
  });

  it('opens /opds with the address of its account, in any spelling', async () => {
    expect((await open()).statusCode).toBe(200);
    expect((await open(password.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect((await open(password, { email: ` ${reader.user.email.toUpperCase()}` })).statusCode).toBe(200);
    const other = await addReader(test);
    expect((await open(password, { email: other.user.email })).statusCode).toBe(401);
  });

  it('opens only /opds', async () => {
    for (const authorization of [basic(reader.user.email, password), `Bearer ${password}`])
      expect((await get(test, '/api/users/me', { authorization })).statusCode).toBe(401);
    const form = new URLSearchParams({ username: reader.user.email, password }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await test.app.inject({ method: 'POST', url: '/api/auth/', headers, payload: form })).statusCode).toBe(401);
  });

  it("differs from the account's own credentials: its password and tokens do not open /opds", async () => {
    expect((await open(TEST_PASSWORD)).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/opds/v2', headers: reader.headers })).statusCode).toBe(401);
  });

  it('shows the hour of its last use', async () => {
    await open();
    test.clock.time += 10 * MINUTE_MS;
    await open();
    expect((await listed())[0]?.last_used_at).toBe(new Date(TEST_NOW).toISOString());
    test.clock.time += 50 * MINUTE_MS;
    await open();
    const row = test.ports.db.read.selectFrom('app_passwords').select('last_used_at');
    expect(await row.execute()).toEqual([{ last_used_at: test.clock.time }]);
    expect(outcomes().filter(([event]) => event === 'app-password-used')).toHaveLength(2);
  });

  it("needs a recent sign-in or the account's password, and a name; an account has at most twenty", async () => {
    expect((await make('   ')).statusCode).toBe(422);
    test.clock.time += 14 * MINUTE_MS;
    for (let count = 1; count < 20; count += 1) expect((await make(`App ${count}`)).statusCode).toBe(201);
    test.clock.time += 47 * MINUTE_MS;
    const again = await renewSession();
    expect(refusal(await make('Una más', again, { current_password: TEST_PASSWORD })).code).toBe('app_passwords_full');
    const [newest] = await listed();
    expect((await remove(newest?.id ?? '', again)).statusCode).toBe(204);
    expect(refusal(await make('Una más', again)).code).toBe('reauth_required');
    expect((await make('Una más', again, { current_password: TEST_PASSWORD })).statusCode).toBe(201);
  });

  it('is made twenty times an hour by one account, whatever others make', async () => {
    const other = await addReader(test, { withPassword: true });
    for (let n = 1; n < 20; n += 1) {
      const made = await make(`Kobo ${n}`);
      expect((await remove(made.json<MadeAppPassword>().id)).statusCode).toBe(204);
    }
    expect(refusal(await make('Uno más'))).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await make('Kobo', other)).statusCode).toBe(201);
  });
});

/** The same reader with a new access token and the original time of sign-in. */
async function renewSession(): Promise<SignedIn> {
  const session = await signIn(test, reader.user);
  await test.ports.db.handle.updateTable('sessions').set({ authenticated_at: TEST_NOW }).execute();
  reader = session;
  return session;
}

describe('the end of an app password', () => {
  it('is caused by its owner alone', async () => {
    const [kept] = await listed();
    expect((await remove(kept?.id ?? '', await addReader(test))).statusCode).toBe(404);
    expect((await open()).statusCode).toBe(200);
    expect((await remove(kept?.id ?? '')).statusCode).toBe(204);
    expect((await open()).statusCode).toBe(401);
    expect((await remove(kept?.id ?? '')).statusCode).toBe(404);
  });

  it.each(['closed', 'leaving', 'password', 'lost telephone'])(
    'comes with the end of all sessions: %s',
    async (reason) => {
      const { id } = reader.user;
      if (reason === 'lost telephone') {
        const admin = await addReader(test, { role: 'admin' });
        const url = `/api/admin/users/${id}/sessions`;
        expect((await test.app.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode).toBe(200);
      }
      await test.ports.db.withTx(async (tx) => {
        const now = test.clock.time;
        if (reason === 'closed') {
          await closeAccount(tx, id, now);
          await reopenAccount(tx, id, now);
        }
        if (reason === 'leaving') await scheduleErasure(tx, reader.user, { at: now + 1, keepSession: null }, now);
        if (reason === 'password') await endOldProofs(tx, id, now, null);
      });
      expect((await open()).statusCode).toBe(401);
      expect(await test.ports.db.read.selectFrom('app_passwords').select('id').execute()).toEqual([]);
    },
  );

  it('is not undone when an older backup is restored', async () => {
    const { db } = test.ports;
    const older = await db.read.selectFrom('app_passwords').selectAll().execute();
    const [kept] = await listed();
    await remove(kept?.id ?? '');
    const endings = await db.withTx(readEndings);
    await db.withTx(async (tx) => {
      await tx.insertInto('app_passwords').values(older).execute();
      await endAgain(tx, endings, test.clock.now());
    });
    expect((await open()).statusCode).toBe(401);
  });

  it.each([{ deleted_at: 1 }, { erase_at: 1 }])(
    'comes with an account that is %o, even if the row of the password remains',
    async (state) => {
      await test.ports.db.handle.updateTable('users').set(state).where('id', '=', reader.user.id).execute();
      expect((await open()).statusCode).toBe(401);
    },
  );
});

describe('wrong app passwords', () => {
  it('are counted by network and logged, and block no other reader', async () => {
    for (let count = 0; count < 5; count += 1) expect((await open('nada')).statusCode).toBe(401);
    expect(refusal(await open('nada')).code).toBe('too_many_logins');
    expect((await open('nada', { from: '10.9.9.9' })).statusCode).toBe(401);
    expect((await open()).statusCode).toBe(200);
    const refused = outcomes().filter(([event]) => event === 'app-password-used');
    expect(refused.map(([, outcome]) => outcome)).toEqual([
      ...Array.from({ length: 5 }, () => 'app_password_refused'),
      'too_many_logins',
      'app_password_refused',
      'success',
    ]);
  });

  it('are not counted for requests without a password', async () => {
    for (let count = 0; count < 8; count += 1) expect((await get(test, '/opds/v2')).statusCode).toBe(401);
    expect((await get(test, '/opds/v2', { authorization: 'Basic !' })).statusCode).toBe(401);
    expect(outcomes().filter(([event]) => event === 'app-password-used')).toEqual([]);
  });
});
