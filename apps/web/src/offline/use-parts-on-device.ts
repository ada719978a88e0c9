import { useSyncExternalStore } from 'react';
import { offlineCache } from './cache.ts';

const none: ReadonlySet<string> = new Set();

/** Ids of the parts stored on this device, kept up to date. */
export function usePartsOnDevice(): ReadonlySet<string> {
  const cache = offlineCache.current();
  return useSyncExternalStore(cache.subscribe, cache.partsOnDevice, () => none);
}
