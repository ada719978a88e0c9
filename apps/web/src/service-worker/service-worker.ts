/// <reference lib="webworker" />
import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { pictureAt } from '../features/library/picture-address.ts';
import { readReaderAddress } from '../features/reading/address.ts';
import { withTimeout } from '../lib/with-timeout.ts';

interface AppFile {
  readonly url: string;
  /** Null: its address contains its hash. */
  readonly revision: string | null;
  /** Whether it is needed to read without a connection (bundle/offline-first.ts). */
  readonly isFirst?: true;
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] };

/** Addresses of the shells in the precache, stored with their headers (vite.config.ts). */
const SHELL = '/user-library';
const READER_SHELL = '/reader/shell/shell';
const PUBLIC_SHELL = '/home';
/** Addresses that the server answers with the bare shell; the stored shell has the same bytes. */
const PRIVATE = /^\/(user-library|user-settings|notebook|reader|reader-settings|update-password|admin|writter)(\/|$)/;
/** Longest wait of a private screen for the shell from the network, ms. */
const PATIENCE_MS = 3000;
/**
 * Longest wait of a public page for its answer, ms: it has more than its shell, and its first byte takes seconds on a
 * bad connection. Without a limit a hanging connection would leave the visitor with an empty page for minutes.
 */
const PUBLIC_PATIENCE_MS = 20_000;
/** Filled by features/library/library-cache.ts. */
const COVERS_CACHE = 'covers';

clientsClaim();
cleanupOutdatedCaches();
const manifest = self.__WB_MANIFEST as AppFile[];
const precache = new PrecacheController();
precache.addToCacheList(manifest);
self.addEventListener('install', (event: ExtendableEvent) => event.waitUntil(install()));
self.addEventListener('activate', (event: ExtendableEvent) => {
  event.waitUntil(precache.activate(event));
});

/**
 * Fetches all files at once: workbox requests one after the other, which takes a hundred and fifty round trips. On a
 * device without a worker the reader and the library are enough at first, so that they survive a connection lost soon
 * after a book was opened; a new version waits for all files, since the old one has them all.
 */
async function install(): Promise<void> {
  const missing = await missingFiles();
  await fetchMissing(self.registration.active ? missing : missing.filter(({ isFirst }) => isFirst));
}

// A page decides when (device/app-updates.ts): a reload during reading loses nothing, but disturbs.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = (event.data ?? {}) as { readonly type?: unknown };
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (type === 'COMPLETE') event.waitUntil(heal());
});

let healing: Promise<void> | null = null;

/**
 * Fetches the files that were missing when this worker became active, and those that the browser evicted, which
 * otherwise only a new version would restore. All of them or none: a shell without its scripts is worse than none. A
 * newer version has its own files instead.
 */
async function healPrecache(): Promise<void> {
  const missing = await missingFiles();
  if (missing.length === 0) return;
  await self.registration.update();
  if (self.registration.installing || self.registration.waiting) return;
  await fetchMissing(missing);
}

interface MissingFile extends AppFile {
  readonly key: string;
}

async function missingFiles(): Promise<MissingFile[]> {
  const cache = await caches.open(cacheNames.precache);
  const here = new Set((await cache.keys()).map(({ url }) => url));
  return manifest.flatMap((file) => {
    const key = precache.getCacheKeyForURL(file.url);
    return key === undefined || here.has(key) ? [] : [{ ...file, key }];
  });
}

/** @throws {Error} when one fails to load: then none is stored */
async function fetchMissing(missing: readonly MissingFile[]): Promise<void> {
  const fetched = await Promise.all(
    missing.map(async ({ url, key, revision, isFirst }) => {
      // A hashed file that the page has just loaded comes from the browser's cache.
      const cache = revision === null ? 'default' : 'reload';
      const response = await fetch(url, { cache, priority: isFirst ? 'auto' : 'low' });
      if (!response.ok || response.redirected) throw new Error(`${url} did not come`);
      return { key, response };
    }),
  );
  const cache = await caches.open(cacheNames.precache);
  await Promise.all(fetched.map(async ({ key, response }) => cache.put(key, response)));
}

/** Runs once at a time; files that fail to load are requested with the next page. */
function heal(): Promise<void> {
  healing ??= healPrecache()
    .catch(() => {})
    .finally(() => {
      healing = null;
    });
  return healing;
}

async function shellOf({ pathname }: URL): Promise<Response | undefined> {
  if (readReaderAddress(pathname)) return precache.matchPrecache(READER_SHELL);
  return precache.matchPrecache(PRIVATE.test(pathname) ? SHELL : PUBLIC_SHELL);
}

async function fromNetwork(request: Request, patience: number): Promise<Response> {
  return withTimeout(fetch(request), patience, (): never => {
    throw new Error('too slow');
  });
}

// Registered before the precache's own route, which would answer the shell's address from the cache.
registerRoute(
  new NavigationRoute(
    async ({ request, url, event }) => {
      const isPrivate = PRIVATE.test(url.pathname);
      try {
        const response = await fromNetwork(request, isPrivate ? PATIENCE_MS : PUBLIC_PATIENCE_MS);
        // A proxy's error page is no answer of the shop.
        if (isPrivate && response.status >= 502) return (await shellOf(url)) ?? response;
        event.waitUntil(heal());
        return response;
      } catch {
        return (await shellOf(url)) ?? Response.error();
      }
    },
    { denylist: [/^\/api\//, /^\/files\//, /^\/sandbox\//, /^\/book_share\//, /^\/health\//] },
  ),
);

// Covers: from the network; without it the stored file of the picture.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
  async ({ request, url }) => {
    try {
      return await fetch(request);
    } catch (error) {
      const storedCover = await keptCover(url.pathname);
      if (storedCover) return storedCover;
      throw error;
    }
  },
);

async function keptCover(path: string): Promise<Response | undefined> {
  if (!(await caches.has(COVERS_CACHE))) return undefined;
  const picture = pictureAt(path);
  const cache = await caches.open(COVERS_CACHE);
  const match = (await cache.keys()).find(({ url }) => pictureAt(new URL(url).pathname) === picture);
  return match && cache.match(match);
}

registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
