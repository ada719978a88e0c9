import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { OwnThread, ThreadEntry, ThreadOfOrder } from '@cuentos/contract/messages';
import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import type { PersonalData } from '@cuentos/contract/personal-data';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CaptchaPort } from '../../ports/captcha.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addReader, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());

const newMessage = (text = 'No puedo abrir la segunda parte.') => ({ id: crypto.randomUUID(), text });

async function post(caller: SignedIn, path: string, payload: object) {
  return shop.app.inject({ method: 'POST', url: `/api/messages${path}`, headers: caller.headers, payload });
}

async function begin(caller: SignedIn, changes: object = {}): Promise<string> {
  const answer = await post(caller, '', { ...newMessage(), subject: 'other', ...changes });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ thread_id: string }>().thread_id;
}

async function read<T>(caller: SignedIn, path: string): Promise<T> {
  const answer = await shop.app.inject({ url: `/api/messages${path}`, headers: caller.headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const threads = async (caller: SignedIn) => read<ThreadEntry[]>(caller, '');
const thread = async (caller: SignedIn, id: string) => read<OwnThread>(caller, `/${id}`);
const texts = ({ messages }: OwnThread) => messages.map(({ text }) => text);

async function answer(admin: SignedIn, id: string, text = 'Ya está arreglado.') {
  const headers = admin.headers;
  const [last] = (await shop.app.inject({ url: `/api/admin/messages/${id}`, headers })).json<OwnThread>().messages;
  const readMark = { until: last!.id };
  await shop.app.inject({ method: 'POST', url: `/api/admin/messages/${id}/read`, headers, payload: readMark });
  const payload = newMessage(text);
  const response = await shop.app.inject({ method: 'POST', url: `/api/admin/messages/${id}/reply`, headers, payload });
  expect(response.statusCode, response.body).toBe(201);
  return payload.id;
}

const newAdmin = async () => addReader(shop, { role: 'admin' });

async function order(caller: SignedIn) {
  const part = await shop.part();
  const bought = await shop.buy({ id: caller.user.id, headers: async () => caller.headers }, part.id);
  await shop.click(bought, 'approved');
  await shop.settled();
  return { part, id: bought.order_id };
}

describe('a thread of a person with an account', () => {
  it('begins with a message, with or without an order, and is listed for its owner', async () => {
    const reader = await addReader(shop);
    const id = await begin(reader, { subject: 'reading', text: '  Hola\r\n\r\n¿se puede leer sin conexión?  ' });
    expect(await threads(reader)).toEqual([
      {
        id,
        subject: 'reading',
        state: 'open',
        created_at: expect.any(String),
        order_id: null,
        titles: [],
        unread: 0,
        last: { side: 'reader', excerpt: 'Hola ¿se puede leer sin conexión?', created_at: expect.any(String) },
      },
    ]);
    expect(await thread(reader, id)).toMatchObject({
      id,
      state: 'open',
      order: null,
      messages: [{ side: 'reader', text: 'Hola\n\n¿se puede leer sin conexión?', read_at: null }],
    });
  });

  it('collects all messages about an order, and shows the order', async () => {
    const reader = await addReader(shop);
    const bought = await order(reader);
    const before = await read<ThreadOfOrder>(reader, `/orders/${bought.id}`);
    expect(before).toMatchObject({ thread_id: null, order: { id: bought.id, state: 'paid', total: 1490 } });
    const id = await begin(reader, { subject: 'purchase', order_id: bought.id });
    expect(await begin(reader, { subject: 'purchase', order_id: bought.id, text: 'Otra cosa.' })).toBe(id);
    expect((await read<ThreadOfOrder>(reader, `/orders/${bought.id}`)).thread_id).toBe(id);
    const ownThread = await thread(reader, id);
    expect(texts(ownThread)).toEqual(['Otra cosa.', 'No puedo abrir la segunda parte.']);
    expect(ownThread.order).toMatchObject({ id: bought.id, items: [{ part_id: bought.part.id, amount: 1490 }] });
    const [entry] = await threads(reader);
    expect(entry).toMatchObject({
      order_id: bought.id,
      titles: [expect.stringMatching(/^La micro .*: Primera parte$/)],
    });
  });

  it('is created once per order by simultaneous tabs', async () => {
    const reader = await addReader(shop);
    const { id: order_id } = await order(reader);
    const begun = await Promise.all(['una', 'dos', 'tres'].map(async (text) => begin(reader, { order_id, text })));
    expect(new Set(begun).size).toBe(1);
    expect(texts(await thread(reader, begun[0]!)).toSorted()).toEqual(['dos', 'tres', 'una']);
  });

  it('stores a message that is sent twice only once', async () => {
    const reader = await addReader(shop);
    const message = { ...newMessage(), subject: 'other' };
    const responses = await Promise.all([post(reader, '', message), post(reader, '', message)]);
    const again = await post(reader, '', message);
    expect([...responses, again].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await threads(reader)).toHaveLength(1);
    const [{ id }] = (await threads(reader)) as [ThreadEntry];
    const reply = newMessage('Y algo más.');
    await Promise.all([post(reader, `/${id}/reply`, reply), post(reader, `/${id}/reply`, reply)]);
    expect(texts(await thread(reader, id))).toEqual(['Y algo más.', 'No puedo abrir la segunda parte.']);
  });

  it('shows an answer as unread until it was seen, and is reopened by the next message', async () => {
    const [reader, admin] = [await addReader(shop), await newAdmin()];
    const id = await begin(reader);
    const answered = await answer(admin, id);
    expect(await threads(reader)).toMatchObject([{ id, state: 'answered', unread: 1, last: { side: 'shop' } }]);
    expect(await read(reader, '/unread')).toEqual({ unread: 1 });
    expect((await post(reader, `/${id}/read`, { until: answered })).statusCode).toBe(204);
    expect(await read(reader, '/unread')).toEqual({ unread: 0 });
    expect((await thread(reader, id)).messages[0]).toMatchObject({ id: answered, read_at: expect.any(String) });
    await post(reader, `/${id}/reply`, newMessage('Gracias.'));
    expect(await threads(reader)).toMatchObject([{ state: 'open', unread: 0 }]);
  });

  it('keeps a message unread that arrived after the last one seen', async () => {
    const [reader, admin] = [await addReader(shop), await newAdmin()];
    const id = await begin(reader);
    const first = await answer(admin, id, 'Primero.');
    await answer(admin, id, 'Segundo.');
    await post(reader, `/${id}/read`, { until: first });
    expect(await read(reader, '/unread')).toEqual({ unread: 1 });
  });

  it('is read in pages, newest first', async () => {
    const reader = await addReader(shop);
    const id = await begin(reader, { text: '1' });
    for (const text of ['2', '3']) await post(reader, `/${id}/reply`, newMessage(text));
    const page = async (query: string) => {
      const response = await shop.app.inject({ url: `/api/messages/${id}?${query}`, headers: reader.headers });
      return { texts: texts(response.json<OwnThread>()), total: response.headers[TOTAL_COUNT_HEADER] };
    };
    expect(await page('offset=0&limit=2')).toEqual({ texts: ['3', '2'], total: '3' });
    expect(await page('offset=2&limit=2')).toEqual({ texts: ['1'], total: '3' });
    shop.clock.time += 1000;
    await begin(reader);
    const list = await shop.app.inject({ url: '/api/messages?offset=1&limit=1', headers: reader.headers });
    expect([list.json<ThreadEntry[]>().map((entry) => entry.id), list.headers[TOTAL_COUNT_HEADER]]).toEqual([
      [id],
      '2',
    ]);
  });
});

describe("another person's", () => {
  it('thread looks like a missing one in every call', async () => {
    const [owner, other] = [await addReader(shop), await addReader(shop)];
    const id = await begin(owner);
    const messageId = (await thread(owner, id)).messages[0]!.id;
    const tries = (path: string) => [
      shop.app.inject({ url: `/api/messages/${path}`, headers: other.headers }),
      post(other, `/${path}/reply`, newMessage()),
      post(other, `/${path}/read`, { until: messageId }),
    ];
    for (const path of [id, crypto.randomUUID()]) {
      const answers = await Promise.all(tries(path));
      expect(answers.map((each) => refusal(each).code)).toEqual(Array.from({ length: 3 }, () => 'thread_not_found'));
    }
    expect(texts(await thread(owner, id))).toHaveLength(1);
    expect(await threads(other)).toEqual([]);
  });

  it('order cannot be written about or asked about', async () => {
    const [owner, other] = [await addReader(shop), await addReader(shop)];
    const { id: order_id } = await order(owner);
    const id = await begin(owner, { order_id });
    const tried = await post(other, '', { ...newMessage(), subject: 'purchase', order_id });
    expect(refusal(tried)).toMatchObject({ status: 404, code: 'order_not_found' });
    const response = await shop.app.inject({ url: `/api/messages/orders/${order_id}`, headers: other.headers });
    expect(refusal(response)).toMatchObject({ status: 404, code: 'order_not_found' });
    expect(texts(await thread(owner, id))).toHaveLength(1);
  });

  it('message id is not taken for an own one', async () => {
    const [owner, other] = [await addReader(shop), await addReader(shop)];
    const message = newMessage('Es mío.');
    await begin(owner, message);
    const tried = await post(other, '', { ...message, subject: 'other' });
    expect(refusal(tried)).toMatchObject({ status: 404, code: 'message_not_found' });
    const id = await begin(other);
    expect(refusal(await post(other, `/${id}/read`, { until: message.id })).code).toBe('message_not_found');
  });

  it('threads are not shown without a session', async () => {
    const tried = await shop.app.inject({ method: 'POST', url: '/api/messages', payload: newMessage() });
    expect(refusal(tried).code).toBe('unauthenticated');
  });
});

describe('limits of messages', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \n\t '],
    ['too much', 'a'.repeat(4001)],
  ])('%s is refused with a sentence at its field', async (_, text) => {
    const reader = await addReader(shop);
    const tried = await post(reader, '', { ...newMessage(text), subject: 'other' });
    expect(refusal(tried)).toMatchObject({ status: 422, fields: { text: expect.any(String) } });
    expect((await post(reader, '', { ...newMessage('a'.repeat(4000)), subject: 'other' })).statusCode).toBe(201);
  });

  it('an account can write twenty messages an hour', async () => {
    const reader = await addReader(shop);
    const id = await begin(reader);
    for (let count = 1; count < 20; count += 1) {
      expect((await post(reader, `/${id}/reply`, newMessage())).statusCode).toBe(201);
    }
    expect(refusal(await post(reader, `/${id}/reply`, newMessage()))).toMatchObject({
      status: 429,
      code: 'too_many_messages',
    });
    shop.clock.time += HOUR_MS + 1;
    const later = await signIn(shop, reader.user);
    expect((await post(later, `/${id}/reply`, newMessage())).statusCode).toBe(201);
  });

  it('a network can send sixty messages an hour, over all accounts', async () => {
    const from = '203.0.113.77';
    const write = async (caller: SignedIn) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/messages',
        headers: caller.headers,
        payload: { ...newMessage(), subject: 'other' },
        remoteAddress: from,
      });
    for (let account = 0; account < 3; account += 1) {
      const reader = await addReader(shop);
      for (let count = 0; count < 20; count += 1) expect((await write(reader)).statusCode).toBe(201);
    }
    expect(refusal(await write(await addReader(shop))).code).toBe('too_many_messages');
  });

  it("messages beyond an account's limit do not count for its network", async () => {
    const [insistent, other] = [await addReader(shop), await addReader(shop)];
    const write = async ({ headers }: SignedIn) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/messages',
        headers,
        payload: { ...newMessage(), subject: 'other' },
        remoteAddress: '203.0.113.78',
      });
    const tried: number[] = [];
    for (let count = 0; count < 61; count += 1) tried.push((await write(insistent)).statusCode);
    expect(tried.filter((status) => status === 201)).toHaveLength(20);
    expect((await write(other)).statusCode).toBe(201);
  });
});

describe('a visitor', () => {
  let visitors = 0;
  const visit = async (changes: object = {}, { from, ...headers }: { from?: string } = {}, where = shop) => {
    visitors += 1;
    return where.app.inject({
      method: 'POST',
      url: '/api/messages/visitors',
      headers,
      remoteAddress: from ?? `198.51.100.${visitors}`,
      payload: {
        ...newMessage(),
        name: 'Vera Lagos',
        email: `visita-${visitors}@ejemplo.cl`,
        subject: 'other',
        ...changes,
      },
    });
  };
  const ofVisitor = async (email: string) =>
    shop.ports.db.read
      .selectFrom('message_threads')
      .innerJoin('messages', 'messages.thread_id', 'message_threads.id')
      .select(['message_threads.id', 'user_id', 'visitor_name', 'state', 'body'])
      .where('visitor_email', '=', email)
      .execute();

  it('writes with a name and an address, and gets no mail for it', async () => {
    const answered = await visit({ email: 'Vera@Ejemplo.cl ' });
    expect([answered.statusCode, answered.json()]).toEqual([200, { accepted: true }]);
    expect(await ofVisitor('vera@ejemplo.cl')).toMatchObject([
      { user_id: null, visitor_name: 'Vera Lagos', state: 'open', body: 'No puedo abrir la segunda parte.' },
    ]);
    expect(await mailsTo(shop, 'vera@ejemplo.cl')).toEqual([]);
  });

  it('with the address of an account gets the same answer, and the account does not see the message', async () => {
    const reader = await addReader(shop);
    const [known, unknown] = [await visit({ email: reader.user.email }), await visit()];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(await threads(reader)).toEqual([]);
    expect(await mailsTo(shop, reader.user.email)).toEqual([]);
    const { id } = (await ofVisitor(reader.user.email))[0]!;
    const response = await shop.app.inject({ url: `/api/messages/${id}`, headers: reader.headers });
    expect(refusal(response).code).toBe('thread_not_found');
  });

  it('is answered by mail, which does not quote the message', async () => {
    const admin = await newAdmin();
    await visit({ email: 'otra@ejemplo.cl', name: 'Compre en malo punto test', text: 'PALABRAS' });
    const { id } = (await ofVisitor('otra@ejemplo.cl'))[0]!;
    await answer(admin, id, 'Sí: se lee sin conexión.\n\nSaludos <b>');
    const mails = await mailsTo(shop, 'otra@ejemplo.cl');
    expect(mails).toMatchObject([{ template: 'message-answer', subject: expect.stringContaining('Respuesta') }]);
    expect(mails[0]!.text).toContain('Sí: se lee sin conexión.\n\nSaludos <b>');
    expect(mails[0]!.html).toContain('Saludos &lt;b&gt;');
    expect(mails[0]!.text).toMatch(/^Hola:\n/);
    expect(mails[0]!.text).toContain('No respondas a este correo');
    expect(mails[0]!.text).toContain('/contact');
    expect(mails[0]!.text + mails[0]!.html).not.toMatch(/PALABRAS|Compre|malo|user-settings/);
  });

  it('that sends a message twice stores it once', async () => {
    const message = { ...newMessage(), email: 'doble@ejemplo.cl' };
    const responses = await Promise.all([visit(message), visit(message)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await ofVisitor('doble@ejemplo.cl')).toHaveLength(1);
  });

  it.each([
    ['email', 'no es un correo'],
    ['email', 'a@b.cl\r\nBcc: c@d.cl'],
    ['name', 'x'],
    ['text', ''],
  ])('gets a sentence at the field for a bad %s', async (field, value) => {
    const refused = refusal(await visit({ [field]: value }));
    expect(refused).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
  });

  it('can write ten messages an hour from a network, and five a day with an address', async () => {
    for (let count = 0; count < 10; count += 1) expect((await visit({}, { from: '192.0.2.9' })).statusCode).toBe(200);
    expect(refusal(await visit({}, { from: '192.0.2.9' }))).toMatchObject({ status: 429, code: 'too_many_messages' });
    const email = 'insistente@ejemplo.cl';
    for (let count = 0; count < 5; count += 1) expect((await visit({ email })).statusCode).toBe(200);
    expect(refusal(await visit({ email })).code).toBe('too_many_messages');
  });

  it('shares a limit of a hundred messages an hour with all visitors', async () => {
    const other = await openShop();
    try {
      for (let count = 0; count < 100; count += 1) {
        expect((await visit({}, { from: `10.1.${count}.1` }, other)).statusCode).toBe(200);
      }
      expect(refusal(await visit({}, { from: '10.2.0.1' }, other)).code).toBe('too_many_messages');
    } finally {
      await other.close();
    }
  });
});

describe('the captcha of the contact form', () => {
  it("protects visitors' messages, with a purpose of its own", async () => {
    const verify = vi.fn<CaptchaPort['verify']>(async (solution) => solution === 'bien');
    const guarded = await buildTestApp({ ports: { captcha: { ...shop.ports.captcha, verify } } });
    const write = async (captcha: string | undefined) =>
      guarded.app.inject({
        method: 'POST',
        url: '/api/messages/visitors',
        payload: { ...newMessage(), name: 'Vera Lagos', email: 'v@ejemplo.cl', subject: 'other', captcha },
      });
    try {
      for (const captcha of [undefined, 'nada']) {
        expect(refusal(await write(captcha))).toMatchObject({ status: 403, code: 'contact_captcha_invalid' });
      }
      expect(await guarded.ports.db.read.selectFrom('messages').select('id').execute()).toEqual([]);
      expect((await write('bien')).statusCode).toBe(200);
      expect(verify).toHaveBeenLastCalledWith('bien', 'contact', '127.0.0.1');
    } finally {
      await guarded.close();
    }
  });
});

describe('the copy of personal data', () => {
  const copyOf = async (caller: SignedIn) =>
    (await shop.app.inject({ url: '/api/users/me/data', headers: caller.headers })).json<PersonalData>();
  const rows = (copy: PersonalData, key: string) => copy.sections.find((section) => section.key === key)!.rows;

  it("contains both sides of the caller's threads, and no others", async () => {
    const [reader, other, admin] = [await addReader(shop), await addReader(shop), await newAdmin()];
    const id = await begin(reader, { text: 'Mi mensaje.' });
    await begin(other, { text: 'De otra.' });
    await answer(admin, id, 'La respuesta.');
    expect(rows(await copyOf(reader), 'messages')).toMatchObject([
      { thread_id: id, by: 'tú', body: 'Mi mensaje.' },
      { thread_id: id, by: 'la tienda', body: 'La respuesta.' },
    ]);
  });

  it("contains messages written with the account's address once that is proved", async () => {
    const reader = await addReader(shop);
    await shop.app.inject({
      method: 'POST',
      url: '/api/messages/visitors',
      remoteAddress: '198.18.0.1',
      payload: { ...newMessage('Sin cuenta.'), name: 'Vera', email: reader.user.email, subject: 'other' },
    });
    const setVerified = async (at: number | null) =>
      shop.ports.db.withTx(async (tx) =>
        tx.updateTable('users').set({ email_verified_at: at }).where('id', '=', reader.user.id).execute(),
      );
    await setVerified(null);
    expect(rows(await copyOf(reader), 'visitor_messages')).toEqual([]);
    await setVerified(1);
    expect(rows(await copyOf(reader), 'visitor_messages')).toMatchObject([
      { visitor_name: 'Vera', body: 'Sin cuenta.' },
    ]);
  });
});
