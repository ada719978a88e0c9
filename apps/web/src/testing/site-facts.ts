import type { LegalDocument, PublicShop } from '@cuentos/contract/shop';
import { originalWords } from '@cuentos/contract/shop-texts';
import type { SiteFacts } from '@cuentos/contract/ssr';

/** Makes the facts of a shop without any optional feature. */
export function siteFacts(changes: Partial<SiteFacts> = {}): SiteFacts {
  return {
    origin: 'http://shop.test',
    shop: {
      revision: 1,
      legal_versions: '',
      mark_letters: 'CB',
      accent: 'anil',
      author_name: 'Amanda Prueba',
      author_noun: 'autora',
      has_author: true,
      presale_sentence: '',
      export_permission: 'not-at-all',
    },
    seller: {
      store_name: 'Cuentos de Bolsillo',
      seller_name: null,
      seller_tax_id: null,
      seller_address: null,
      contact_email: null,
      sales_open: true,
    },
    social: [],
    googleClientId: null,
    captcha: { provider: 'none', site_key: null },
    paymentPublicKey: null,
    googleAnalyticsId: null,
    leastAmount: 0,
    paymentSandbox: true,
    sandboxControls: true,
    ...changes,
  };
}

/** Makes the public texts and the identity of the same shop. */
export function publicShop(identity: Partial<PublicShop['identity']> = {}): PublicShop {
  return {
    identity: {
      store_name: 'Cuentos de Bolsillo',
      mark_letters: 'CB',
      author_name: 'Amanda Prueba',
      author_noun: 'autora',
      portrait: null,
      quote: 'Escribo de noche.',
      biography: 'Vive en Talca.',
      links: [],
      contact_email: null,
      accent: 'anil',
      ...identity,
    },
    words: originalWords,
  };
}

/** Makes the second version of a legal document. */
export function legalDocument(changes: Partial<LegalDocument> = {}): LegalDocument {
  return {
    kind: 'terms',
    version: 2,
    published_at: '2026-11-18T15:00:00.000Z',
    title: 'Términos y condiciones',
    lead: 'En breve.',
    sections: [{ title: 'Uso del sitio', paragraphs: ['La cuenta es personal e intransferible.'] }],
    seller: 'Amanda Prueba, RUT 12.345.678-5',
    versions: [
      { version: 2, published_at: '2026-11-18T15:00:00.000Z' },
      { version: 1, published_at: '2026-10-01T15:00:00.000Z' },
    ],
    ...changes,
  };
}
