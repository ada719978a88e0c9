import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/db.ts';
import { type TableName, tables } from '../../platform/db/schema.ts';

/** The rows of a table by key, each as a text that is equal on both engines. */
export async function rowsOf(db: Db, table: TableName): Promise<Map<string, string>> {
  const rows = (await db.read.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
  const texts = rows.map((row): [string, string] => [
    tables[table].key.map((key) => String(row[key])).join('|'),
    JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  ]);
  return new Map(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The digest of every stored file, by its key. */
export async function filesIn(dataDir: string): Promise<Map<string, string>> {
  const root = join(dataDir, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[string, string]> => {
      const path = join(parentPath, name);
      const digest = createHash('sha256').update(await readFile(path));
      return [path.slice(root.length + 1), digest.digest('hex')];
    });
  return new Map((await Promise.all(files)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
