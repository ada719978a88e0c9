import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Shop } from './start-shop.ts';

/**
 * Reads and changes the shop's database directly, for changes that otherwise need time or an admin. Waits while the
 * shop writes.
 */
export function withShopDatabase<T>({ dataDir }: Pick<Shop, 'dataDir'>, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'shop.sqlite'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Revokes the part in a reader's address from its owners. */
export function revokePart(shop: Shop, address: string): void {
  withShopDatabase(shop, (database) =>
    database
      .prepare('UPDATE entitlements SET revoked_at = ? WHERE part_id = ?')
      .run(Date.now(), address.split('/').at(-1) ?? ''),
  );
}

/** Tables of running processes and of the schema; all other tables hold the shop's data. */
const OF_PROCESSES = new Set(['leases', 'processes', 'schema_migrations']);

/**
 * Replaces a running shop's rows by those of another file.
 * @returns whether a table differed from which pages are rendered once for many visitors
 */
export function resetRows(shop: Pick<Shop, 'dataDir'>, seeded: string): boolean {
  return withShopDatabase(shop, (database) => {
    database.prepare('ATTACH ? AS seeded').run(join(seeded, 'shop.sqlite'));
    const tables = database
      .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')`)
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_') && !OF_PROCESSES.has(name));
    const isLacking = (name: string, one: string, other: string) =>
      database.prepare(`SELECT * FROM ${one}.${name} EXCEPT SELECT * FROM ${other}.${name} LIMIT 1`).get() !==
      undefined;
    const isOther = (name: string) => isLacking(name, 'main', 'seeded') || isLacking(name, 'seeded', 'main');
    database.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON');
    const changed = tables.filter(isOther);
    for (const name of changed) {
      database.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM seeded.${name}`);
    }
    database.exec('COMMIT; DETACH seeded');
    return changed.some((name) => /^(?:books?_|books$|shop_|legal_|images$|samples$|editions$)/.test(name));
  });
}
