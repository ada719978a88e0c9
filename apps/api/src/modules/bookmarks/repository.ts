import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { BookmarkRow } from '../../platform/db/tables/reading.ts';

/** Finds a bookmark of the reader by id, deleted or not. */
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

/** All bookmarks of a part, including deleted ones, oldest first. */
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

/** Deletes a bookmark; its row stays, and its words until they are erased. */
export async function deleteBookmark(tx: Tx, userId: string, id: string, now: number): Promise<void> {
  await tx
    .updateTable('bookmarks')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Bookmarks of all readers that were deleted by an instant and still have their words; the oldest first. */
export async function findTrashedBefore(
  connection: Connection,
  deletedBy: number,
  limit: number,
): Promise<Pick<BookmarkRow, 'user_id' | 'id'>[]> {
  return connection
    .selectFrom('bookmarks')
    .select(['user_id', 'id'])
    .where('deleted_at', 'is not', null)
    .where('cfi', '<>', '')
    .where('deleted_at', '<=', deletedBy)
    .orderBy('deleted_at')
    .orderBy('user_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Erases the text of a deleted bookmark. @returns its part; undefined when it does not exist or is not deleted */
export async function eraseWords(
  tx: Tx,
  { user_id: userId, id }: Pick<BookmarkRow, 'user_id' | 'id'>,
): Promise<string | undefined> {
  const erased = await tx
    .updateTable('bookmarks')
    .set({ cfi: '', percentage: 0, quote: '', prefix: '', chapter: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('cfi', '<>', '')
    .returning('part_id')
    .executeTakeFirst();
  return erased?.part_id;
}

/** How often the bookmarks of each part changed, by part: each is made, deleted and erased once at most. */
export async function countChanges(connection: Connection, userId: string): Promise<Map<string, number>> {
  const rows = await connection
    .selectFrom('bookmarks')
    .select(({ fn }) => [
      'part_id' as const,
      fn.countAll<number>().as('made'),
      fn.count<number>('deleted_at').as('deleted'),
      fn.sum<number>(sql`case when cfi = '' then 1 else 0 end`).as('erased'),
    ])
    .where('user_id', '=', userId)
    .groupBy('part_id')
    .execute();
  return new Map(rows.map(({ part_id: partId, made, deleted, erased }) => [partId, made + deleted + erased]));
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
