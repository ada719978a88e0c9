import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { OwnOrder, Receipt } from '@cuentos/contract/orders';
import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { withdrawableUntil } from '@cuentos/domain/refunds/withdrawal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addEdition, ingest } from '../../testing/fixtures.ts';
import { type Bought, openShop, type Reader, type TestShop } from './testing/open-shop.ts';

const iso = (instant: number) => new Date(instant).toISOString();

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(async () => shop.setSwitches({ api: 'normal' }));
afterAll(async () => shop.close());

async function bought(reader: Reader, action?: 'approved' | 'rejected' | 'pending') {
  const part = await shop.part();
  const order = await shop.buy(reader, part.id);
  if (action) await shop.click(order, action);
  await shop.settled();
  return { part, order };
}

async function list(reader: Reader, query = ''): Promise<{ orders: OwnOrder[]; total: number }> {
  const response = await shop.request(`/api/orders${query}`, { headers: await reader.headers() });
  expect(response.status).toBe(200);
  return { orders: (await response.json()) as OwnOrder[], total: Number(response.headers.get(TOTAL_COUNT_HEADER)) };
}

async function only(reader: Reader): Promise<OwnOrder> {
  const { orders } = await list(reader);
  expect(orders).toHaveLength(1);
  return orders[0]!;
}

async function numberOf(order: Bought): Promise<string> {
  const payment = (await shop.rows.payments()).findLast(({ order_id: id }) => id === order.order_id);
  return payment!.provider_payment_id;
}

describe('the list of own orders', () => {
  it("contains the caller's orders alone, newest first, in pages", async () => {
    const [reader, other] = [await shop.reader(), await shop.reader()];
    await bought(other, 'approved');
    const orderIds: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      orderIds.unshift((await bought(reader)).order.order_id);
      shop.clock.time += 1000;
    }
    const ids = ({ orders }: { orders: OwnOrder[] }) => orders.map(({ id }) => id);
    expect(ids(await list(reader))).toEqual(orderIds);
    const first = await list(reader, '?offset=0&limit=2');
    const second = await list(reader, '?offset=2&limit=2');
    expect([ids(first), ids(second)]).toEqual([orderIds.slice(0, 2), orderIds.slice(2)]);
    expect([first.total, second.total]).toEqual([3, 3]);
    expect((await shop.request('/api/orders')).status).toBe(401);
    expect((await shop.request('/api/orders?limit=101', { headers: await reader.headers() })).status).toBe(422);
  });

  it('shows a paid order with the actions that are possible', async () => {
    const reader = await shop.reader();
    const { part, order } = await bought(reader, 'approved');
    const paid = shop.clock.time;
    expect(await only(reader)).toEqual({
      id: order.order_id,
      gift: null,
      state: 'paid',
      in_review: false,
      total: 1490,
      discount_code: null,
      created_at: iso(paid),
      paid_at: iso(paid),
      until: null,
      resume_url: null,
      payment_number: await numberOf(order),
      method: expect.stringMatching(/./),
      items: [
        {
          part_id: part.id,
          book_id: part.book_id,
          book_name: expect.stringContaining('La micro'),
          part_name: 'Primera parte',
          image: null,
          value: 1490,
          amount: 1490,
          reduction: null,
          returned: null,
          can_read: true,
          is_recalled: false,
          opened_at: null,
          withdrawal: { refusal: null, amount: 1490, until: iso(withdrawableUntil(paid)) },
        },
      ],
      returned: null,
      sent_back: [],
      documents: [],
    });
  });

  it('shows when a part was opened', async () => {
    const reader = await shop.reader();
    const { part } = await bought(reader, 'approved');
    await addEdition(shop, part.id, await ingest(shop));
    expect((await only(reader)).items[0]).toMatchObject({ opened_at: null });
    shop.clock.time += MINUTE_MS;
    const opened = await shop.request(`/api/book_part/open/${part.id}`, { headers: await reader.headers() });
    expect(opened.status).toBe(200);
    expect((await only(reader)).items[0]).toMatchObject({
      opened_at: iso(shop.clock.time),
      withdrawal: { refusal: 'opened', amount: 0 },
    });
  });

  it('shows a pending payment with its next step and deadline', async () => {
    const reader = await shop.reader();
    const { order } = await bought(reader, 'pending');
    const createdAt = (await shop.rows.order(order.order_id)).created_at;
    expect(await only(reader)).toMatchObject({
      state: 'pending',
      paid_at: null,
      until: iso(createdAt + 30 * DAY_MS),
      resume_url: order.init_point,
      payment_number: await numberOf(order),
      items: [{ can_read: false, withdrawal: { refusal: 'not_paid', until: null } }],
    });
  });

  it('shows an unpaid order as payable, and later as expired', async () => {
    const reader = await shop.reader();
    const { order } = await bought(reader);
    const { expires_at: expires } = await shop.rows.order(order.order_id);
    expect(await only(reader)).toMatchObject({ state: 'unpaid', until: iso(expires), resume_url: order.init_point });
    const start = shop.clock.time;
    shop.clock.time = expires;
    expect(await only(reader)).toMatchObject({ state: 'expired', until: null, resume_url: null });
    shop.clock.time = start;
  });

  it('offers no payment for a part that the buyer owns or is paying for in another order', async () => {
    const reader = await shop.reader();
    const { part, order } = await bought(reader);
    const start = shop.clock.time;
    shop.clock.time = start + 29 * MINUTE_MS;
    const second = await shop.buy(reader, part.id);
    expect(second.order_id).not.toBe(order.order_id);
    shop.clock.time = start;
    const stateOfFirst = async () => (await list(reader)).orders.find(({ id }) => id === order.order_id)?.state;
    expect(await stateOfFirst()).toBe('unpaid');
    await shop.click(second, 'pending');
    await shop.settled();
    expect(await stateOfFirst()).toBe('expired');
    await shop.setPayment(Number(await numberOf(second)), { status: 'approved', notify: true });
    await shop.services.payments.processNotices();
    await shop.settled();
    expect(await stateOfFirst()).toBe('expired');
  });

  it('shows a rejected order, and a free one that was granted at once', async () => {
    const reader = await shop.reader();
    const { order } = await bought(reader, 'rejected');
    expect(await only(reader)).toMatchObject({
      state: 'rejected',
      payment_number: await numberOf(order),
      items: [{ can_read: false }],
    });
    shop.clock.time += 1000;
    const free = await shop.part({ value: 0 });
    await shop.buy(reader, free.id);
    expect((await list(reader)).orders[0]).toMatchObject({
      state: 'paid',
      total: 0,
      payment_number: null,
      method: '',
      items: [{ can_read: true, withdrawal: { refusal: 'free', amount: 0, until: null } }],
    });
  });

  it('shows pending and completed refunds, and duplicate payments beside them', async () => {
    const reader = await shop.reader();
    const { part, order } = await bought(reader, 'approved');
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.refunds.requestRefund({
      orderId: order.order_id,
      partId: part.id,
      reason: 'falla',
      actorId: reader.id,
    });
    await shop.settled();
    const requestedAt = iso(shop.clock.time);
    const returned = { amount: 1490, requested_at: requestedAt, is_withdrawal: false };
    expect(await only(reader)).toMatchObject({ state: 'returning', returned: { ...returned, done_at: null } });
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect(await only(reader)).toMatchObject({
      state: 'returned',
      returned: { ...returned, done_at: iso(shop.clock.time) },
      items: [{ can_read: false, withdrawal: { refusal: 'returned' } }],
    });

    const twice = await shop.reader();
    const { order: doubled } = await bought(twice, 'approved');
    await shop.setPayment(7_700_001, { preference_id: doubled.id, status: 'approved' });
    expect(await shop.notify(7_700_001)).toBe(200);
    await shop.settled();
    expect(await only(twice)).toMatchObject({
      state: 'paid',
      returned: null,
      sent_back: [{ payment_number: '7700001', amount: 1490, is_done: true }],
    });
  });
});

describe('a receipt', () => {
  const ask = async (reader: Reader, id: string) =>
    shop.request(`/api/orders/${id}/receipt`, { headers: await reader.headers() });

  it('names seller, buyer and parts, with the tax and the number of the payment', async () => {
    const reader = await shop.reader();
    const { order } = await bought(reader, 'approved');
    const receipt = (await (await ask(reader, order.order_id)).json()) as Receipt;
    expect(receipt).toMatchObject({
      order_id: order.order_id,
      paid_at: iso(shop.clock.time),
      buyer_name: 'Lucía Reyes',
      items: [{ part_name: 'Primera parte', amount: 1490 }],
      total: 1490,
      net: 1252,
      vat: 238,
      payment: { number: await numberOf(order) },
      returned: 0,
    });
    const seller = (await (await shop.request('/api/seller')).json()) as Receipt['seller'];
    expect(receipt.seller).toEqual(seller);
  });

  it('exists for its buyer alone, and only for paid orders', async () => {
    const [reader, other] = [await shop.reader(), await shop.reader()];
    const { order } = await bought(reader, 'approved');
    const { order: open } = await bought(reader, 'rejected');
    for (const response of [await ask(other, order.order_id), await ask(reader, open.order_id)]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'order_not_found' });
    }
  });
});
