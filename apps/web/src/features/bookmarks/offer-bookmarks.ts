import { everythingOf, syncDatabase } from '../../device/sync-database.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBookmarks } from './bookmark-outbox.ts';
import { bookmarkStore } from './bookmark-store.ts';

/**
 * Puts the bookmarks that this device has and the shop has lost into the outbox, and the deletions of those that the
 * shop has again.
 * @throws when either does not answer
 */
export async function offerBookmarks(uid: string): Promise<void> {
  const rows = await syncDatabase(async (database) => {
    const transaction = database.transaction(['bookmarks', 'removed_bookmarks']);
    const stores = [transaction.objectStore('bookmarks'), transaction.objectStore('removed_bookmarks')] as const;
    return (await Promise.all(stores.map(async (store) => store.getAll(everythingOf(uid))))).flat();
  });
  for (const partId of new Set(rows.map(({ part_id: id }) => id))) {
    try {
      await bookmarkStore.merge(uid, partId, await fetchBookmarks(partId), new Set());
    } catch (error) {
      // The shop has no data of the reader in the part any more.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}
