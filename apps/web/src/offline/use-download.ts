import { useSyncExternalStore } from 'react';
import { downloads, type DownloadProgress } from './downloads.ts';

const none = () => null;

/** How far the download of a part is; null while there is none. */
export function useDownload(partId: string): DownloadProgress | null {
  return useSyncExternalStore(downloads.subscribe, () => downloads.progressOf(partId), none);
}
