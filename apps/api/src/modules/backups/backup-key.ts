import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import type { Config } from '../../platform/config/config.ts';
import { errorCode } from '../../platform/error-code.ts';

/** File in the data folder, readable by the shop's user alone and part of no backup. */
const FILE = 'backup.key';

/** The key that opens the backups, and where it comes from. */
export interface BackupKey {
  readonly key: string;
  readonly source: 'setting' | 'file';
}

/** Reads `BACKUP_KEY`, or the key of this data folder; null when there is none. */
export async function findBackupKey({
  BACKUP_KEY,
  dataDir,
}: Pick<Config, 'BACKUP_KEY' | 'dataDir'>): Promise<BackupKey | null> {
  if (BACKUP_KEY !== undefined) return { key: BACKUP_KEY, source: 'setting' };
  const stored = await readKeyFile(join(dataDir, FILE));
  return stored === null ? null : { key: stored, source: 'file' };
}

/**
 * Reads `BACKUP_KEY`, or the key that was made for this data folder, and makes it if there is none.
 * @throws the system's error when the folder cannot be read or written.
 */
export async function readBackupKey(config: Pick<Config, 'BACKUP_KEY' | 'dataDir'>): Promise<BackupKey> {
  const found = await findBackupKey(config);
  if (found) return found;
  const file = join(config.dataDir, FILE);
  await writeFile(file, `${await generateX25519Identity()}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (error: unknown) => {
      // A second process may have been first; then its key counts.
      if (errorCode(error) !== 'EEXIST') throw error;
    },
  );
  return { key: (await readKeyFile(file)) ?? '', source: 'file' };
}

/** The key's line; those of comments, as `age-keygen` writes them, are left out. */
async function readKeyFile(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  return (
    text
      ?.split('\n')
      .find((line) => line.startsWith('AGE-SECRET-KEY-1'))
      ?.trim() ?? null
  );
}
