import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { OwnThread } from '@cuentos/contract/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReader, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';

const CONTACT = 'autora@ejemplo.cl';
let otherShop: TestShop;
beforeAll(async () => {
  otherShop = await openShop({ CONTACT_EMAIL: CONTACT });
});
afterAll(async () => otherShop.close());

const newMessage = (text = 'No puedo abrir la segunda parte.') => ({ id: crypto.randomUUID(), text });
const write = async (user: SignedIn, path: string, payload: object) =>
  otherShop.app.inject({ method: 'POST', url: `/api/messages${path}`, headers: user.headers, payload });

it('the author gets one mail for an unread thread, without the text of the message', async () => {
  const [reader, admin] = [
    await addReader(otherShop, { name: 'Rosa Díaz' }),
    await addReader(otherShop, { role: 'admin' }),
  ];
  const first = { ...newMessage('PALABRAS http://malo.test'), subject: 'other' };
  const id = (await write(reader, '', first)).json<{ thread_id: string }>().thread_id;
  await write(reader, `/${id}/reply`, newMessage());
  const mails = await mailsTo(otherShop, CONTACT);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ template: 'message-received', subject: 'Rosa Díaz te escribió', priority: 1 });
  expect(mails[0]!.text).toContain(`/admin/messages?thread=${id}`);
  expect(mails[0]!.text + mails[0]!.html).not.toMatch(/PALABRAS|malo/);
  expect(await mailsTo(otherShop, admin.user.email)).toEqual([]);
  const headers = admin.headers;
  const ownThread = (await otherShop.app.inject({ url: `/api/admin/messages/${id}`, headers })).json<OwnThread>();
  const payload = { until: ownThread.messages[0]!.id };
  await otherShop.app.inject({ method: 'POST', url: `/api/admin/messages/${id}/read`, headers, payload });
  await write(reader, `/${id}/reply`, newMessage());
  expect(await mailsTo(otherShop, CONTACT)).toHaveLength(2);
});

it('the author gets one mail for a person who opens several threads, until all are read', async () => {
  const [reader, admin] = [
    await addReader(otherShop, { name: 'Pedro Soto' }),
    await addReader(otherShop, { role: 'admin' }),
  ];
  const mails = async () =>
    (await mailsTo(otherShop, CONTACT)).filter(({ subject }) => subject.startsWith('Pedro Soto'));
  const begun = async () => {
    const message = newMessage();
    const { thread_id: id } = (await write(reader, '', { ...message, subject: 'other' })).json<{
      thread_id: string;
    }>();
    return { id, until: message.id };
  };
  const read = async ({ id, until }: { id: string; until: string }) =>
    otherShop.app.inject({
      method: 'POST',
      url: `/api/admin/messages/${id}/read`,
      headers: admin.headers,
      payload: { until },
    });
  const [first, second] = [await begun(), await begun()];
  expect(await mails()).toHaveLength(1);
  expect((await mails())[0]!.text).toContain('Mientras quede algo suyo sin leer, no te avisamos de nuevo.');
  await read(first);
  const third = await begun();
  expect(await mails()).toHaveLength(1);
  await read(second);
  await read(third);
  await begun();
  expect(await mails()).toHaveLength(2);
});

it('the author gets at most sixty mails about messages an hour; the other messages are in the shop', async () => {
  const busy = await openShop({ CONTACT_EMAIL: CONTACT });
  try {
    const admin = await addReader(busy, { role: 'admin' });
    let networks = 0;
    const send = async (url: string, { headers }: SignedIn, payload: object) => {
      networks += 1;
      return busy.app.inject({ method: 'POST', url, headers, payload, remoteAddress: `10.3.${networks}.1` });
    };
    const writeAndRead = async (reader: SignedIn) => {
      const message = newMessage();
      const answer = await send('/api/messages', reader, { ...message, subject: 'other' });
      expect(answer.statusCode, answer.body).toBe(201);
      const url = `/api/admin/messages/${answer.json<{ thread_id: string }>().thread_id}/read`;
      expect((await send(url, admin, { until: message.id })).statusCode).toBe(204);
    };
    for (let account = 0; account < 3; account += 1) {
      const reader = await addReader(busy);
      for (let count = 0; count < 20; count += 1) await writeAndRead(reader);
    }
    expect(await mailsTo(busy, CONTACT)).toHaveLength(60);
    const late = await addReader(busy);
    await writeAndRead(late);
    expect(await mailsTo(busy, CONTACT)).toHaveLength(60);
    busy.clock.time += HOUR_MS + 1;
    const later = await signIn(busy, late.user);
    await send('/api/messages', later, { ...newMessage(), subject: 'other' });
    expect(await mailsTo(busy, CONTACT)).toHaveLength(61);
  } finally {
    await busy.close();
  }
});

it('the mail to the author has the number of the order, and nothing of attachments', async () => {
  const reader = await addReader(otherShop);
  const part = await otherShop.part();
  const { order_id } = await otherShop.buy({ id: reader.user.id, headers: async () => reader.headers }, part.id);
  otherShop.clock.time += 1000;
  await write(reader, '', { ...newMessage(), order_id, subject: 'purchase' });
  const mail = (await mailsTo(otherShop, CONTACT)).at(-1);
  expect(mail!.text).toContain(`Es sobre la compra ${order_id.slice(0, 13)}, que ves junto a la conversación.`);
  expect(mail!.text).not.toContain('adjunta');
});

it('a name adds no header and no link to the mail', async () => {
  const reader = await addReader(otherShop, { name: 'Gana ya http://malo.test\r\nBcc: a@b.cl' });
  otherShop.clock.time += 1000;
  await write(reader, '', { ...newMessage(), subject: 'other' });
  const mail = (await mailsTo(otherShop, CONTACT)).at(-1)!;
  expect(mail.subject).toBe('Gana te escribió');
  expect(mail.text + mail.html).not.toMatch(/malo|Bcc/);
});

it('every admin gets the mail while the shop has no address for letters', async () => {
  const shop = await openShop();
  try {
    const admins = [await addReader(shop, { role: 'admin' }), await addReader(shop, { role: 'admin' })];
    const { headers } = await addReader(shop);
    const payload = { ...newMessage(), subject: 'other' };
    await shop.app.inject({ method: 'POST', url: '/api/messages', headers, payload });
    for (const { user } of admins) {
      expect((await mailsTo(shop, user.email)).map(({ template }) => template)).toEqual(['message-received']);
    }
  } finally {
    await shop.close();
  }
});
