import type { PublicBook } from '@cuentos/contract/books';
import type { UserPart } from '@cuentos/contract/library';
import { partsToComplete, priceSet, type Reduction } from '@cuentos/domain/orders/set-price';
import { partPricing } from './part-pricing.ts';

/** Parts that complete a book, with their prices now. */
export interface BookCompletion {
  readonly parts: readonly (PublicBook['parts'][number] & {
    /** Price together with the others, pesos. */
    readonly amount: number;
    readonly reduction: Reduction | null;
  })[];
  /** Of the parts bought one by one today. */
  readonly alone: number;
  readonly total: number;
}

/**
 * 'Completa el libro' as the server will price it; null when nothing is saved by it, while one of its parts is being
 * paid, and for a book of which fewer than two parts are missing.
 * @param own the reader's holdings of the book's parts, as far as it is known
 */
export function bookCompletion(
  { parts, completion_discount: discountPercentage }: Pick<PublicBook, 'parts' | 'completion_discount'>,
  own: readonly Pick<UserPart, 'id' | 'is_purchased' | 'unfinished_order'>[],
  now: number,
): BookCompletion | null {
  const facts = parts.map((part) => {
    const price = partPricing(part, now);
    const isSold = price.released && part.ebook && !part.is_draft;
    const ownPart = own.find(({ id }) => id === part.id);
    const isPaymentPending = ownPart?.unfinished_order?.state === 'pending';
    return { partId: part.id, price, isSold, isOwned: ownPart?.is_purchased ?? false, isPaymentPending };
  });
  const partIds = partsToComplete(facts);
  const missingParts = facts.filter(({ partId }) => partIds.includes(partId));
  if (missingParts.some(({ isPaymentPending }) => isPaymentPending)) return null;
  const { items, total } = priceSet(missingParts, [{ partIds, discountPercentage }]);
  const alone = missingParts.reduce((sum, { price }) => sum + price.final, 0);
  if (total >= alone) return null;
  const bought = parts.flatMap((part) => {
    const item = items.find(({ partId }) => partId === part.id);
    return item ? [{ ...part, amount: item.amount, reduction: item.reduction }] : [];
  });
  return { parts: bought, alone, total };
}
