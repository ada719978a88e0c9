import { useSyncExternalStore } from 'react';
import { downloads, type DownloadProgress } from './downloads.ts';

const nothing: ReadonlySet<string> = new Set();

/** How far the download of a part is; null while there is none. */
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
