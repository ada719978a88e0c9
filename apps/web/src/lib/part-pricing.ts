import type { PublicPart } from '@cuentos/contract/books';
import { isInPresale, isReleased } from '@cuentos/domain/books/part-availability';
import { priceOf, type Price } from '@cuentos/domain/checkout/price';

/** What a part costs and whether it is out, at one moment. */
export interface PartPricing extends Price {
  readonly released: boolean;
  readonly inPresale: boolean;
}

type PricedPart = Pick<
  PublicPart,
  'value' | 'release_date' | 'is_presale' | 'presale_end_date' | 'presale_discount_percentage'
>;

export function partPricing(part: PricedPart, now: number): PartPricing {
  const inPresale = isInPresale(
    { isPresale: part.is_presale, presaleEndAt: part.presale_end_date ? Date.parse(part.presale_end_date) : null },
    now,
  );
  return {
    ...priceOf(part.value, part.presale_discount_percentage, inPresale),
    released: isReleased({ releaseAt: Date.parse(part.release_date) }, now),
    inPresale,
  };
}
