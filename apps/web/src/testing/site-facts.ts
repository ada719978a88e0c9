import type { SiteFacts } from '@cuentos/contract/ssr';

/** The facts of a shop where nothing optional is on. */
export function siteFacts(changes: Partial<SiteFacts> = {}): SiteFacts {
  return {
    origin: 'http://shop.test',
    seller: {
      store_name: 'Cuentos de Bolsillo',
      seller_name: null,
      seller_tax_id: null,
      seller_address: null,
      contact_email: null,
    },
    social: [],
    googleClientId: null,
    captcha: { provider: 'none', site_key: null },
    paymentPublicKey: null,
    googleAnalyticsId: null,
    paymentSandbox: true,
    ...changes,
  };
}
