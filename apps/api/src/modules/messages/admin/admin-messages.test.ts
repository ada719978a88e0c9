import type { WaitingRow } from '@cuentos/contract/today';
import type { AdminThread, AdminThreadEntry, ThreadEntry } from '@cuentos/contract/messages';
import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, refusal } from '../../../testing/calls.ts';
import { addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { openShop, type TestShop } from '../../orders/testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop();
  admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
});
afterAll(async () => shop.close());

const newMessage = (text = 'No puedo abrir la segunda parte.') => ({ id: crypto.randomUUID(), text });

async function write(caller: SignedIn, changes: object = {}): Promise<string> {
  shop.clock.time += 1000;
  const payload = { ...newMessage(), subject: 'other', ...changes };
  const answer = await shop.app.inject({ method: 'POST', url: '/api/messages', headers: caller.headers, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ thread_id: string }>().thread_id;
}

/** The author of the thread adds a message. */
async function more({ headers }: SignedIn, id: string): Promise<void> {
  shop.clock.time += 1000;
  const payload = newMessage('Y otra cosa.');
  const answer = await shop.app.inject({ method: 'POST', url: `/api/messages/${id}/reply`, headers, payload });
  expect(answer.statusCode, answer.body).toBe(201);
}

const act = async (path: string, payload: object) =>
  shop.app.inject({ method: 'POST', url: `/api/admin/messages/${path}`, headers: admin.headers, payload });

const threadOf = async (id: string) =>
  (await get(shop, `/api/admin/messages/${id}`, admin.headers)).json<AdminThread>();

async function see(id: string): Promise<void> {
  const [last] = (await threadOf(id)).messages;
  expect((await act(`${id}/read`, { until: last!.id })).statusCode).toBe(204);
}

async function answer(id: string, text = 'Ya está arreglado.') {
  await see(id);
  shop.clock.time += 1000;
  const payload = newMessage(text);
  expect((await act(`${id}/reply`, payload)).statusCode).toBe(201);
  return payload;
}

async function list(query = '', page = '0/100') {
  const response = await get(shop, `/api/admin/messages/${page}${query}`, admin.headers);
  expect(response.statusCode, response.body).toBe(200);
  return { rows: response.json<AdminThreadEntry[]>(), total: Number(response.headers[TOTAL_COUNT_HEADER]) };
}
const ids = async (query: string, page?: string) => (await list(query, page)).rows.map(({ id }) => id);
const threadsFor = async (q: string) => ids(`?q=${encodeURIComponent(q)}`);
const unanswered = async () =>
  (await get(shop, '/api/admin/today/waiting', admin.headers))
    .json<{ waiting: WaitingRow[] }>()
    .waiting.find(({ kind }) => kind === 'message')?.count ?? 0;

async function audits(subject: string) {
  const rows = await shop.ports.db.read
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject', '=', subject)
    .orderBy('at')
    .execute();
  return rows.map(({ action, actor_id: by }) => [action, by]);
}

async function order(caller: SignedIn) {
  const part = await shop.part();
  const bought = await shop.buy({ id: caller.user.id, headers: async () => caller.headers }, part.id);
  await shop.click(bought, 'approved');
  await shop.settled();
  return { part, id: bought.order_id };
}

describe('the list', () => {
  it('has unanswered threads first, then by latest message, in pages and by state', async () => {
    const before = await list();
    const reader = await addReader(shop);
    const waiting = await write(reader);
    const answered = await write(reader);
    const closed = await write(reader);
    await answer(answered);
    await see(closed);
    await act(`${closed}/state`, { state: 'closed' });
    const own = new Set([waiting, answered, closed]);
    const ownThreads = async (query: string) => (await ids(query)).filter((id) => own.has(id));
    expect(await ownThreads('')).toEqual([waiting, answered, closed]);
    expect(await ownThreads('?state=open')).toEqual([waiting]);
    expect(await ownThreads('?state=answered')).toEqual([answered]);
    expect(await ownThreads('?state=closed')).toEqual([closed]);
    expect((await list()).total).toBe(before.total + 3);
    const [first, second] = [await ids('', '0/1'), await ids('', '1/1')];
    expect([...first, ...second]).toEqual((await ids('')).slice(0, 2));
    expect(refusal(await get(shop, '/api/admin/messages/0/10?state=otro', admin.headers)).status).toBe(422);
  });

  it('shows the writer, subject, number of unread messages, and the beginning of the latest one', async () => {
    const reader = await addReader(shop, { name: 'Amelia Rivas' });
    const { id: order_id } = await order(reader);
    const id = await write(reader, { order_id, subject: 'purchase', text: `Hola ${'palabra '.repeat(40)}` });
    const entry = (await list()).rows.find((row) => row.id === id);
    expect(entry).toMatchObject({
      subject: 'purchase',
      state: 'open',
      order_id,
      titles: [expect.stringMatching(/: Primera parte$/)],
      parts: [{ book_id: expect.any(String), name: expect.stringMatching(/: Primera parte$/) }],
      unread: 1,
      last: { side: 'reader', excerpt: expect.stringMatching(/^Hola (palabra ){10,17}palabra…$/) },
      person: { user_id: reader.user.id, name: 'Amelia Rivas', email: reader.user.email, is_gone: false },
    });
    await see(id);
    expect((await list()).rows.find((row) => row.id === id)).toMatchObject({ unread: 0, state: 'open' });
  });

  it('marks unproved accounts and visitors, whose addresses are uncertain', async () => {
    const [reader, visitor] = [await addReader(shop), 'sin-cuenta@ejemplo.cl'];
    const id = await write(reader);
    await shop.app.inject({
      method: 'POST',
      url: '/api/messages/visitors',
      payload: { ...newMessage(), name: 'Vera', email: visitor, subject: 'other' },
    });
    const [ofVisitor] = await threadsFor(visitor);
    expect((await threadOf(ofVisitor!)).person).toMatchObject({ email: visitor, email_verified: false });
    for (const at of [null, 1]) {
      await shop.ports.db.withTx(async (tx) =>
        tx.updateTable('users').set({ email_verified_at: at }).where('id', '=', reader.user.id).execute(),
      );
      const person = { email: reader.user.email, email_verified: at !== null };
      expect((await threadOf(id)).person).toMatchObject(person);
      expect((await list()).rows.find((row) => row.id === id)).toMatchObject({ person });
    }
  });

  it('is searched by name, address, and numbers of orders and payments; for visitors by the address they typed', async () => {
    const reader = await addReader(shop, { name: 'Ñusta Quispe', email: 'nusta.q@correo.cl' });
    const bought = await order(reader);
    const id = await write(reader, { order_id: bought.id, subject: 'purchase' });
    const payment = (await shop.rows.payments()).find(({ order_id: of }) => of === bought.id)!;
    await shop.app.inject({
      method: 'POST',
      url: '/api/messages/visitors',
      payload: { ...newMessage(), name: 'Óscar 50% Peña', email: 'oscar@correo.cl', subject: 'other' },
    });
    const [visitor] = await threadsFor('peña');
    for (const q of [
      'nusta',
      'QUISPE ñus',
      'nusta.q@correo.cl',
      bought.id,
      bought.id.slice(0, 13),
      payment.provider_payment_id,
    ])
      expect(await threadsFor(q), q).toEqual([id]);
    for (const q of ['osc', 'scar', 'peña óscar', 'oscar@correo.cl', '50 peña'])
      expect(await threadsFor(q), q).toEqual([visitor]);
    expect(new Set(await threadsFor('correo'))).toEqual(new Set([id, visitor]));
    for (const q of ['%', '_', 'nadie']) expect(await threadsFor(q), q).toEqual([]);
    expect(await ids('?q=nusta&state=closed')).toEqual([]);
  });
});

describe('a thread', () => {
  it('shows the order it is about with its payments', async () => {
    const reader = await addReader(shop);
    const { id: order_id, part } = await order(reader);
    const id = await write(reader, { order_id, subject: 'purchase' });
    expect(await threadOf(id)).toMatchObject({
      id,
      person: { user_id: reader.user.id },
      order: { id: order_id, total: 1490, items: [{ book_part_id: part.id }], payments: [{ status: 'approved' }] },
      messages: [{ side: 'reader', text: 'No puedo abrir la segunda parte.' }],
    });
  });

  it('is answered by mail and in the shop, once for a double click, with an audit entry', async () => {
    const reader = await addReader(shop, { name: 'Rosa Díaz' });
    const id = await write(reader);
    await see(id);
    const payload = newMessage('Abre «Mis Libros».\nAhí está.');
    const responses = await Promise.all([act(`${id}/reply`, payload), act(`${id}/reply`, payload)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const { state, messages } = await threadOf(id);
    expect([state, messages.map(({ side, text }) => [side, text])]).toEqual([
      'answered',
      [
        ['shop', 'Abre «Mis Libros».\nAhí está.'],
        ['reader', 'No puedo abrir la segunda parte.'],
      ],
    ]);
    const mails = await mailsTo(shop, reader.user.email);
    expect(mails).toMatchObject([{ template: 'message-answer', priority: 1 }]);
    expect(mails[0]!.text).toContain('Hola, Rosa Díaz:');
    expect(mails[0]!.text).toContain('Abre «Mis Libros».\nAhí está.');
    expect(mails[0]!.text).toContain(`/user-settings/messages/${id}`);
    expect(mails[0]!.text).toContain('No respondas a este correo');
    expect(await audits(id)).toEqual([['message_thread.answered', admin.user.id]]);
  });

  it('stays unanswered if another message arrived before the answer', async () => {
    const reader = await addReader(shop);
    const id = await write(reader);
    await see(id);
    await more(reader, id);
    expect((await act(`${id}/reply`, newMessage('A lo primero: sí.'))).statusCode).toBe(201);
    expect((await threadOf(id)).state).toBe('open');
    await answer(id, 'A lo otro: también.');
    expect((await threadOf(id)).state).toBe('answered');
  });

  it('counts as read up to the last shown message once it is answered, even if the call that marks it was lost', async () => {
    const reader = await addReader(shop);
    const id = await write(reader);
    const until = (await threadOf(id)).messages[0]!.id;
    expect((await act(`${id}/reply`, { ...newMessage('Sí.'), until })).statusCode).toBe(201);
    expect((await threadOf(id)).state).toBe('answered');
    await more(reader, id);
    expect((await act(`${id}/reply`, { ...newMessage('Otra vez: sí.'), until })).statusCode).toBe(201);
    expect((await threadOf(id)).state).toBe('open');
    const other = await write(reader);
    expect(refusal(await act(`${other}/reply`, { ...newMessage(), until })).code).toBe('message_not_found');
    expect((await threadOf(other)).messages).toHaveLength(1);
  });

  it('is not closed if a message arrived that the admin has not seen', async () => {
    const reader = await addReader(shop);
    const id = await write(reader);
    const until = (await threadOf(id)).messages[0]!.id;
    await more(reader, id);
    for (const state of [{ state: 'closed' }, { state: 'closed', until }]) {
      expect(refusal(await act(`${id}/state`, state))).toMatchObject({ status: 409, code: 'thread_unread' });
    }
    expect([(await threadOf(id)).state, await audits(id)]).toEqual(['open', []]);
    const [latest] = (await threadOf(id)).messages;
    expect((await act(`${id}/state`, { state: 'closed', until: latest!.id })).statusCode).toBe(204);
    expect((await threadOf(id)).state).toBe('closed');
  });

  it('is closed and reopened, with one audit entry each', async () => {
    const before = await unanswered();
    const id = await write(await addReader(shop));
    expect(await unanswered()).toBe(before + 1);
    await see(id);
    for (const state of ['closed', 'closed', 'open'] as const) {
      expect((await act(`${id}/state`, { state })).statusCode).toBe(204);
      expect((await threadOf(id)).state).toBe(state);
      expect(await unanswered()).toBe(before + Number(state === 'open'));
    }
    expect(await audits(id)).toEqual([
      ['message_thread.closed', admin.user.id],
      ['message_thread.reopened', admin.user.id],
    ]);
  });

  it('of a deleted account is kept, and cannot be answered', async () => {
    const reader = await addReader(shop);
    const id = await write(reader);
    await see(id);
    const url = `/api/admin/users/${reader.user.id}`;
    await shop.app.inject({ method: 'DELETE', url, headers: admin.headers });
    expect((await threadOf(id)).person).toMatchObject({ user_id: reader.user.id, is_gone: true });
    expect(refusal(await act(`${id}/reply`, newMessage()))).toMatchObject({ status: 409, code: 'writer_gone' });
    expect(await mailsTo(shop, reader.user.email)).toEqual([]);
    await shop.app.inject({ method: 'POST', url: `${url}/restore`, headers: admin.headers });
    expect((await act(`${id}/reply`, newMessage())).statusCode).toBe(201);
  });

  it('does not accept an answer with the id of an existing message', async () => {
    const reader = await addReader(shop);
    const message = newMessage();
    const id = await write(reader, message);
    expect(refusal(await act(`${id}/reply`, message)).code).toBe('message_not_found');
    const other = await write(reader);
    expect(refusal(await act(`${other}/read`, { until: message.id })).code).toBe('message_not_found');
  });

  it('answers 404 if it does not exist', async () => {
    const missing = crypto.randomUUID();
    const tries = [
      act(`${missing}/reply`, newMessage()),
      act(`${missing}/read`, { until: missing }),
      act(`${missing}/state`, { state: 'closed' }),
      get(shop, `/api/admin/messages/${missing}`, admin.headers),
    ];
    for (const tried of await Promise.all(tries)) expect(refusal(tried).code).toBe('thread_not_found');
  });
});

it("shows an answer of the shop without the admin's name", async () => {
  const reader = await addReader(shop);
  const id = await write(reader);
  await answer(id);
  const entries = await get(shop, '/api/messages', reader.headers);
  expect(entries.json<ThreadEntry[]>()).toMatchObject([{ id, last: { side: 'shop' } }]);
  const whole = await get(shop, `/api/messages/${id}`, reader.headers);
  expect(whole.body).not.toContain(admin.user.id);
  expect(whole.body).not.toContain('Zoila');
});
