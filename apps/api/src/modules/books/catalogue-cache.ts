import type { PublicBook } from '@cuentos/contract/books';
import { etagOf, type Snapshot, snapshotOf } from '../../platform/http/snapshot.ts';
import type { Clock } from '../../ports/clock.ts';

/** Another process may have changed the catalogue; this one notices after at most this long. */
const FRESH_MS = 1000;

/** The catalogue as it goes over the wire, made once per change instead of once per visitor. */
export interface Catalogue extends Snapshot {
  readonly books: readonly PublicBook[];
}

export interface CatalogueCache {
  read(): Promise<Catalogue>;
  /** Called after every change made by this process. */
  invalidate(): void;
}

/** Keeps the last snapshot and loads it anew when it may be old; many askers share one load. */
export function createCatalogueCache(load: () => Promise<readonly PublicBook[]>, clock: Clock): CatalogueCache {
  let current: Catalogue | null = null;
  let checkedAt = -Infinity;
  let loading: Promise<Catalogue> | null = null;
  let version = 0;
  const refresh = async (): Promise<Catalogue> => {
    const started = version;
    const books = await load();
    const body = JSON.stringify(books);
    const etag = etagOf(body);
    const snapshot = current?.etag === etag ? current : { books, ...snapshotOf(body, etag) };
    if (started === version) {
      current = snapshot;
      checkedAt = clock.now();
    }
    return snapshot;
  };
  return {
    async read() {
      if (current && Math.abs(clock.now() - checkedAt) < FRESH_MS) return current;
      loading ??= refresh().finally(() => {
        loading = null;
      });
      return loading;
    },
    invalidate() {
      version += 1;
      loading = null;
      checkedAt = -Infinity;
    },
  };
}
