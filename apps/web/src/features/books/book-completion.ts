import type { PublicBook } from '@cuentos/contract/books';
import type { UserPart } from '@cuentos/contract/library';
import { partsToComplete, priceSet, type Reduction } from '@cuentos/domain/orders/set-price';
import { partPricing } from './part-pricing.ts';

/** Parts that complete a book, with their prices now. */
export interface BookCompletion {
  readonly parts: readonly (PublicBook['parts'][number] & {
    /** Price when bought together, pesos. */
    readonly amount: number;
    readonly reduction: Reduction | null;
  })[];
  /** Price of the parts bought one by one today, pesos. */
  readonly alone: number;
  readonly total: number;
}

/**
 * 'Completa el libro' with the server's price; null when it saves nothing, while one of its parts is being paid, and
 * for a book with fewer than two missing parts.
 * @param own the reader's rights to the book's parts, as far as they are known
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
