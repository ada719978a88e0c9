import type { SellerInfo } from '@cuentos/contract/checkout';
import type { Config } from './config.ts';

/** Absolute origin of the shop, without trailing slash; one that nothing outside can reach is on this machine. */
export function shopOrigin({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

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
