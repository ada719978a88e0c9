import type { PublicBook } from './books.ts';
import type { CaptchaInfo } from './captcha.ts';
import type { SellerInfo } from './orders.ts';
import type { LegalDocument, LegalKind, PublicShop } from './shop.ts';
import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import type { AccentName } from '@cuentos/domain/shop/accents';
import type { AuthorNoun } from '@cuentos/domain/shop/words';

/** Facts about the shop that every page needs. */
export interface ShopFacts {
  /** Goes up with every change. */
  readonly revision: number;
  /** Numbers of the newest legal documents; another text when there is a new one. */
  readonly legal_versions: string;
  /** One or two letters on the pocket of the mark. */
  readonly mark_letters: string;
  readonly accent: AccentName;
  /** Empty where the shop names no author. */
  readonly author_name: string;
  readonly author_noun: AuthorNoun;
  /** Whether the landing page has a section about who writes. */
  readonly has_author: boolean;
  /** Shown beside a part that is sold before its release; empty for none. */
  readonly presale_sentence: string;
  /** Permission to export parts of books without one of their own. */
  readonly export_permission: ExportPermission;
}

/** Facts about this shop that pages show; the same object reaches the browser in the page's data block. */
export interface SiteFacts {
  /** Absolute origin of the shop, without trailing slash (`PUBLIC_URL`). */
  readonly origin: string;
  readonly shop: ShopFacts;
  readonly seller: SellerInfo;
  readonly social: readonly { readonly name: string; readonly url: string }[];
  readonly googleClientId: string | null;
  readonly captcha: CaptchaInfo;
  /** Key with which the provider's script opens the checkout; null sends the buyer to the provider's page. */
  readonly paymentPublicKey: string | null;
  /** Google Analytics, which asks for consent before it loads; null for none. */
  readonly googleAnalyticsId: string | null;
  /** Smallest amount that can be paid at once, pesos: a part for less can be bought only together with others. */
  readonly leastAmount: number;
  /** Purchases go to the embedded sandbox: a banner says so. */
  readonly paymentSandbox: boolean;
  /** The sandbox's controls are open: never in production. */
  readonly sandboxControls: boolean;
}

/** Services of the server that public pages call in process while they are rendered. */
export interface PageServices {
  /** Current facts; read them anew for each page. */
  readonly site: SiteFacts;
  /** Epoch milliseconds. */
  now(): number;
  /** Words and author, for the landing page. */
  shop(): Promise<PublicShop>;
  /** Null when the version does not exist. */
  legalDocument(kind: LegalKind, version: number | undefined): Promise<LegalDocument | null>;
  books(): Promise<readonly PublicBook[]>;
  /** Null when no listed book has that id. */
  book(id: string): Promise<PublicBook | null>;
}

/** A page with everything that it is drawn from; the API puts the pieces into `public.html`. */
export interface LoadedPage {
  readonly kind: 'page';
  readonly status: number;
  /**
   * JSON for the data block, `<` already escaped; holds no clock, so that ETags match. It takes the place of
   * `<!--data-->`, which the document already wraps in `<script type="application/json" id="page-data">`. While it and
   * the build are the same, so is the page.
   */
  readonly data: string;
  /** Epoch milliseconds at which it has to be loaded again, whatever changes until then: a price or a release is over. */
  readonly until: number;
  /**
   * How long its bytes are worth their memory: `standing` pages are those that a shop has a known number of, `passing`
   * ones make room for each other, `single` ones are of one visitor or of an address that a visitor made up.
   */
  readonly keeping: 'standing' | 'passing' | 'single';
  draw(): DrawnPage;
}

export interface DrawnPage {
  /** Goes to `<!--head-->`: title, description, Open Graph, JSON-LD, canonical, module preloads. */
  readonly head: string;
  /** Goes to `<!--app-->` inside `#root`. */
  readonly app: string;
}

/** A private or token screen: the API answers the bare shell, `noindex`, and the browser renders. */
export interface ClientPage {
  readonly kind: 'client';
  readonly status: number;
  /** `shell.html`; `reader.html` and `public.html`, whose scripts have no router. */
  readonly shell: 'app' | 'reader' | 'public';
  /** JSON with the shop's facts for the data block; the precached shell has none and stays as it is. */
  readonly data: string;
  /** Head elements for files that the address needs, loaded together with the script. */
  readonly head?: string;
  /** Markup for a browser without script; goes first into the body. */
  readonly withoutScript?: string;
}

export interface RedirectPage {
  readonly kind: 'redirect';
  readonly status: 301 | 302 | 307;
  readonly location: string;
}

/** Exports of the web app's server build (`server/entry-server.js` in its folder). */
export interface WebPages {
  /**
   * The one way to write the path of a public page, however it was asked for: the query changes nothing, nor do letters
   * of either case. Null where the address leads to no page that several visitors get.
   */
  sharedPath(url: string): string | null;
  /** Paths of the `standing` pages, the most visited ones first. */
  standingPaths(services: PageServices): Promise<readonly string[]>;
  /** Loads a public page; says so when the browser must render it, or where to go instead. */
  loadPage(url: string, services: PageServices): Promise<LoadedPage | ClientPage | RedirectPage>;
  /** Puts the rules that a drawn document uses in place of the link to the style sheet of public pages. */
  inlineStyles(document: string): string;
}
