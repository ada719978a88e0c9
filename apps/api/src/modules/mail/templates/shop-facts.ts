import type { SellerInfo } from '@cuentos/contract/checkout';

/** Who writes; `url` is null while nothing outside can reach the shop. */
export interface ShopFacts {
  readonly seller: SellerInfo;
  readonly url: string | null;
}
