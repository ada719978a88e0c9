import type { SellerInfo } from '@cuentos/contract/orders';
import type { Config } from './config.ts';

/** Absolute origin of the shop, without trailing slash; one that nothing outside can reach is on this machine. */
export function shopOrigin({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** Readers reach the shop by HTTPS only: cookies may say so. */
export function isSecure({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL?.startsWith('https:') ?? false;
}

/** Facts that must be set before the first sale. */
export type SalesFact = 'seller_name' | 'seller_tax_id' | 'seller_address' | 'contact_email' | 'mail';

/**
 * Returns the facts missing before the first sale: by law a buyer knows whom the money goes to, and without a mail
 * server no receipt arrives.
 */
export function missingSalesFacts(seller: Omit<SellerInfo, 'sales_open'>, config: Config): SalesFact[] {
  const facts = { ...seller, mail: config.SMTP_URL ?? null };
  const names = ['seller_name', 'seller_tax_id', 'seller_address', 'contact_email', 'mail'] as const;
  return names.filter((name) => (facts[name] ?? '') === '');
}

/** Returns whether orders are accepted. A trial shop accepts them, because its money is not real. */
export function areSalesOpen(seller: Omit<SellerInfo, 'sales_open'>, config: Config): boolean {
  return !config.production || missingSalesFacts(seller, config).length === 0;
}
