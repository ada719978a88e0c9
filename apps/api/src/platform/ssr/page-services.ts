import type { PublicBook } from '@cuentos/contract/books';
import type { CaptchaInfo } from '@cuentos/contract/captcha';
import type { LegalDocument, LegalKind, PublicShop, ShopLegal, ShopSettings } from '@cuentos/contract/shop';
import type { PageServices, SiteFacts } from '@cuentos/contract/ssr';
import type { Config } from '../config/config.ts';
import { areSalesOpen, shopOrigin } from '../config/shop-facts.ts';
import { AppError } from '../http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';

interface Lenders {
  readonly config: Config;
  readonly captcha: CaptchaInfo;
  readonly clock: Clock;
  readonly shop: {
    latest(): PublicShop & {
      readonly legal: ShopLegal;
      readonly settings: ShopSettings;
      readonly revision: number;
      readonly legalVersions: string;
    };
    current(): Promise<PublicShop>;
    /** Null when the value in memory may be outdated. */
    fresh(): PublicShop | null;
    /** @throws {AppError} document_not_found */
    legalDocument(kind: LegalKind, version?: number): Promise<LegalDocument>;
  };
  readonly catalogue: {
    read(): Promise<{ readonly books: readonly PublicBook[] }>;
    /** As for the shop. */
    fresh(): { readonly books: readonly PublicBook[] } | null;
  };
  /** See `SiteFacts.leastAmount`. */
  leastAmount(): number;
}

/**
 * State that pages are made of, as far as it changes while the process runs: the same objects until something did, here
 * or in another process, at most a second ago.
 */
export interface PagesState {
  readonly books: readonly PublicBook[];
  readonly shop: PublicShop;
  readonly leastAmount: number;
}

export interface OwnPageServices extends PageServices {
  state(): Promise<PagesState>;
  /** Whether this is the state of now, as far as that is known without asking. */
  isFresh(state: PagesState): boolean;
}

/** Makes the services that public pages use while they are rendered. */
export function createPageServices({ config, captcha, clock, shop, catalogue, leastAmount }: Lenders): OwnPageServices {
  const fixed = {
    origin: shopOrigin(config),
    googleClientId: config.GOOGLE_CLIENT_ID ?? null,
    captcha,
    paymentPublicKey: config.MP_PUBLIC_KEY ?? null,
    googleAnalyticsId: config.GA4_MEASUREMENT_ID ?? null,
    paymentSandbox: config.sandbox,
    sandboxControls: config.sandboxControls,
  };
  const books = async () => (await catalogue.read()).books;
  return {
    now: () => clock.now(),
    async state() {
      const [current, published] = await Promise.all([books(), shop.current()]);
      return { books: current, shop: published, leastAmount: leastAmount() };
    },
    isFresh: (state) =>
      catalogue.fresh()?.books === state.books && shop.fresh() === state.shop && leastAmount() === state.leastAmount,
    get site() {
      return { ...fixed, leastAmount: leastAmount(), ...shopFactsOf(shop.latest(), config) };
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

/** Facts of the shop for every page. */
function shopFactsOf(
  { identity, settings, legal, revision, legalVersions }: ReturnType<Lenders['shop']['latest']>,
  config: Config,
): Pick<SiteFacts, 'shop' | 'seller' | 'social'> {
  const { mark_letters, accent, author_name, author_noun, links } = identity;
  return {
    shop: {
      revision,
      legal_versions: legalVersions,
      mark_letters,
      accent,
      author_name,
      author_noun,
      has_author: identity.quote !== '' || identity.biography !== '',
      presale_sentence: settings.presale_sentence,
      export_permission: settings.export_permission,
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
}
