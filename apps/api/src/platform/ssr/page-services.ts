import type { PublicBook } from '@cuentos/contract/books';
import type { CaptchaInfo } from '@cuentos/contract/captcha';
import type { LegalDocument, LegalKind, PublicShop, ShopLegal, ShopSettings } from '@cuentos/contract/shop';
import type { PageServices } from '@cuentos/contract/ssr';
import type { Config } from '../config/config.ts';
import { areSalesOpen, shopOrigin } from '../config/shop-facts.ts';
import { AppError } from '../http/app-error.ts';

interface Lenders {
  readonly config: Config;
  readonly captcha: CaptchaInfo;
  readonly shop: {
    latest(): PublicShop & {
      readonly legal: ShopLegal;
      readonly settings: ShopSettings;
      readonly revision: number;
      readonly legalVersions: string;
    };
    current(): Promise<PublicShop>;
    /** @throws {AppError} document_not_found */
    legalDocument(kind: LegalKind, version?: number): Promise<LegalDocument>;
  };
  books(): Promise<readonly PublicBook[]>;
  /** See `SiteFacts.leastAmount`. */
  leastAmount(): number;
}

/** What the public pages may ask while they render. */
export function createPageServices({ config, captcha, shop, books, leastAmount }: Lenders): PageServices {
  const fixed = {
    origin: shopOrigin(config),
    googleClientId: config.GOOGLE_CLIENT_ID ?? null,
    captcha,
    paymentPublicKey: config.MP_PUBLIC_KEY ?? null,
    googleAnalyticsId: config.GA4_MEASUREMENT_ID ?? null,
    paymentSandbox: config.sandbox,
    sandboxControls: config.sandboxControls,
  };
  return {
    get site() {
      const { identity, settings, legal, revision, legalVersions: legal_versions } = shop.latest();
      const { mark_letters, accent, author_name, author_noun, links } = identity;
      const { presale_sentence } = settings;
      const has_author = identity.quote !== '' || identity.biography !== '';
      return {
        ...fixed,
        leastAmount: leastAmount(),
        shop: {
          revision,
          legal_versions,
          mark_letters,
          accent,
          author_name,
          author_noun,
          has_author,
          presale_sentence,
        },
        seller: {
          store_name: identity.store_name,
          seller_name: legal.seller_name,
          seller_tax_id: legal.seller_tax_id,
          seller_address: legal.seller_address,
          contact_email: identity.contact_email,
          sales_open: areSalesOpen({ ...identity, ...legal }, config),
        },
        social: links,
      };
    },
    async shop() {
      const { identity, words } = await shop.current();
      return { identity, words };
    },
    legalDocument: async (kind, version) =>
      shop.legalDocument(kind, version).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      }),
    books,
    book: async (id) => (await books()).find((book) => book.id === id) ?? null,
  };
}
