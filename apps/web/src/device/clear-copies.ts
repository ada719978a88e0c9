import { clearDeviceDatabase, COVERS_CACHE } from './device-database.ts';
import { downloads } from './downloads.ts';
import { storedEpubs } from './stored-epubs.ts';
import { clearSyncCopies } from './forget-rows.ts';

/** Deletes the device's copies of server data: lists, covers, files, pieces of files, highlights. Not the unsent writes. */
export async function clearCopies(): Promise<void> {
  await downloads.cancelAll();
  await Promise.allSettled([clearPictures(), clearDeviceDatabase().then(storedEpubs.forgetAll), clearSyncCopies()]);
}

async function clearPictures(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(COVERS_CACHE);
}
