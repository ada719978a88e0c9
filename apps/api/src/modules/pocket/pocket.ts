import type { Pocket } from '@cuentos/contract/pocket';
import type { Quote } from '@cuentos/contract/quote';
import { allowedKinds, permissionOf } from '@cuentos/domain/exports/export-permission';
import { MOST_PARTS_AT_ONCE } from '@cuentos/domain/orders/set-price';
import { AppError } from '../../platform/http/app-error.ts';
import { toIso } from '../../platform/to-iso.ts';
import { presentParts } from '../books/service.ts';
import type { SaleContext } from '../orders/context.ts';
import { priceWithCode, refuseGuessing } from '../discount-codes/price-with-code.ts';
import { unpaidGifts } from '../gifts/repository.ts';
import { leavePocket, pocketOf, putInPocket } from './repository.ts';
import { isPayable, type OfferedPart, priceParts } from '../orders/price-parts.ts';

/** A request for the price of some parts in one order. */
export interface QuoteRequest {
  /** Null for a visitor. */
  readonly userId: string | null;
  readonly partIds: readonly string[];
  /** A discount code, as typed; absent for none. */
  readonly code?: string | undefined;
  /** Prices a gift: what the caller owns or pays for does not count. */
  readonly isGift: boolean;
  /** Network address that wrong codes are counted by. */
  readonly address: string;
}

/**
 * Prices an order of some parts without making it. Unlisted parts are left out, since they are not public, unless the
 * caller owns them.
 * @throws {AppError} too_many_requests, after too many codes that do not exist
 */
export async function quoteParts(context: SaleContext, request: QuoteRequest): Promise<Quote> {
  await refuseGuessing(context, request);
  const { db, clock } = context;
  const { userId, isGift } = request;
  const givers = isGift && userId !== null ? await unpaidGifts(db.read, userId, null) : [];
  const { offered, code } = await priceWithCode(db.read, { ...request, gifts: isGift ? givers : null }, clock.now());
  const visibleParts = offered.filter(({ refusal, owned }) => refusal !== 'part_not_found' || owned !== undefined);
  return { ...(await quote(context, visibleParts)), code };
}

/** Smallest payable amount by the shop's setting and the provider's minimum, pesos. */
export function leastAmount({ settings, ways }: Pick<SaleContext, 'settings' | 'ways'>): number {
  return Math.max(settings.minAmount, ways.least());
}

async function quote(context: SaleContext, offered: readonly OfferedPart[]): Promise<Omit<Quote, 'code'>> {
  const { db, ways, background } = context;
  // Refreshes the ways of paying for later requests; this one does not wait.
  void background.run('payment-ways', async () => ways.refresh());
  const presentedParts = await presentParts(
    db,
    offered.map(({ part }) => part),
  );
  const total = offered.filter(isPayable).reduce((sum, { priced }) => sum + priced.amount, 0);
  return {
    items: offered.map(({ part, book, price, priced, owned, isPaymentPending, refusal }) => ({
      part_id: part.id,
      book_id: book.id,
      book_name: book.name,
      part_name: part.name,
      image: presentedParts.get(part.id)?.image ?? null,
      export_kinds: [...allowedKinds(permissionOf(book.export_permission, context.settings.exportPermission))],
      value: price.value,
      alone: price.final,
      amount: priced.amount,
      reduction: priced.reduction,
      refusal: owned === undefined ? (refusal ?? (isPaymentPending ? 'payment_pending' : null)) : 'already_owned',
    })),
    total,
    below_minimum: total > 0 && total < leastAmount(context),
    ways: ways.waysFor(total),
  };
}

/** The parts of a pocket at the prices of now; a part that cannot be bought any more carries the reason. */
export async function readPocket(context: SaleContext, userId: string): Promise<Pocket> {
  const rows = await pocketOf(context.db.read, userId);
  const offered = await priceParts(
    context.db.read,
    { userId, partIds: rows.map(({ part_id: id }) => id) },
    context.clock.now(),
  );
  const { items, ...sums } = await quote(context, offered);
  return {
    ...sums,
    items: items.flatMap((item) => {
      const row = rows.find(({ part_id: id }) => id === item.part_id);
      return row ? [{ ...item, added_at: toIso(row.added_at), price_then: row.price }] : [];
    }),
  };
}

/**
 * Puts parts into a user's pocket, once each. Those that are not sold now, or owned already, are left out.
 * @throws {AppError} pocket_full
 */
export async function putParts(context: SaleContext, userId: string, partIds: readonly string[]): Promise<Pocket> {
  const now = context.clock.now();
  await context.db.withTx(async (tx) => {
    const inside = new Set((await pocketOf(tx, userId)).map(({ part_id: id }) => id));
    const offered = await priceParts(tx, { userId, partIds }, now);
    const added = offered.filter((each) => isPayable(each) && !inside.has(each.part.id));
    if (inside.size + added.length > MOST_PARTS_AT_ONCE) throw new AppError('pocket_full');
    const rows = added.map(({ part, price }) => ({
      user_id: userId,
      part_id: part.id,
      added_at: now,
      price: price.final,
    }));
    await putInPocket(tx, rows);
  });
  return readPocket(context, userId);
}

/** Removes a part from a user's pocket; a missing one changes nothing. */
export async function takeOut(context: SaleContext, userId: string, partId: string): Promise<Pocket> {
  await context.db.withTx(async (tx) => leavePocket(tx, userId, [partId]));
  return readPocket(context, userId);
}
