import type { WordFacts } from '@cuentos/domain/shop/words';
import type { SiteFacts } from '@cuentos/contract/ssr';
import { createContext, use } from 'react';

/** Name of the shop until the server says otherwise. */
export const DEFAULT_STORE_NAME = 'Cuentos de Bolsillo';

export function useStoreName(): string {
  return useSite()?.seller.store_name ?? DEFAULT_STORE_NAME;
}

/** Contents of the page's data block, which the server writes; without a clock. */
export interface PageData {
  readonly site: SiteFacts;
  /** See `RenderedAt`; absent on pages that the browser renders. */
  readonly renderedAt?: number;
  /** Data loaded for the screen; absent likewise. */
  readonly data?: unknown;
}

/** Id of the data block in shell.html. */
const BLOCK_ID = 'page-data';

/** Local storage key of the shop's texts and facts. */
const KEPT = 'shop';

/**
 * Reads the data block; null in the bare shell (offline). The shell in the service worker may be months old: the facts
 * that a later page stored replace its own.
 */
export function readPageData(): PageData | null {
  try {
    const page = JSON.parse(document.getElementById(BLOCK_ID)?.textContent ?? '') as PageData;
    const { shop, seller, social } = page.site;
    const site = { ...page.site, ...newest({ shop, seller, social }) };
    showAccent(site.shop.accent);
    return { ...page, site };
  } catch {
    return null;
  }
}

/** Gives this document one of the shop's pairs of colours. */
export function showAccent(accent: SiteFacts['shop']['accent']): void {
  document.documentElement.dataset['accent'] = accent;
}

type KeptFacts = Pick<SiteFacts, 'shop' | 'seller' | 'social'>;

function newest(facts: KeptFacts): KeptFacts {
  try {
    const storedFacts = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as KeptFacts | null;
    if (storedFacts && storedFacts.shop.revision > facts.shop.revision) return storedFacts;
    localStorage.setItem(KEPT, JSON.stringify(facts));
  } catch {
    // A browser that stores nothing, or an entry that is not ours.
  }
  return facts;
}

export const SiteContext = createContext<SiteFacts | null>(null);

/** Facts about this shop; null in the bare offline shell. */
export function useSite(): SiteFacts | null {
  return use(SiteContext);
}

/** Returns the facts that replace the marks in braces in the shop's texts. */
export function useWordFacts(): WordFacts {
  const site = useSite();
  return {
    storeName: site?.seller.store_name ?? DEFAULT_STORE_NAME,
    authorName: site?.shop.author_name ?? '',
    authorNoun: site?.shop.author_noun ?? 'autora',
    withGoogle: typeof site?.googleClientId === 'string',
  };
}
