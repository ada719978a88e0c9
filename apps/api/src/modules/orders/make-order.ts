import type { Preference } from '@cuentos/contract/orders';
import type { QuotedCode } from '@cuentos/contract/quote';
import { nextCheckAt } from '@cuentos/domain/orders/order';
import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey } from '../../platform/http/rate-limiter.ts';
import { type Checkout, PaymentUnavailable } from '../../ports/payment.ts';
import { type PricedWithCode, priceWithCode, refuseGuessing } from '../discount-codes/price-with-code.ts';
import type { SaleContext } from './context.ts';
import type { OfferedPart } from './price-parts.ts';
import { askProvider } from './reconcile-orders.ts';
import * as orderRepository from './repository.ts';

/** An order can be paid this long; the price it was made with is honoured meanwhile. */
const ORDER_LIFETIME_MS = 30 * MINUTE_MS;

/** Page of the buyer's own orders. */
export const ORDERS_PATH = '/user-settings/orders';

/** A purchase as the buyer confirmed it, with the total that the page showed. */
export interface Purchase {
  readonly buyer: { readonly userId: string; readonly name: string; readonly email: string };
  /** Parts that the order buys. */
  readonly partIds: readonly string[];
  /** Network address that the limit counts. */
  readonly address: string;
  /** Origin to which the buyer returns. */
  readonly origin: string;
  /** The buyer accepts now that opening ends the right of withdrawal. */
  readonly acknowledged: boolean;
  /** Total that the buyer saw, pesos; null when the page showed none. */
  readonly total: number | null;
  /** The discount code that the buyer typed; absent for none. */
  readonly code?: string | undefined;
}

/** The order that a purchase made or found, before the provider is asked for a place to pay it. */
export interface PlacedOrder {
  readonly order: OrderRow;
  /** Whether an earlier click made the order. */
  readonly isReused: boolean;
  readonly parts: readonly OfferedPart[];
}

/** Number of buyers that may share a network: a mobile carrier has thousands behind one address. */
const BUYERS_OF_NETWORK = 50;

/**
 * Counts a purchase against its buyer and, for who makes many accounts, against the network address; a code that does not
 * exist too. @throws {AppError} too_many_requests
 */
export async function countPurchase(context: SaleContext, { address, buyer, code }: Purchase): Promise<void> {
  const { preferencesPerHour: most } = context.settings;
  const isWithin =
    (await context.limiter.hit(`preference:${buyer.userId}`, most, HOUR_MS)) &&
    (await context.limiter.hit(`preference:${addressKey(address)}`, BUYERS_OF_NETWORK * most, HOUR_MS));
  if (!isWithin) throw new AppError('too_many_requests');
  await refuseGuessing(context, { address, code, userId: buyer.userId });
}

/**
 * Prices every part that is asked for, with the code that was typed. @param gifts orders of gifts that may be used
 * again; null for a purchase for oneself @throws {AppError} part_not_found when one is not known
 */
export async function priceAll(
  tx: Tx,
  { buyer, partIds, code }: Purchase,
  gifts: readonly string[] | null,
  now: number,
): Promise<PricedWithCode> {
  const priced = await priceWithCode(tx, { userId: buyer.userId, partIds, code, gifts }, now);
  const { offered } = priced;
  if (offered.length === 0 || partIds.some((id) => !offered.some(({ part }) => part.id === id))) {
    throw new AppError('part_not_found');
  }
  return priced;
}

/** Refuses an order whose total differs from the one that the buyer saw. @throws {AppError} price_changed */
export function requireSeen({ total: seenTotal }: Purchase, total: number, code: QuotedCode | null): void {
  const isRefused = code !== null && code.refusal !== null;
  if (isRefused || (seenTotal !== null && seenTotal !== total)) throw new AppError('price_changed');
}

/** Total of some parts, pesos. */
export const totalOf = (parts: readonly OfferedPart[]): number =>
  parts.reduce((sum, { priced }) => sum + priced.amount, 0);

/** Opens an order again whose payment was rejected: the buyer may try again at the same place to pay. */
export async function reopen(tx: Tx, order: OrderRow, acknowledged: boolean, now: number): Promise<OrderRow> {
  const change = {
    state: order.state === 'rejected' ? ('open' as const) : order.state,
    withdrawal_acknowledged_at: order.withdrawal_acknowledged_at ?? (acknowledged ? now : null),
    updated_at: now,
  };
  await orderRepository.updateOrder(tx, order.id, change);
  return { ...order, ...change };
}

/** Stores an order with its items at their current prices. A free order is paid at once. */
export async function createOrder(
  tx: Tx,
  purchase: Purchase,
  parts: readonly OfferedPart[],
  code: string | null,
  now: number,
): Promise<OrderRow> {
  const total = totalOf(parts);
  const isFree = total === 0;
  const order: OrderRow = {
    id: newId(now),
    user_id: purchase.buyer.userId,
    state: isFree ? 'paid' : 'open',
    total,
    preference_id: null,
    init_point: null,
    withdrawal_acknowledged_at: purchase.acknowledged ? now : null,
    created_at: now,
    updated_at: now,
    expires_at: now + ORDER_LIFETIME_MS,
    paid_at: isFree ? now : null,
    next_check_at: isFree ? null : nextCheckAt({ createdAt: now, isPending: false }, now),
    checks: 0,
    asked_at: now,
    account_id: null,
    discount_code: code,
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
  await orderRepository.insertOrder(tx, order, items);
  return order;
}

/** Asks the provider whether a reused order is paid: its notice may be lost, and the buyer must not pay twice. */
export async function wasPaidMeanwhile(context: SaleContext, order: OrderRow): Promise<boolean> {
  if (order.preference_id === null) return false;
  await askProvider(context, order);
  return (await orderRepository.findOrder(context.db.read, order.id))?.paid_at !== null;
}

/**
 * A place to pay an order.
 * @param returnPath page of the shop that the buyer comes back to
 * @throws {AppError} payment_unavailable, payment_refused
 */
export async function placeToPay(
  context: SaleContext,
  purchase: Purchase,
  placed: PlacedOrder,
  returnPath: string,
): Promise<Preference> {
  const { order } = placed;
  const { id, preference_id, init_point } =
    order.preference_id === null ? await openCheckout(context, purchase, placed, returnPath) : order;
  return { id: preference_id ?? '', init_point, order_id: id };
}

/** Creates the checkout at the provider. After a failure the order stays open, and the next click tries again. */
async function openCheckout(
  { db, payments }: SaleContext,
  purchase: Purchase,
  { order, parts }: PlacedOrder,
  returnPath: string,
): Promise<OrderRow> {
  const { name, email } = purchase.buyer;
  const request = {
    orderId: order.id,
    // Leaves out items of 0 pesos, which rounding may make and the provider refuses.
    items: parts
      .filter(({ priced }) => priced.amount > 0)
      .map(({ part, book, priced }) => ({ id: part.id, title: `${book.name}: ${part.name}`, amount: priced.amount })),
    buyer: { name, email },
    // Names the order in the address: the provider names only payments, and a buyer may return without one.
    returnUrl: `${purchase.origin}${returnPath}?order=${order.id}`,
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
  return (await db.withTx(async (tx) => orderRepository.saveCheckout(tx, order.id, place))) ?? { ...order, ...place };
}
