import type { SiteFacts } from '@cuentos/contract/ssr';
import { createContext, use } from 'react';

/** Name of the shop until the server says otherwise. */
export const DEFAULT_STORE_NAME = 'Cuentos de Bolsillo';

export function useStoreName(): string {
  return useSite()?.seller.store_name ?? DEFAULT_STORE_NAME;
}

/** Whose house this is; her own pages are in the storefront's texts. */
export const author = { name: 'Ofelia Tralma' } as const;

/** What the server writes into the page's data block; holds no clock. */
export interface PageData {
  readonly site: SiteFacts;
  /** See `RenderedAt`; absent on pages that the browser renders. */
  readonly renderedAt?: number;
  /** What was loaded for the screen; absent likewise. */
  readonly data?: unknown;
}

/** Id of the data block in shell.html. */
const BLOCK_ID = 'page-data';

/** Reads the data block; null in the bare shell (offline). */
export function readPageData(): PageData | null {
  try {
    return JSON.parse(document.getElementById(BLOCK_ID)?.textContent ?? '') as PageData;
  } catch {
    return null;
  }
}

export const SiteContext = createContext<SiteFacts | null>(null);

/** Facts about this shop; null in the bare offline shell. */
export function useSite(): SiteFacts | null {
  return use(SiteContext);
}
