import type { SellerInfo } from '@cuentos/contract/checkout';
import type { Config } from '../../platform/config/config.ts';

/** Facts about the seller from the settings; unset ones are null and hidden. */
export function sellerInfo(config: Config): SellerInfo {
  return {
    store_name: config.STORE_NAME,
    seller_name: config.SELLER_NAME ?? null,
    seller_tax_id: config.SELLER_TAX_ID ?? null,
    seller_address: config.SELLER_ADDRESS ?? null,
    contact_email: config.CONTACT_EMAIL ?? null,
  };
}
