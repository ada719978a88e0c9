import type { UserPart } from '@cuentos/contract/library';
import { partCard, type PartCard } from '@cuentos/domain/books/part-card';
import { partPricing, type PartPricing } from '../../lib/part-pricing.ts';

/** What the device knows about a part at this moment. */
export interface DeviceFacts {
  readonly online: boolean;
  readonly onDevice: boolean;
  readonly downloading: boolean;
  readonly now: number;
}

export interface PartView {
  readonly card: PartCard;
  readonly price: PartPricing;
}

/** State and price of a part's card. */
export function partView(part: UserPart, { online, onDevice, downloading, now }: DeviceFacts): PartView {
  const price = partPricing(part, now);
  const expiresAt = part.early_access_expires_at ? Date.parse(part.early_access_expires_at) : Infinity;
  const card = partCard({
    online,
    onDevice,
    downloading,
    owned: part.is_purchased,
    earlyAccess: part.early_access && expiresAt > now,
    released: price.released,
    hasEbook: part.ebook,
    finalPrice: price.final,
  });
  return { card, price };
}
