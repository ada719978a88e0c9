import type { Connection, Tx } from '../../platform/db/db.ts';
import type { BookmarkRow } from '../../platform/db/tables/reading.ts';

/** By id among the reader's own, deleted or not. */
export async function findBookmark(
  connection: Connection,
  userId: string,
  id: string,
): Promise<BookmarkRow | undefined> {
  return connection
    .selectFrom('bookmarks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Every bookmark of a part, deleted ones too, the oldest first. */
export async function bookmarksOf(connection: Connection, userId: string, partId: string): Promise<BookmarkRow[]> {
  return connection
    .selectFrom('bookmarks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertBookmark(tx: Tx, row: BookmarkRow): Promise<void> {
  await tx.insertInto('bookmarks').values(row).execute();
}

/** Deletes what a bookmark says; its row stays. */
export async function buryBookmark(tx: Tx, userId: string, id: string, now: number): Promise<void> {
  await tx
    .updateTable('bookmarks')
    .set({ deleted_at: now, cfi: '', percentage: 0, quote: '', prefix: '', chapter: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** How many bookmarks of a part there are, deleted ones too. */
export async function countBookmarks(connection: Connection, userId: string, partId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('bookmarks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .executeTakeFirstOrThrow();
  return count;
}
