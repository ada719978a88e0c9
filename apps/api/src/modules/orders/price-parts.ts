import { refusalToSell } from '@cuentos/domain/books/part-availability';
import type { Price } from '@cuentos/domain/orders/price';
import { type Completion, type PricedPart, partsToComplete, priceSet } from '@cuentos/domain/orders/set-price';
import type { Connection } from '../../platform/db/db.ts';
import type { EntitlementRow } from '../../platform/db/tables/entitlements.ts';
import type { DiscountCodeRow } from '../../platform/db/tables/orders.ts';
import { bookIdsOfParts, editorialStateOf, findBooks, type PartWithBook, priceOfPart } from '../books/service.ts';
import { isForPart } from '../discount-codes/service.ts';
import { holdingsOfParts } from '../entitlements/service.ts';
import { findPendingPartIds } from './repository.ts';

/** A part as it can be bought now. */
export interface OfferedPart extends PartWithBook {
  /** Price of the part alone. */
  readonly price: Price;
  /** Price of the part in this order, beside the other parts. */
  readonly priced: PricedPart;
  /** The buyer's entitlement when the part is owned already; it is not paid for again. */
  readonly owned: EntitlementRow | undefined;
  /** Whether a payment of the part is pending. */
  readonly isPaymentPending: boolean;
  /** Why the part cannot be bought; null when it can. */
  readonly refusal: ReturnType<typeof refusalToSell>;
}

/** Whether the buyer can pay for a part now. */
export function isPayable({
  owned,
  isPaymentPending,
  refusal,
}: Pick<OfferedPart, 'owned' | 'isPaymentPending' | 'refusal'>): boolean {
  return owned === undefined && !isPaymentPending && refusal === null;
}

/**
 * Prices parts that are bought together, by the server's clock: those that can be bought, and are neither owned nor
 * being paid, are priced together, others alone. Orders get their amounts only from here.
 * @param userId the buyer; null for a visitor, who owns nothing.
 * @param code a usable discount code.
 * @returns prices in the order of the ids; unknown ids are absent.
 */
export async function priceParts(
  connection: Connection,
  {
    userId,
    partIds,
    code,
  }: { readonly userId: string | null; readonly partIds: readonly string[]; readonly code?: DiscountCodeRow },
  now: number,
): Promise<OfferedPart[]> {
  const records = await findBooks(connection, await bookIdsOfParts(connection, partIds));
  const all = records.flatMap(({ parts }) => parts.map(({ id }) => id));
  const holdings =
    userId === null ? new Map<string, EntitlementRow[]>() : await holdingsOfParts(connection, userId, all);
  const pendingPartIds = userId === null ? new Set<string>() : await findPendingPartIds(connection, userId);
  const books = records.map(({ book, parts }) => ({
    book,
    parts: parts.map((part) => ({
      book,
      part,
      price: priceOfPart(part, now),
      owned: holdings.get(part.id)?.find(({ kind }) => kind === 'ownership'),
      isPaymentPending: pendingPartIds.has(part.id),
      refusal: refusalToSell(editorialStateOf({ part, book }), { releaseAt: part.release_at }, now),
    })),
  }));
  const completions = books.map(({ book, parts }): Completion => {
    const facts = parts.map(({ part, price, owned, refusal }) => ({
      partId: part.id,
      price,
      isOwned: owned !== undefined,
      isSold: refusal === null,
    }));
    return { partIds: partsToComplete(facts), discountPercentage: book.completion_discount };
  });
  const partsById = new Map(books.flatMap(({ parts }) => parts.map((each) => [each.part.id, each])));
  const requestedParts = [...new Set(partIds)].flatMap((id) => partsById.get(id) ?? []);
  const reduced = code && {
    kind: code.kind,
    amount: code.amount,
    partIds: requestedParts.flatMap(({ part }) => (isForPart(code, part) ? [part.id] : [])),
  };
  const priced = (parts: typeof requestedParts, discount: typeof reduced | null = null) =>
    priceSet(
      parts.map(({ part, price }) => ({ partId: part.id, price })),
      completions,
      discount,
    ).items;
  // A discount in pesos is split among the payable parts only.
  const together = priced(requestedParts.filter(isPayable), reduced);
  return requestedParts.flatMap((each) => {
    const item = together.find(({ partId }) => partId === each.part.id) ?? priced([each])[0];
    return item ? [{ ...each, priced: item }] : [];
  });
}
