import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get, login, refresh, refusal } from '../../testing/calls.ts';
import { addReader, addUser, type SignedIn, signIn, TEST_PASSWORD } from '../../testing/fixtures.ts';
import { mailsTo, tokenIn } from '../../testing/mails.ts';
import { joinNews } from '../site/service.ts';
import { updateUser } from './service.ts';

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

const post = async (url: string, payload: object, who?: SignedIn) =>
  test.app.inject({ method: 'POST', url, headers: { ...who?.headers }, payload });
const ask = async (email: string, who = reader, more: object = {}) =>
  post('/api/users/me/email', { email, ...more }, who);
const confirm = async (token: string) => post('/api/auth/change-email', { token });
const undo = async (token: string) => post('/api/auth/undo-email', { token });
const linkAt = async (email: string, screen: string) => {
  const mails = await mailsTo(test, email);
  return tokenIn(
    mails.findLast(({ text }) => text.includes(`/${screen}/`)),
    screen,
  );
};
const emailOf = async (who = reader) =>
  (await test.ports.db.read.selectFrom('users').selectAll().where('id', '=', who.user.id).executeTakeFirstOrThrow())
    .email;

it('moves the account once the new address opened its link; the old one is told, and what opened it there ends', async () => {
  await post('/api/auth/forgot-password', { email: OLD });
  await test.services.passwords.sendRecoveries(new AbortController().signal);
  const recovery = await linkAt(OLD, 'recover-password');
  await test.ports.db.withTx(async (tx) => joinNews(tx, OLD, 1));
  expect((await ask(NEW)).statusCode).toBe(204);
  expect(await emailOf()).toBe(OLD);
  const token = await linkAt(NEW, 'change-email');
  await get(test, `/change-email/${token}`);
  expect(await emailOf()).toBe(OLD);
  expect((await confirm(token)).statusCode).toBe(204);
  expect(await emailOf()).toBe(NEW);
  expect(refusal(await confirm(token))).toMatchObject(gone);
  // The session goes on under the new address, which the next tokens name.
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
  const found = await test.ports.db.read.selectFrom('search_words').select('word').execute();
  expect(found.map(({ word }) => word)).toContain('despues');
  expect(found.map(({ word }) => word)).not.toContain('antes');
});

it('does not tell whether an address is taken: same answer, one mail, and its owner hears of it', async () => {
  await addReader(test, { email: 'ocupada@ejemplo.cl' });
  const [free, taken] = [await ask(NEW), await ask('ocupada@ejemplo.cl')];
  expect([free.statusCode, free.body]).toEqual([taken.statusCode, taken.body]);
  expect(await mailsTo(test, 'ocupada@ejemplo.cl')).toMatchObject([{ template: 'email-taken' }]);
  const state = await get(test, '/api/users/me/data/state', reader.headers);
  expect(state.json()).toMatchObject({ email: OLD, new_email: 'ocupada@ejemplo.cl' });
  expect(refusal(await ask(OLD))).toMatchObject({ status: 409, code: 'email_same' });
});

it('refuses the link when somebody took the address meanwhile, and after a day', async () => {
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

it('asks for the password when the sign-in is not recent, and so many times an hour', async () => {
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

it('is undone by the old address within a week: the account is back, and nothing opens it but that mailbox', async () => {
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  const link = await linkAt(OLD, 'undo-email');
  // Whoever took it sets a password, begins to erase it, and moves it on: the first address keeps the last word.
  await post('/api/auth/update-password', { password: 'la-del-ladron-larga' }, reader);
  await ask('lejos@ejemplo.cl');
  await confirm(await linkAt('lejos@ejemplo.cl', 'change-email'));
  expect((await mailsTo(test, NEW)).some(({ text }) => text.includes('/undo-email/'))).toBe(false);
  await post('/api/users/me/data/erase', {}, reader);
  test.clock.time += 7 * DAY_MS - 1;
  expect((await undo(link)).statusCode).toBe(204);
  expect(await emailOf()).toBe(OLD);
  expect(refusal(await undo(link))).toMatchObject(gone);
  expect((await refresh(test, reader.tokens.refresh_token)).statusCode).toBe(401);
  expect((await login(test, { username: OLD, password: 'la-del-ladron-larga' })).statusCode).toBe(401);
  test.clock.time += 2 * DAY_MS;
  await test.services.rights.eraseDue(new AbortController().signal);
  const [row] = await test.ports.db.read.selectFrom('users').selectAll().where('id', '=', reader.user.id).execute();
  expect(row).toMatchObject({ email: OLD, erased_at: null, erase_at: null, password_hash: null });
});

it('is not undone after a week', async () => {
  await ask(NEW);
  await confirm(await linkAt(NEW, 'change-email'));
  const link = await linkAt(OLD, 'undo-email');
  test.clock.time += 7 * DAY_MS;
  expect(refusal(await undo(link))).toMatchObject(gone);
  expect(await emailOf()).toBe(NEW);
});
