import { useSyncExternalStore } from 'react';
import { type DownloadProgress, downloads } from '../../device/downloads.ts';
import { offlineCache } from '../books/offline-cache.ts';

const none: ReadonlySet<string> = new Set();

/** Ids of the parts stored on this device, kept up to date. */
export function usePartsOnDevice(): ReadonlySet<string> {
  const cache = offlineCache.current();
  return useSyncExternalStore(cache.subscribe, cache.partsOnDevice, () => none);
}

const nothing: ReadonlySet<string> = new Set();

/** Progress of a part's download; null while there is none. */
export function useDownload(partId: string): DownloadProgress | null {
  return useSyncExternalStore(
    downloads.subscribe,
    () => downloads.progressOf(partId),
    () => null,
  );
}

/** Ids of the parts that are being downloaded. */
export function useDownloadingParts(): ReadonlySet<string> {
  return useSyncExternalStore(downloads.subscribe, downloads.parts, () => nothing);
}
