import type { BookmarkList, BookmarkWire } from '@cuentos/contract/bookmarks';
import { everythingOf, type SyncTransaction, syncDatabase } from '../../device/sync-database.ts';
import { newId } from '../../lib/new-id.ts';
import { type Bookmark, type BookmarkEntry, bookmarkOutbox } from './bookmark-outbox.ts';

/** Makes the change that sends a new bookmark. */
export function additionOf(bookmark: Bookmark): BookmarkEntry {
  const { uid, part_id, id: bookmark_id, cfi, percentage, edition_id, chapter, quote, created_at } = bookmark;
  const added = { cfi, percentage, edition_id, chapter, quote, created_at };
  return { id: newId(), uid, part_id, kind: 'bookmark', bookmark_id, added };
}

/** Makes the change that deletes a bookmark on all devices. */
export function removalOf(removed: Bookmark): BookmarkEntry {
  const { uid, part_id, id: bookmark_id } = removed;
  return { id: newId(), uid, part_id, kind: 'bookmark', bookmark_id, added: null, removed };
}

/** A bookmark as this device keeps it. */
export const fromWire = (
  uid: string,
  part_id: string,
  { quote, prefix, created_at, ...place }: BookmarkWire,
): Bookmark => ({
  uid,
  part_id,
  ...place,
  quote: quote === '' ? null : { text: quote, before: prefix },
  created_at: Date.parse(created_at),
});

/** Runs work on the bookmarks and their unsent changes in one transaction. */
async function inTransaction(work: (transaction: SyncTransaction) => Promise<void>): Promise<void> {
  await syncDatabase(async (database) => {
    const transaction = database.transaction(
      ['bookmarks', 'removed_bookmarks', 'mutations'],
      'readwrite',
    ) as unknown as SyncTransaction;
    await work(transaction);
    await transaction.done;
  });
}

/** Deletes a bookmark in a transaction that includes its stores. @param change as in `bookmarkStore.put` */
export async function removeBookmark(
  transaction: SyncTransaction,
  { uid, part_id, id }: Bookmark,
  change: BookmarkEntry | null,
): Promise<void> {
  await transaction.objectStore('bookmarks').delete([uid, part_id, id]);
  if (!change) return;
  await transaction.objectStore('removed_bookmarks').put({ uid, part_id, id });
  await bookmarkOutbox.put(transaction, change);
}

/** Bookmarks by user and part, as this device has them. */
export const bookmarkStore = {
  async of(uid: string, partId: string): Promise<Bookmark[]> {
    return syncDatabase((database) => database.getAll('bookmarks', everythingOf(uid, partId)));
  },
  /** @param change to send; null for a bookmark that stays on this device */
  async put(bookmark: Bookmark, change: BookmarkEntry | null): Promise<void> {
    return inTransaction(async (transaction) => {
      await transaction.objectStore('bookmarks').put(bookmark);
      if (change) await bookmarkOutbox.put(transaction, change);
    });
  },
  /** @param change as in {@link put} */
  async remove(bookmark: Bookmark, change: BookmarkEntry | null): Promise<void> {
    return inTransaction(async (transaction) => removeBookmark(transaction, bookmark, change));
  },
  /**
   * Merges the server's bookmarks: the union with those of this device, without those deleted on any device. A bookmark
   * that only this device has is sent: it was made before bookmarks were synchronized, or the server lost it. A
   * bookmark that was deleted here and is on the server is deleted again: the server was set back to an earlier state.
   * @param removedHere ids that this page deleted since the list was requested
   */
  async merge(uid: string, partId: string, list: BookmarkList, removedHere: ReadonlySet<string>): Promise<void> {
    return inTransaction(async (transaction) => {
      const rows = transaction.objectStore('bookmarks');
      const waiting = await bookmarkOutbox.list(transaction, uid, partId);
      // The server answers for this part again.
      for (const entry of waiting) if (entry.parked) await bookmarkOutbox.put(transaction, { ...entry, parked: false });
      const removals = new Set(waiting.filter(({ added }) => added === null).map(({ bookmark_id: id }) => id));
      const tombstones = transaction.objectStore('removed_bookmarks');
      for (const id of list.deleted) {
        await rows.delete([uid, partId, id]);
        await tombstones.put({ uid, part_id: partId, id });
      }
      const stored = (await tombstones.getAll(everythingOf(uid, partId))).map(({ id }) => id);
      const removed = new Set([...removedHere, ...stored]);
      for (const each of list.bookmarks) {
        const row = fromWire(uid, partId, each);
        if (!removed.has(each.id)) await rows.put(row);
        else if (!removals.has(each.id)) await bookmarkOutbox.put(transaction, removalOf(row));
      }
      const known = new Set([
        ...list.bookmarks.map(({ id }) => id),
        ...list.deleted,
        ...waiting.map(({ bookmark_id: id }) => id),
      ]);
      for (const row of await rows.getAll(everythingOf(uid, partId)))
        if (!known.has(row.id) && !row.refused) await bookmarkOutbox.put(transaction, additionOf(row));
    });
  },
};
