import type { DataState } from '@cuentos/contract/personal-data';
import { asProved } from '../../platform/proved-address.ts';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_NOW, type TestApp, buildTestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal, tokensOf } from '../../testing/calls.ts';
import {
  addBareEdition,
  addBook,
  addPart,
  addReader,
  addUser,
  give,
  type SignedIn,
  signIn,
  TEST_PASSWORD,
} from '../../testing/fixtures.ts';
import { mailsTo, tokenIn } from '../../testing/mails.ts';
import { updateUser } from '../auth/service.ts';
import { countToTell } from '../follows/repository.ts';
import { partGrantedMail, queueMail, sessionClosedMail } from '../mail/service.ts';
import { joinNews, knownSubscriber, saveFollow } from '../site/service.ts';

const { signal } = new AbortController();
const WEEK = 7 * DAY_MS;

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const post = async (url: string, caller: SignedIn | null, payload: object = {}) =>
  test.app.inject({ method: 'POST', url, headers: { ...caller?.headers }, payload });
const data = (path: string) => `/api/users/me/data/${path}`;
const erase = async (caller: SignedIn, current_password?: string) =>
  post(data('erase'), caller, current_password === undefined ? {} : { current_password });
const stateOf = async (caller: SignedIn) => (await get(test, data('state'), caller.headers)).json<DataState>();
const templatesTo = async (caller: SignedIn) =>
  (await mailsTo(test, caller.user.email)).map(({ template }) => template).toSorted();
const linkOf = async (caller: SignedIn) => tokenIn((await mailsTo(test, caller.user.email)).at(-1), 'keep-account');
const isThere = async ({ user }: SignedIn) =>
  (await test.ports.db.read.selectFrom('users').select('erased_at').where('id', '=', user.id).executeTakeFirstOrThrow())
    .erased_at === null;
const prove = async ({ user }: SignedIn, now = TEST_NOW) =>
  test.ports.db.withTx(async (tx) => updateUser(tx, user.id, { email_verified_at: now, updated_at: now }));

describe('erasing the own account', () => {
  it('names the day, mails the undo link, ends other sessions, and keeps the day when it is requested again', async () => {
    const reader = await addReader(test);
    const elsewhere = await signIn(test, reader.user);
    const response = await erase(reader);
    expect(response.json<DataState>().erase_at).toBe(new Date(TEST_NOW + WEEK).toISOString());
    expect(await templatesTo(reader)).toEqual(['erasure-asked']);
    const [mail] = await mailsTo(test, reader.user.email);
    expect(mail?.subject).toBe('Tu cuenta se borra el 25/11/2026 12:00');
    expect(refusal(await get(test, '/api/users/me', elsewhere.headers))).toMatchObject({
      code: 'invalid_user_session',
    });
    test.clock.time += HOUR_MS / 6;
    expect((await erase(reader)).json<DataState>().erase_at).toBe(new Date(TEST_NOW + WEEK).toISOString());
    expect(await templatesTo(reader)).toEqual(['erasure-asked']);
  });

  it('ends a change of the address that is under way, since its link could take the account along', async () => {
    const reader = await addReader(test);
    const change = {
      user_id: reader.user.id,
      purpose: 'change-email',
      token_hash: 'x',
      email: 'otra@ejemplo.cl',
    } as const;
    await test.ports.db.handle
      .insertInto('account_tokens')
      .values({ ...change, created_at: TEST_NOW, expires_at: TEST_NOW + DAY_MS })
      .execute();
    expect((await erase(reader)).statusCode).toBe(200);
    const purposes = await test.ports.db.read.selectFrom('account_tokens').select('purpose').execute();
    expect(purposes).toEqual([{ purpose: 'keep-account' }]);
  });

  it('asks for the password when the sign-in is not recent, and counts wrong ones', async () => {
    const user = await addUser(test, { withPassword: true });
    const reader = { user, headers: {}, tokens: tokensOf(await login(test, { username: user.email })) };
    test.clock.time += HOUR_MS;
    const renewed = tokensOf(await refresh(test, reader.tokens.refresh_token));
    const later = { ...reader, headers: { authorization: `Bearer ${renewed.access_token}` } } as SignedIn;
    expect(refusal(await erase(later))).toMatchObject({ status: 403, code: 'reauth_required' });
    expect(refusal(await erase(later, 'no-es-esta'))).toMatchObject({
      code: 'reauth_required',
      fields: { current_password: expect.any(String) },
    });
    expect((await stateOf(later)).erase_at).toBeNull();
    expect((await erase(later, TEST_PASSWORD)).statusCode).toBe(200);
  });

  it('leaves only the undo and the copy of data open meanwhile, also after a new sign-in', async () => {
    const reader = await addReader(test);
    await erase(reader);
    const again = await signIn(test, reader.user);
    for (const url of ['/api/users/me', '/api/orders', '/api/user_book_parts/', '/api/users/me/sessions']) {
      expect(refusal(await get(test, url, again.headers)), url).toMatchObject({ status: 409, code: 'account_leaving' });
    }
    expect(refusal(await post(data('block'), again))).toMatchObject({ code: 'account_leaving' });
    expect((await get(test, '/api/users/me/data', again.headers)).statusCode).toBe(200);
    // The public pages stay open.
    expect((await get(test, '/api/books/', again.headers)).statusCode).toBe(200);
    expect((await post(data('keep'), again)).json<DataState>().erase_at).toBeNull();
    expect((await get(test, '/api/users/me', again.headers)).statusCode).toBe(200);
    expect(await templatesTo(reader)).toEqual(['account-kept', 'erasure-asked']);
    test.clock.time += 2 * WEEK;
    await test.services.rights.eraseDue(signal);
    expect(await isThere(reader)).toBe(true);
  });

  it('is undone by the mailed link, once; opening the page changes nothing', async () => {
    const reader = await addReader(test);
    await erase(reader);
    const token = await linkOf(reader);
    await get(test, `/keep-account/${token}`);
    await get(test, `/api/auth/keep-account?token=${token}`);
    expect((await stateOf(reader)).erase_at).not.toBeNull();
    expect((await post('/api/auth/keep-account', null, { token })).statusCode).toBe(204);
    expect((await stateOf(reader)).erase_at).toBeNull();
    expect(refusal(await post('/api/auth/keep-account', null, { token }))).toMatchObject({
      code: 'account_link_invalid',
    });
    // The link of an earlier request is not valid for a later one.
    await erase(reader);
    expect(refusal(await post('/api/auth/keep-account', null, { token }))).toMatchObject({
      code: 'account_link_invalid',
    });
    expect((await stateOf(reader)).erase_at).not.toBeNull();
  });

  it('cannot be undone once it is due, even if the job has not run yet', async () => {
    const reader = await addReader(test);
    await erase(reader);
    const token = await linkOf(reader);
    test.clock.time += WEEK;
    const late = await signIn(test, reader.user);
    expect(refusal(await post(data('keep'), late))).toMatchObject({ code: 'account_erased' });
    expect(refusal(await post('/api/auth/keep-account', null, { token }))).toMatchObject({
      code: 'account_link_invalid',
    });
    await test.services.rights.eraseDue(signal);
    expect(await isThere(reader)).toBe(false);
  });

  it('happens on its day even if the shop closed the account meanwhile, without delaying other accounts', async () => {
    const admin = await addReader(test, { role: 'admin' });
    const closed = await Promise.all(Array.from({ length: 20 }, async () => addReader(test)));
    for (const reader of closed) await erase(reader);
    test.clock.time += 1;
    const [other, kept] = [await addReader(test), await addReader(test)];
    for (const reader of [other, kept]) await erase(reader);
    for (const { user } of [...closed, kept]) {
      const url = `/api/admin/users/${user.id}`;
      expect((await test.app.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode).toBe(200);
    }
    // The mailed undo link is still valid; the account stays closed.
    expect((await post('/api/auth/keep-account', null, { token: await linkOf(kept) })).statusCode).toBe(204);
    test.clock.time += WEEK;
    await test.services.rights.eraseDue(signal);
    await test.services.rights.eraseDue(signal);
    const left = await test.ports.db.read.selectFrom('users').selectAll().where('erased_at', 'is', null).execute();
    expect(new Map(left.map(({ id, deleted_at }) => [id, deleted_at === null]))).toEqual(
      new Map([
        [admin.user.id, true],
        [kept.user.id, false],
      ]),
    );
    const open = await test.ports.db.read.selectFrom('data_requests').select('state').execute();
    expect(new Set(open.map(({ state }) => state))).toEqual(new Set(['done', 'withdrawn']));
  });

  it('is refused for the last admin', async () => {
    const admin = await addReader(test, { role: 'admin' });
    await addUser(test, { role: 'admin', deleted_at: 1 });
    expect(refusal(await erase(admin))).toMatchObject({ status: 409, code: 'last_admin' });
    const second = await addReader(test, { role: 'admin' });
    expect((await erase(admin)).statusCode).toBe(200);
    // The remaining admin is now the last one.
    expect(refusal(await erase(second))).toMatchObject({ code: 'last_admin' });
  });

  it('leaves a row that no admin can restore as a deleted account', async () => {
    const admin = await addReader(test, { role: 'admin' });
    const reader = await addReader(test);
    await erase(reader);
    test.clock.time += WEEK;
    await test.services.rights.eraseDue(signal);
    const jefa = await signIn(test, admin.user);
    expect((await get(test, '/api/admin/users/deleted', jefa.headers)).json()).toEqual([]);
    const restored = await post(`/api/admin/users/${reader.user.id}/restore`, jefa);
    expect(refusal(restored)).toMatchObject({ code: 'user_not_found' });
    // A mail that is queued later has no address to go to.
    const { from } = { from: test.services.shop.sender };
    const row = await test.ports.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', reader.user.id)
      .executeTakeFirstOrThrow();
    const content = sessionClosedMail({ from, name: row.name, at: 0 });
    await test.ports.db.withTx(async (tx) => queueMail(tx, row.email, 'late', content, TEST_NOW));
    expect(await mailsTo(test, row.email)).toEqual([]);
  });
});

describe('blocking the own account', () => {
  it('stops mails and statistics, not own actions, security mails and reading, and can be undone', async () => {
    const reader = await addReader(test);
    await prove(reader);
    const book = await addBook(test);
    const part = await addPart(test, book.id);
    await addBareEdition(test, part.id);
    await give(test, reader.user.id, part.id);
    const { db } = test.ports;
    await db.withTx(async (tx) => {
      await joinNews(tx, asProved(reader.user.email), 1);
      await tx
        .insertInto('deliveries')
        .values({ user_id: reader.user.id, part_id: part.id, first_at: TEST_NOW })
        .execute();
    });
    const admin = await addReader(test, { role: 'admin' });
    const audience = async () =>
      (await get(test, '/api/admin/announcements/audiences', admin.headers)).json<{ news: number }>().news;
    const readers = async () =>
      (await get(test, '/api/admin/stats?from=2026-11-18&to=2026-11-18', admin.headers))
        .json<{ figures: { key: string; value: number }[] }>()
        .figures.find(({ key }) => key === 'readers')?.value;
    expect([await audience(), await readers()]).toEqual([1, 1]);
    const blocked = (await post(data('block'), reader)).json<DataState>();
    expect(blocked.blocked_at).toBe(new Date(TEST_NOW).toISOString());
    expect([await audience(), await readers()]).toEqual([0, 0]);
    await db.withTx(async (tx) => {
      await tx
        .updateTable('releases')
        .set({ told_at: null, opened_at: TEST_NOW + 1 })
        .execute();
    });
    await test.services.releases.tell(signal);
    const { sender: from } = test.services.shop;
    const granted = partGrantedMail({
      from,
      name: 'x',
      part: { name: 'Uno', bookName: 'El faro', id: part.id },
    } as never);
    await db.withTx(async (tx) => {
      await queueMail(tx, reader.user.email, 'granted', granted, TEST_NOW);
      await queueMail(tx, reader.user.email, 'safety', sessionClosedMail({ from, name: 'x', at: 0 }), TEST_NOW);
    });
    expect(await templatesTo(reader)).toEqual(['data-blocked', 'session-closed']);
    const library = await get(test, '/api/user_book_parts/', reader.headers);
    expect(library.json<{ user_book_parts: unknown[] }>().user_book_parts).toHaveLength(1);
    // A second request keeps the time of the first.
    test.clock.time += 1000;
    expect((await post(data('block'), reader)).json<DataState>().blocked_at).toBe(blocked.blocked_at);
    expect((await post(data('unblock'), reader)).json<DataState>().blocked_at).toBeNull();
    expect([await audience(), await readers()]).toEqual([1, 1]);
  });
});

describe('an unproved address', () => {
  it.each(['block', 'erase'])(
    "still gets the mails that its owner asked for after the account's %s",
    async (action) => {
      const stranger = await addReader(test);
      const book = await addBook(test);
      const part = await addPart(test, book.id);
      const { db } = test.ports;
      await db.withTx(async (tx) => joinNews(tx, asProved(stranger.user.email), 1));
      expect((await post(data(action), stranger)).statusCode).toBe(200);
      const admin = await addReader(test, { role: 'admin' });
      const heard = async () => {
        const audiences = await get(test, '/api/admin/announcements/audiences', admin.headers);
        const release = { partId: part.id, bookId: book.id, releaseAt: 2, until: TEST_NOW, isNews: true };
        return [audiences.json<{ news: number }>().news, await countToTell(db.read, release)];
      };
      expect(await heard()).toEqual([1, 1]);
      await prove(stranger);
      expect(await heard()).toEqual([0, 0]);
    },
  );
});

describe('the consents of a person', () => {
  it('are listed with their days, and ended and given again by one call each, with proofs', async () => {
    const reader = await addReader(test);
    await prove(reader);
    const book = await addBook(test, { name: 'El faro' });
    const { db } = test.ports;
    const put = async (method: 'POST' | 'DELETE') =>
      (await test.app.inject({ method, url: data('news'), headers: reader.headers })).json<DataState>();
    await db.withTx(async (tx) => {
      const { id } = await knownSubscriber(tx, reader.user.email, 1);
      const follow = { user_id: reader.user.id, confirm_hash: null, confirm_expires_at: null, created_at: 1 };
      await saveFollow(tx, { subscriber_id: id, book_id: book.id, state: 'confirmed', confirmed_at: 5, ...follow });
      await tx
        .insertInto('legal_notices')
        .values({ user_id: reader.user.id, kind: 'terms', version: 3, told_at: 7 })
        .execute();
    });
    const consents = ['follow El faro 1970-01-01T00:00:00.005Z', 'terms 3 1970-01-01T00:00:00.007Z'];
    const listed = ({ consents }: DataState) =>
      consents.map(({ kind, book_name, version, at }) => `${kind} ${book_name ?? version} ${at}`);
    expect(listed(await stateOf(reader))).toEqual(consents);
    const since = `news null ${new Date(TEST_NOW).toISOString()}`;
    expect(listed(await put('POST'))).toEqual([since, ...consents]);
    test.clock.time += 1;
    expect(listed(await put('POST'))).toEqual([since, ...consents]);
    // Followed books are not affected.
    expect(listed(await put('DELETE'))).toEqual(consents);
    expect(listed(await put('DELETE'))).toEqual(consents);
    const proofs = await db.read.selectFrom('consent_records').select(['action', 'method']).orderBy('id').execute();
    expect(proofs).toEqual([
      { action: 'confirmed', method: 'account' },
      { action: 'unsubscribed', method: 'account' },
    ]);
  });

  it('add no unproved address to the mailing list', async () => {
    const reader = await addReader(test);
    expect(refusal(await post(data('news'), reader))).toMatchObject({ status: 409, code: 'email_unproved' });
    expect(await test.ports.db.read.selectFrom('mailing_list').select('id').execute()).toEqual([]);
  });
});
