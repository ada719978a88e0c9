import { expect } from 'vitest';
import type { MoneyMovementRow, TaxDocumentRow } from '../../../platform/db/tables/accounting.ts';
import type { EntitlementRow } from '../../../platform/db/tables/entitlements.ts';
import type { GiftRow, OrderItemRow, OrderRow } from '../../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../../platform/db/tables/payments.ts';
import type { TestShop } from './open-shop.ts';
import type { Code } from './price-model.ts';

/** All rows about the purchases of some people, read at one moment. */
export interface Ledger {
  readonly orders: readonly OrderRow[];
  readonly items: readonly OrderItemRow[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly gifts: readonly GiftRow[];
  readonly entitlements: readonly EntitlementRow[];
  readonly movements: readonly MoneyMovementRow[];
  readonly documents: readonly TaxDocumentRow[];
}

export async function readLedger(
  { ports }: TestShop,
  people: readonly string[],
  paymentNumbers: readonly string[],
): Promise<Ledger> {
  const { handle } = ports.db;
  const orders = await handle
    .selectFrom('orders')
    .selectAll()
    .where('user_id', 'in', [...people])
    .execute();
  const orderIds = ['', ...orders.map(({ id }) => id)];
  const items = await handle.selectFrom('order_items').selectAll().where('order_id', 'in', orderIds).execute();
  const gifts = await handle.selectFrom('gifts').selectAll().where('order_id', 'in', orderIds).execute();
  const entitlements = await handle
    .selectFrom('entitlements')
    .selectAll()
    .where('user_id', 'in', [...people])
    .execute();
  const payments = await handle
    .selectFrom('payments')
    .selectAll()
    .where('provider_payment_id', 'in', ['', ...paymentNumbers])
    .execute();
  const paymentIds = ['', ...payments.map(({ id }) => id)];
  const refunds = await handle.selectFrom('refunds').selectAll().where('payment_id', 'in', paymentIds).execute();
  const movements = await handle
    .selectFrom('money_movements')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('position')
    .execute();
  const documents = await handle
    .selectFrom('tax_documents')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .execute();
  return { orders, items, payments, refunds, gifts, entitlements, movements, documents };
}

const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** Pesos of a payment that were neither refunded nor settled. */
const leftOf = ({ amount, refunded_amount: refunded, settled_amount: settled }: PaymentRow) =>
  amount - refunded - settled;
const holdsMoney = (row: PaymentRow) => ['approved', 'in_mediation'].includes(row.status) && leftOf(row) > 0;
const paysFor = (row: PaymentRow) => row.problem === null && holdsMoney(row);

/** Refunds of a payment, without failed ones. */
const refundsOf = ({ refunds }: Ledger, { id }: PaymentRow) =>
  refunds.filter(({ payment_id: of, state }) => of === id && state !== 'failed');
const liveOf = ({ entitlements }: Ledger) =>
  entitlements.filter(({ kind, revoked_at: revoked }) => kind === 'ownership' && revoked === null);

/** The payment that pays an order; null if there is none or it is uncertain. */
function keeping(ledger: Ledger, { id }: OrderRow): PaymentRow | null {
  const good = ledger.payments.filter(({ order_id: of }) => of === id).filter(paysFor);
  const sure = good.filter(({ status }) => status === 'approved');
  expect(sure.length, 'two good payments of one order').toBeLessThanOrEqual(1);
  return sure[0] ?? good[0] ?? null;
}

/** Items of an order that are neither refunded nor being refunded. */
function keptItems(ledger: Ledger, order: OrderRow, payment: PaymentRow): OrderItemRow[] {
  const refunds = refundsOf(ledger, payment);
  // A refund without a part returns the rest of the payment; one made at the provider's site ends no part.
  if (refunds.some(({ part_id: part, reason }) => part === null && reason !== 'made at the provider')) return [];
  const returned = new Set(refunds.map(({ part_id: part }) => part));
  return ledger.items.filter(({ order_id: of, part_id: part }) => of === order.id && !returned.has(part));
}

/** Parts of a gift that can be claimed at a moment, according to the rows. */
export function partsToClaim(ledger: Ledger, order: OrderRow, now: number): string[] {
  const gift = ledger.gifts.find(({ order_id: of }) => of === order.id);
  if (!gift || gift.opened_at === null || gift.claimed_at !== null || now > (gift.expires_at ?? 0)) return [];
  const payment = keeping(ledger, order);
  if (payment?.status !== 'approved' || payment.contradiction !== null || keptOf(ledger, payment) <= 0) return [];
  return keptItems(ledger, order, payment).map(({ part_id: part }) => part);
}

/** Pesos of a payment that the shop keeps, after completed and requested refunds, by the shop or at the provider. */
function keptOf(ledger: Ledger, payment: PaymentRow): number {
  const ours = sum(refundsOf(ledger, payment).filter(({ state }) => state === 'requested' || state === 'done'));
  return payment.amount - payment.settled_amount - Math.max(payment.refunded_amount, ours);
}

/** Returns the user who owns the parts of an order. */
function holderOf({ gifts }: Ledger, { id, user_id: buyer }: OrderRow): string | null {
  const gift = gifts.find(({ order_id: of }) => of === id);
  return gift ? gift.claimed_by : buyer;
}

/**
 * Checks that people own exactly the parts of the ledger: no entitlement without money for it, and no kept money for a
 * part that is neither owned nor claimable. A part that a claimer already owned stays hers, and the gift's money for it
 * is kept.
 */
export function checkHoldings(ledger: Ledger): void {
  const live = liveOf(ledger);
  const pairs = live.map(({ user_id: user, part_id: part }) => `${user} ${part}`);
  expect(new Set(pairs).size, 'held twice').toBe(pairs.length);
  for (const { user_id: user, part_id: part, order_id: of, source } of live) {
    const order = ledger.orders.find(({ id }) => id === of);
    if (!order) {
      expect(source, 'held by nothing').toBe('grant');
      continue;
    }
    expect(user, 'held by another one').toBe(holderOf(ledger, order));
    if (source === 'free') expect([order.total, order.state]).toEqual([0, 'paid']);
    else expect([part, isPaid(ledger, order, part)], 'held and not paid').toEqual([part, true]);
  }
  for (const { order_id: of, part_id: part, reason, payment_id: by } of ledger.refunds) {
    const order = ledger.orders.find(({ id }) => id === of);
    if (reason !== 'withdrawal' || !order || keeping(ledger, order)?.id !== by) continue;
    expect(
      live.filter((row) => row.order_id === of && row.part_id === part),
      'taken back and held',
    ).toEqual([]);
    if (!ledger.gifts.some((gift) => gift.order_id === of)) continue;
    const ever = ledger.entitlements.filter((row) => row.order_id === of && row.part_id === part);
    expect(ever, 'claimed and taken back by its giver').toEqual([]);
  }
}

/** Returns whether a good payment of the order is held and the part's price was not refunded. */
function isPaid(ledger: Ledger, order: OrderRow, part: string): boolean {
  return ledger.payments.some(
    (payment) =>
      payment.order_id === order.id &&
      paysFor(payment) &&
      !refundsOf(ledger, payment).some(
        ({ part_id: of, state }) => of === part && (state === 'done' || state === 'settled'),
      ),
  );
}

/**
 * Checks that every peso of a payment is for an owned or given part, is refunded, or is in the list of open payments.
 */
export function checkMoney(ledger: Ledger, count: (event: string) => void): void {
  const live = liveOf(ledger);
  for (const payment of ledger.payments) {
    const refunds = refundsOf(ledger, payment);
    expect(payment.refunded_amount, 'more went back than came').toBeLessThanOrEqual(payment.amount);
    expect(keptOf(ledger, payment), 'more goes back than there is').toBeGreaterThanOrEqual(0);
    const order = ledger.orders.find(({ id }) => id === payment.order_id);
    if (['duplicate', 'already_owned', 'buyer_gone'].includes(payment.problem ?? '')) {
      if (payment.status !== 'approved' || payment.contradiction !== null || payment.settled_at !== null) continue;
      expect(keptOf(ledger, payment), 'one too many stays').toBe(0);
      count('sent back by itself');
      continue;
    }
    const isSure = payment.problem === null && payment.status === 'approved' && payment.contradiction === null;
    if (!order || !isSure || leftOf(payment) <= 0) continue;
    const remainingItems = keptItems(ledger, order, payment);
    for (const { part_id: part, amount } of ledger.items.filter(({ order_id: of }) => of === order.id)) {
      const back = sum(refunds.filter(({ part_id: of }) => of === part));
      expect(back, 'a part returned for more than it cost').toBeLessThanOrEqual(amount);
    }
    checkKept(ledger, order, remainingItems, live);
    // A refund made at the provider's own site, or one that settles the whole payment, names no part.
    if (payment.settled_at !== null || refunds.some(({ part_id: part }) => part === null)) continue;
    // Money refunded at the provider and not yet matched with a refund names no part either.
    if (payment.refunded_amount > sum(refunds.filter(({ state }) => state === 'done'))) continue;
    expect(keptOf(ledger, payment), 'kept for nothing').toBe(sum(remainingItems));
    count(remainingItems.length > 1 ? 'several kept' : 'one kept');
  }
  checkTwice(ledger);
}

/** Checks that each part with kept money is owned by its recipient, or can be claimed. */
function checkKept(
  ledger: Ledger,
  order: OrderRow,
  kept: readonly OrderItemRow[],
  live: readonly EntitlementRow[],
): void {
  const gift = ledger.gifts.find(({ order_id: of }) => of === order.id);
  for (const { part_id: part, amount } of kept) {
    const partEntitlements = ledger.entitlements.filter((row) => row.order_id === order.id && row.part_id === part);
    const liveEntitlements = partEntitlements.filter((row) => live.includes(row));
    if (gift && gift.claimed_at === null) {
      expect([gift.opened_at !== null, partEntitlements], 'a gift that nobody claimed').toEqual([true, []]);
      continue;
    }
    // The claimer owned this part already, so the gift did not grant it. A part that a discount made free has no money.
    if ((gift && partEntitlements.length === 0) || amount === 0) continue;
    expect([part, liveEntitlements.length], 'a good payment lost what it paid for').toEqual([part, 1]);
  }
}

/** Checks that no part was paid twice with both payments kept. */
function checkTwice(ledger: Ledger): void {
  const paid: string[] = [];
  for (const order of ledger.orders) {
    if (ledger.gifts.some(({ order_id: of }) => of === order.id)) continue;
    const payment = keeping(ledger, order);
    if (payment?.status !== 'approved') continue;
    const remainingItems = keptItems(ledger, order, payment).filter(({ amount }) => amount > 0);
    paid.push(...remainingItems.map(({ part_id: part }) => `${order.user_id} ${part}`));
  }
  expect(new Set(paid).size, 'a part paid twice').toBe(paid.length);
}

/** Checks that the movements of each payment add up to the money held, and that no sale has two tax documents. */
export function checkAccounting(ledger: Ledger, count: (event: string) => void): void {
  for (const payment of ledger.payments) {
    const movements = ledger.movements.filter(({ payment_id: of }) => of === payment.id);
    const heldAmount = ['approved', 'in_mediation'].includes(payment.status) ? Math.max(0, leftOf(payment)) : 0;
    expect(sum(movements), 'movements are the ledger').toBe(heldAmount);
    expect(movements.map(({ position }) => position)).toEqual(movements.map((_, index) => index));
    const documents = ledger.documents.filter(({ payment_id: of }) => of === payment.id);
    const of = (kind: TaxDocumentRow['kind']) => documents.filter((document) => document.kind === kind);
    expect(of('boleta').length, 'two boletas of a sale').toBeLessThanOrEqual(1);
    const total = (rows: readonly TaxDocumentRow[]) => rows.reduce((all, row) => all + row.total, 0);
    expect(total(of('credit_note')), 'more noted than sold').toBeLessThanOrEqual(total(of('boleta')));
    if (documents.length === 0) continue;
    expect(movements.find(({ document_way: way }) => way !== null)?.document_way, 'two papers').toBe('issuer');
    expect(
      movements.some(({ is_sale: isSale }) => isSale === 1),
      'a paper for no sale',
    ).toBe(true);
    count(`${documents.length} documents`);
  }
  for (const kind of ['boleta', 'credit_note'] as const) {
    const numbers = ledger.documents.filter((row) => row.kind === kind).flatMap(({ number }) => number ?? []);
    expect(
      numbers.toSorted((a, b) => a - b),
      'numbers without gaps',
    ).toEqual(numbers.map((_, index) => index + 1));
  }
}

/** Parts for which a payment of the buyer is pending. */
export function awaitedBy({ orders, items, gifts }: Ledger, buyer: string): Set<string> {
  const giftOrderIds = new Set(gifts.map(({ order_id: id }) => id));
  const pending = orders.filter(
    (row) =>
      row.user_id === buyer && (row.state === 'pending' || row.state === 'disputed') && !giftOrderIds.has(row.id),
  );
  const ids = new Set(pending.map(({ id }) => id));
  return new Set(items.flatMap((item) => (ids.has(item.order_id) ? [item.part_id] : [])));
}

/** Checks that no new order uses a code beyond its limits, in total or per person. */
export function checkCode({ orders }: Ledger, { code, most, mostEach }: Code, buyer: string, now: number): void {
  const uses = orders.filter(({ discount_code: of, state, expires_at: end }) => {
    if (of !== code || state === 'expired' || state === 'refunded') return false;
    return (state !== 'open' && state !== 'rejected') || end > now;
  });
  if (most !== null) expect(uses.length, 'a code had once more').toBeLessThanOrEqual(most);
  const own = uses.filter(({ user_id: user }) => user === buyer);
  if (mostEach !== null) expect(own.length, 'a code had once more').toBeLessThanOrEqual(mostEach);
}
