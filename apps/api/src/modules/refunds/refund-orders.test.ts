import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSandboxStore } from '../../adapters/mercadopago-sandbox/sandbox-store.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

/** A refund is only requested at first: the shop ends access and tells the buyer once the provider has made it. */

let shop: TestShop;
let reader: Reader;
let nextId = 70_000;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());
afterEach(async () => shop.setSwitches({ api: 'normal', notice: 'send', refunds: 'approved' }));

const actorId = newId();
const owns = async (partId: string): Promise<boolean> => (await shop.rows.owned(reader.id, partId)).length === 1;
const refundsOf = async ({ order_id: id }: Bought) => (await shop.rows.refunds()).filter((row) => row.order_id === id);
const openOf = async (paymentId: number) =>
  (await shop.services.payments.unresolvedPayments()).payments.find(
    ({ provider_payment_id: id }) => id === String(paymentId),
  );
const mails = async (template: string) =>
  (await shop.rows.mails(template)).filter(({ recipient }) => recipient.startsWith(reader.id)).length;
const ownOrder = async ({ order_id: id }: Bought) => shop.services.orders.ownOrder(reader.id, id);
const movements = async ({ order_id: id }: Bought) => {
  const rows = shop.ports.db.handle.selectFrom('money_movements').select(['kind', 'amount']);
  return (await rows.where('order_id', '=', id).orderBy('position').execute()).map(
    ({ kind, amount }) => `${kind} ${amount}`,
  );
};
const later = async (ms: number): Promise<void> => {
  shop.clock.time += ms;
  await shop.services.refunds.processRefunds();
};

interface Paid {
  readonly bought: Bought;
  readonly partIds: readonly string[];
  readonly paymentId: number;
}

/** Creates a paid order of a part of 1,490 and one of 990. */
async function paid(): Promise<Paid> {
  reader = await shop.reader();
  const partIds = [(await shop.part({ value: 1490 })).id, (await shop.part({ value: 990 })).id];
  const bought = await shop.buy(reader, ...partIds);
  nextId += 1;
  await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved', notify: true });
  await shop.settled();
  return { bought, partIds, paymentId: nextId };
}

/** The same, with a refund of all of it or of its second part that the provider accepts but does not decide. */
async function underWay(scope: 'all' | 'part' = 'all'): Promise<Paid> {
  const sale = await paid();
  await shop.setSwitches({ refunds: 'in_process' });
  const partId = scope === 'all' ? null : sale.partIds[1]!;
  await shop.services.refunds.requestRefund({ orderId: sale.bought.order_id, partId, reason: 'lo pidió', actorId });
  await shop.settled();
  await shop.setSwitches({ refunds: 'approved' });
  return sale;
}

describe('a refund that the provider accepted and has not decided', () => {
  it('does not end access or change the ledger; it is in the open list and shown to its buyer', async () => {
    const { bought, partIds, paymentId } = await underWay();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested', done_at: null, last_error: null }]);
    expect((await refundsOf(bought))[0]?.provider_refund_id).toMatch(/^\d+$/);
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([true, true]);
    expect(await mails('refund')).toBe(0);
    expect(await movements(bought)).toEqual(['payment 2480']);
    expect(await openOf(paymentId)).toMatchObject({ reason: 'refund', refund: { is_in_process: true, refusals: 0 } });
    expect(await ownOrder(bought)).toMatchObject({ state: 'returning', returned: { amount: 2480, done_at: null } });
    // Asking about the refund does not request it a second time.
    const orders = vi.spyOn(shop.ports.payments, 'refund');
    await later(DAY_MS);
    expect(orders).not.toHaveBeenCalled();
    orders.mockRestore();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested' }]);
  });

  it.each([
    ['its notice', true],
    ['being asked about', false],
  ])('approved, is done by %s', async (_, notify) => {
    const { bought, partIds, paymentId } = await underWay();
    await shop.decideRefund(paymentId, 'approved', { notify });
    await shop.settled();
    if (!notify) await later(10 * MINUTE_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 2480, last_error: null }]);
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([false, false]);
    expect(await mails('refund')).toBe(1);
    expect(await movements(bought)).toEqual(['payment 2480', 'refund -2480']);
    expect(await openOf(paymentId)).toBeUndefined();
    expect(await ownOrder(bought)).toMatchObject({ state: 'returned' });
  });

  it.each(['rejected', 'cancelled'] as const)(
    '%s: is owed again, with its reason, and requested again',
    async (state) => {
      const { bought, partIds, paymentId } = await underWay('part');
      await shop.decideRefund(paymentId, state);
      await later(10 * MINUTE_MS);
      expect(await refundsOf(bought)).toMatchObject([{ state: 'requested', provider_refund_id: null, rejections: 1 }]);
      expect(await openOf(paymentId)).toMatchObject({
        reason: 'refund',
        refund: { amount: 990, last_error: state, refusals: 1, is_in_process: false },
      });
      expect([await owns(partIds[1]!), await mails('refund')]).toEqual([true, 0]);
      expect(await movements(bought)).toEqual(['payment 2480']);
      await shop.services.refunds.retryRefunds({ paymentId: (await openOf(paymentId))!.id, actorId });
      await shop.settled();
      expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 990 }]);
      expect([await owns(partIds[0]!), await owns(partIds[1]!), await mails('refund')]).toEqual([true, false, 1]);
      expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 990 });
    },
  );

  it('is asked about at once when its payment changes state with the same sum', async () => {
    const { bought, paymentId } = await underWay('part');
    shop.clock.time += 10 * MINUTE_MS;
    await shop.setSwitches({ refunds: 'in_process', api: 'refuse_refunds' });
    const [before] = await refundsOf(bought);
    await shop.services.payments.settlePayment({
      ...(await shop.ports.payments.getPayment(String(paymentId))),
      state: 'charged_back',
      version: shop.clock.time,
    });
    await shop.settled();
    const [after] = await refundsOf(bought);
    expect(after?.last_tried_at).toBe(shop.clock.time);
    expect(before?.last_tried_at).toBeLessThan(shop.clock.time);
  });

  it('stays pending, not refused, while the provider refuses to answer about it', async () => {
    const { bought, paymentId } = await underWay();
    await shop.setSwitches({ api: 'error_400' });
    await later(DAY_MS);
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested', last_error: 'unavailable', attempts: 0 }]);
    expect(await openOf(paymentId)).toMatchObject({ refund: { is_in_process: true, refusals: 0 } });
    await shop.setSwitches({ api: 'normal' });
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested', last_error: null }]);
  });

  it('and that is made while an older answer still says rejected stays made: the money goes back once', async () => {
    const { bought, partIds, paymentId } = await underWay();
    const [requestedRefund] = await refundsOf(bought);
    const staleAnswer = { id: requestedRefund!.provider_refund_id!, state: 'rejected', amount: 2480 } as const;
    // Another process is told of the approval while this one waits for its answer.
    const looks = vi.spyOn(shop.ports.payments, 'refunds').mockImplementationOnce(async () => {
      await shop.decideRefund(paymentId, 'approved', { notify: true });
      await shop.settled();
      return [staleAnswer];
    });
    await later(10 * MINUTE_MS);
    looks.mockRestore();
    const orders = vi.spyOn(shop.ports.payments, 'refund');
    await later(DAY_MS);
    expect(orders).not.toHaveBeenCalled();
    orders.mockRestore();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', rejections: 0 }]);
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([false, false]);
    expect(await movements(bought)).toEqual(['payment 2480', 'refund -2480']);
  });

  it('that was made by hand instead of a refused one is followed, and not requested again', async () => {
    const { bought, partIds, paymentId } = await paid();
    await shop.setSwitches({ api: 'refuse_refunds' });
    const partId = partIds[1]!;
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: 'lo pidió', actorId });
    await shop.settled();
    await shop.setSwitches({ api: 'normal', refunds: 'in_process' });
    await createSandboxStore(shop.ports).refund(String(paymentId), 990, 'by hand');
    await shop.setSwitches({ refunds: 'approved' });
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested', last_error: null }]);
    await shop.decideRefund(paymentId, 'approved');
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 990 }]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 990 });
    expect([await owns(partIds[0]!), await owns(partId), await mails('refund')]).toEqual([true, false, 1]);
  });

  it('and then rejects can be settled outside instead, and is not requested again', async () => {
    const { bought, partIds, paymentId } = await underWay('part');
    await shop.decideRefund(paymentId, 'rejected');
    await later(10 * MINUTE_MS);
    const { id } = (await openOf(paymentId))!;
    await shop.services.payments.settleOutside({ paymentId: id, reason: 'transferencia', actorId });
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'settled' }]);
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([true, false]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 0 });
    expect(await openOf(paymentId)).toBeUndefined();
  });

  it('settled together with another one, of which the provider then makes one, leaves the other settled', async () => {
    const { bought, partIds, paymentId } = await underWay('part');
    await shop.setSwitches({ refunds: 'in_process' });
    const request = { orderId: bought.order_id, partId: null, reason: 'lo pidió', actorId };
    await shop.services.refunds.requestRefund(request);
    await shop.settled();
    const open = await openOf(paymentId);
    await shop.services.payments.settleOutside({ paymentId: open!.id, reason: 'por transferencia', actorId });
    await shop.decideRefund(paymentId, 'approved', { notify: true });
    await shop.settled();
    const payments = await shop.rows.payments();
    const payment = payments.find((row) => row.provider_payment_id === String(paymentId));
    expect(payment).toMatchObject({ refunded_amount: 1490, settled_amount: 990 });
    expect(await ownOrder(bought)).toMatchObject({ state: 'returned' });
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([false, false]);
  });

  it("is done when its payment's sum says so, without a state from the provider", async () => {
    const { bought, paymentId, partIds } = await paid();
    const { payments } = shop.ports;
    const order = vi
      .spyOn(payments, 'refund')
      .mockImplementation(async () => ({ id: '5', state: 'unknown', amount: null }));
    const partId = partIds[1]!;
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: 'lo pidió', actorId });
    await shop.settled();
    order.mockRestore();
    expect([await owns(partId), await mails('refund')]).toEqual([true, 0]);
    await shop.setPayment(paymentId, { transaction_amount_refunded: 990, notify: true });
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', provider_refund_id: '5' }]);
    expect([await owns(partId), await mails('refund')]).toEqual([false, 1]);
  });
});

describe('a refund of the rest of a payment', () => {
  it.each(['rejected', 'approved'] as const)(
    'is made of less while a part is returned by hand, which is then %s: the rest is owed',
    async (by) => {
      const { bought, partIds, paymentId } = await paid();
      await shop.setSwitches({ refunds: 'in_process' });
      const store = createSandboxStore(shop.ports);
      const hand = await store.refund(String(paymentId), 990, `by hand ${paymentId}`);
      await shop.setSwitches({ refunds: 'approved' });
      await shop.services.refunds.requestRefund({
        orderId: bought.order_id,
        partId: null,
        reason: 'lo pidió',
        actorId,
      });
      await shop.settled();
      const amounts = (await refundsOf(bought)).map(({ state, amount }) => `${state} ${amount}`);
      expect(amounts.toSorted()).toEqual(['done 1490', 'requested 990']);
      expect(await openOf(paymentId)).toMatchObject({ reason: 'refund', left: 990 });
      expect(await mails('refund')).toBe(0);
      await store.decideRefund(String(paymentId), typeof hand === 'object' ? hand.id : 0, by);
      await later(DAY_MS);
      expect((await refundsOf(bought)).map(({ state }) => state)).toEqual(['done', 'done']);
      expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 2480 });
      expect(await openOf(paymentId)).toBeUndefined();
      expect([await owns(partIds[0]!), await owns(partIds[1]!), await mails('refund')]).toEqual([false, false, 1]);
    },
  );
});

describe('a completed refund', () => {
  it('is owed again, mailed, and made again when the provider no longer counts it', async () => {
    const { bought, partIds, paymentId } = await underWay();
    await shop.decideRefund(paymentId, 'approved', { notify: true });
    await shop.settled();
    expect(await mails('refund')).toBe(1);
    await shop.setSwitches({ refunds: 'in_process' });
    await shop.decideRefund(paymentId, 'rejected', { notify: true });
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'requested', last_error: 'rejected', rejections: 1 }]);
    expect(await openOf(paymentId)).toMatchObject({ reason: 'refund', left: 2480, refund: { last_error: 'rejected' } });
    // The refund was promised, so the undone refund does not give access again.
    expect([await owns(partIds[0]!), await mails('money-undone')]).toEqual([false, 1]);
    expect(await ownOrder(bought)).toMatchObject({ state: 'returning', returned: { done_at: null } });
    expect(await movements(bought)).toEqual(['payment 2480', 'refund -2480', 'refund_undone 2480']);
    await shop.setSwitches({ refunds: 'approved' });
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done' }]);
    expect(await movements(bought)).toEqual(['payment 2480', 'refund -2480', 'refund_undone 2480', 'refund -2480']);
    expect(await openOf(paymentId)).toBeUndefined();
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 2480 });
  });

  it('of one part is owed again in the same way, and the other part is not affected', async () => {
    const { bought, partIds, paymentId } = await underWay('part');
    await shop.decideRefund(paymentId, 'approved', { notify: true });
    await shop.settled();
    await shop.decideRefund(paymentId, 'cancelled', { notify: true });
    await shop.settled();
    expect(await openOf(paymentId)).toMatchObject({
      reason: 'refund',
      refund: { amount: 990, last_error: 'cancelled' },
    });
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([true, false]);
    await later(DAY_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done' }]);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 990 });
  });

  it("is kept while the provider's report of its payment does not include it yet", async () => {
    const { bought, partIds, paymentId } = await paid();
    await shop.setSwitches({ notice: 'drop' });
    const before = await shop.ports.payments.getPayment(String(paymentId));
    const looks = vi.spyOn(shop.ports.payments, 'getPayment').mockImplementation(async () => before);
    const partId = partIds[1]!;
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: 'lo pidió', actorId });
    await shop.settled();
    await shop.services.payments.settlePayment(before);
    looks.mockRestore();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', next_attempt_at: null }]);
    expect(await openOf(paymentId)).toBeUndefined();
    expect(await movements(bought)).toEqual(['payment 2480', 'refund -990']);
  });

  it('is undone while another refund of its payment is made, and is then made again', async () => {
    const { bought, partIds, paymentId } = await paid();
    const ask = async (partId: string | null) => {
      const request = { orderId: bought.order_id, partId, reason: 'lo pidió', actorId };
      await shop.services.refunds.requestRefund(request);
      await shop.settled();
    };
    await shop.setSwitches({ api: 'refuse_refunds', notice: 'drop' });
    await ask(partIds[1]!);
    // Everything is refunded by hand, which the shop sees with the next refund, and then undone.
    await shop.setPayment(paymentId, { status: 'refunded' });
    await ask(null);
    const states = Object.fromEntries((await refundsOf(bought)).map(({ amount, state }) => [amount, state]));
    expect(states).toEqual({ 990: 'requested', 1490: 'done' });
    await shop.setPayment(paymentId, { status: 'approved' });
    await shop.setSwitches({ api: 'normal' });
    await later(DAY_MS);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 990 });
    expect(await openOf(paymentId), 'the other is owed').toMatchObject({ reason: 'refund' });
    await later(DAY_MS);
    await later(DAY_MS);
    expect(await shop.ports.payments.getPayment(String(paymentId))).toMatchObject({ refundedAmount: 2480 });
    expect(await openOf(paymentId)).toBeUndefined();
  });

  it('before the first notice leaves nothing paid, although the provider says approved', async () => {
    reader = await shop.reader();
    const part = await shop.part({ value: 1490 });
    const bought = await shop.buy(reader, part.id);
    nextId += 1;
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved' });
    await shop.setPayment(nextId, { transaction_amount_refunded: 1490, notify: true });
    await shop.settled();
    expect(await ownOrder(bought)).toMatchObject({ state: 'returned' });
    expect(await owns(part.id)).toBe(false);
  });

  it("made and undone at the provider's own site lets its payment pay for the order again", async () => {
    const { bought, partIds, paymentId } = await paid();
    await shop.setPayment(paymentId, { transaction_amount_refunded: 990, notify: true });
    await shop.settled();
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([true, false]);
    await shop.setPayment(paymentId, { transaction_amount_refunded: 0, notify: true });
    await shop.settled();
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([true, true]);
    expect(await openOf(paymentId)).toBeUndefined();
    expect((await ownOrder(bought)).returned).toBeNull();
    await shop.setPayment(paymentId, { status: 'refunded', notify: true });
    await shop.settled();
    expect(await owns(partIds[0]!)).toBe(false);
    await shop.setPayment(paymentId, { status: 'approved', notify: true });
    await shop.settled();
    expect([await owns(partIds[0]!), await owns(partIds[1]!)]).toEqual([true, true]);
    expect(await ownOrder(bought)).toMatchObject({ state: 'paid', returned: null });
  });

  it("made and undone at the provider's own site changes nothing for a payment with a wrong amount", async () => {
    reader = await shop.reader();
    const part = await shop.part({ value: 1490 });
    const bought = await shop.buy(reader, part.id);
    nextId += 1;
    const wrong = { preference_id: bought.id, status: 'approved', transaction_amount: 1200 } as const;
    await shop.setPayment(nextId, { ...wrong, notify: true });
    await shop.settled();
    await shop.setPayment(nextId, { transaction_amount_refunded: 500, notify: true });
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done', amount: 500 }]);
    await shop.setPayment(nextId, { transaction_amount_refunded: 0, notify: true });
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ state: 'failed' }]);
    const grants = await shop.rows.audits('order.granted');
    expect(grants.filter(({ subject }) => subject === bought.order_id)).toEqual([]);
    expect(await openOf(nextId)).toMatchObject({ amount: 1200 });
  });

  it("keeps the provider's number although the answer that contained it was lost", async () => {
    const { bought, partIds } = await paid();
    await shop.setSwitches({ api: 'lost_answer', notice: 'drop' });
    const partId = partIds[1]!;
    await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason: 'lo pidió', actorId });
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    await later(10 * MINUTE_MS);
    expect(await refundsOf(bought)).toMatchObject([{ state: 'done' }]);
    expect((await refundsOf(bought))[0]?.provider_refund_id).toMatch(/^\d+$/);
  });
});
