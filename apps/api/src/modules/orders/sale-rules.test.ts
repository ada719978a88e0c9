import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RefundRow } from '../../platform/db/tables/payments.ts';
import type { ProviderPayment } from '../../ports/payment.ts';
import { addReader } from '../../testing/fixtures.ts';
import { closeSettledPayment, recordOrderRefund } from '../refunds/request-refund.ts';
import { giftSteps } from './testing/gift-steps.ts';
import { type Bought, openShop, type Reader, type TestShop } from './testing/open-shop.ts';

/** Single rules of a sale, tested by the provider's reports of a payment. */
let shop: TestShop;
let steps: ReturnType<typeof giftSteps>;
let nextId = 700_000;
beforeAll(async () => {
  shop = await openShop();
  steps = giftSteps(shop);
});
afterAll(async () => shop.close());

/** A payment of an order in the provider's form. */
async function paymentFor(bought: Bought): Promise<ProviderPayment> {
  nextId += 1;
  await shop.setPayment(nextId, { preference_id: bought.id, status: 'pending' });
  return shop.ports.payments.getPayment(String(nextId));
}

/** Settles reports of one payment, each newer than the last. */
async function report(payment: ProviderPayment, ...changes: readonly Partial<ProviderPayment>[]): Promise<void> {
  for (const [index, change] of changes.entries()) {
    await shop.services.payments.settlePayment({ ...payment, version: payment.version + index + 1, ...change });
  }
  await shop.settled();
}
const approved = { state: 'approved' } as const;
const disputed = { state: 'in_mediation' } as const;
const chargedBack = { state: 'charged_back' } as const;

async function ordered(...values: readonly number[]): Promise<{ reader: Reader; partIds: string[]; bought: Bought }> {
  const reader = await shop.reader();
  const partIds: string[] = [];
  for (const value of values) partIds.push((await shop.part({ value })).id);
  return { reader, partIds, bought: await shop.buy(reader, ...partIds) };
}
const rowOf = async ({ id }: ProviderPayment) =>
  (await shop.rows.payments()).find(({ provider_payment_id: number }) => number === id)!;
const refundsOf = async (payment: ProviderPayment) => {
  const { id } = await rowOf(payment);
  return (await shop.rows.refunds()).filter(({ payment_id: of }) => of === id);
};
const owned = async (reader: Reader, partIds: readonly string[]) =>
  (await Promise.all(partIds.map(async (id) => shop.rows.owned(reader.id, id)))).map(({ length }) => length === 1);
const leave = async ({ id }: Reader) =>
  shop.ports.db.handle.updateTable('users').set({ deleted_at: shop.clock.now() }).where('id', '=', id).execute();

describe('a payment whose buyer was deleted', () => {
  it('is refunded when it was disputed before anything was granted', async () => {
    const { reader, bought } = await ordered(1490);
    const payment = await paymentFor(bought);
    await report(payment, disputed);
    await leave(reader);
    await report(payment, {}, approved);
    expect(await rowOf(payment)).toMatchObject({ problem: 'buyer_gone' });
  });

  it('is refunded when an earlier payment of the order was granted and refunded', async () => {
    const { reader, bought } = await ordered(1490);
    const [first, second] = [await paymentFor(bought), await paymentFor(bought)];
    await report(first, approved, { state: 'refunded', refundedAmount: 1490 });
    await leave(reader);
    await report(second, approved);
    expect(await rowOf(second)).toMatchObject({ problem: 'buyer_gone' });
  });

  it.each([
    ['a dispute', disputed],
    ['a chargeback', chargedBack],
  ])('stays when %s of what was granted is decided for the shop', async (_, state) => {
    const { reader, partIds, bought } = await ordered(1490);
    const payment = await paymentFor(bought);
    await report(payment, approved, state);
    await leave(reader);
    await report(payment, {}, {}, approved);
    expect(await rowOf(payment)).toMatchObject({ problem: null, status: 'approved' });
    expect(await owned(reader, partIds)).toEqual([true]);
    expect(await refundsOf(payment)).toEqual([]);
  });

  it('is refunded for a gift that was disputed before it opened, and kept for an opened one', async () => {
    const [giver, part] = [await shop.reader(), await shop.part()];
    const { body: bought } = await steps.order(giver, [part], {});
    const payment = await paymentFor(bought);
    await report(payment, disputed);
    await leave(giver);
    await report(payment, {}, approved);
    expect(await rowOf(payment)).toMatchObject({ problem: 'buyer_gone' });

    const other = await shop.reader();
    const { body: opened } = await steps.order(other, [await shop.part()], {});
    const its = await paymentFor(opened);
    await report(its, approved, disputed);
    await leave(other);
    await report(its, {}, {}, approved);
    expect(await rowOf(its)).toMatchObject({ problem: null, status: 'approved' });
  });
});

it('a claimed gift that is restored refunds nothing for a part that its claimer already owned and accepted', async () => {
  const [giver, claimer] = [await shop.reader(), await shop.reader()];
  const parts = [await shop.part(), await shop.part({ value: 990 })];
  const { body: bought } = await steps.order(giver, parts, {});
  const payment = await paymentFor(bought);
  await report(payment, approved);
  const own = await shop.buy(claimer, parts[0]!.id);
  await shop.click(own, 'approved');
  await shop.settled();
  const claim = await steps.claim(await steps.tokenOf(bought), claimer, { accepts_owned: true });
  expect(claim.status).toBe(200);
  await report(payment, {}, chargedBack, approved);
  expect(
    await owned(
      claimer,
      parts.map(({ id }) => id),
    ),
  ).toEqual([true, true]);
  expect(await refundsOf(payment)).toEqual([]);
});

describe("a refund made at the provider's site", () => {
  it('ends the one part with that price', async () => {
    const { reader, partIds, bought } = await ordered(1490, 990);
    const payment = await paymentFor(bought);
    await report(payment, approved, { ...approved, refundedAmount: 990 });
    expect(await owned(reader, partIds)).toEqual([true, false]);
    expect(await refundsOf(payment)).toMatchObject([{ part_id: partIds[1], amount: 990 }]);
  });

  it('ends no part when two parts or none have that price', async () => {
    for (const [values, amount] of [
      [[1490, 1490], 1490],
      [[1490, 990], 500],
    ] as const) {
      const { reader, partIds, bought } = await ordered(...values);
      const payment = await paymentFor(bought);
      await report(payment, approved, { ...approved, refundedAmount: amount });
      expect(await owned(reader, partIds)).toEqual([true, true]);
      expect(await refundsOf(payment)).toMatchObject([{ part_id: null, amount }]);
    }
  });

  it('applies to no single part when it completes the refund of the payment', async () => {
    const { reader, partIds, bought } = await ordered(1490, 990);
    const payment = await paymentFor(bought);
    await report(payment, approved, { ...approved, refundedAmount: 990 }, { state: 'refunded', refundedAmount: 2480 });
    expect(await owned(reader, partIds)).toEqual([false, false]);
    const rows = (await refundsOf(payment)).toSorted((a, b) => a.amount - b.amount);
    expect(rows.map(({ part_id: id, amount }) => [id, amount])).toEqual([
      [partIds[1], 990],
      [null, 1490],
    ]);
  });
});

describe('a report of a payment', () => {
  it("changes nothing if it is older than the shop's state", async () => {
    const { reader, partIds, bought } = await ordered(1490);
    const payment = await paymentFor(bought);
    await report(payment, approved);
    const before = await rowOf(payment);
    await shop.services.payments.settlePayment({ ...payment, fee: payment.fee + 1, version: payment.version - 1 });
    expect(await rowOf(payment)).toEqual(before);
    expect(await owned(reader, partIds)).toEqual([true]);
  });

  it('is mailed to the buyer when the payment is pending, but not when it is approved', async () => {
    const to = async ({ id }: Reader) =>
      (await shop.rows.mails('payment-pending')).filter(({ recipient }) => recipient.startsWith(id)).length;
    const [waiting, done] = [await ordered(1490), await ordered(1490)];
    await report(await paymentFor(waiting.bought), { state: 'pending' });
    await report(await paymentFor(done.bought), approved);
    expect([await to(waiting.reader), await to(done.reader)]).toEqual([1, 0]);
    // The buyer does not wait for a rejected try of the same order.
    await report(await paymentFor(waiting.bought), { state: 'rejected' });
    expect(await to(waiting.reader)).toBe(1);
  });
});

describe('a refund', () => {
  const request = async (bought: Bought, partId: string | null = null) => {
    const { user } = await addReader(shop, { role: 'admin' });
    return shop.services.refunds.requestRefund({
      orderId: bought.order_id,
      partId,
      reason: 'lo pidió',
      actorId: user.id,
    });
  };

  it('is due at once when it is requested again while it waits, but not once it is done', async () => {
    const { bought, partIds } = await ordered(1490, 990);
    const payment = await paymentFor(bought);
    await report(payment, approved);
    const { db, clock } = shop.ports;
    const change = async (columns: Partial<RefundRow>) =>
      db.handle.updateTable('refunds').set(columns).where('order_id', '=', bought.order_id).execute();
    const asked = { orderId: bought.order_id, partId: partIds[1]!, reason: 'lo pidió', actorId: 'a' };
    const ask = async () => db.withTx(async (tx) => recordOrderRefund(tx, asked, clock.now()));
    const id = await ask();
    await change({ next_attempt_at: clock.now() + 1000 });
    expect(await ask()).toBe(id);
    expect(await refundsOf(payment)).toMatchObject([{ id, next_attempt_at: clock.now() }]);
    await change({ state: 'done', next_attempt_at: null });
    expect(await ask()).toBe(id);
    expect(await refundsOf(payment)).toMatchObject([{ id, state: 'done', next_attempt_at: null }]);
  });

  it('is not possible of money that the bank took back, nor of a free part', async () => {
    const { bought } = await ordered(1490);
    const payment = await paymentFor(bought);
    await report(payment, approved, chargedBack);
    await expect(request(bought)).rejects.toMatchObject({ code: 'refund_not_possible' });
    expect(await refundsOf(payment)).toEqual([]);

    const second = await ordered(1490, 990);
    const its = await paymentFor(second.bought);
    await report(its, approved);
    await shop.ports.db.handle
      .updateTable('order_items')
      .set({ amount: 0 })
      .where('part_id', '=', second.partIds[1]!)
      .execute();
    await expect(request(second.bought, second.partIds[1])).rejects.toMatchObject({ code: 'refund_not_possible' });
    expect(await refundsOf(its)).toEqual([]);
  });

  it('cannot be closed by hand when the payment has nothing to resolve', async () => {
    const { bought } = await ordered(1490);
    const payment = await paymentFor(bought);
    await report(payment, approved);
    const before = await rowOf(payment);
    const action = { paymentId: before.id, reason: 'por fuera', actorId: 'a' };
    await expect(
      shop.ports.db.withTx(async (tx) => closeSettledPayment(tx, action, shop.clock.now())),
    ).rejects.toMatchObject({ code: 'payment_not_open' });
    expect(await rowOf(payment)).toEqual(before);
  });
});

it('early access does not prevent a reader from buying the part', async () => {
  const [reader, part] = [await shop.reader(), await shop.part()];
  const early = { source: 'early_access', kind: 'early_access', order_id: null, granted_by: null } as const;
  await shop.ports.db.handle
    .insertInto('entitlements')
    .values({
      ...early,
      id: crypto.randomUUID(),
      user_id: reader.id,
      part_id: part.id,
      granted_at: 1,
      expires_at: null,
      revoked_at: null,
      revoke_reason: null,
    })
    .execute();
  await shop.click(await shop.buy(reader, part.id), 'approved');
  await shop.settled();
  expect(await owned(reader, [part.id])).toEqual([true]);
  expect((await shop.tryToBuy(reader, part.id)).status).toBe(409);
});
