import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGoogleIdentity } from '../../../adapters/google/google-identity.ts';
import { startGoogleIssuer } from '../../../adapters/google/testing/google-issuer.ts';
import { backup } from '../../../commands/backup.ts';
import { resetFactor } from '../../../commands/reset-factor.ts';
import { restore } from '../../../commands/restore.ts';
import type { Shop } from '../../../compose.ts';
import { allRoutes } from '../../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get, login, refresh, refusal, tokensOf } from '../../../testing/calls.ts';
import { addReader, signIn, type SignedIn } from '../../../testing/fixtures.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { addEnrolledAdmin, codeAt, enrol, FACTOR_URL } from '../../auth/testing/second-factor-fixture.ts';
import { addPasskey, enterWith, PASSKEYS_URL, passkeysOf } from '../../auth/testing/software-authenticator.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  as: SignedIn,
  payload?: object,
  on = test,
) => on.app.inject({ method, url, headers: as.headers, ...(payload ? { payload } : {}) });
const codeOf = (response: LightMyRequestResponse) =>
  response.statusCode >= 400 ? response.json<{ code: string }>().code : '';
const any = '00000000-0000-4000-8000-000000000000';

/** Calls that move money, parts or roles, or reveal the shop's figures. */
const askingAgain: readonly (readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string])[] = [
  ['POST', `/api/admin/orders/${any}/refund`],
  ['POST', `/api/admin/payments/${any}/refund`],
  ['POST', `/api/admin/payments/${any}/settle`],
  ['POST', `/api/admin/users/${any}/books_parts/${any}`],
  ['POST', `/api/admin/users/${any}/early_access/${any}`],
  ['POST', '/api/admin/users'],
  ['PUT', `/api/admin/users/${any}`],
  ['DELETE', `/api/admin/users/${any}`],
  ['DELETE', `/api/admin/users/${any}/second_factor`],
  ['GET', '/api/admin/stats.csv'],
  ['GET', '/api/admin/user_book_parts.csv'],
  ['POST', '/api/admin/accountant_links'],
  ['POST', '/api/admin/discount_codes'],
  ['PUT', `/api/admin/discount_codes/${any}`],
  ['POST', `/api/admin/discount_codes/${any}/active`],
  ['PUT', '/api/admin/shop/settings'],
];

describe('repeated confirmation', () => {
  it.each(askingAgain)('%s %s needs a code of the last ten minutes, of this session', async (method, url) => {
    const admin = await addEnrolledAdmin(test);
    const other = await signIn(test, admin.user);
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const isAsked = async (member: SignedIn) => codeOf(await send(method, url, member, body)) === 'confirmation_needed';
    // Setting up the factor has entered a code.
    expect(await isAsked(admin)).toBe(false);
    expect(await isAsked(other)).toBe(true);
    const confirm = { code: codeAt(admin.secret, test.clock.time) };
    expect((await send('POST', `${FACTOR_URL}/confirm`, other, confirm)).statusCode).toBe(204);
    expect(await isAsked(other)).toBe(false);
    test.clock.time += 10 * MINUTE_MS;
    expect(await isAsked(other)).toBe(true);
    // Renewing the tokens does not count as entering a code.
    const renewed = tokensOf(await refresh(test, other.tokens.refresh_token));
    expect(await isAsked({ ...other, headers: { authorization: `Bearer ${renewed.access_token}` } })).toBe(true);
    // An account without a factor is not asked for a code.
    expect(await isAsked(await addReader(test, { role: 'admin' }))).toBe(false);
  });

  it('a sign-in with a code counts as one; a refused call changes nothing', async () => {
    const admin = await addEnrolledAdmin(test);
    const reader = await addReader(test);
    const half = (await login(test, { username: admin.user.email })).json<{ challenge: string }>();
    const payload = { ...half, code: codeAt(admin.secret, test.clock.time) };
    const entered = await test.app.inject({ method: 'POST', url: '/api/auth/second_factor', payload });
    const session = { ...admin, headers: { authorization: `Bearer ${tokensOf(entered).access_token}` } };
    const url = `/api/admin/users/${reader.user.id}`;
    expect((await send('PUT', url, session, { role_id: 'writter' })).statusCode).toBe(200);
    test.clock.time += 11 * MINUTE_MS;
    expect(refusal(await send('PUT', url, session, { role_id: 'admin' }))).toEqual({
      status: 403,
      code: 'confirmation_needed',
      detail: 'Confirma con un código de tu aplicación que eres tú.',
    });
    const after = await test.ports.db.read
      .selectFrom('users')
      .select('role')
      .where('id', '=', reader.user.id)
      .execute();
    expect(after).toEqual([{ role: 'writter' }]);
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  it('refuses every call of the team to a member without a factor, except those that set it up', async () => {
    const strict = await buildTestApp({ env: { REQUIRE_SECOND_FACTOR: 'true' } });
    try {
      const bare = await addReader(strict, { role: 'admin', withPassword: true });
      const writter = await addReader(strict, { role: 'writter' });
      const enrolled = await addEnrolledAdmin(strict);
      const fresh = await signIn(strict, enrolled.user);
      const team = allRoutes(strict).filter(({ path }) => path.startsWith('/api/admin') || path.includes('user_role'));
      expect(team.length).toBeGreaterThan(40);
      for (const { method, path } of team) {
        const url = path.replaceAll(/\{[^}]+\}/g, any);
        const refused = async (member: SignedIn) =>
          codeOf(await strict.app.inject({ method, url, headers: member.headers })) === 'second_factor_needed';
        expect(await refused(bare), `${method} ${path}`).toBe(true);
        expect(await refused(fresh), `${method} ${path}`).toBe(false);
      }
      expect(codeOf(await get(strict, '/api/admin/books', writter.headers))).toBe('second_factor_needed');
      // Calls of the own account and of every reader are allowed.
      expect((await login(strict, { username: bare.user.email })).json()).toHaveProperty('access_token');
      for (const url of ['/api/users/me', '/api/users/me/sessions', '/api/user_book_parts/']) {
        expect((await get(strict, url, bare.headers)).statusCode, url).toBe(200);
      }
      const state = await get(strict, FACTOR_URL, bare.headers);
      expect(state.json()).toEqual({ active: false, codes_left: 0, required: true });
      const reader = await addReader(strict);
      expect((await get(strict, FACTOR_URL, reader.headers)).json()).toMatchObject({ required: false });
      await enrol(strict, bare);
      expect((await get(strict, '/api/admin/users/0/5', bare.headers)).statusCode).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('is off by default', async () => {
    const bare = await addReader(test, { role: 'admin' });
    expect((await get(test, '/api/admin/users/0/5', bare.headers)).statusCode).toBe(200);
  });
});

describe('a lost phone', () => {
  it('another admin removes the factor: audited, mailed, sessions continue, the password opens the account', async () => {
    const admin = await addEnrolledAdmin(test);
    const lost = await addEnrolledAdmin(test);
    const url = `/api/admin/users/${lost.user.id}/second_factor`;
    const confirm = { code: codeAt(admin.secret, test.clock.time) };
    await send('POST', `${FACTOR_URL}/confirm`, admin, confirm);
    const details = async () =>
      (await get(test, `/api/admin/users/${lost.user.id}`, admin.headers)).json<{ second_factor: boolean }>();
    expect((await details()).second_factor).toBe(true);
    expect((await send('DELETE', url, admin)).json()).toEqual({ deleted: true });
    expect((await details()).second_factor).toBe(false);
    expect((await login(test, { username: lost.user.email })).json()).toHaveProperty('access_token');
    expect((await get(test, '/api/users/me', lost.headers)).statusCode).toBe(200);
    const audit = test.ports.db.read.selectFrom('audit_log').selectAll().where('action', '=', 'second_factor.reset');
    expect(await audit.execute()).toMatchObject([{ actor_id: admin.user.id, subject: lost.user.id }]);
    expect((await mailsTo(test, lost.user.email)).map(({ subject }) => subject)).toContain(
      'La tienda quitó tu verificación en dos pasos',
    );
    expect(refusal(await send('DELETE', url, admin)).code).toBe('second_factor_missing');
    const nobody = await send('DELETE', `/api/admin/users/${any}/second_factor`, admin);
    expect(refusal(nobody).code).toBe('user_not_found');
    // The removing admin keeps the own factor.
    expect((await login(test, { username: admin.user.email })).json()).toHaveProperty('challenge');
  });

  it('the operator removes the factor with a command', async () => {
    const lost = await addEnrolledAdmin(test);
    expect(await resetFactor(test, [lost.user.email.toUpperCase()])).toContain(lost.user.email);
    expect((await login(test, { username: lost.user.email })).json()).toHaveProperty('access_token');
    const audit = test.ports.db.read.selectFrom('audit_log').selectAll().where('action', '=', 'second_factor.reset');
    expect(await audit.execute()).toMatchObject([{ actor_id: null, subject: lost.user.id }]);
    expect(await mailsTo(test, lost.user.email)).toHaveLength(2);
    await expect(resetFactor(test, [lost.user.email])).rejects.toThrow('no tiene la verificación en dos pasos');
    await expect(resetFactor(test, ['nadie@ejemplo.cl'])).rejects.toThrow('no tiene una cuenta');
    await expect(resetFactor(test, [])).rejects.toThrow('Falta el correo');
  });
});

describe('other ways to sign in', () => {
  it('Google sign-in asks for the factor too', async () => {
    const issuer = await startGoogleIssuer(() => test.clock.time);
    const shop = await buildTestApp({ ports: { identity: createGoogleIdentity(issuer) } });
    try {
      const google = async () => {
        const { nonce } = (await get(shop, '/api/auth/google-nonce')).json<{ nonce: string }>();
        const credential = await issuer.token({ nonce });
        return shop.app.inject({ method: 'POST', url: '/api/auth/login_with_google', payload: { credential } });
      };
      expect((await google()).json()).toHaveProperty('access_token');
      const users = shop.ports.db.read.selectFrom('users').selectAll().where('google_sub', 'is not', null);
      const user = await users.executeTakeFirstOrThrow();
      await shop.ports.db.withTx(async (tx) =>
        tx.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute(),
      );
      const { secret } = await enrol(shop, await signIn(shop, { ...user, role: 'admin' }));
      const answer = await google();
      expect(Object.keys(answer.json<object>())).toEqual(['challenge']);
      const payload = { ...answer.json<{ challenge: string }>(), code: codeAt(secret, shop.clock.time) };
      const entered = await shop.app.inject({ method: 'POST', url: '/api/auth/second_factor', payload });
      expect(entered.json()).toHaveProperty('access_token');
    } finally {
      await shop.close();
      await issuer.close();
    }
  });

  it('a restore reactivates no used code or removed passkey, and keeps all factors and passkeys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cuentos-factor-'));
    try {
      const file = join(folder, 'copia.tar.gz');
      const shop = { config: test.config, ports: test.ports, services: test.services } as Shop;
      const used = await addEnrolledAdmin(test);
      const late = await addReader(test, { role: 'admin', withPassword: true });
      const removed = await addPasskey(test, late);
      await backup(shop, [file]);
      const id = (await passkeysOf(test, late))[0]?.id ?? '';
      expect((await send('DELETE', `${PASSKEYS_URL}/${id}`, late)).statusCode).toBe(204);
      const added = await addPasskey(test, late);
      await enrol(test, late);
      const spent = { code: used.codes[0] ?? '' };
      expect((await send('POST', `${FACTOR_URL}/confirm`, used, spent)).statusCode).toBe(204);
      await restore(shop, [file, '--replace'], 300);
      expect(refusal(await enterWith(test, removed)).code).toBe('passkey_unknown');
      expect((await enterWith(test, added)).statusCode).toBe(200);
      const { challenge } = (await login(test, { username: used.user.email })).json<{ challenge: string }>();
      const enter = async (code = '') =>
        test.app.inject({ method: 'POST', url: '/api/auth/second_factor', payload: { challenge, code } });
      expect(refusal(await enter(spent.code)).code).toBe('second_factor_wrong');
      expect((await enter(used.codes[1])).statusCode).toBe(200);
      expect((await login(test, { username: late.user.email })).json()).toHaveProperty('challenge');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
