import { DAY_MS } from '@cuentos/domain/time/durations';
import type { OwnFollow } from '@cuentos/contract/follows';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addBook, addPart, addReader, type SignedIn } from '../../testing/fixtures.ts';
import { mailsTo, tokenIn } from '../../testing/mails.ts';
import { updateUser } from '../auth/service.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const EMAIL = 'ana@ejemplo.cl';
const ask = async (bookId: string, email: unknown = EMAIL, from = '203.0.113.1'): Promise<LightMyRequestResponse> =>
  test.app.inject({ method: 'POST', url: '/api/follows', payload: { email, book_id: bookId }, remoteAddress: from });
const post = async (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload });
const confirm = async (token: string) => post('/api/newsletter/confirm', { token: token.replace('.libro', '') });
const leave = async (token: string) => post('/api/newsletter/unsubscribe', { token });
const put = async (reader: SignedIn, bookId: string) =>
  test.app.inject({ method: 'PUT', url: `/api/follows/${bookId}`, headers: reader.headers });
const remove = async (reader: SignedIn, bookId: string) =>
  test.app.inject({ method: 'DELETE', url: `/api/follows/${bookId}`, headers: reader.headers });
const listOf = async (reader: SignedIn) =>
  (await test.app.inject({ url: '/api/follows', headers: reader.headers })).json<OwnFollow[]>();
const rows = async () =>
  test.ports.db.handle
    .selectFrom('follows')
    .innerJoin('mailing_list', 'mailing_list.id', 'follows.subscriber_id')
    .select(['mailing_list.email', 'mailing_list.state as news', 'follows.state', 'follows.book_id'])
    .execute();
const proofs = async () =>
  (await test.ports.db.handle.selectFrom('consent_records').selectAll().orderBy('at').orderBy('id').execute()).map(
    ({ email, action, method, book_id: book, text_version: version }) => ({ email, action, method, book, version }),
  );
/** A user whose address is confirmed. */
async function confirmed(email?: string): Promise<SignedIn> {
  const reader = await addReader(test, email === undefined ? {} : { email });
  await test.ports.db.withTx(async (tx) => updateUser(tx, reader.user.id, { email_verified_at: 1 }));
  return reader;
}

describe('a visitor', () => {
  it('follows a book by a link, and agrees to nothing else', async () => {
    const book = await addBook(test, { name: 'El faro' });
    const answer = await ask(book.id, ' ANA@ejemplo.cl ');
    expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: true }]);
    expect(await rows()).toEqual([{ email: EMAIL, news: 'none', state: 'pending', book_id: book.id }]);
    const [mail] = await mailsTo(test, EMAIL);
    expect(mail).toMatchObject({ template: 'follow-confirm', priority: 0 });
    expect(mail!.subject).toContain('El faro');
    const token = tokenIn(mail, 'newsletter/confirm');
    test.clock.time += 1;
    for (let click = 0; click < 2; click += 1) expect((await confirm(token)).statusCode).toBe(204);
    expect(await rows()).toEqual([{ email: EMAIL, news: 'none', state: 'confirmed', book_id: book.id }]);
    const proof = { email: EMAIL, book: book.id, version: 'libro-2026-11' };
    expect(await proofs()).toEqual([
      { ...proof, action: 'requested', method: 'form' },
      { ...proof, action: 'confirmed', method: 'mail-link' },
    ]);
  });

  it('gets the same answer whatever the shop knows of the address', async () => {
    const book = await addBook(test);
    const bodies = [(await ask(book.id)).body];
    await confirm(tokenIn((await mailsTo(test, EMAIL))[0], 'newsletter/confirm'));
    bodies.push((await ask(book.id)).body, (await ask(book.id, 'otra@ejemplo.cl')).body);
    expect(new Set(bodies).size).toBe(1);
    // A confirmed follower gets no second mail.
    expect(await mailsTo(test, EMAIL)).toHaveLength(1);
  });

  it('cannot follow a book that the shop does not list, or without an address', async () => {
    const draft = await addBook(test, { isDraft: true });
    expect(refusal(await ask(draft.id))).toMatchObject({ status: 404, code: 'book_not_found' });
    const book = await addBook(test);
    for (const email of ['ana', '<script>', 'a\r\nBcc: x@y.cl', 'a'.repeat(10_000), null, 7]) {
      expect(refusal(await ask(book.id, email))).toMatchObject({ status: 422, code: 'invalid_request' });
    }
    expect(await rows()).toEqual([]);
  });

  it('can ask ten times an hour, and an address gets ten mails a day', async () => {
    const book = await addBook(test);
    for (let n = 0; n < 10; n += 1) expect((await ask(book.id)).statusCode).toBe(200);
    expect(refusal(await ask(book.id))).toMatchObject({ status: 429 });
    expect(refusal(await ask(book.id, EMAIL, '198.51.100.7')), 'by the address').toMatchObject({ status: 429 });
    expect(await mailsTo(test, EMAIL)).toHaveLength(10);
  });

  it('has seven days to open the link', async () => {
    const book = await addBook(test);
    await ask(book.id);
    test.clock.time += 7 * DAY_MS;
    const token = tokenIn((await mailsTo(test, EMAIL))[0], 'newsletter/confirm');
    expect(refusal(await confirm(token))).toMatchObject({ status: 400, code: 'newsletter_link_invalid' });
  });
});

describe('a signed-in reader', () => {
  it('follows with one call when the address is confirmed, and stops with one', async () => {
    const reader = await confirmed();
    const book = await addBook(test, { name: 'El faro' });
    await addPart(test, book.id, { releaseAt: test.clock.time + 2 * DAY_MS });
    await addPart(test, book.id, { releaseAt: test.clock.time + DAY_MS });
    for (let tap = 0; tap < 2; tap += 1) expect((await put(reader, book.id)).json()).toEqual({ state: 'confirmed' });
    expect(await mailsTo(test, reader.user.email)).toEqual([]);
    expect(await listOf(reader)).toEqual([
      {
        book_id: book.id,
        book_name: 'El faro',
        image: null,
        next_release: new Date(test.clock.time + DAY_MS).toISOString(),
      },
    ]);
    test.clock.time += 1;
    for (let tap = 0; tap < 2; tap += 1) expect((await remove(reader, book.id)).statusCode).toBe(204);
    expect(await listOf(reader)).toEqual([]);
    expect((await proofs()).map(({ action, method }) => `${action} ${method}`)).toEqual([
      'confirmed account',
      'unsubscribed account',
    ]);
  });

  it('keeps the followed books when the address changes, from the proof of the new one on', async () => {
    const reader = await confirmed(EMAIL);
    const admin = await addReader(test, { role: 'admin' });
    const [book, left] = [await addBook(test), await addBook(test)];
    await put(reader, book.id);
    await put(reader, left.id);
    const next = 'ana-nueva@ejemplo.cl';
    await ask(left.id, next);
    await leave(/newsletter\/unsubscribe\/([^\s"]+)/.exec((await mailsTo(test, next))[0]!.text)![1]!);
    const url = `/api/admin/users/${reader.user.id}`;
    await test.app.inject({ method: 'PUT', url, headers: admin.headers, payload: { email: next } });
    const follows = async () =>
      (await rows()).filter(({ state }) => state === 'confirmed').map(({ email, book_id: id }) => [email, id]);
    expect(await follows()).toEqual([
      [EMAIL, book.id],
      [EMAIL, left.id],
    ]);
    await test.app.inject({ method: 'POST', url: '/api/users/me/verify-email', headers: reader.headers });
    const check = (await mailsTo(test, next)).find(({ template }) => template === 'verify-email');
    const token = tokenIn(check, 'verify-email');
    for (let click = 0; click < 2; click += 1)
      await test.app.inject({
        method: 'POST',
        url: '/api/auth/verify-email',
        headers: reader.headers,
        payload: { token },
      });
    expect(await follows()).toEqual([[next, book.id]]);
    expect((await listOf(reader)).map(({ book_id: id }) => id)).toEqual([book.id]);
    const moved = (await proofs()).filter(({ book: id, method }) => id === book.id && method === 'account');
    expect(moved.map(({ email, action }) => `${email} ${action}`).toSorted()).toEqual([
      `${next} confirmed`,
      `${EMAIL} confirmed`,
      `${EMAIL} unsubscribed`,
    ]);
  });

  it('keeps the followed books when a code proves the new address', async () => {
    const reader = await confirmed(EMAIL);
    const admin = await addReader(test, { role: 'admin' });
    const book = await addBook(test);
    await put(reader, book.id);
    const next = 'ana-nueva@ejemplo.cl';
    const url = `/api/admin/users/${reader.user.id}`;
    await test.app.inject({ method: 'PUT', url, headers: admin.headers, payload: { email: next } });
    const response = await post('/api/auth/entry_code', { email: next });
    const mail = (await mailsTo(test, next)).find(({ template }) => template === 'entry-code');
    const code = /^\d{6}$/m.exec(mail!.text)![0];
    const cookies = { 'entry-request': response.cookies.find(({ name }) => name === 'entry-request')!.value };
    const payload = { email: next, code };
    const entered = await test.app.inject({
      method: 'POST',
      url: '/api/auth/entry_code/enter',
      payload,
      cookies: { ...cookies, 'XSRF-TOKEN': 'abc' },
      headers: { 'x-xsrf-token': 'abc' },
    });
    expect(entered.statusCode, entered.body).toBe(200);
    expect((await rows()).filter(({ state }) => state === 'confirmed')).toMatchObject([
      { email: next, book_id: book.id },
    ]);
  });

  it('confirms by mail when the address is not confirmed', async () => {
    const reader = await addReader(test);
    const book = await addBook(test);
    expect((await put(reader, book.id)).json()).toEqual({ state: 'pending' });
    expect(await listOf(reader)).toEqual([]);
    await confirm(tokenIn((await mailsTo(test, reader.user.email))[0], 'newsletter/confirm'));
    expect(await rows()).toMatchObject([{ state: 'confirmed', book_id: book.id }]);
    // The owner of the mailbox agreed, but that does not prove that the account is the owner's.
    expect(await listOf(reader)).toEqual([]);
  });

  it('stops without an error what was never followed, and cannot follow a deleted book', async () => {
    const reader = await confirmed();
    expect((await remove(reader, crypto.randomUUID())).statusCode).toBe(204);
    expect(refusal(await put(reader, crypto.randomUUID()))).toMatchObject({ code: 'book_not_found' });
  });
});

describe('unsubscribing from books', () => {
  async function follower() {
    const book = await addBook(test);
    const other = await addBook(test);
    for (const { id } of [book, other]) {
      await ask(id);
      await confirm(tokenIn((await mailsTo(test, EMAIL)).at(-1), 'newsletter/confirm'));
      test.clock.time += 1;
    }
    const [row] = await test.ports.db.handle.selectFrom('mailing_list').selectAll().execute();
    const tokenOf = (url: string) => url.split('/').at(-1)!;
    const { links } = test.services.mailingList;
    return {
      book,
      other,
      ofBook: tokenOf(links.urlFor(row!.id, { bookId: book.id })),
      ofAll: tokenOf(links.urlFor(row!.id)),
    };
  }
  const states = async () => (await rows()).map(({ state, book_id: id }) => `${id} ${state}`).toSorted();

  it('ends one book and keeps the others, also when it is repeated', async () => {
    const { book, other, ofBook } = await follower();
    for (let click = 0; click < 2; click += 1) expect((await leave(ofBook)).statusCode).toBe(204);
    expect(await states()).toEqual([`${book.id} left`, `${other.id} confirmed`].toSorted());
    expect((await proofs()).filter(({ action }) => action === 'unsubscribed')).toMatchObject([{ book: book.id }]);
  });

  it('ends every followed book', async () => {
    const { ofAll } = await follower();
    for (let click = 0; click < 2; click += 1) expect((await leave(ofAll)).statusCode).toBe(204);
    expect(await rows()).toEqual([]);
  });

  it('needs one POST of a mail program, and a robot that opens the page changes nothing', async () => {
    const { book, other, ofBook } = await follower();
    const url = `/newsletter/unsubscribe/${ofBook}`;
    for (const method of ['GET', 'HEAD'] as const) await test.app.inject({ method, url });
    expect(await states()).toEqual([`${book.id} confirmed`, `${other.id} confirmed`].toSorted());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await test.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
    expect(answer.statusCode).toBe(204);
    expect(await states()).toContain(`${book.id} left`);
  });

  it('cannot be altered to name another book or address', async () => {
    const { book, other, ofBook, ofAll } = await follower();
    const [payload = '', signature = ''] = ofBook.split('.');
    const forged = [
      `${payload.replace(book.id, other.id)}.${signature}`,
      `${ofAll.split('.')[0]}~b-${book.id}.${ofAll.split('.')[1]}`,
      `${payload}~a-x.${signature}`,
    ];
    for (const token of forged) expect((await leave(token)).statusCode).toBe(400);
    expect(await rows()).toHaveLength(2);
  });

  it('works for a deleted account, whose followed books ended with it', async () => {
    const reader = await confirmed(EMAIL);
    const book = await addBook(test);
    await put(reader, book.id);
    const [row] = await test.ports.db.handle.selectFrom('mailing_list').selectAll().execute();
    await test.ports.db.withTx(async (tx) => updateUser(tx, reader.user.id, { deleted_at: 1 }));
    const url = test.services.mailingList.links.urlFor(row!.id, { bookId: book.id });
    expect((await leave(url.split('/').at(-1)!)).statusCode).toBe(204);
  });
});
