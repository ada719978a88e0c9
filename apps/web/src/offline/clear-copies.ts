import { deviceStore } from './device-store.ts';
import { downloads } from './downloads.ts';
import { filePieces } from './file-pieces.ts';
import { clearRows } from './highlight-replica.ts';

/** Deletes the device's copies of server data: lists, covers, files, pieces of files, highlights. Not the unsent writes. */
export async function clearCopies(): Promise<void> {
  await downloads.cancelAll();
  await Promise.allSettled([deviceStore.clear(), filePieces.clear(), clearRows()]);
}
