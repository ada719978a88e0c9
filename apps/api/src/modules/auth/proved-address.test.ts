import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import { addBareEdition, addBook, addPart, addReader, type SignedIn, wipe } from '../../testing/fixtures.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../testing/mails.ts';
import { asProved } from '../../platform/proved-address.ts';
import { joinNews } from '../site/service.ts';
import { entryCodeSteps } from './testing/entry-code-steps.ts';

let test: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
  admin = await addReader(test, { role: 'admin' });
});
afterAll(async () => test.close());

const OWNER = 'ana.rojas@ejemplo.cl';
const PASSWORD = 'la clave del intruso';
const { asked, enter } = entryCodeSteps(() => test);

interface Maker {
  readonly id: string;
  readonly headers: { readonly authorization: string };
  readonly refreshToken: string;
  /** Cookies of the browser in which the account was created. */
  readonly cookies: Readonly<Record<string, string>>;
}

const send = async (method: 'POST' | 'DELETE' | 'PUT' | 'PATCH', url: string, headers = {}, payload: object = {}) =>
  test.app.inject({ method, url, headers, payload });

/** Registers the owner's address, as a stranger or as the owner herself. */
async function registered(): Promise<Maker> {
  const person = { name: 'Intruso Paz', email: OWNER, password: PASSWORD, confirmPassword: PASSWORD };
  const response = await send('POST', '/api/users/', {}, person);
  expect(response.statusCode, response.body).toBe(201);
  const headers = { authorization: `Bearer ${tokensOf(response).access_token}` };
  const { id } = (await get(test, '/api/users/me', headers)).json<{ id: string }>();
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { id, headers, cookies, refreshToken: tokensOf(response).refresh_token };
}

const userRow = async () =>
  test.ports.db.handle.selectFrom('users').selectAll().where('email', '=', OWNER).executeTakeFirstOrThrow();
const bearer = (response: LightMyRequestResponse) => ({ authorization: `Bearer ${tokensOf(response).access_token}` });
/** Cookies and headers of the browser in which the account was created. */
const inBrowserOf = ({ cookies }: Maker) => ({
  cookies: { ...cookies, 'XSRF-TOKEN': 'abc' },
  headers: { 'x-xsrf-token': 'abc' },
});
const verifyLink = async () =>
  tokenIn(
    (await mailsTo(test, OWNER)).find(({ template }) => template === 'welcome'),
    'verify-email',
  );
const verify = async (token: string, body: object = {}, options: object = {}) =>
  test.app.inject({ method: 'POST', url: '/api/auth/verify-email', payload: { token, ...body }, ...options });

/** A part that is not released yet. */
async function unreleased() {
  const book = await addBook(test);
  const part = await addPart(test, book.id, { releaseAt: TEST_NOW + 864e5 });
  await addBareEdition(test, part.id);
  return part;
}
const canOpen = async (headers: object, partId: string) =>
  (await test.app.inject({ url: `/api/book_part/open/${partId}`, headers: { ...headers } })).statusCode === 200;

describe('a grant to an unproved address', () => {
  it.each(['by the address', 'by the account'])(
    'waits %s until the mailbox proves the address, and the admin sees that',
    async (way) => {
      const maker = await registered();
      const part = await unreleased();
      const answer =
        way === 'by the address'
          ? await send('POST', `/api/admin/early_access/${part.id}`, admin.headers, { emails: [OWNER] })
          : await send('POST', `/api/admin/users/${maker.id}/early_access/${part.id}`, admin.headers, {});
      expect(answer.json()).toEqual(
        way === 'by the address' ? [{ email: OWNER, outcome: 'waiting' }] : { expires_at: null, waits: true },
      );
      expect(await canOpen(maker.headers, part.id)).toBe(false);
      expect((await get(test, '/api/books/user', maker.headers)).body).not.toContain(part.id);
      const response = await get(test, `/api/admin/users/${maker.id}/books_parts`, admin.headers);
      const waiting = [{ user_id: maker.id, book_part_id: part.id, source: 'early_access', waits: true }];
      expect(response.json()).toMatchObject(waiting);
      const listed = async (query = '') => {
        const answer = await get(test, `/api/admin/early_access/0/10${query}`, admin.headers);
        return answer.json<{ waits?: true }[]>();
      };
      expect(await listed()).toMatchObject(waiting);
      expect(await listed(`?q=${encodeURIComponent(OWNER)}`)).toMatchObject(waiting);
      expect(await listed('?q=otracosa')).toEqual([]);

      const mail = (await mailsTo(test, OWNER)).find(({ template }) => template === 'grant-waiting');
      expect((await verify(tokenIn(mail, 'verify-email'), { takes: true })).statusCode).toBe(204);
      const owner = bearer(await enter(await asked(OWNER)));
      expect(await canOpen(owner, part.id)).toBe(true);
      expect((await listed()).map(({ waits }) => waits)).toEqual([undefined]);
      expect(await canOpen(maker.headers, part.id)).toBe(false);
    },
  );

  it('without an end waits as well, does not block a purchase meanwhile, and can be revoked while it waits', async () => {
    const maker = await registered();
    const book = await addBook(test);
    const [part, other] = [await addPart(test, book.id), await addPart(test, book.id)];
    for (const { id } of [part, other]) {
      const answer = await send('POST', `/api/admin/users/${maker.id}/books_parts/${id}`, admin.headers, {});
      expect(answer.json()).toMatchObject({ waits: true });
    }
    const taken = await send('DELETE', `/api/admin/users/${maker.id}/books_parts/${other.id}`, admin.headers);
    expect(taken.statusCode, taken.body).toBe(200);
    await verify(await verifyLink(), {}, inBrowserOf(maker));
    const rows = await test.ports.db.handle.selectFrom('entitlements').select(['user_id', 'part_id']).execute();
    expect(rows).toEqual([{ user_id: maker.id, part_id: part.id }]);
  });
});

describe('the owner of an address that a stranger registered', () => {
  it.each(['a code', 'the link of the greeting', 'a recovery link'])(
    'enters by %s, and nothing of the stranger opens, blocks or names her account',
    async (way) => {
      const maker = await registered();
      await send('PATCH', '/api/users/me', maker.headers, { name: 'Una Grosería' });
      await send('POST', '/api/users/me/data/block', maker.headers);
      expect((await send('POST', '/api/users/me/data/erase', maker.headers)).statusCode).toBe(200);
      expect(await userRow()).toMatchObject({ name: 'Una Grosería' });
      expect([(await userRow()).blocked_at, (await userRow()).erase_at]).not.toContain(null);

      if (way === 'the link of the greeting') {
        const token = await verifyLink();
        expect(refusal(await verify(token))).toMatchObject({ status: 403, code: 'verify_elsewhere' });
        expect((await userRow()).email_verified_at).toBeNull();
        expect((await verify(token, { takes: true })).statusCode).toBe(204);
      }
      if (way === 'a recovery link') {
        await send('POST', '/api/auth/forgot-password', {}, { email: OWNER });
        await sendRecoveries(test);
        const mail = (await mailsTo(test, OWNER)).find(({ template }) => template === 'recover');
        const token = tokenIn(mail, 'recover-password');
        const password = { new_password: 'cordillera azul de noche', confirm_password: 'cordillera azul de noche' };
        expect((await send('POST', '/api/auth/reset-password', {}, { token, ...password })).statusCode).toBe(204);
      }
      const entered = await enter(await asked(OWNER));
      expect(entered.statusCode, entered.body).toBe(200);

      expect(await userRow()).toMatchObject({ id: maker.id, name: 'ana.rojas', blocked_at: null, erase_at: null });
      expect((await get(test, '/api/users/me', maker.headers)).statusCode).toBe(401);
      expect((await refresh(test, maker.refreshToken)).statusCode).toBe(401);
      expect((await login(test, { username: OWNER, password: PASSWORD })).statusCode).toBeGreaterThanOrEqual(400);
      expect((await get(test, '/api/users/me/data/state', bearer(entered))).statusCode).not.toBe(403);
      const requests = await test.ports.db.handle
        .selectFrom('data_requests')
        .select(['kind', 'state', 'outcome'])
        .execute();
      expect(requests).toContainEqual({ kind: 'erasure', state: 'withdrawn', outcome: 'kept' });
      expect(requests).toContainEqual({ kind: 'block', state: 'done', outcome: 'unblocked' });
    },
  );

  it('may be the person who registered: proving the address in that browser changes nothing else', async () => {
    const maker = await registered();
    await send('PATCH', '/api/users/me', maker.headers, { name: 'Ana Rojas Paz' });
    expect((await verify(await verifyLink(), {}, inBrowserOf(maker))).statusCode).toBe(204);
    expect(await userRow()).toMatchObject({ name: 'Ana Rojas Paz', email_verified_at: test.clock.time });
    expect((await get(test, '/api/users/me', maker.headers)).statusCode).toBe(200);
    expect((await login(test, { username: OWNER, password: PASSWORD })).statusCode).toBe(200);
  });

  it('is recognised as that person also by the session alone', async () => {
    const maker = await registered();
    expect((await verify(await verifyLink(), {}, { headers: maker.headers })).statusCode).toBe(204);
    expect((await get(test, '/api/users/me', maker.headers)).statusCode).toBe(200);
  });

  it('keeps the name that the shop gave her when an admin made the account', async () => {
    const newUser = {
      role_id: 'reader',
      name: 'Ana Rojas',
      email: OWNER,
      password: 'clave de la tienda',
      confirmPassword: 'clave de la tienda',
      notify: false,
    };
    const answer = await send('POST', '/api/admin/users', admin.headers, newUser);
    expect(answer.statusCode, answer.body).toBe(201);
    await enter(await asked(OWNER));
    expect(await userRow()).toMatchObject({ name: 'Ana Rojas', password_hash: null });
  });
});

describe('an account with an unproved address', () => {
  it('sees and ends nothing that the address received, agreed to or follows', async () => {
    const book = await addBook(test);
    await addPart(test, book.id);
    await test.ports.db.withTx(async (tx) => joinNews(tx, asProved(OWNER), 1));
    const token = async () =>
      tokenIn(
        (await mailsTo(test, OWNER)).find(({ template }) => template === 'follow-confirm'),
        'newsletter/confirm',
      ).replace(/\.libro$/, '');
    expect((await send('POST', '/api/follows', {}, { email: OWNER, book_id: book.id })).statusCode).toBeLessThan(300);
    const confirmed = await send('POST', '/api/newsletter/confirm', {}, { token: await token() });
    expect(confirmed.statusCode, confirmed.body).toBeLessThan(300);
    await asked(OWNER);

    const maker = await registered();
    const copy = await get(test, '/api/users/me/data', maker.headers);
    const sections = copy.json<{ sections: { key: string; rows: { subject?: string }[] }[] }>().sections;
    const rows = (key: string) => sections.find((section) => section.key === key)?.rows ?? [];
    expect(['mailing_list', 'consents', 'follows', 'recoveries'].flatMap(rows)).toEqual([]);
    expect(rows('mails').map(({ subject }) => subject)).toEqual(['Te damos la bienvenida a Cuentos de Bolsillo']);
    const state = (await get(test, '/api/users/me/data/state', maker.headers)).json<{
      consents: { kind: string }[];
    }>();
    expect(state.consents.map(({ kind }) => kind)).not.toContain('news');
    expect((await get(test, '/api/follows', maker.headers)).json()).toEqual([]);
    await send('DELETE', `/api/follows/${book.id}`, maker.headers);
    const follows = await test.ports.db.handle.selectFrom('follows').select('state').execute();
    expect(follows).toEqual([{ state: 'confirmed' }]);
  });

  it("does not delete mails of the address's owner when it is erased", async () => {
    const maker = await registered();
    await asked(OWNER);
    await test.ports.db.handle.updateTable('users').set({ erase_at: 1 }).where('id', '=', maker.id).execute();
    await test.services.rights.eraseDue(new AbortController().signal);
    expect((await mailsTo(test, OWNER)).map(({ template }) => template)).toEqual(['entry-code']);
  });

  it('is not the account that a letter about its address is applied to', async () => {
    await registered();
    const letter = { kind: 'erasure', person: OWNER, asked_on: '2026-11-17', note: '' };
    const answer = await send('POST', '/api/admin/data_requests', admin.headers, letter);
    expect(answer.json()).toMatchObject({ user_id: null, can_carry_out: false });
  });
});

it('an account proved by its owner is entered by code from anywhere, and is not changed', async () => {
  const maker = await registered();
  await verify(await verifyLink(), {}, inBrowserOf(maker));
  await enter(await asked(OWNER));
  expect((await get(test, '/api/users/me', maker.headers)).statusCode).toBe(200);
  expect(await userRow()).toMatchObject({ name: 'Intruso Paz' });
});

it('the owner of the address gets no notices that were mailed to the person who created the account', async () => {
  const maker = await registered();
  const notice = { user_id: maker.id, kind: 'terms', version: 3, told_at: 7 } as const;
  await test.ports.db.handle.insertInto('legal_notices').values(notice).execute();
  await enter(await asked(OWNER));
  expect(await test.ports.db.read.selectFrom('legal_notices').selectAll().execute()).toEqual([]);
});
