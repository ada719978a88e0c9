import type { WordFacts } from '@cuentos/domain/shop/words';
import type { SiteFacts } from '@cuentos/contract/ssr';
import { createContext, use } from 'react';

/** Name of the shop until the server says otherwise. */
export const DEFAULT_STORE_NAME = 'Cuentos de Bolsillo';

export function useStoreName(): string {
  return useSite()?.seller.store_name ?? DEFAULT_STORE_NAME;
}

/** Contents of the page's data block, which the server writes; holds no clock. */
export interface PageData {
  readonly site: SiteFacts;
  /** See `RenderedAt`; absent on pages that the browser renders. */
  readonly renderedAt?: number;
  /** Data that was loaded for the screen; absent likewise. */
  readonly data?: unknown;
}

/** Id of the data block in shell.html. */
const BLOCK_ID = 'page-data';

/** Name under which the device keeps the shop's own words and facts. */
const KEPT = 'shop';

/**
 * Reads the data block; null in the bare shell (offline). The shell that the service worker keeps may be months old:
 * what a later page said of the shop stands in its place.
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

/** Draws this document in one of the shop's pairs of colours. */
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
    // A browser that keeps nothing, or something that is not ours.
  }
  return facts;
}

export const SiteContext = createContext<SiteFacts | null>(null);

/** Facts about this shop; null in the bare offline shell. */
export function useSite(): SiteFacts | null {
  return use(SiteContext);
}

/** Returns the facts for which the marks in braces of the shop's texts stand. */
export function useWordFacts(): WordFacts {
  const site = useSite();
  return {
    storeName: site?.seller.store_name ?? DEFAULT_STORE_NAME,
    authorName: site?.shop.author_name ?? '',
    authorNoun: site?.shop.author_noun ?? 'autora',
    withGoogle: typeof site?.googleClientId === 'string',
  };
}
