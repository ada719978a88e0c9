import type { OwnOrder } from '@cuentos/contract/orders';
import { expect } from 'vitest';
import { PRICES } from './money-steps.ts';
import type { PaymentRow, RefundRow } from '../../../platform/db/tables/payments.ts';
import type { OrderService } from '../service.ts';
import type { TestShop } from './open-shop.ts';

/** The buyer whose history of money is checked. */
interface Buyer {
  readonly reader: string;
  /** Ids in the order of {@link PRICES}. */
  readonly parts: readonly string[];
  readonly orders: readonly { readonly id: string }[];
}

const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

async function heldBy(shop: TestShop, reader: string) {
  const rows = shop.ports.db.handle.selectFrom('entitlements').selectAll().where('user_id', '=', reader);
  return (await rows.execute()).filter(({ revoked_at: revoked }) => revoked === null);
}

/**
 * Checks that a good payment, at most one per order, granted its order's parts except refunded ones and those of the
 * other order.
 */
export async function checkGoodPayments(shop: TestShop, { reader, orders }: Buyer): Promise<void> {
  const heldRows = await heldBy(shop, reader);
  for (const { id: orderId } of orders) {
    const { handle } = shop.ports.db;
    const approved = await handle
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('status', '=', 'approved')
      .where('problem', 'is', null)
      .execute();
    // A payment that an admin settled by other means no longer pays for the order.
    const good = approved.filter((row) => row.refunded_amount + row.settled_amount < row.amount);
    expect(good.length, 'two good payments of one order').toBeLessThanOrEqual(1);
    if (!good[0]) continue;
    const { id } = good[0];
    const refunds = await handle.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute();
    const items = await handle.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute();
    for (const { part_id: partId } of items) {
      const isReturned = refunds.some((refund) => refund.part_id === partId || refund.part_id === null);
      const isHeld = heldRows.some((row) => row.part_id === partId && row.order_id === orderId);
      expect([partId, isReturned || isHeld], 'a good payment lost what it paid for').toEqual([partId, true]);
    }
  }
}

/**
 * Checks that items add up to the payment, none costs more than alone, none is refunded above its price, and a good
 * payment keeps exactly the price of the parts that its buyer owns: no part is paid twice, or after its refund.
 */
export async function checkSums(
  shop: TestShop,
  { reader, orders, parts }: Buyer,
  count: (event: string) => void,
): Promise<void> {
  const { handle } = shop.ports.db;
  const heldRows = await heldBy(shop, reader);
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
      // A refund that was undone at the provider's own site does not count.
      const refunds = all.filter(({ state }) => state !== 'failed');
      const ofPart = (id: string) => refunds.filter((refund) => refund.part_id === id);
      for (const { part_id: id, amount } of items) {
        expect(sum(ofPart(id)), 'a part returned for more than it cost').toBeLessThanOrEqual(amount);
      }
      // A refund made at the provider's own site, or one that settles the whole payment, names no part.
      if (payment.settled_at !== null || refunds.some((refund) => refund.part_id === null)) continue;
      const remainingItems = items.filter(({ part_id: id }) => ofPart(id).length === 0);
      const mine = remainingItems.filter(({ part_id: id }) =>
        heldRows.some((row) => row.part_id === id && row.order_id === orderId),
      );
      expect(payment.amount - sum(refunds), 'paid for what is not held').toBe(sum(mine));
      paidFor.push(...mine.map(({ part_id: id }) => id));
      if (items.length > 1)
        count(remainingItems.length < items.length ? 'of several, some kept' : 'of several, all kept');
    }
  }
  expect(new Set(paidFor).size, 'a part paid twice').toBe(paidFor.length);
}

const leftOf = ({ amount, refunded_amount: refunded, settled_amount: settled }: PaymentRow) =>
  amount - refunded - settled;
const isHeld = (row: PaymentRow) => (row.status === 'approved' || row.status === 'in_mediation') && leftOf(row) > 0;
const isWrong = ({ problem }: PaymentRow) =>
  problem === 'wrong_amount' || problem === 'wrong_currency' || problem === 'wrong_account';

/** Checks that the buyer's page and mails about each order agree with the ledger. */
export async function checkTold(
  shop: TestShop,
  orderService: Pick<OrderService, 'ownOrders'>,
  { reader, orders }: Pick<Buyer, 'reader' | 'orders'>,
  isThere: boolean,
): Promise<void> {
  const { handle } = shop.ports.db;
  const { rows } = await orderService.ownOrders(reader, { offset: 0, limit: 100 });
  const orderIds = rows.map(({ id }) => id);
  expect(orderIds, 'an order is not shown').toEqual(expect.arrayContaining(orders.map(({ id }) => id)));
  const ofAll = await handle.selectFrom('payments').selectAll().where('order_id', 'in', orderIds).execute();
  const paymentIds = ofAll.map(({ id }) => id);
  const refunds =
    paymentIds.length === 0
      ? []
      : await handle
          .selectFrom('refunds')
          .selectAll()
          .where('payment_id', 'in', paymentIds)
          .where('state', '!=', 'failed')
          .execute();
  for (const own of rows) {
    const payments = ofAll.filter(({ order_id: id }) => id === own.id);
    checkState(own, payments);
    if (own.returned === null || own.returned.done_at === null) continue;
    const good = payments.filter(({ problem }) => problem === null);
    expect(
      refunds.filter(({ payment_id: of, state }) => state === 'requested' && good.some(({ id }) => id === of)),
      'told as done, and under way',
    ).toEqual([]);
  }
  if (isThere) await checkMails(shop, refunds);
}

function checkState({ state }: OwnOrder, payments: readonly PaymentRow[]): void {
  const good = payments.filter(({ problem }) => problem === null);
  const isOpen = (row: PaymentRow) => row.settled_at === null;
  switch (state) {
    case 'unpaid':
    case 'rejected':
    case 'expired':
      expect(good.filter(isHeld), 'told as not paid, and held').toEqual([]);
      expect(
        payments.filter((row) => isWrong(row) && isHeld(row) && isOpen(row)),
        'asked to pay again while a person looks at a payment',
      ).toEqual([]);
      expect(
        payments.filter(({ status }) => status === 'pending'),
        'asked to pay again beside a payment under way',
      ).toEqual([]);
      break;
    case 'pending':
      expect(payments.some((row) => row.status === 'pending' || (isWrong(row) && isHeld(row)))).toBe(true);
      break;
    case 'returned':
      expect(good.filter(isHeld), 'told as returned, and held').toEqual([]);
      break;
    case 'disputed':
      expect(good.some(({ status }) => status === 'in_mediation' || status === 'charged_back')).toBe(true);
      break;
    default:
      expect(good.filter(({ status }) => status === 'approved').some(isHeld), `told as ${state}`).toBe(true);
  }
}

/** Checks that a buyer who was mailed about a refund got it, or was mailed that it failed. */
async function checkMails({ ports }: TestShop, refunds: readonly RefundRow[]): Promise<void> {
  if (refunds.length === 0) return;
  const { read } = ports.db;
  const all = await read
    .selectFrom('mails')
    .select('dedupe_key')
    .where((eb) =>
      eb.or(
        refunds.flatMap(({ id }) => [
          eb('dedupe_key', '=', `refund:${id}`),
          eb.between('dedupe_key', `refund-undone:${id}:`, `refund-undone:${id};`),
        ]),
      ),
    )
    .execute();
  for (const { id, state, requested_by: by, dedupe_key: key, order_id: order } of refunds) {
    const mails = all.filter(({ dedupe_key: event }) => event?.includes(id));
    const isTold = mails.some(({ dedupe_key: event }) => event === `refund:${id}`);
    const isUndone = mails.length > (isTold ? 1 : 0);
    if (state === 'requested') expect([id, isTold && !isUndone], 'mailed as done, and not made').toEqual([id, false]);
    // A refund that an admin settled by other means is not mailed by the shop.
    if (state === 'done' && by !== null && key !== null && order !== null) {
      expect([id, isTold], 'made, and not mailed').toEqual([id, true]);
    }
  }
}
