import type { DiscountCode, DiscountCodeBody } from '@cuentos/contract/discount-codes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { addReader } from '../../testing/fixtures.ts';
import { details, giftSteps } from '../orders/testing/gift-steps.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

/** Tests of discount codes with gifts, and of parts that a code makes free. */
let shop: TestShop;
let steps: ReturnType<typeof giftSteps>;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop({ MP_MIN_AMOUNT: '50' });
  steps = giftSteps(shop);
});
beforeEach(async () => {
  reader = await shop.reader();
});
afterAll(async () => shop.close());

let codeCount = 0;
async function code(change: Partial<DiscountCodeBody>): Promise<string> {
  codeCount += 1;
  const { headers } = await addReader(shop, { role: 'admin' });
  const payload = {
    code: `CODIGO-${codeCount}`,
    kind: 'pesos',
    amount: 1000,
    book_id: null,
    part_id: null,
    from: null,
    until: null,
    max_uses: null,
    max_uses_per_person: null,
    ...change,
  };
  const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/discount_codes', headers, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<DiscountCode>().code;
}
const order = async (parts: readonly BookPartRow[], body: object, as = reader) =>
  steps.call<Bought>('POST', `/api/user_book_parts/get_preference_id/${parts[0]!.id}`, as, {
    withdrawal_acknowledged: true,
    part_ids: parts.map(({ id }) => id),
    ...body,
  });
const owned = async (part: BookPartRow, as = reader) => (await shop.rows.owned(as.id, part.id)).length;
const ordersOf = async ({ id }: Reader) =>
  shop.ports.db.read.selectFrom('orders').select(['id', 'state']).where('user_id', '=', id).execute();

it('a code of pesos is taken off once, whatever payments of other parts are pending', async () => {
  const [first, second] = [await shop.part({ value: 1000 }), await shop.part({ value: 1000 })];
  const { body: waiting } = await order([first], {});
  await shop.click(waiting, 'pending');
  await shop.settled();
  const name = await code({ amount: 1000, max_uses: 1 });
  const { status, body } = await order([first, second], { code: name, total: 0 });
  expect([status, body.code]).toEqual([409, 'payment_pending']);
  expect([await owned(first), await owned(second)]).toEqual([0, 0]);
  const ids = [first, second].map(({ id }) => id).join();
  const { body: quote } = await steps.call<{ items: { amount: number }[] }>(
    'GET',
    `/api/quote?part_ids=${ids}&code=${name}`,
    reader,
  );
  expect(quote.items.map(({ amount }) => amount)).toEqual([1000, 0]);
});

it('a part that a code made free is revoked with the last refunded peso of its order', async () => {
  const [first, second] = [await shop.part({ value: 490 }), await shop.part({ value: 1000 })];
  const name = await code({ amount: 490, part_id: first.id, max_uses_per_person: 1 });
  const { body: bought } = await order([first, second], { code: name, total: 1000 });
  await shop.click(bought, 'approved');
  await shop.settled();
  expect([await owned(first), await owned(second)]).toEqual([1, 1]);
  const back = await steps.call('POST', `/api/orders/${bought.order_id}/withdraw`, reader, { part_id: second.id });
  expect(back.status).toBe(200);
  await shop.services.refunds.processRefunds();
  await shop.settled();
  expect((await shop.rows.order(bought.order_id)).state).toBe('refunded');
  expect([await owned(first), await owned(second)]).toEqual([0, 0]);
  // The audit entry of the refund includes the free part.
  const ended = (await shop.rows.audits('entitlement.revoked')).filter(({ subject }) => subject === bought.order_id);
  const parts = ended.flatMap(({ detail }) => (JSON.parse(detail) as { parts: string[] }).parts);
  expect(parts).toEqual([first.id]);
});

it('a part that a code made free is revoked although a bank holds another payment of the order', async () => {
  const [first, second] = [await shop.part({ value: 490 }), await shop.part({ value: 1000 })];
  const name = await code({ amount: 490, part_id: first.id, max_uses_per_person: 1 });
  const { body: bought } = await order([first, second], { code: name, total: 1000 });
  await shop.click(bought, 'approved');
  await shop.settled();
  await shop.setPayment(90_001, { preference_id: bought.id, status: 'pending', notify: true });
  await shop.settled();
  await shop.setPayment(90_001, { status: 'charged_back', notify: true });
  await shop.settled();
  expect([await owned(first), await owned(second)]).toEqual([1, 1]);
  const request = { orderId: bought.order_id, partId: second.id, reason: '', actorId: reader.id };
  await shop.services.refunds.requestRefund(request);
  await shop.settled();
  expect((await shop.rows.order(bought.order_id)).state).toBe('disputed');
  expect([await owned(first), await owned(second)]).toEqual([0, 0]);
});

it('a part that a code made free leaves the gift once the paid parts are refunded', async () => {
  const [first, second] = [await shop.part({ value: 490 }), await shop.part({ value: 1000 })];
  const name = await code({ amount: 490, part_id: first.id });
  const giver = await shop.reader();
  const gift = { ...details, recipient_email: null };
  const { body: bought } = await order([first, second], { code: name, total: 1000, gift }, giver);
  await shop.click(bought, 'approved');
  await shop.settled();
  const token = await steps.tokenOf(bought);
  await shop.setSwitches({ api: 'refuse_refunds' });
  await steps.call('POST', `/api/orders/${bought.order_id}/withdraw`, giver, { part_id: second.id });
  const { body } = await steps.claim(token, reader);
  await shop.setSwitches({ api: 'normal' });
  expect(body.code).toBe('gift_withdrawn');
  expect(await owned(first)).toBe(0);
});

it('a gift with the only use of its code can be corrected, and keeps its use', async () => {
  const part = await shop.part({ value: 1490 });
  const name = await code({ kind: 'percentage', amount: 20, max_uses_per_person: 1 });
  const orderGift = async (address: string) =>
    order([part], { code: name, total: 1192, gift: { ...details, recipient_email: address } });
  const first = await orderGift('ana@gmial.com');
  const second = await orderGift('ana@gmail.com');
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.order_id).toBe(first.body.order_id);
  expect(await ordersOf(reader)).toHaveLength(1);
  await shop.click(second.body, 'approved');
  await shop.settled();
  await shop.services.gifts.sendGifts();
  const mails = (await shop.rows.mails('gift')).map(({ recipient }) => recipient);
  expect(mails.filter((to) => to.startsWith('ana@g'))).toEqual(['ana@gmail.com']);
  const third = await orderGift('otra@ejemplo.cl');
  expect([third.status, third.body.code], 'it is used now').toEqual([409, 'price_changed']);
});

it('an order that a code makes free cannot be a gift', async () => {
  const part = await shop.part({ value: 900 });
  const name = await code({ kind: 'percentage', amount: 100 });
  const { status, body } = await order([part], { code: name, total: 0, gift: details });
  expect([status, body.code]).toEqual([409, 'gift_unpaid']);
  expect(await ordersOf(reader)).toEqual([]);
});

it('a giver pays the price with the code, whatever parts she owns', async () => {
  const part = await shop.part({ value: 1490 });
  const name = await code({ kind: 'percentage', amount: 20 });
  const { body: own } = await order([part], {});
  await shop.click(own, 'approved');
  await shop.settled();
  const { body: quote } = await steps.call<{ total: number; items: { refusal: string | null }[] }>(
    'GET',
    `/api/quote?part_ids=${part.id}&code=${name}&gift=1`,
    reader,
  );
  expect([quote.total, quote.items[0]!.refusal]).toEqual([1192, null]);
  const { body: bought } = await order([part], { code: name, total: 1192, gift: details });
  expect(await shop.rows.order(bought.order_id)).toMatchObject({ total: 1192, discount_code: name });
});
