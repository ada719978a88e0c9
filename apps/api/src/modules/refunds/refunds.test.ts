import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { give } from '../../testing/fixtures.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let reader: Reader;
let nextId = 1000;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());
afterEach(async () => shop.setSwitches({ api: 'normal', notice: 'send' }));

const actorId = newId();
const owns = async (partId: string): Promise<boolean> => (await shop.rows.owned(reader.id, partId)).length === 1;
const canRead = async (partId: string): Promise<boolean> =>
  (await shop.services.entitlements.accessToPart(reader.id, partId)).access.canRead;
const stateOf = async ({ order_id }: Bought): Promise<string> => (await shop.rows.order(order_id)).state;
const refundsOf = async ({ order_id }: Bought) =>
  (await shop.rows.refunds()).filter((row) => row.order_id === order_id);
const set = async (paymentId: number, change: object): Promise<void> => {
  await shop.setPayment(paymentId, { ...change, notify: true });
  await shop.settled();
};

async function paid(): Promise<{ bought: Bought; partId: string; paymentId: number }> {
  reader = await shop.reader();
  const { id: partId } = await shop.part();
  const bought = await shop.buy(reader, partId);
  nextId += 1;
  await set(nextId, { preference_id: bought.id, status: 'approved' });
  expect(await canRead(partId)).toBe(true);
  return { bought, partId, paymentId: nextId };
}

interface Two {
  readonly bought: Bought;
  readonly parts: readonly [BookPartRow, BookPartRow];
  readonly paymentId: number;
  /** Id of the payment's row. */
  readonly row: string | undefined;
}

/** Makes another payment of an order. */
async function payAgain(bought: Bought, status: string): Promise<void> {
  nextId += 1;
  await set(nextId, { preference_id: bought.id, status });
}

/** Creates a paid order of parts of two books. */
async function paidForTwo(): Promise<Two> {
  reader = await shop.reader();
  const parts: [BookPartRow, BookPartRow] = [await shop.part({ value: 1490 }), await shop.part({ value: 990 })];
  const bought = await shop.buy(reader, parts[0].id, parts[1].id);
  nextId += 1;
  await set(nextId, { preference_id: bought.id, status: 'approved' });
  expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([true, true]);
  const row = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id)?.id;
  return { bought, parts, paymentId: nextId, row };
}

describe('a refund by the shop', () => {
  it('refunds a whole order once and ends access', async () => {
    const { bought, partId, paymentId } = await paid();
    const request = { orderId: bought.order_id, partId: null, reason: 'se arrepintió', actorId };
    const ids = await Promise.all([1, 2, 3].map(async () => shop.services.refunds.requestRefund(request)));
    expect(new Set(ids).size).toBe(1);
    await shop.settled();
    expect(await shop.services.refunds.requestRefund(request)).toBe(ids[0]);
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ amount: 1490, state: 'done', requested_by: actorId }]);
    expect(await canRead(partId)).toBe(false);
    expect(await stateOf(bought)).toBe('refunded');
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({
      state: 'refunded',
      refundedAmount: 1490,
    });
    const mails = (await shop.rows.mails('refund')).filter((mail) => mail.recipient.startsWith(reader.id));
    expect(mails).toHaveLength(1);
    const audits = [...(await shop.rows.audits('refund.requested')), ...(await shop.rows.audits('refund.done'))];
    expect(audits.filter((entry) => entry.subject === ids[0])).toHaveLength(2);
    expect(await shop.tryToBuy(reader, partId)).toMatchObject({ status: 200 });
  });

  it('ends one part alone; then the rest', async () => {
    const { bought, parts } = await paidForTwo();
    const [first, second] = parts;
    await shop.services.refunds.requestRefund({
      orderId: bought.order_id,
      partId: second.id,
      reason: 'defecto',
      actorId,
    });
    await shop.settled();
    expect([await owns(first.id), await owns(second.id)]).toEqual([true, false]);
    expect(await stateOf(bought)).toBe('partially_refunded');
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: 'defecto', actorId });
    await shop.settled();
    expect([await owns(first.id), await owns(second.id)]).toEqual([false, false]);
    const refunds = (await refundsOf(bought)).map(({ amount, state }) => `${amount} ${state}`);
    expect(refunds.toSorted()).toEqual(['1490 done', '990 done']);
    expect(await stateOf(bought)).toBe('refunded');
    const mails = (await shop.rows.mails('refund')).filter((mail) => mail.recipient.startsWith(reader.id));
    const named = mails.map(({ text }) => text.split('\n').filter((line) => line.startsWith('- ')).length);
    expect(named, 'each names only what goes back with it').toEqual([1, 1]);
  });

  it('is refused when nothing can be refunded', async () => {
    reader = await shop.reader();
    const unpaid = await shop.buy(reader, (await shop.part()).id);
    const free = await shop.buy(reader, (await shop.part({ value: 0 })).id);
    for (const orderId of [unpaid.order_id, free.order_id]) {
      const asking = shop.services.refunds.requestRefund({ orderId, partId: null, reason: '', actorId });
      await expect(asking).rejects.toMatchObject({ code: 'refund_not_possible' });
    }
    const missing = shop.services.refunds.requestRefund({ orderId: newId(), partId: null, reason: '', actorId });
    await expect(missing).rejects.toMatchObject({ code: 'order_not_found' });
    const foreign = shop.services.refunds.requestRefund({
      orderId: unpaid.order_id,
      partId: newId(),
      reason: '',
      actorId,
    });
    await expect(foreign).rejects.toMatchObject({ code: 'part_not_found' });
  });

  it("is made once though the provider's answer was lost, and access ends only once it is made", async () => {
    const { bought, partId, paymentId } = await paid();
    const tries = vi.spyOn(shop.ports.payments, 'refund');
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: '', actorId });
    await shop.settled();
    expect(await owns(partId)).toBe(true);
    await shop.setSwitches({ api: 'lost_answer', notice: 'drop' });
    shop.clock.time += MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested' }]);
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += MINUTE_MS;
    await shop.services.refunds.processRefunds();
    await shop.services.refunds.processRefunds();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done' }]);
    expect(await owns(partId)).toBe(false);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 1490 });
    // A provider that makes the first try late, and does not report it yet, recognises the second by its key.
    const keys = tries.mock.calls.map(([, , key]) => key);
    tries.mockRestore();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys)).toEqual(new Set((await refundsOf(bought)).map(({ id }) => id)));
  });

  it('is made once for one part although the answer was lost', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.setSwitches({ api: 'lost_answer', notice: 'drop' });
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: parts[1].id, reason: '', actorId });
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 990 }]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 990 });
    expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([true, false]);
  });

  it('is not sent again if the author refunded the part by hand meanwhile, and ends no other part', async () => {
    reader = await shop.reader();
    const parts = [await shop.part({ value: 990 }), await shop.part({ value: 990 }), await shop.part({ value: 1490 })];
    const bought = await shop.buy(reader, ...parts.map(({ id }) => id));
    nextId += 1;
    const paymentId = nextId;
    await set(paymentId, { preference_id: bought.id, status: 'approved' });
    await shop.setSwitches({ api: 'refuse_refunds', notice: 'drop' });
    const request = { orderId: bought.order_id, partId: parts[0]!.id, reason: '', actorId };
    await shop.services.refunds.requestRefund(request);
    await shop.settled();
    await shop.setPayment(paymentId, { transaction_amount_refunded: 990 });
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    await set(paymentId, {});
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 990, part_id: parts[0]!.id }]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 990 });
    expect(await Promise.all(parts.map(async ({ id }) => owns(id)))).toEqual([false, true, true]);
  });

  it.each([1, 2])('counts %i parts settled by hand once when the provider reports them', async (count) => {
    reader = await shop.reader();
    const parts = [await shop.part({ value: 990 }), await shop.part({ value: 1490 }), await shop.part({ value: 790 })];
    const bought = await shop.buy(reader, ...parts.map(({ id }) => id));
    nextId += 1;
    const paymentId = nextId;
    await set(paymentId, { preference_id: bought.id, status: 'approved' });
    await shop.setSwitches({ api: 'refuse_refunds', notice: 'drop' });
    for (const { id: partId } of parts.slice(0, count)) {
      await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: '', actorId });
      await shop.settled();
    }
    const row = async () => (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id)!;
    await shop.services.payments.settleOutside({ paymentId: (await row()).id, reason: 'allá', actorId });
    const returned = [990, 2480][count - 1]!;
    expect(await row()).toMatchObject({ settled_amount: returned, refunded_amount: 0 });
    await shop.setPayment(paymentId, { transaction_amount_refunded: returned });
    await shop.setSwitches({ api: 'normal', notice: 'send' });
    await set(paymentId, {});
    expect(await row()).toMatchObject({ settled_amount: 0, refunded_amount: returned });
    const refundStates = (await refundsOf(bought)).map(({ state, part_id: part }) => `${state} ${part}`);
    expect(new Set(refundStates)).toEqual(new Set(parts.slice(0, count).map(({ id }) => `done ${id}`)));
    expect(refundStates).toHaveLength(count);
    expect(await stateOf(bought)).toBe('partially_refunded');
    // The rest of the payment can still be refunded.
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: '', actorId });
    await shop.settled();
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 3270 });
  });

  it('is sent for one of two parts if the author refunded the other by hand', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.setSwitches({ api: 'refuse_refunds', notice: 'drop' });
    // The dearer part was requested last, and is the one that was refunded by hand.
    for (const { id: partId } of parts.toReversed()) {
      await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: '', actorId });
      await shop.settled();
    }
    await shop.setPayment(paymentId, { transaction_amount_refunded: 1490 });
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 30 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    await shop.services.refunds.processRefunds();
    const refunds = (await refundsOf(bought)).map(({ state, amount }) => `${amount} ${state}`);
    expect(refunds.toSorted()).toEqual(['1490 done', '990 done']);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 2480 });
  });

  /** Creates an order of two parts. The refund of the first was refused, and the answer about the rest was lost. */
  async function refusedAndLost(prices: readonly [number, number]): Promise<{ bought: Bought; paymentId: number }> {
    reader = await shop.reader();
    const parts = [await shop.part({ value: prices[0] }), await shop.part({ value: prices[1] })];
    const bought = await shop.buy(reader, ...parts.map(({ id }) => id));
    nextId += 1;
    await set(nextId, { preference_id: bought.id, status: 'approved' });
    const request = { orderId: bought.order_id, reason: '', actorId };
    await shop.setSwitches({ api: 'refuse_refunds', notice: 'drop' });
    await shop.services.refunds.requestRefund({ ...request, partId: parts[0]!.id });
    await shop.settled();
    await shop.setSwitches({ api: 'lost_answer' });
    await shop.services.refunds.requestRefund({ ...request, partId: null });
    await shop.settled();
    return { bought, paymentId: nextId };
  }

  it('is not mistaken for another one of the same amount whose answer was lost', async () => {
    const { bought, paymentId } = await refusedAndLost([990, 990]);
    await shop.setSwitches({ api: 'normal' });
    // After a second request it is the next one to be tried.
    const partId = (await refundsOf(bought)).find(({ part_id: part }) => part !== null)!.part_id;
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: '', actorId });
    await shop.settled();
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 1980 });
  });

  it('waits after a refusal for one whose answer was lost, though that one is due later', async () => {
    const { bought, paymentId } = await refusedAndLost([990, 1490]);
    const both = await refundsOf(bought);
    const refused = both.find(({ part_id: part }) => part !== null);
    const lost = both.find(({ part_id: part }) => part === null);
    expect([refused?.last_error, lost?.last_error]).toEqual(['refused', 'unavailable']);
    shop.clock.time += 5 * MINUTE_MS;
    await shop.ports.db.handle
      .updateTable('refunds')
      .set({ next_attempt_at: shop.clock.time + 60 * MINUTE_MS })
      .where('id', '=', lost!.id)
      .execute();
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.refunds.processRefunds();
    const waiting = (await refundsOf(bought)).find(({ id }) => id === refused!.id);
    expect(waiting).toMatchObject({ state: 'requested', last_tried_at: refused!.last_tried_at });
    await shop.setSwitches({ api: 'normal' });
    await shop.services.refunds.processRefunds();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 2480 });
  });

  it.each(['half of it', 'a hundred pesos'])(
    'refunds a duplicate payment completely, though %s was refunded at the provider before the first notice',
    async (returned) => {
      const { bought } = await paid();
      nextId += 1;
      const byHand = returned === 'half of it' ? 745 : 100;
      await shop.setSwitches({ notice: 'drop' });
      await shop.setPayment(nextId, {
        preference_id: bought.id,
        status: 'approved',
        transaction_amount_refunded: byHand,
      });
      const payment = await shop.ports.payments.getPayment(String(nextId));
      await shop.setSwitches({ api: 'error_500' });
      await shop.services.payments.settlePayment(payment);
      await shop.settled();
      const waiting = (await refundsOf(bought)).map(({ state, amount }) => `${state} ${amount}`);
      expect(waiting.toSorted()).toEqual([`done ${byHand}`, `requested ${1490 - byHand}`]);
      await shop.setSwitches({ api: 'normal' });
      shop.clock.time += 5 * MINUTE_MS;
      await shop.services.refunds.processRefunds();
      expect(await shop.ports.payments.getPayment(String(nextId))).toMatchObject({ refundedAmount: 1490 });
    },
  );

  it('refunds a wrong amount completely, though half of it was refunded at the provider before the request', async () => {
    reader = await shop.reader();
    const bought = await shop.buy(reader, (await shop.part()).id);
    nextId += 1;
    const amounts = { transaction_amount: 2000, transaction_amount_refunded: 1000 };
    await set(nextId, { preference_id: bought.id, status: 'approved', ...amounts });
    const row = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id)!;
    expect(row.problem).toBe('wrong_amount');
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.refunds.requestPaymentRefund({ paymentId: row.id, reason: '', actorId });
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect(await shop.ports.payments.getPayment(String(nextId))).toMatchObject({ refundedAmount: 2000 });
  });

  it('is kept when an older answer of the provider arrives after it', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.setSwitches({ notice: 'drop' });
    const before = await shop.ports.payments.getPayment(String(paymentId));
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: parts[1].id, reason: '', actorId });
    await shop.settled();
    await shop.services.payments.settlePayment(before);
    expect(await stateOf(bought)).toBe('partially_refunded');
    expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([true, false]);
  });

  it("counts as done if an admin made it at the provider's site first", async () => {
    const { bought, partId, paymentId } = await paid();
    await shop.setPayment(paymentId, { status: 'refunded' });
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: '', actorId });
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 1490 }]);
    expect(await owns(partId)).toBe(false);
  });

  it('is reported after many refusals, and done when the provider accepts it', async () => {
    const { bought, partId } = await paid();
    await shop.setSwitches({ api: 'error_400' });
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: '', actorId });
    await shop.settled();
    for (let round = 0; round < 10; round += 1) {
      shop.clock.time += 5 * 60 * MINUTE_MS;
      await shop.services.refunds.processRefunds();
    }
    const [refund] = await refundsOf(bought);
    expect(refund).toMatchObject({ state: 'requested', attempts: 8 });
    expect((await shop.rows.audits('refund.failed')).map((entry) => entry.subject)).toContain(refund?.id);
    expect(await owns(partId)).toBe(true);
    await shop.setSwitches({ api: 'normal' });
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: '', actorId });
    await shop.settled();
    expect(await owns(partId)).toBe(false);
  });
});

describe('money refunded at the provider', () => {
  it('refunded: ends access', async () => {
    const { bought, partId, paymentId } = await paid();
    await set(paymentId, { status: 'refunded' });
    expect(await canRead(partId)).toBe(false);
    expect(await stateOf(bought)).toBe('refunded');
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 1490, requested_by: null }]);
  });

  it('charged back: suspends this order only; won: restores it, without a second receipt', async () => {
    const { bought, partId, paymentId } = await paid();
    const other = await shop.part();
    await shop.click(await shop.buy(reader, other.id), 'approved');
    await set(paymentId, { status: 'in_mediation' });
    expect([await owns(partId), await stateOf(bought)]).toEqual([true, 'disputed']);
    await set(paymentId, { status: 'charged_back' });
    expect([await owns(partId), await owns(other.id), await stateOf(bought)]).toEqual([false, true, 'disputed']);
    const ended = await shop.ports.db.handle
      .selectFrom('entitlements')
      .select('revoke_reason')
      .where('order_id', '=', bought.order_id)
      .execute();
    expect(ended).toEqual([{ revoke_reason: 'charged_back' }]);
    await set(paymentId, { status: 'charged_back', status_detail: 'reimbursed' });
    expect([await owns(partId), await stateOf(bought)]).toEqual([true, 'paid']);
    const receipts = (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id));
    expect(receipts).toHaveLength(2);
  });

  it('a won chargeback restores no part that was refunded on request', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: parts[1].id, reason: '', actorId });
    await shop.settled();
    await set(paymentId, { status: 'charged_back' });
    expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([false, false]);
    await set(paymentId, { status: 'approved' });
    expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([true, false]);
  });

  it.each([
    ['a payment that is one too many by then', async (made: Two) => payAgain(made.bought, 'in_mediation'), [990, 1490]],
    [
      'a part that its buyer has otherwise by then',
      async (made: Two) => give(shop, reader.id, made.parts[0].id),
      [2480],
    ],
  ])('a dispute won while a refund waits, %s: returns no peso twice', async (_, meanwhile, asked) => {
    const sale = await paidForTwo();
    const { bought, parts, paymentId } = sale;
    await shop.setSwitches({ api: 'refuse_refunds' });
    const partId = asked.length === 1 ? null : parts[1].id;
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: '', actorId });
    await shop.settled();
    if (asked.length === 1) await set(paymentId, { status: 'charged_back' });
    await meanwhile(sale);
    await set(paymentId, { status: 'charged_back', status_detail: 'again' });
    await set(paymentId, { status: 'approved' });
    const refunds = (await refundsOf(bought)).filter(({ payment_id: id }) => id === sale.row);
    expect(refunds.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(asked);
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 25 * 60 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    const row = (await shop.rows.payments()).find(({ id }) => id === sale.row);
    expect(row).toMatchObject({ status: 'refunded', refunded_amount: 2480 });
    expect((await refundsOf(bought)).map(({ state }) => state)).toEqual(asked.map(() => 'done'));
  });

  it("a partial amount that equals one part's price ends that part; another amount ends none", async () => {
    const two = await paidForTwo();
    await set(two.paymentId, { transaction_amount_refunded: 990, status_detail: 'partially_refunded' });
    expect([await owns(two.parts[0].id), await owns(two.parts[1].id)]).toEqual([true, false]);
    await set(two.paymentId, { transaction_amount_refunded: 1090 });
    expect([await owns(two.parts[0].id), await owns(two.parts[1].id)]).toEqual([true, false]);
    expect(await stateOf(two.bought)).toBe('partially_refunded');
    const sale = await paid();
    await set(sale.paymentId, { transaction_amount_refunded: 200 });
    expect([await owns(sale.partId), await stateOf(sale.bought)]).toEqual([true, 'partially_refunded']);
  });

  it('ends a refunded part although another payment is in dispute, whatever the outcome', async () => {
    for (const decided of ['charged_back', 'approved']) {
      const { bought, parts } = await paidForTwo();
      await payAgain(bought, 'in_mediation');
      const second = nextId;
      await shop.services.refunds.requestRefund({
        orderId: bought.order_id,
        partId: parts[1].id,
        reason: '',
        actorId,
      });
      await shop.settled();
      expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([true, false]);
      await set(second, { status: decided });
      expect([await owns(parts[0].id), await owns(parts[1].id)], decided).toEqual([true, false]);
    }
  });

  it('ends no part that a second payment of the order pays for', async () => {
    const { bought, partId, paymentId } = await paid();
    await set(paymentId, { status: 'charged_back' });
    nextId += 1;
    await set(nextId, { preference_id: bought.id, status: 'approved' });
    expect(await owns(partId)).toBe(true);
    await set(paymentId, { status: 'approved' });
    expect(await owns(partId)).toBe(true);
    const [refund] = await refundsOf(bought);
    expect(refund).toMatchObject({ reason: 'duplicate', state: 'done', amount: 1490 });
    const first = await shop.ports.payments.getPayment(String(paymentId));
    expect(first.state).toBe('refunded');
    expect(await stateOf(bought)).toBe('paid');
  });
});
