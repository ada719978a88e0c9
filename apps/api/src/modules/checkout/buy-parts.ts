import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Preference } from '@cuentos/contract/checkout';
import { nextCheckAt } from '@cuentos/domain/checkout/order';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/schema-payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey } from '../../platform/http/rate-limiter.ts';
import { type Checkout, PaymentUnavailable } from '../../ports/payment.ts';
import { grantPart } from '../entitlements/service.ts';
import { askProvider } from './reconcile-orders.ts';
import type { CheckoutContext } from './context.ts';
import { queueReceipt } from './order-mails.ts';
import { leavePocket } from './pocket-repository.ts';
import { leastAmount } from './pocket.ts';
import { type OfferedPart, priceParts } from './price-parts.ts';
import * as repository from './repository.ts';

/** An order can be paid this long; the price it was made with is honoured meanwhile. */
const ORDER_LIFETIME_MS = 30 * MINUTE_MS;
/** With less time left than this a buyer would run out of it while typing the card number: a new order is made. */
const SHORTEST_TIME_TO_PAY_MS = 2 * MINUTE_MS;

export interface Purchase {
  readonly buyer: { readonly userId: string; readonly name: string; readonly email: string };
  /** What is bought at once. */
  readonly partIds: readonly string[];
  /** Network address that the limit counts. */
  readonly address: string;
  /** Origin that the buyer comes back to. */
  readonly origin: string;
  /** The buyer accepts now that opening ends the right of withdrawal. */
  readonly acknowledged: boolean;
  /** What the buyer saw that all of it costs, pesos; null when the page told nothing. */
  readonly total: number | null;
}

/** What was decided before the provider is asked for anything. */
type Prepared =
  | { readonly kind: 'free'; readonly orderId: string }
  | {
      readonly kind: 'order';
      readonly order: OrderRow;
      readonly reused: boolean;
      readonly parts: readonly OfferedPart[];
    };

/**
 * Makes or finds the one order of some parts and a place to pay it; what of them is free is granted at once.
 * The order is committed before the provider is asked, so that no payment can exist without one.
 * @throws {AppError} too_many_requests, already_owned, part_not_found, part_not_released, part_without_ebook,
 *   sales_closed, price_changed, below_minimum_amount, payment_pending, payment_unavailable, payment_refused
 */
export async function buyParts(context: CheckoutContext, purchase: Purchase): Promise<Preference> {
  const { db, limiter, settings } = context;
  const key = `preference:${addressKey(purchase.address)}`;
  if (!(await limiter.hit(key, settings.preferencesPerHour, HOUR_MS))) throw new AppError('too_many_requests');
  await askAboutPending(context, purchase);
  const prepared = await db.withTx(async (tx) => prepare(tx, context, purchase));
  if (prepared.kind === 'free') return { id: `free-${prepared.orderId}`, init_point: null, order_id: prepared.orderId };
  const { order, parts } = prepared;
  if (prepared.reused && (await wasPaidMeanwhile(context, order))) throw new AppError('already_owned');
  return present(order.preference_id === null ? await openCheckout(context, purchase, order, parts) : order);
}

async function prepare(tx: Tx, context: CheckoutContext, purchase: Purchase): Promise<Prepared> {
  const { userId } = purchase.buyer;
  const now = context.clock.now();
  // By the server's clock; what an order stores is this, once.
  const parts = await priceParts(tx, { userId, partIds: purchase.partIds }, now);
  if (parts.length === 0 || purchase.partIds.some((id) => !parts.some(({ part }) => part.id === id))) {
    throw new AppError('part_not_found');
  }
  const wanted = parts.filter((part) => !isTakenForFree(part));
  for (const { refusal } of wanted) if (refusal) throw new AppError(refusal);
  const isFree = totalOf(wanted) === 0;
  const free = wanted.filter(({ price }) => isFree || price.final === 0);
  const paid = wanted.filter((part) => !free.includes(part));
  const isAwaited = paid.some((part) => part.isAwaited);
  if (!isAwaited) requireSeen(purchase, totalOf(wanted));
  const given = free.length === 0 ? null : await grantFree(tx, context, purchase, free);
  if (paid.length === 0) return { kind: 'free', orderId: given ?? parts[0]?.owned?.order_id ?? '' };
  if (!context.seller.sales_open) throw new AppError('sales_closed');
  // What is under way may still take money, so nobody is sent to pay besides.
  if (isAwaited) throw new AppError('payment_pending');
  if (totalOf(paid) < leastAmount(context)) throw new AppError('below_minimum_amount');
  const items = paid.map(({ priced }) => priced);
  const known = await repository.findPayableOrder(tx, { userId, items, expiresAfter: now + SHORTEST_TIME_TO_PAY_MS });
  if (known)
    return { kind: 'order', order: await reopen(tx, known, purchase.acknowledged, now), reused: true, parts: paid };
  return { kind: 'order', order: await createOrder(tx, purchase, paid, now), reused: false, parts: paid };
}

/** What was accepted is what is sold, or nothing is. @throws {AppError} price_changed */
function requireSeen({ total: seen }: Purchase, total: number): void {
  if (seen !== null && seen !== total) throw new AppError('price_changed');
}

/** Whether the buyer took it before and may click again. @throws {AppError} already_owned when it is owned otherwise */
function isTakenForFree({ owned, price }: OfferedPart): boolean {
  if (!owned) return false;
  if (owned.source !== 'free' || owned.order_id === null || price.final > 0) throw new AppError('already_owned');
  return true;
}

const totalOf = (parts: readonly OfferedPart[]): number => parts.reduce((sum, { priced }) => sum + priced.amount, 0);

/** A rejected try does not close an order: the buyer may try again at the same place. */
async function reopen(tx: Tx, order: OrderRow, acknowledged: boolean, now: number): Promise<OrderRow> {
  const change = {
    state: order.state === 'rejected' ? ('open' as const) : order.state,
    withdrawal_acknowledged_at: order.withdrawal_acknowledged_at ?? (acknowledged ? now : null),
    updated_at: now,
  };
  await repository.updateOrder(tx, order.id, change);
  return { ...order, ...change };
}

async function createOrder(tx: Tx, purchase: Purchase, parts: readonly OfferedPart[], now: number): Promise<OrderRow> {
  const total = totalOf(parts);
  const free = total === 0;
  const order: OrderRow = {
    id: newId(now),
    user_id: purchase.buyer.userId,
    state: free ? 'paid' : 'open',
    total,
    preference_id: null,
    init_point: null,
    withdrawal_acknowledged_at: purchase.acknowledged ? now : null,
    created_at: now,
    updated_at: now,
    expires_at: now + ORDER_LIFETIME_MS,
    paid_at: free ? now : null,
    next_check_at: free ? null : nextCheckAt({ createdAt: now, pending: false }, now),
    checks: 0,
    asked_at: now,
    account_id: null,
  };
  const items = parts.map(({ part, priced }, position): OrderItemRow => ({
    id: newId(now),
    order_id: order.id,
    part_id: part.id,
    value: priced.value,
    discount_percentage: priced.discountPercentage,
    amount: priced.amount,
    position,
    reduction: priced.reduction,
  }));
  await repository.insertOrder(tx, order, items);
  return order;
}

/** One order of its own for what costs nothing, so that no payment has to come first. @returns its id */
async function grantFree(
  tx: Tx,
  context: CheckoutContext,
  purchase: Purchase,
  parts: readonly OfferedPart[],
): Promise<string> {
  const now = context.clock.now();
  const order = await createOrder(tx, purchase, parts, now);
  const { userId } = purchase.buyer;
  for (const { part } of parts) {
    const grant = {
      userId,
      partId: part.id,
      source: 'free',
      orderId: order.id,
      grantedBy: null,
      expiresAt: null,
    } as const;
    await grantPart(tx, grant, now);
  }
  await leavePocket(
    tx,
    userId,
    parts.map(({ part }) => part.id),
  );
  await queueReceipt(tx, context, order, null, now);
  return order.id;
}

/** Payments of the parts that were under way may have come to nothing meanwhile, and then nothing stands in the way. */
async function askAboutPending(context: CheckoutContext, { buyer, partIds }: Purchase): Promise<void> {
  const pending = await repository.pendingOrders(context.db.read, { userId: buyer.userId, partIds });
  for (const order of pending) await askProvider(context, order);
}

/** A payment whose notice was lost must not be paid a second time by a buyer who clicks again. */
async function wasPaidMeanwhile(context: CheckoutContext, order: OrderRow): Promise<boolean> {
  if (order.preference_id === null) return false;
  await askProvider(context, order);
  return (await repository.findOrder(context.db.read, order.id))?.paid_at !== null;
}

/** Asks the provider for a place to pay. A failure leaves the order open, and the next click takes it up again. */
async function openCheckout(
  context: CheckoutContext,
  purchase: Purchase,
  order: OrderRow,
  parts: readonly OfferedPart[],
): Promise<OrderRow> {
  const { db, payments } = context;
  const { name, email } = purchase.buyer;
  const request = {
    orderId: order.id,
    // The provider takes no line of nothing, which rounding may leave of a part of a few pesos.
    items: parts
      .filter(({ priced }) => priced.amount > 0)
      .map(({ part, book, priced }) => ({ id: part.id, title: `${book.name}: ${part.name}`, amount: priced.amount })),
    buyer: { name, email },
    // Without a payment the provider names none, and the page could not tell what became of the order.
    returnUrl: `${purchase.origin}${returnPath(parts)}?order=${order.id}`,
    expiresAt: order.expires_at,
  };
  let checkout: Checkout;
  try {
    checkout = await payments.createCheckout(request, order.id);
  } catch (error) {
    throw new AppError(error instanceof PaymentUnavailable ? 'payment_unavailable' : 'payment_refused', {
      cause: error,
    });
  }
  const { id, url, account } = checkout;
  const place = { preference_id: id, init_point: url, account_id: account };
  return (await db.withTx(async (tx) => repository.saveCheckout(tx, order.id, place))) ?? { ...order, ...place };
}

/** Where its buyer finds all that an order was for: on the book's page, or among the orders when it is of several books. */
function returnPath(parts: readonly OfferedPart[]): string {
  const [first, ...others] = new Set(parts.map(({ book }) => book.id));
  return others.length === 0 ? `/user-library/${first}` : '/user-settings/orders';
}

function present({ id, preference_id, init_point }: OrderRow): Preference {
  return { id: preference_id ?? '', init_point, order_id: id };
}
