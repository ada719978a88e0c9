import type { Db } from '../../platform/db/db.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { usedHashes } from './repository.ts';

/** What a book put into the storage, by content. */
export interface StoredFiles {
  readonly edition: string;
  readonly resources: readonly string[];
}

/** Removes what a book put into the storage, except what editions have in common with it. */
export async function discardFiles(db: Db, storage: StoragePort, { edition, resources }: StoredFiles): Promise<void> {
  const used = await usedHashes(db.read, { files: [edition], resources });
  for (const hash of resources.filter((each) => !used.has(each))) {
    await storage.delete(resourceKey(hash, null));
    await storage.delete(resourceKey(hash, 'br'));
  }
  if (!used.has(edition)) await storage.delete(editionFileKey(edition));
}

/** Storage key of one file of a book, shared by all editions that contain the same bytes. */
export function resourceKey(hash: string, encoding: 'br' | null): string {
  return `resources/${hash.slice(0, 2)}/${hash}${encoding === null ? '' : '.br'}`;
}

/** Storage key of an edition's whole file. */
export function editionFileKey(hash: string): string {
  return `editions/${hash}.epub`;
}
