import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Shop } from './start-shop.ts';

/**
 * Works on the shop's own file, for what the shop has no call for: what only time or an admin does, or what a test left
 * behind. Waits while the shop writes.
 */
export function withShopDatabase<T>({ dataDir }: Pick<Shop, 'dataDir'>, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'shop.sqlite'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The account is the same in all tests of a file: each begins where nothing was read or written. */
export function forgetReading(shop: Shop): void {
  withShopDatabase(shop, (database) => database.exec('DELETE FROM annotations; DELETE FROM reading_positions'));
}

/** Takes a part from its owners, or with null gives it back. */
export function revokePart(shop: Shop, partId: string, at: number | null): void {
  withShopDatabase(shop, (database) =>
    database.prepare('UPDATE entitlements SET revoked_at = ? WHERE part_id = ?').run(at, partId),
  );
}
