import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Shop } from './start-shop.ts';

/**
 * Works on the shop's own file, for what the shop has no call for: what only time or an admin does. Waits while
 * the shop writes.
 */
export function withShopDatabase<T>({ dataDir }: Pick<Shop, 'dataDir'>, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'shop.sqlite'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Takes the part of a reader's address from its owners. */
export function revokePart(shop: Shop, address: string): void {
  withShopDatabase(shop, (database) =>
    database
      .prepare('UPDATE entitlements SET revoked_at = ? WHERE part_id = ?')
      .run(Date.now(), address.split('/').at(-1) ?? ''),
  );
}
