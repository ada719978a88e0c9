import type { Preference } from '@cuentos/contract/orders';
import type { QuotedCode } from '@cuentos/contract/quote';
import { normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { codeOf } from '../discount-codes/price-with-code.ts';
import { grantPart } from '../entitlements/service.ts';
import { leastAmount } from '../pocket/pocket.ts';
import { leavePocket } from '../pocket/repository.ts';
import type { SaleContext } from './context.ts';
import {
  countPurchase,
  createOrder,
  ORDERS_PATH,
  placeToPay,
  type PlacedOrder,
  priceAll,
  type Purchase,
  reopen,
  requireSeen,
  totalOf,
  wasPaidMeanwhile,
} from './make-order.ts';
import { queueReceipt } from './order-mails.ts';
import type { OfferedPart } from './price-parts.ts';
import { askProvider } from './reconcile-orders.ts';
import * as orderRepository from './repository.ts';

/** An order whose total is 0: it is granted without a payment. */
interface FreeOrder {
  readonly freeOrderId: string;
}

/**
 * Makes or finds the one order of some parts for their buyer and a place to pay it; free parts are granted at once.
 * The order is committed before the provider is asked, so that no payment can exist without one. @throws {AppError}
 * too_many_requests, already_owned, part_not_found, part_not_released, part_without_ebook, sales_closed,
 * price_changed (also when the code takes nothing off any more), below_minimum_amount, payment_pending,
 * payment_unavailable, payment_refused
 */
export async function buyParts(context: SaleContext, purchase: Purchase): Promise<Preference> {
  await countPurchase(context, purchase);
  await askAboutPending(context, purchase);
  const placed = await context.db.withTx(async (tx) => prepare(tx, context, purchase));
  if ('freeOrderId' in placed)
    return { id: `free-${placed.freeOrderId}`, init_point: null, order_id: placed.freeOrderId };
  if (placed.isReused && (await wasPaidMeanwhile(context, placed.order))) throw new AppError('already_owned');
  return placeToPay(context, purchase, placed, returnPathOf(placed.parts));
}

async function prepare(tx: Tx, context: SaleContext, purchase: Purchase): Promise<PlacedOrder | FreeOrder> {
  const { userId } = purchase.buyer;
  const now = context.clock.now();
  // Prices come from the server's clock and are stored with the order.
  const { offered: parts, code } = await priceAll(tx, purchase, null, now);
  const takenParts = await takenForFree(tx, parts, purchase.code);
  const otherParts = parts.filter((part) => !takenParts.has(part));
  for (const { refusal } of otherParts) if (refusal) throw new AppError(refusal);
  const isPending = otherParts.some((part) => part.isPaymentPending && part.price.final > 0);
  // A part with a pending payment keeps its own price, even if the rest is free.
  const isFree = !isPending && totalOf(otherParts) === 0;
  const freeParts = otherParts.filter(({ price }) => isFree || price.final === 0);
  const paidParts = otherParts.filter((part) => !freeParts.includes(part));
  if (!isPending && otherParts.length > 0) requireSeen(purchase, totalOf(otherParts), code);
  const freeOrderId = freeParts.length === 0 ? null : await grantFree(tx, context, purchase, freeParts, code);
  if (paidParts.length === 0) return { freeOrderId: freeOrderId ?? parts[0]?.owned?.order_id ?? '' };
  if (!context.seller.sales_open) throw new AppError('sales_closed');
  // A pending payment may still take money, so the buyer is not sent to pay again.
  if (isPending) throw new AppError('payment_pending');
  if (totalOf(paidParts) < leastAmount(context)) throw new AppError('below_minimum_amount');
  const items = paidParts.map(({ priced }) => priced);
  const usedCode = codeOf(paidParts, code);
  const existingOrder = await orderRepository.findPayableOrder(tx, { userId, items, code: usedCode, among: null, now });
  if (existingOrder)
    return { order: await reopen(tx, existingOrder, purchase.acknowledged, now), isReused: true, parts: paidParts };
  return { order: await createOrder(tx, purchase, paidParts, usedCode, now), isReused: false, parts: paidParts };
}

/**
 * Free parts that the buyer owns already, by their price or by the same code: a second click answers the earlier
 * order. @throws {AppError} already_owned when one is owned otherwise
 */
async function takenForFree(
  tx: Tx,
  parts: readonly OfferedPart[],
  code: string | undefined,
): Promise<ReadonlySet<OfferedPart>> {
  const ownedParts = parts.filter(({ owned }) => owned !== undefined);
  for (const { owned: entitlement, price } of ownedParts) {
    const order = entitlement?.order_id ? await orderRepository.findOrder(tx, entitlement.order_id) : undefined;
    const isByCode = code !== undefined && order?.discount_code === normaliseCode(code);
    if (entitlement?.source !== 'free' || !order || (price.final > 0 && !isByCode)) throw new AppError('already_owned');
  }
  return new Set(ownedParts);
}

/** Grants free parts by an order of their own, without waiting for the payment of the others. @returns its id */
async function grantFree(
  tx: Tx,
  context: SaleContext,
  purchase: Purchase,
  parts: readonly OfferedPart[],
  code: QuotedCode | null,
): Promise<string> {
  const now = context.clock.now();
  const order = await createOrder(tx, purchase, parts, codeOf(parts, code), now);
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

/**
 * Asks the provider about pending orders of the parts, because a payment that was rejected meanwhile must not prevent
 * the buyer from paying.
 */
async function askAboutPending(context: SaleContext, { buyer, partIds }: Purchase): Promise<void> {
  const pendingOrders = await orderRepository.pendingOrders(context.db.read, { userId: buyer.userId, partIds });
  for (const order of pendingOrders) await askProvider(context, order);
}

/** Page that shows everything of an order: the book's, or the list of orders for several books. */
function returnPathOf(parts: readonly OfferedPart[]): string {
  const [first, ...others] = new Set(parts.map(({ book }) => book.id));
  return others.length === 0 ? `/user-library/${first}` : ORDERS_PATH;
}
