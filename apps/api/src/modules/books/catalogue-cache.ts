import type { PublicBook } from '@cuentos/contract/books';
import { isUnavailable } from '../../platform/db/db.ts';
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

/** Who asks while the database does not answer gets what is in memory after this long. */
const PATIENCE_MS = 1000;

/**
 * Keeps the last snapshot and loads it anew when it may be old; many askers share one load. While the database is away
 * the last one goes on being shown.
 */
export function createCatalogueCache(load: () => Promise<readonly PublicBook[]>, clock: Clock): CatalogueCache {
  let current: Catalogue | null = null;
  let checkedAt = -Infinity;
  let loading: Load | null = null;
  /** What this process changed must be seen by who asks after it; until then nobody gets the last one for being slow. */
  let outdated = false;
  const refresh = async (): Promise<Catalogue> => {
    const books = await load().catch((error: unknown) => {
      if (current === null || !isUnavailable(error)) throw error;
      return null;
    });
    return books === null && current ? current : snapshotOfBooks(books ?? [], current);
  };
  const begin = (): Load => {
    const work = refresh();
    const started: Load = { slow: false, done: work };
    started.done = work
      .then((snapshot) => {
        if (loading !== started) return snapshot;
        outdated = false;
        current = snapshot;
        checkedAt = clock.now();
        return snapshot;
      })
      .finally(() => {
        if (loading === started) loading = null;
      });
    return started;
  };
  return {
    async read() {
      if (current && Math.abs(clock.now() - checkedAt) < FRESH_MS) return current;
      loading ??= begin();
      const { done } = loading;
      return current === null || outdated ? done : atOnce(loading, current);
    },
    invalidate() {
      outdated = true;
      loading = null;
      checkedAt = -Infinity;
    },
  };
}

/** A load of the catalogue under way. */
interface Load {
  done: Promise<Catalogue>;
  /** Whether it has kept somebody waiting for long enough. */
  slow: boolean;
}

/** What a load brings if that is soon, else what was known before. */
async function atOnce(load: Load, last: Catalogue): Promise<Catalogue> {
  if (load.slow) return last;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Catalogue>((resolve) => {
    timer = setTimeout(() => {
      load.slow = true;
      resolve(last);
    }, PATIENCE_MS);
  });
  return Promise.race([load.done, patience]).finally(() => clearTimeout(timer));
}

function snapshotOfBooks(books: readonly PublicBook[], last: Catalogue | null): Catalogue {
  const body = JSON.stringify(books);
  const etag = etagOf(body);
  return last?.etag === etag ? last : { books, ...snapshotOf(body, etag) };
}
