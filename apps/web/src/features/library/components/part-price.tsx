import { formatPercent } from '../../../lib/format-percent.ts';
import { formatPrice } from '../../../lib/formats.ts';
import type { PartPricing } from '../../../lib/part-pricing.ts';
import { Price } from '../../../ui/price.tsx';
import { libraryTexts as t } from '../texts.ts';

/** Price of a part: struck and discounted in a presale, `0 CLP` when free. */
export function PartPrice({ price }: { readonly price: PartPricing }) {
  return (
    <Price
      amount={price.final === 0 ? '0' : formatPrice(price.final)}
      currency={t.currency}
      badgeClassName="md:hidden"
      {...(price.savings > 0
        ? { before: formatPrice(price.value), badge: t.discount(formatPercent(price.discountPercentage)) }
        : {})}
    />
  );
}
