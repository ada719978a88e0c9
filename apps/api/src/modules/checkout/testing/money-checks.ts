import { expect } from 'vitest';
import { PRICES } from './money-steps.ts';
import type { TestShop } from './open-shop.ts';

/** Whose history of money is checked. */
interface Buyer {
  readonly reader: string;
  /** In the order of {@link PRICES}. */
  readonly parts: readonly string[];
  readonly orders: readonly { readonly id: string }[];
}

const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

async function heldBy(shop: TestShop, reader: string) {
  const rows = shop.ports.db.handle.selectFrom('entitlements').selectAll().where('user_id', '=', reader);
  return (await rows.execute()).filter(({ revoked_at: revoked }) => revoked === null);
}

/** A good payment, one for each order, gave all of its order but what went back or belongs to the other order. */
export async function checkGoodPayments(shop: TestShop, { reader, orders }: Buyer): Promise<void> {
  const held = await heldBy(shop, reader);
  for (const { id: orderId } of orders) {
    const { handle } = shop.ports.db;
    const approved = await handle
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('status', '=', 'approved')
      .where('problem', 'is', null)
      .execute();
    // What an admin gave back by other means pays for nothing any more.
    const good = approved.filter((row) => row.refunded_amount + row.settled_amount < row.amount);
    expect(good.length, 'two good payments of one order').toBeLessThanOrEqual(1);
    if (!good[0]) continue;
    const { id } = good[0];
    const refunds = await handle.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute();
    const items = await handle.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute();
    for (const { part_id: partId } of items) {
      const isReturned = refunds.some((refund) => refund.part_id === partId || refund.part_id === null);
      const isHeld = held.some((row) => row.part_id === partId && row.order_id === orderId);
      expect([partId, isReturned || isHeld], 'a good payment lost what it paid for').toEqual([partId, true]);
    }
  }
}

/**
 * Items add up to what is paid, none costs more than alone, no item is returned for more than it cost, and a good
 * payment keeps exactly what its buyer holds of the order: nobody pays for a part twice, or for one that went back.
 */
export async function checkSums(
  shop: TestShop,
  { reader, orders, parts }: Buyer,
  count: (what: string) => void,
): Promise<void> {
  const { handle } = shop.ports.db;
  const held = await heldBy(shop, reader);
  const paidFor: string[] = [];
  for (const { id: orderId } of orders) {
    const items = await handle.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute();
    expect(sum(items), 'items add up').toBe((await shop.rows.order(orderId)).total);
    for (const { part_id: id, amount } of items) {
      expect(amount).toBeLessThanOrEqual(PRICES[parts.indexOf(id)]!);
    }
    const payments = await handle.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute();
    for (const payment of payments.filter(({ status, problem }) => status === 'approved' && problem === null)) {
      const all = await handle.selectFrom('refunds').selectAll().where('payment_id', '=', payment.id).execute();
      // What was undone at the provider's own site counts for nothing.
      const refunds = all.filter(({ state }) => state !== 'failed');
      const ofPart = (id: string) => refunds.filter((refund) => refund.part_id === id);
      for (const { part_id: id, amount } of items) {
        expect(sum(ofPart(id)), 'a part returned for more than it cost').toBeLessThanOrEqual(amount);
      }
      // What was returned at the provider's own site, or closed as a whole, names no part.
      if (payment.settled_at !== null || refunds.some((refund) => refund.part_id === null)) continue;
      const kept = items.filter(({ part_id: id }) => ofPart(id).length === 0);
      const mine = kept.filter(({ part_id: id }) => held.some((row) => row.part_id === id && row.order_id === orderId));
      expect(payment.amount - sum(refunds), 'paid for what is not held').toBe(sum(mine));
      paidFor.push(...mine.map(({ part_id: id }) => id));
      if (items.length > 1) count(kept.length < items.length ? 'of several, some kept' : 'of several, all kept');
    }
  }
  expect(new Set(paidFor).size, 'a part paid twice').toBe(paidFor.length);
}
