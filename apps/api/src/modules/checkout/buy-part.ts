import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Preference } from '@cuentos/contract/checkout';
import { refusalToSell } from '@cuentos/domain/books/part-availability';
import { nextCheckAt } from '@cuentos/domain/checkout/order';
import type { Price } from '@cuentos/domain/checkout/price';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/schema-payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey } from '../../platform/http/rate-limiter.ts';
import { type Checkout, PaymentUnavailable } from '../../ports/payment.ts';
import { editorialStateOf, findPart, type PartWithBook, priceOfPart } from '../books/service.ts';
import { findOwnership, grantPart } from '../entitlements/service.ts';
import { askProvider } from './reconcile-orders.ts';
import type { CheckoutContext } from './context.ts';
import { queueReceipt } from './order-mails.ts';
import * as repository from './repository.ts';

/** An order can be paid this long; the price it was made with is honoured meanwhile. */
const ORDER_LIFETIME_MS = 30 * MINUTE_MS;
/** With less time left than this a buyer would run out of it while typing the card number: a new order is made. */
const SHORTEST_TIME_TO_PAY_MS = 2 * MINUTE_MS;

export interface Purchase {
  readonly buyer: { readonly userId: string; readonly name: string; readonly email: string };
  readonly partId: string;
  /** Network address that the limit counts. */
  readonly address: string;
  /** Origin that the buyer comes back to. */
  readonly origin: string;
  /** The buyer accepts now that opening ends the right of withdrawal. */
  readonly acknowledged: boolean;
}

/** What was decided before the provider is asked for anything. */
type Prepared =
  | { readonly kind: 'free'; readonly orderId: string }
  | { readonly kind: 'order'; readonly order: OrderRow; readonly reused: boolean; readonly title: string };

/**
 * Makes or finds the order of one part and a place to pay it; a free part is granted at once.
 * The order is committed before the provider is asked, so that no payment can exist without one.
 * @throws {AppError} too_many_requests, already_owned, part_not_found, part_not_released, part_without_ebook,
 *   sales_closed, below_minimum_amount, payment_pending, payment_unavailable, payment_refused
 */
export async function buyPart(context: CheckoutContext, purchase: Purchase): Promise<Preference> {
  const { db, limiter, settings } = context;
  const key = `preference:${addressKey(purchase.address)}`;
  if (!(await limiter.hit(key, settings.preferencesPerHour, HOUR_MS))) throw new AppError('too_many_requests');
  await askAboutPending(context, purchase);
  const prepared = await db.withTx(async (tx) => prepare(tx, context, purchase));
  if (prepared.kind === 'free') return { id: `free-${prepared.orderId}`, init_point: null, order_id: prepared.orderId };
  const { order, title } = prepared;
  if (prepared.reused && (await wasPaidMeanwhile(context, order))) throw new AppError('already_owned');
  return present(order.preference_id === null ? await openCheckout(context, purchase, order, title) : order);
}

async function prepare(tx: Tx, context: CheckoutContext, purchase: Purchase): Promise<Prepared> {
  const { buyer, partId } = purchase;
  const now = context.clock.now();
  const found = await findPart(tx, partId);
  if (!found) throw new AppError('part_not_found');
  // By the server's clock; what an order stores is this, once.
  const price = priceOfPart(found.part, now);
  const owned = await findOwnership(tx, buyer.userId, partId);
  if (owned) {
    if (owned.source !== 'free' || owned.order_id === null || price.final > 0) throw new AppError('already_owned');
    return { kind: 'free', orderId: owned.order_id };
  }
  const refusal = refusalToSell(editorialStateOf(found), { releaseAt: found.part.release_at }, now);
  if (refusal) throw new AppError(refusal);
  if (price.final === 0) return { kind: 'free', orderId: await grantFree(tx, context, purchase, found, price) };
  if (!context.seller.sales_open) throw new AppError('sales_closed');
  if (price.final < context.settings.minAmount) throw new AppError('below_minimum_amount');
  // What is under way may still take money, so nobody is sent to pay besides.
  const pending = await repository.pendingOrders(tx, { userId: buyer.userId, partId });
  if (pending.length > 0) throw new AppError('payment_pending');
  const title = `${found.book.name}: ${found.part.name}`;
  const expiresAfter = now + SHORTEST_TIME_TO_PAY_MS;
  const known = await repository.findPayableOrder(tx, {
    userId: buyer.userId,
    partId,
    total: price.final,
    expiresAfter,
  });
  if (known) return { kind: 'order', order: await reopen(tx, known, purchase.acknowledged, now), reused: true, title };
  const order = await createOrder(tx, purchase, found, price, now);
  return { kind: 'order', order, reused: false, title };
}

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

async function createOrder(
  tx: Tx,
  purchase: Purchase,
  { part, book }: PartWithBook,
  price: Price,
  now: number,
): Promise<OrderRow> {
  const free = price.final === 0;
  const order: OrderRow = {
    id: newId(now),
    user_id: purchase.buyer.userId,
    book_id: book.id,
    state: free ? 'paid' : 'open',
    total: price.final,
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
  const item: OrderItemRow = {
    id: newId(now),
    order_id: order.id,
    part_id: part.id,
    value: price.value,
    discount_percentage: price.discountPercentage,
    amount: price.final,
  };
  await repository.insertOrder(tx, order, [item]);
  return order;
}

async function grantFree(
  tx: Tx,
  context: CheckoutContext,
  purchase: Purchase,
  found: PartWithBook,
  price: Price,
): Promise<string> {
  const now = context.clock.now();
  const order = await createOrder(tx, purchase, found, price, now);
  const { userId } = purchase.buyer;
  const grant = {
    userId,
    partId: found.part.id,
    source: 'free',
    orderId: order.id,
    grantedBy: null,
    expiresAt: null,
  } as const;
  await grantPart(tx, grant, now);
  await queueReceipt(tx, context, order, null, now);
  return order.id;
}

/** Payments of the part that were under way may have come to nothing meanwhile, and then nothing stands in the way. */
async function askAboutPending(context: CheckoutContext, { buyer, partId }: Purchase): Promise<void> {
  const pending = await repository.pendingOrders(context.db.read, { userId: buyer.userId, partId });
  for (const order of pending) await askProvider(context, order);
}

/** A payment whose notice was lost must not be paid a second time by a buyer who clicks again. */
async function wasPaidMeanwhile(context: CheckoutContext, order: OrderRow): Promise<boolean> {
  if (order.preference_id === null) return false;
  await askProvider(context, order);
  return (await repository.findOrder(context.db.read, order.id))?.state === 'paid';
}

/** Asks the provider for a place to pay. A failure leaves the order open, and the next click takes it up again. */
async function openCheckout(
  context: CheckoutContext,
  purchase: Purchase,
  order: OrderRow,
  title: string,
): Promise<OrderRow> {
  const { db, payments } = context;
  const { name, email } = purchase.buyer;
  const request = {
    orderId: order.id,
    items: [{ id: purchase.partId, title, amount: order.total }],
    buyer: { name, email },
    // Without a payment the provider names none, and the page could not tell what became of the order.
    returnUrl: `${purchase.origin}/user-library/${order.book_id}?order=${order.id}`,
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

function present({ id, preference_id, init_point }: OrderRow): Preference {
  return { id: preference_id ?? '', init_point, order_id: id };
}
