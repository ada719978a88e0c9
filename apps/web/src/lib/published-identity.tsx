import type { SiteFacts } from '@cuentos/contract/ssr';
import { type ReactNode, useSyncExternalStore } from 'react';
import { showAccent } from './page-data.ts';
import { createStore } from './store.ts';

type Identity = Pick<SiteFacts['shop'], 'mark_letters' | 'author_name' | 'author_noun' | 'accent'> &
  Pick<SiteFacts['seller'], 'store_name'>;

const published = createStore<Identity | null>(null);

/** Shows an identity of the shop that an admin just published, in place of the one that the document came with. */
export function showIdentity(identity: Identity): void {
  showAccent(identity.accent);
  published.set(identity);
}

interface PublishedSiteProps {
  /** Facts of the document; null in the bare offline shell. */
  readonly site: SiteFacts | null;
  readonly children: (site: SiteFacts | null) => ReactNode;
}

/** Renders with the document's facts about the shop and the identity that was published since. */
export function PublishedSite({ site, children }: PublishedSiteProps) {
  const identity = useSyncExternalStore(published.subscribe, published.snapshot);
  if (!site || !identity) return children(site);
  const { store_name, mark_letters, author_name, author_noun, accent } = identity;
  return children({
    ...site,
    seller: { ...site.seller, store_name },
    shop: { ...site.shop, mark_letters, author_name, author_noun, accent },
  });
}
