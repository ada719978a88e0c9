import { libraryCache } from '../features/library/library-cache.ts';
import { downloads } from './downloads.ts';
import { filePieces } from './fetch-file.ts';
import { clearRows } from '../features/highlights/replica.ts';

/** Deletes the device's copies of server data: lists, covers, files, pieces of files, highlights. Not the unsent writes. */
export async function clearCopies(): Promise<void> {
  await downloads.cancelAll();
  await Promise.allSettled([libraryCache.clear(), filePieces.clear(), clearRows()]);
}
