import { everythingOf, syncDatabase } from '../../device/sync-database.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBookmarks } from './bookmark-outbox.ts';
import { bookmarkStore } from './bookmark-store.ts';

/** Puts into the outbox the bookmarks that this device has and the shop has not. @throws when either does not answer */
export async function offerBookmarks(uid: string): Promise<void> {
  const rows = await syncDatabase((database) => database.getAll('bookmarks', everythingOf(uid)));
  for (const partId of new Set(rows.map(({ part_id: id }) => id))) {
    try {
      await bookmarkStore.merge(uid, partId, await fetchBookmarks(partId), new Set());
    } catch (error) {
      // The shop knows nothing of the reader in the part any more.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}
