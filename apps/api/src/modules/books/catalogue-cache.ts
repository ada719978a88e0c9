import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PublicBook } from '@cuentos/contract/books';
import type { Clock } from '../../ports/clock.ts';

/** Another process may have changed the catalogue; this one notices after at most this long. */
const FRESH_MS = 1000;

/** The catalogue as it goes over the wire, made once per change instead of once per visitor. */
export interface Snapshot {
  readonly books: readonly PublicBook[];
  readonly etag: string;
  readonly body: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

export interface CatalogueCache {
  read(): Promise<Snapshot>;
  /** Called after every change made by this process. */
  invalidate(): void;
}

/** Keeps the last snapshot and loads it anew when it may be old; many askers share one load. */
export function createCatalogueCache(load: () => Promise<readonly PublicBook[]>, clock: Clock): CatalogueCache {
  let current: Snapshot | null = null;
  let checkedAt = -Infinity;
  let loading: Promise<Snapshot> | null = null;
  let version = 0;
  const refresh = async (): Promise<Snapshot> => {
    const started = version;
    const books = await load();
    const snapshot = snapshotOf(books, current);
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

function snapshotOf(books: readonly PublicBook[], previous: Snapshot | null): Snapshot {
  const body = Buffer.from(JSON.stringify(books));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  if (previous?.etag === etag) return previous;
  return {
    books,
    etag,
    body,
    brotli: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: gzipSync(body),
  };
}
