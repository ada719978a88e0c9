import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asProved } from '../../platform/proved-address.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal } from '../../testing/calls.ts';
import { addBook, addReader, addUser, type SignedIn, signIn, TEST_PASSWORD } from '../../testing/fixtures.ts';
import { mailsTo, tokenIn } from '../../testing/mails.ts';
import { joinNews, knownSubscriber, saveFollow } from '../site/service.ts';
import { updateSubscriber } from '../site/repository.ts';
import { newLinkToken } from '../../platform/link-token.ts';
import { saveToken } from './token-repository.ts';
import { updateUser } from './repository.ts';
import { enrol } from './testing/second-factor-fixture.ts';
import { addPasskey, enterWith } from './testing/software-authenticator.ts';

const OLD = 'antes@ejemplo.cl';
const NEW = 'despues@ejemplo.cl';
const gone = { status: 400, code: 'account_link_invalid' };

let test: TestApp;
let reader: SignedIn;
beforeEach(async () => {
  test = await buildTestApp();
  const user = await addUser(test, { email: OLD, withPassword: true });
  await test.ports.db.withTx(async (tx) => updateUser(tx, user.id, { email_verified_at: 1, updated_at: 1 }));
  reader = await signIn(test, user);
});
afterEach(async () => test.close());

const post = async (url: string, payload: object, caller?: SignedIn) =>
  test.app.inject({ method: 'POST', url, headers: { ...caller?.headers }, payload });
const ask = async (email: string, caller = reader, more: object = {}) =>
  post('/api/users/me/email', { email, ...more }, caller);
/** Opens the link where the account is signed in; null stands for a browser that is signed in to no account. */
const confirm = async (token: string, caller: SignedIn | null = reader) =>
  post('/api/auth/change-email', { token }, caller ?? undefined);
const undo = async (token: string) => post('/api/auth/undo-email', { token });
const linkAt = async (email: string, screen: string) => {
  const mails = await mailsTo(test, email);
  return tokenIn(
    mails.findLast(({ text }) => text.includes(`/${screen}/`)),
    screen,
  );
};
const register = async (email: string) => {
  const password = 'cordillera azul de noche';
  return post('/api/users/', { name: 'Otra persona', email, password, confirmPassword: password });
};
const enterByCode = async (email: string) => {
  const response = await post('/api/auth/entry_code', { email });
  const mail = (await mailsTo(test, email)).find(({ template }) => template === 'entry-code');
  const request = response.cookies.find(({ name }) => name.endsWith('entry-request'))?.value ?? '';
  return test.app.inject({
    method: 'POST',
    url: '/api/auth/entry_code/enter',
    payload: { email, code: /^\d{6}$/m.exec(mail?.text ?? '')?.[0] },
    cookies: { 'XSRF-TOKEN': 'abc', 'entry-request': request },
    headers: { 'x-xsrf-token': 'abc' },
  });
};
const factors = async () => test.ports.db.read.selectFrom('second_factors').select('user_id').execute();
const emailOf = async (caller = reader) =>
  (await test.ports.db.read.selectFrom('users').selectAll().where('id', '=', caller.user.id).executeTakeFirstOrThrow())
    .email;

it('the account gets the new address once its link is opened, the old address is told, and what a stranger opened at the new one ends', async () => {
  await post('/api/auth/forgot-password', { email: OLD });
  await test.services.passwords.sendRecoveries(new AbortController().signal);
  const recovery = await linkAt(OLD, 'recover-password');
  await test.ports.db.withTx(async (tx) => joinNews(tx, asProved(OLD), 1));
  expect((await ask(NEW)).statusCode).toBe(204);
  expect(await emailOf()).toBe(OLD);
  const token = await linkAt(NEW, 'change-email');
  await get(test, `/change-email/${token}`);
  expect(await emailOf()).toBe(OLD);
  expect((await confirm(token)).statusCode).toBe(204);
  expect(await emailOf()).toBe(NEW);
  expect(refusal(await confirm(token))).toMatchObject(gone);
  // The session continues under the new address, which later tokens name.
  expect((await get(test, '/api/users/me', reader.headers)).json()).toMatchObject({ email: NEW, email_verified: true });
  expect((await mailsTo(test, OLD)).map(({ template }) => template).toSorted()).toEqual(['email-changed', 'recover']);
  expect(refusal(await post('/api/auth/reset-password/check', { token: recovery }))).toMatchObject({ status: 400 });
  expect((await login(test, { username: OLD })).statusCode).toBe(401);
  expect((await login(test, { username: NEW })).statusCode).toBe(200);
  const list = await test.ports.db.read
    .selectFrom('mailing_list')
    .select(['email', 'state'])
    .orderBy('email')
    .execute();
  expect(list).toEqual([
    { email: OLD, state: 'none' },
    { email: NEW, state: 'confirmed' },
  ]);
  const texts = await test.ports.db.read.selectFrom('users').select('search_text').execute();
  expect(JSON.stringify(texts)).toContain('despues');
  expect(JSON.stringify(texts)).not.toContain('antes');
  const audits = await test.ports.db.read.selectFrom('audit_log').select(['actor_id', 'action', 'subject']).execute();
  const { id } = reader.user;
  expect(audits).toContainEqual({ actor_id: id, action: 'account.email_changed', subject: id });
});

it("the address does not change from another browser: reading the mailbox does not confirm a stranger's request", async () => {
  const elsewhere = { status: 403, code: 'email_change_elsewhere' };
  // The attacker requests the change; the owner of the mailbox clicks in a browser that is signed out or signed in
  // elsewhere.
  await ask(NEW);
  const token = await linkAt(NEW, 'change-email');
  const other = await addReader(test, { email: 'victima@ejemplo.cl' });
  for (const caller of [null, other]) expect(refusal(await confirm(token, caller))).toMatchObject(elsewhere);
  expect(await emailOf()).toBe(OLD);
  expect(await mailsTo(test, OLD)).toEqual([]);
  // The owner of the mailbox gets an account of her own by an entry code; then the link is invalid.
  expect((await enterByCode(NEW)).statusCode).toBe(200);
  expect(refusal(await confirm(token))).toMatchObject(gone);

  // The refused tries did not use up the link: the person who requested it can open it in a browser known to the
  // account.
  await ask('propia@ejemplo.cl');
  const own = await linkAt('propia@ejemplo.cl', 'change-email');
  expect(refusal(await confirm(own, null))).toMatchObject(elsewhere);
  const { cookies } = await login(test, { username: OLD });
  const device = cookies.find(({ name }) => name.includes('device-'));
  const inKnownBrowser = await test.app.inject({
    method: 'POST',
    url: '/api/auth/change-email',
    payload: { token: own },
    cookies: { [device?.name ?? '']: device?.value ?? '', 'XSRF-TOKEN': 'abc' },
    headers: { 'x-xsrf-token': 'abc' },
  });
  expect(inKnownBrowser.statusCode).toBe(204);
  expect(await emailOf()).toBe('propia@ejemplo.cl');
});

it('the request does not reveal whether an address is taken: same answer, one mail, to its owner', async () => {
  await addReader(test, { email: 'ocupada@ejemplo.cl' });
  const [free, taken] = [await ask(NEW), await ask('ocupada@ejemplo.cl')];
  expect([free.statusCode, free.body]).toEqual([taken.statusCode, taken.body]);
  expect(await mailsTo(test, 'ocupada@ejemplo.cl')).toMatchObject([{ template: 'email-taken' }]);
  const state = await get(test, '/api/users/me/data/state', reader.headers);
  expect(state.json()).toMatchObject({ email: OLD, new_email: 'ocupada@ejemplo.cl' });
  expect(refusal(await ask(OLD))).toMatchObject({ status: 409, code: 'email_same' });
});

it('the link is refused if another account took the address meanwhile, and after a day', async () => {
  await ask(NEW);
  const token = await linkAt(NEW, 'change-email');
  const rival = await addReader(test, { email: NEW });
  expect(refusal(await confirm(token))).toMatchObject(gone);
  expect([await emailOf(), await emailOf(rival)]).toEqual([OLD, NEW]);
  await ask('otra@ejemplo.cl');
  const other = await linkAt('otra@ejemplo.cl', 'change-email');
  test.clock.time += DAY_MS;
  expect(refusal(await confirm(other))).toMatchObject(gone);
  expect(await emailOf()).toBe(OLD);
});

it('the request needs the password when the sign-in is not recent, and is limited per hour', async () => {
  test.clock.time += HOUR_MS;
  const { tokens } = reader;
  const renewed = (await refresh(test, tokens.refresh_token)).json<{ access_token: string }>();
  const later = { ...reader, headers: { authorization: `Bearer ${renewed.access_token}` } };
  expect(refusal(await ask(NEW, later))).toMatchObject({ status: 403, code: 'reauth_required' });
  expect(await mailsTo(test, NEW)).toEqual([]);
  expect((await ask(NEW, later, { current_password: TEST_PASSWORD })).statusCode).toBe(204);
  for (let time = 0; time < 4; time += 1)
    await ask(`nueva${time}@ejemplo.cl`, later, { current_password: TEST_PASSWORD });
  expect(refusal(await ask('una-mas@ejemplo.cl', later, { current_password: TEST_PASSWORD }))).toMatchObject({
    code: 'too_many_requests',
  });
});

it('the old address can undo the change within a week: the account is back, and only that mailbox opens it', async () => {
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  const link = await linkAt(OLD, 'undo-email');
  // The thief adds a passkey, sets a password, and requests the erasure of the account.
  const key = await addPasskey(test, reader);
  await post('/api/auth/update-password', { password: 'la-del-ladron-larga' }, reader);
  await post('/api/users/me/data/erase', {}, reader);
  test.clock.time += 6 * DAY_MS;
  expect((await undo(link)).statusCode).toBe(204);
  expect(await emailOf()).toBe(OLD);
  expect((await mailsTo(test, NEW)).at(-1)).toMatchObject({ template: 'email-returned' });
  expect(refusal(await undo(link))).toMatchObject(gone);
  expect((await refresh(test, reader.tokens.refresh_token)).statusCode).toBe(401);
  expect((await login(test, { username: OLD, password: 'la-del-ladron-larga' })).statusCode).toBe(401);
  expect(refusal(await enterWith(test, key)).code).toBe('passkey_unknown');
  test.clock.time += 2 * DAY_MS;
  await test.services.rights.eraseDue(new AbortController().signal);
  const [row] = await test.ports.db.read.selectFrom('users').selectAll().where('id', '=', reader.user.id).execute();
  expect(row).toMatchObject({ email: OLD, erased_at: null, erase_at: null, password_hash: null });
});

it.each([
  ['keeps a second factor that was there before the change was asked for', 'before', 1],
  ['takes a second factor away that came after it: whoever turned it on would keep the owner out', 'after', 0],
] as const)('undone, %s', async (_what, when, left) => {
  await test.ports.db.withTx(async (tx) => updateUser(tx, reader.user.id, { role: 'writter' }));
  const writer = await signIn(test, reader.user);
  if (when === 'before') await enrol(test, writer);
  await ask(NEW, writer);
  if (when === 'after') await enrol(test, writer);
  await confirm(await linkAt(NEW, 'change-email'), writer);
  expect(await factors()).toHaveLength(1);
  await undo(await linkAt(OLD, 'undo-email'));
  expect(await emailOf()).toBe(OLD);
  expect(await factors()).toHaveLength(left);
});

it('the old address is reserved for its account while the change can be undone', async () => {
  const rival = await addUser(test, { email: 'rival@ejemplo.cl' });
  const admin = await addReader(test, { role: 'admin' });
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  const link = await linkAt(OLD, 'undo-email');

  const registered = await register(OLD);
  expect(refusal(registered)).toMatchObject({ status: 409, code: 'email_taken' });
  const user = { name: 'Otra persona', email: OLD, password: 'cordillera azul de noche', role_id: 'reader' };
  const form = { ...user, confirmPassword: user.password };
  expect(refusal(await post('/api/admin/users', form, admin))).toMatchObject({
    code: 'email_taken',
  });
  const changed = await test.app.inject({
    method: 'PUT',
    url: `/api/admin/users/${rival.id}`,
    headers: admin.headers,
    payload: { email: OLD },
  });
  expect(refusal(changed)).toMatchObject({ code: 'email_taken' });
  const rivalSession = await signIn(test, rival);
  await ask(OLD, rivalSession);
  expect(refusal(await confirm(await linkAt(OLD, 'change-email'), rivalSession))).toMatchObject(gone);
  // The owner of the old mailbox is told about the undo link and gets no second, empty account.
  expect(refusal(await enterByCode(OLD))).toMatchObject({ status: 409, code: 'email_moved' });

  expect((await undo(link)).statusCode).toBe(204);
  expect(await emailOf()).toBe(OLD);
});

it('the old address is free after a week', async () => {
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  test.clock.time += 7 * DAY_MS;
  expect((await register(OLD)).statusCode).toBe(201);
});

it('an unproved old address cannot undo: a typing error hands the account to no stranger', async () => {
  const slip = await addReader(test, { email: 'ajena@ejemplo.cl' });
  await ask(NEW, slip);
  expect((await confirm(await linkAt(NEW, 'change-email'), slip)).statusCode).toBe(204);
  expect(await emailOf(slip)).toBe(NEW);
  expect(await mailsTo(test, 'ajena@ejemplo.cl')).toEqual([]);
  expect((await addReader(test, { email: 'ajena@ejemplo.cl' })).user.email).toBe('ajena@ejemplo.cl');
});

describe('subscriptions when the address changes', () => {
  const none = { user_id: null, confirm_hash: null, confirm_expires_at: null, confirmed_at: null, created_at: 1 };
  const set = async (email: string, state: 'confirmed' | 'unsubscribed', books: Record<string, 'left' | 'confirmed'>) =>
    test.ports.db.withTx(async (tx) => {
      await joinNews(tx, asProved(email), 1);
      const { id } = await knownSubscriber(tx, email, 1);
      await updateSubscriber(tx, id, { state });
      for (const [book_id, follow] of Object.entries(books))
        await saveFollow(tx, { ...none, subscriber_id: id, book_id, state: follow });
    });
  const list = async () => {
    const rows = await test.ports.db.read.selectFrom('mailing_list').select(['email', 'state']).execute();
    return Object.fromEntries(rows.map(({ email, state }) => [email, state]));
  };
  const leftAt = async (email: string) => {
    const rows = await test.ports.db.read
      .selectFrom('follows')
      .innerJoin('mailing_list', 'mailing_list.id', 'follows.subscriber_id')
      .select(['book_id', 'follows.state'])
      .where('email', '=', email)
      .execute();
    return Object.fromEntries(rows.map(({ book_id, state }) => [book_id, state]));
  };
  const move = async () => {
    await ask(NEW);
    await confirm(await linkAt(NEW, 'change-email'));
  };
  const back = async () => {
    test.clock.time += HOUR_MS;
    expect((await undo(await linkAt(OLD, 'undo-email'))).statusCode).toBe(204);
    reader = await signIn(test, reader.user);
  };

  it('keep books unfollowed that were unfollowed before, at the new address', async () => {
    const [first, second] = [(await addBook(test)).id, (await addBook(test)).id];
    await set(OLD, 'unsubscribed', { [first]: 'left', [second]: 'left' });
    await move();
    expect(await list()).toEqual({ [OLD]: 'unsubscribed', [NEW]: 'unsubscribed' });
    expect(await leftAt(NEW)).toEqual({ [first]: 'left', [second]: 'left' });
  });

  it('keep the books that the new address itself agreed to', async () => {
    const [first, second] = [(await addBook(test)).id, (await addBook(test)).id];
    await set(OLD, 'unsubscribed', { [first]: 'left', [second]: 'left' });
    await set(NEW, 'confirmed', { [first]: 'confirmed' });
    await move();
    expect(await list()).toEqual({ [OLD]: 'unsubscribed', [NEW]: 'confirmed' });
    expect(await leftAt(NEW)).toEqual({ [first]: 'confirmed', [second]: 'left' });
  });

  it('return with the account when the change is undone', async () => {
    await set(OLD, 'confirmed', {});
    await move();
    expect(await list()).toEqual({ [OLD]: 'none', [NEW]: 'confirmed' });
    await back();
    expect(await list()).toEqual({ [OLD]: 'confirmed', [NEW]: 'none' });
  });

  it('stay with the other address that had them, and stay cancelled if it cancelled them meanwhile', async () => {
    await set(NEW, 'confirmed', {});
    // The list knows the old address, which has agreed to nothing.
    await test.ports.db.withTx(async (tx) => knownSubscriber(tx, OLD, 1));
    await move();
    await back();
    expect(await list()).toEqual({ [OLD]: 'none', [NEW]: 'confirmed' });
    await set(OLD, 'confirmed', {});
    await move();
    await back();
    expect(await list()).toEqual({ [OLD]: 'confirmed', [NEW]: 'confirmed' });
    await move();
    await test.ports.db.withTx(async (tx) => {
      const { id } = await knownSubscriber(tx, NEW, 1);
      await updateSubscriber(tx, id, { state: 'unsubscribed' });
    });
    await back();
    expect(await list()).toEqual({ [OLD]: 'none', [NEW]: 'unsubscribed' });
  });
});

it('a pending change is dropped by a new password and by a recovery', async () => {
  await ask(NEW);
  const first = await linkAt(NEW, 'change-email');
  await post('/api/auth/update-password', { password: 'cordillera azul de noche' }, reader);
  expect(refusal(await confirm(first))).toMatchObject(gone);
  await ask(NEW);
  const second = await linkAt(NEW, 'change-email');
  await post('/api/auth/forgot-password', { email: OLD });
  await test.services.passwords.sendRecoveries(new AbortController().signal);
  const token = await linkAt(OLD, 'recover-password');
  const reset = { token, new_password: 'volcan verde de noche', confirmPassword: 'volcan verde de noche' };
  expect((await post('/api/auth/reset-password', reset)).statusCode).toBeLessThan(300);
  expect(refusal(await confirm(second))).toMatchObject(gone);
  expect(await emailOf()).toBe(OLD);
});

it('the address changes only once in the week in which the change can be undone', async () => {
  const lately = { status: 409, code: 'email_changed_lately' };
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  expect(refusal(await ask('lejos@ejemplo.cl'))).toMatchObject(lately);
  // A link made at the same moment by another process only gets the question, too.
  const { token, hash } = newLinkToken();
  const row = { user_id: reader.user.id, email: 'lejos@ejemplo.cl', token_hash: hash, created_at: 1 };
  const expires_at = test.clock.time + DAY_MS;
  await test.ports.db.withTx(async (tx) => saveToken(tx, { ...row, purpose: 'change-email', expires_at }));
  expect(refusal(await confirm(token))).toMatchObject(lately);
  test.clock.time += 7 * DAY_MS;
  const later = await signIn(test, reader.user);
  expect((await ask('lejos@ejemplo.cl', later)).statusCode).toBe(204);
});

it('the change cannot be undone after a week', async () => {
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  const link = await linkAt(OLD, 'undo-email');
  test.clock.time += 7 * DAY_MS;
  expect(refusal(await undo(link))).toMatchObject(gone);
  expect(await emailOf()).toBe(NEW);
});
