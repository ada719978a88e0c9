import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { statIfThere } from '../../platform/stat-if-there.ts';
import type { BackupStore, StoredFile } from '../../ports/storage.ts';
import { createLocalStorage, isDraft } from './local-storage.ts';

/**
 * Backups in a folder.
 * @param dataDir of the shop, to know whether both lie on one disk.
 */
export function createFolderBackups(folder: string, dataDir: string): BackupStore {
  // The secret signs links to files; no link leads to a backup, so it is never used.
  const { putBytes, read, delete: remove, sweep } = createLocalStorage({ folder, secret: new Uint8Array(32) });
  return {
    kind: 'folder',
    place: folder,
    putBytes,
    read,
    delete: remove,
    sweep,
    async shares() {
      const [own, shops] = await Promise.all([deviceOf(folder), deviceOf(dataDir)]);
      return own === shops ? 'disk' : null;
    },
    list: async (within) => listFiles(folder, within),
  };
}

/** The disk of a folder, or of the one above it that is there. */
async function deviceOf(folder: string): Promise<number> {
  for (let path = folder; ; path = dirname(path)) {
    const info = await statIfThere(path);
    if (info) return info.dev;
  }
}

async function listFiles(folder: string, within: string): Promise<StoredFile[]> {
  const entries = await readdir(join(folder, within), { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    },
  );
  const files: StoredFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || isDraft(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const info = await statIfThere(path);
    const key = relative(folder, path).split(sep).join('/');
    if (info) files.push({ key, size: info.size, storedAt: info.mtimeMs });
  }
  return files;
}
