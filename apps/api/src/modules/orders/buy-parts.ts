import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Preference } from '@cuentos/contract/orders';
import type { QuotedCode } from '@cuentos/contract/quote';
import { nextCheckAt } from '@cuentos/domain/orders/order';
import type { Connection, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey } from '../../platform/http/rate-limiter.ts';
import { type Checkout, PaymentUnavailable } from '../../ports/payment.ts';
import { grantPart } from '../entitlements/service.ts';
import { askProvider } from './reconcile-orders.ts';
import type { SaleContext } from './context.ts';
import { normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import { codeOf, type PricedWithCode, priceWithCode, refuseGuessing } from '../discount-codes/price-with-code.ts';
import { type GiftWish, makeGift, makeWithinRoom, wordsOf } from '../gifts/gifts.ts';
import { type GiftWords, rewordGift, unpaidGifts } from '../gifts/repository.ts';
import { queueReceipt } from './order-mails.ts';
import { leavePocket } from '../pocket/repository.ts';
import { leastAmount } from '../pocket/pocket.ts';
import type { OfferedPart } from './price-parts.ts';
import * as orderRepository from './repository.ts';

/** An order can be paid this long; the price it was made with is honoured meanwhile. */
const ORDER_LIFETIME_MS = 30 * MINUTE_MS;

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
  /** The discount code that the buyer typed; absent for none. */
  readonly code?: string | undefined;
  /** What the giver writes, when it is a gift; absent or null when it is for the buyer. */
  readonly gift?: GiftWish | null;
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
 *   sales_closed, price_changed (also when the code takes nothing off any more), below_minimum_amount, payment_pending,
 *   payment_unavailable, payment_refused; of a gift gift_free, gift_unpaid, gift_day, gift_paid, too_many_gifts
 */
export async function buyParts(context: SaleContext, purchase: Purchase): Promise<Preference> {
  const { db, limiter, settings } = context;
  const key = `preference:${addressKey(purchase.address)}`;
  if (!(await limiter.hit(key, settings.preferencesPerHour, HOUR_MS))) throw new AppError('too_many_requests');
  const { address, code, gift = null } = purchase;
  await refuseGuessing(context, { address, code, userId: purchase.buyer.userId });
  if (gift === null) await askAboutPending(context, purchase);
  else await askAboutPendingGifts(context, purchase, gift);
  const prepared =
    gift === null
      ? await db.withTx(async (tx) => prepare(tx, context, purchase))
      : await makeWithinRoom(context, { userId: purchase.buyer.userId, wish: gift }, async () =>
          db.withTx(async (tx) => prepareGift(tx, context, purchase, gift)),
        );
  if (prepared.kind === 'free') return { id: `free-${prepared.orderId}`, init_point: null, order_id: prepared.orderId };
  const { order, parts } = prepared;
  if (prepared.reused && (await wasPaidMeanwhile(context, order)))
    throw new AppError(gift === null ? 'already_owned' : 'gift_paid');
  return present(order.preference_id === null ? await openCheckout(context, purchase, order, parts) : order);
}

async function prepare(tx: Tx, context: SaleContext, purchase: Purchase): Promise<Prepared> {
  const { userId } = purchase.buyer;
  const now = context.clock.now();
  // By the server's clock; what an order stores is this, once.
  const { offered: parts, code } = await priceAll(tx, purchase, null, now);
  const taken = await takenForFree(tx, parts, purchase.code);
  const wanted = parts.filter((part) => !taken.has(part));
  for (const { refusal } of wanted) if (refusal) throw new AppError(refusal);
  const isAwaited = wanted.some((part) => part.isAwaited && part.price.final > 0);
  // What is awaited is priced by itself: whether the others cost nothing says nothing of it.
  const isFree = !isAwaited && totalOf(wanted) === 0;
  const free = wanted.filter(({ price }) => isFree || price.final === 0);
  const paid = wanted.filter((part) => !free.includes(part));
  if (!isAwaited && wanted.length > 0) requireSeen(purchase, totalOf(wanted), code);
  const given = free.length === 0 ? null : await grantFree(tx, context, purchase, free, code);
  if (paid.length === 0) return { kind: 'free', orderId: given ?? parts[0]?.owned?.order_id ?? '' };
  if (!context.seller.sales_open) throw new AppError('sales_closed');
  // A pending payment may still take money, so the buyer is not sent to pay again.
  if (isAwaited) throw new AppError('payment_pending');
  if (totalOf(paid) < leastAmount(context)) throw new AppError('below_minimum_amount');
  const items = paid.map(({ priced }) => priced);
  const used = codeOf(paid, code);
  const known = await orderRepository.findPayableOrder(tx, { userId, items, code: used, among: null, now });
  if (known)
    return { kind: 'order', order: await reopen(tx, known, purchase.acknowledged, now), reused: true, parts: paid };
  return { kind: 'order', order: await createOrder(tx, purchase, paid, used, now), reused: false, parts: paid };
}

/**
 * The same as a gift: what the giver owns or is paying does not matter and makes nothing cheaper. An open order is found
 * again only when the gift says the same; a giver of the same to two people pays two.
 */
async function prepareGift(
  tx: Tx,
  context: SaleContext,
  purchase: Purchase,
  gift: GiftWish,
): Promise<Extract<Prepared, { readonly kind: 'order' }>> {
  const { userId } = purchase.buyer;
  const now = context.clock.now();
  const words = wordsOf(gift, now);
  const { among, offered: parts, code } = await priceGift(tx, purchase, words, now);
  for (const { refusal } of parts) if (refusal) throw new AppError(refusal);
  // Everybody can have it: a link that only one account may use would be less than that.
  if (parts.some(({ price }) => price.final === 0)) throw new AppError('gift_free');
  requireSeen(purchase, totalOf(parts), code);
  // A code that leaves nothing to pay can be handed over instead.
  if (totalOf(parts) === 0) throw new AppError('gift_unpaid');
  if (!context.seller.sales_open) throw new AppError('sales_closed');
  if (totalOf(parts) < leastAmount(context)) throw new AppError('below_minimum_amount');
  const items = parts.map(({ priced }) => priced);
  const used = codeOf(parts, code);
  const known = await orderRepository.findPayableOrder(tx, { userId, items, code: used, among, now });
  if (known) {
    await rewordGift(tx, known.id, words);
    return { kind: 'order', order: await reopen(tx, known, purchase.acknowledged, now), reused: true, parts };
  }
  if ((await pendingGifts(tx, purchase, words)).length > 0) throw new AppError('payment_pending');
  const order = await createOrder(tx, purchase, parts, used, now);
  await makeGift(tx, order.id, words, now);
  return { kind: 'order', order, reused: false, parts };
}

/**
 * Prices a gift, and says which unpaid ones it may be again: those that say the same. One that holds the only use of its
 * code is it also with other words, so that an address can be corrected.
 */
async function priceGift(tx: Tx, purchase: Purchase, words: GiftWords, now: number) {
  const { userId } = purchase.buyer;
  const same = await unpaidGifts(tx, userId, words);
  const priced = await priceAll(tx, purchase, same, now);
  if (priced.code?.refusal !== 'in_unpaid_order') return { among: same, ...priced };
  const among = await unpaidGifts(tx, userId, null);
  return { among, ...(await priceAll(tx, purchase, among, now)) };
}

/**
 * Prices every part that is asked for, with the code that was typed.
 * @param gifts orders of which it may be one again when it is a gift; null when it is for the buyer
 * @throws {AppError} part_not_found when one is not known
 */
async function priceAll(
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

/** What was accepted is what is sold, or nothing is. @throws {AppError} price_changed */
function requireSeen({ total: seen }: Purchase, total: number, code: QuotedCode | null): void {
  const isRefused = code !== null && code.refusal !== null;
  if (isRefused || (seen !== null && seen !== total)) throw new AppError('price_changed');
}

/**
 * Parts that the buyer took for nothing before, so that a second click answers the same order: those that are free, and
 * those that the same code made free.
 * @throws {AppError} already_owned when one is owned otherwise
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

const totalOf = (parts: readonly OfferedPart[]): number => parts.reduce((sum, { priced }) => sum + priced.amount, 0);

/** A rejected try does not close an order: the buyer may try again at the same place. */
async function reopen(tx: Tx, order: OrderRow, acknowledged: boolean, now: number): Promise<OrderRow> {
  const change = {
    state: order.state === 'rejected' ? ('open' as const) : order.state,
    withdrawal_acknowledged_at: order.withdrawal_acknowledged_at ?? (acknowledged ? now : null),
    updated_at: now,
  };
  await orderRepository.updateOrder(tx, order.id, change);
  return { ...order, ...change };
}

async function createOrder(
  tx: Tx,
  purchase: Purchase,
  parts: readonly OfferedPart[],
  code: string | null,
  now: number,
): Promise<OrderRow> {
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

/** One order of its own for what costs nothing, so that no payment has to come first. @returns its id */
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

/** Payments of the parts that were under way may have come to nothing meanwhile, and then nothing stands in the way. */
async function askAboutPending(context: SaleContext, { buyer, partIds }: Purchase): Promise<void> {
  const pending = await orderRepository.pendingOrders(context.db.read, { userId: buyer.userId, partIds });
  for (const order of pending) await askProvider(context, order);
}

/** The same for a gift. @throws {AppError} gift_paid when one was paid meanwhile */
async function askAboutPendingGifts(context: SaleContext, purchase: Purchase, gift: GiftWish): Promise<void> {
  const words = wordsOf(gift, context.clock.now());
  for (const order of await pendingGifts(context.db.read, purchase, words)) {
    if (await wasPaidMeanwhile(context, order)) throw new AppError('gift_paid');
  }
}

/**
 * Orders under way of a gift that says and holds the same. One without an address is none: several of it, handed over to
 * several people, may be meant.
 */
async function pendingGifts(
  connection: Connection,
  { buyer, partIds }: Purchase,
  words: GiftWords,
): Promise<OrderRow[]> {
  if (words.recipient_email === null) return [];
  const orders: OrderRow[] = [];
  for (const id of await unpaidGifts(connection, buyer.userId, words, ['pending'])) {
    const items = await orderRepository.findItems(connection, id);
    const isSame = items.length === partIds.length && items.every((item) => partIds.includes(item.part_id));
    const order = isSame ? await orderRepository.findOrder(connection, id) : undefined;
    if (order) orders.push(order);
  }
  return orders;
}

/** A payment whose notice was lost must not be paid a second time by a buyer who clicks again. */
async function wasPaidMeanwhile(context: SaleContext, order: OrderRow): Promise<boolean> {
  if (order.preference_id === null) return false;
  await askProvider(context, order);
  return (await orderRepository.findOrder(context.db.read, order.id))?.paid_at !== null;
}

/** Asks the provider for a place to pay. A failure leaves the order open, and the next click takes it up again. */
async function openCheckout(
  context: SaleContext,
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
    returnUrl: `${purchase.origin}${purchase.gift ? ORDERS : returnPath(parts)}?order=${order.id}`,
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

const ORDERS = '/user-settings/orders';

/** Where its buyer finds all that an order was for: on the book's page, or among the orders when it is of several books. */
function returnPath(parts: readonly OfferedPart[]): string {
  const [first, ...others] = new Set(parts.map(({ book }) => book.id));
  return others.length === 0 ? `/user-library/${first}` : ORDERS;
}

function present({ id, preference_id, init_point }: OrderRow): Preference {
  return { id: preference_id ?? '', init_point, order_id: id };
}
