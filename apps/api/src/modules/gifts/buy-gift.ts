import type { Preference } from '@cuentos/contract/orders';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { OrderRow } from '../../platform/db/tables/orders.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { codeOf } from '../discount-codes/price-with-code.ts';
import type { SaleContext } from '../orders/context.ts';
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
} from '../orders/make-order.ts';
import * as orderRepository from '../orders/repository.ts';
import { leastAmount } from '../pocket/pocket.ts';
import { type GiftDetails, makeGift, makeWithinRoom, wordsOf } from './gifts.ts';
import { type GiftWords, rewordGift, unpaidGifts } from './repository.ts';

/**
 * Makes or finds the order of some parts as a gift, and a place to pay it. The parts go to its claimer, not to the
 * giver. @throws {AppError} what buying for oneself throws, and gift_free, gift_unpaid, gift_day, gift_paid,
 * too_many_gifts
 */
export async function buyGift(context: SaleContext, purchase: Purchase, details: GiftDetails): Promise<Preference> {
  await countPurchase(context, purchase);
  await askAboutPendingGifts(context, purchase, details);
  const placed = await makeWithinRoom(context, { userId: purchase.buyer.userId, details }, async () =>
    context.db.withTx(async (tx) => prepareGift(tx, context, purchase, details)),
  );
  if (placed.isReused && (await wasPaidMeanwhile(context, placed.order))) throw new AppError('gift_paid');
  return placeToPay(context, purchase, placed, ORDERS_PATH);
}

/**
 * Makes or finds the order of a gift. The giver's own parts and open payments do not matter and make nothing cheaper.
 * An open order is used again only when its gift says the same: a giver of the same parts to two people pays two
 * orders.
 */
async function prepareGift(
  tx: Tx,
  context: SaleContext,
  purchase: Purchase,
  details: GiftDetails,
): Promise<PlacedOrder> {
  const { userId } = purchase.buyer;
  const now = context.clock.now();
  const words = wordsOf(details, now);
  const { among, offered: parts, code } = await priceGift(tx, purchase, words, now);
  for (const { refusal } of parts) if (refusal) throw new AppError(refusal);
  // Refuses a gift of a free part: any account can have it already, without a link.
  if (parts.some(({ price }) => price.final === 0)) throw new AppError('gift_free');
  requireSeen(purchase, totalOf(parts), code);
  // Refuses a code that leaves nothing to pay: the giver can pass the code itself on.
  if (totalOf(parts) === 0) throw new AppError('gift_unpaid');
  if (!context.seller.sales_open) throw new AppError('sales_closed');
  if (totalOf(parts) < leastAmount(context)) throw new AppError('below_minimum_amount');
  const items = parts.map(({ priced }) => priced);
  const usedCode = codeOf(parts, code);
  const existingOrder = await orderRepository.findPayableOrder(tx, { userId, items, code: usedCode, among, now });
  if (existingOrder) {
    await rewordGift(tx, existingOrder.id, words);
    return { order: await reopen(tx, existingOrder, purchase.acknowledged, now), isReused: true, parts };
  }
  if ((await pendingGifts(tx, purchase, words)).length > 0) throw new AppError('payment_pending');
  const order = await createOrder(tx, purchase, parts, usedCode, now);
  await makeGift(tx, order.id, words, now);
  return { order, isReused: false, parts };
}

/**
 * Prices a gift, and tells which of the giver's unpaid orders it may use again: those whose gift says the same. Where an
 * unpaid order holds the only use of the code, that order is used again with other words too, so that a wrong address can
 * be corrected.
 */
async function priceGift(tx: Tx, purchase: Purchase, words: GiftWords, now: number) {
  const { userId } = purchase.buyer;
  const same = await unpaidGifts(tx, userId, words);
  const priced = await priceAll(tx, purchase, same, now);
  if (priced.code?.refusal !== 'in_unpaid_order') return { among: same, ...priced };
  const among = await unpaidGifts(tx, userId, null);
  return { among, ...(await priceAll(tx, purchase, among, now)) };
}

/** Asks the provider about pending payments of the same gift. @throws {AppError} gift_paid when one was paid meanwhile */
async function askAboutPendingGifts(context: SaleContext, purchase: Purchase, details: GiftDetails): Promise<void> {
  const words = wordsOf(details, context.clock.now());
  for (const order of await pendingGifts(context.db.read, purchase, words)) {
    if (await wasPaidMeanwhile(context, order)) throw new AppError('gift_paid');
  }
}

/**
 * Pending orders of a gift that says and holds the same. A gift without an address does not count: the giver may want
 * several of it, for several people.
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
