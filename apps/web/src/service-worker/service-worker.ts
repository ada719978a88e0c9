/// <reference lib="webworker" />
import { cacheNames, clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { pictureAt } from '../features/library/picture-address.ts';
import { readReaderAddress } from '../features/reading/address.ts';
import { withTimeout } from '../lib/with-timeout.ts';

interface AppFile {
  readonly url: string;
  /** Null: its address has its hash. */
  readonly revision: string | null;
  /** Needed to read without a connection (bundle/offline-first.ts). */
  readonly isFirst?: true;
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] };

/** Where the shells stand in the precache: the answer of an address of theirs, headers included (vite.config.ts). */
const SHELL = '/user-library';
const READER_SHELL = '/reader/shell/shell';
const PUBLIC_SHELL = '/home';
/** Addresses that the server answers with the bare shell; the same bytes may stand in for them. */
const PRIVATE = /^\/(user-library|user-settings|notebook|reader|reader-settings|update-password|admin|writter)(\/|$)/;
/** On bad coverage a private screen waits no longer than this for the same shell from the network. */
const PATIENCE_MS = 3000;
/**
 * A public page is worth more than its shell, and its first byte takes seconds on a bad line. Without a limit a line that
 * hangs would leave the visitor with an empty page for minutes.
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
 * All files at once: workbox asks for one after the other, which takes a hundred and fifty round trips. On a device
 * without a worker the reader and the library are enough to begin with, so that a line that is lost soon after a book
 * was opened takes nothing along; a new version waits for all of them, since the old one has them all.
 */
async function install(): Promise<void> {
  const missing = await missingFiles();
  await fetchMissing(self.registration.active ? missing : missing.filter(({ isFirst }) => isFirst));
}

// A page says when (device/app-updates.ts): a reload while someone reads loses nothing, but it is rude.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = (event.data ?? {}) as { readonly type?: unknown };
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (type === 'COMPLETE') event.waitUntil(heal());
});

let healing: Promise<void> | null = null;

/**
 * Fetches what did not come before this worker went to work, and what the browser took of the precache, which otherwise
 * only a new version would fill again. All of it or nothing: a shell without its scripts is worse than none. A newer
 * version brings its own files instead.
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

/** @throws {Error} when one does not come: then none is kept */
async function fetchMissing(missing: readonly MissingFile[]): Promise<void> {
  const fetched = await Promise.all(
    missing.map(async ({ url, key, revision, isFirst }) => {
      // A file with a hash that the page has just loaded comes from the browser's cache.
      const cache = revision === null ? 'default' : 'reload';
      const response = await fetch(url, { cache, priority: isFirst ? 'auto' : 'low' });
      if (!response.ok || response.redirected) throw new Error(`${url} did not come`);
      return { key, response };
    }),
  );
  const cache = await caches.open(cacheNames.precache);
  await Promise.all(fetched.map(async ({ key, response }) => cache.put(key, response)));
}

/** Once at a time; what does not come is asked for with the next page. */
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

// Before the precache's own route, which would answer the shell's address from the cache.
registerRoute(
  new NavigationRoute(
    async ({ request, url, event }) => {
      const isPrivate = PRIVATE.test(url.pathname);
      try {
        const response = await fromNetwork(request, isPrivate ? PATIENCE_MS : PUBLIC_PATIENCE_MS);
        // A proxy's failure page is no answer of the shop.
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

// Covers: the network as always; without it the one file that was kept for this picture.
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
