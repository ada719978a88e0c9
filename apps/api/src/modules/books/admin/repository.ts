import type { Connection } from '../../../platform/db/db.ts';
import type { BookPartRow, BookRow } from '../../../platform/db/tables/books.ts';

/** Books of the caller: all, or those assigned to a writter. */
export type Scope = { readonly kind: 'all' } | { readonly kind: 'writer'; readonly userId: string };

/** Ids of the books that are not archived, in the order of the shelf: as put by hand, among equals the newest first. */
export async function bookIds(connection: Connection, scope: Scope): Promise<string[]> {
  let query = connection
    .selectFrom('books')
    .select('books.id')
    .where('books.is_active', '=', 1)
    .orderBy('books.shelf_position')
    .orderBy('books.created_at', 'desc')
    .orderBy('books.id', 'desc');
  if (scope.kind === 'writer') {
    query = query.where('books.id', 'in', (eb) =>
      eb.selectFrom('book_writers').select('book_writers.book_id').where('book_writers.user_id', '=', scope.userId),
    );
  }
  return (await query.execute()).map((row) => row.id);
}

/** Ids and names of the writers of each book. */
export async function writersOf(connection: Connection): Promise<Map<string, { id: string; name: string }[]>> {
  const rows = await connection
    .selectFrom('book_writers')
    .innerJoin('users', 'users.id', 'book_writers.user_id')
    .select(['book_writers.book_id', 'users.id', 'users.name'])
    .where('users.deleted_at', 'is', null)
    .orderBy('users.sort_key')
    .execute();
  const grouped = Map.groupBy(rows, (row) => row.book_id);
  return new Map([...grouped].map(([bookId, writers]) => [bookId, writers.map(({ id, name }) => ({ id, name }))]));
}

/** How many of some accounts may write books. */
export async function countWriters(connection: Connection, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await connection
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('role', 'in', ['writter', 'admin'])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findBook(connection: Connection, id: string): Promise<BookRow | undefined> {
  return connection.selectFrom('books').selectAll().where('id', '=', id).where('is_active', '=', 1).executeTakeFirst();
}

/** Lists deleted books, and deleted parts of existing books, the last one first. */
export async function deletedOnes(connection: Connection, limit: number) {
  const books = await connection
    .selectFrom('books')
    .select(['id', 'name', 'updated_at'])
    .where('is_active', '=', 0)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  const parts = await connection
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['book_parts.id', 'book_parts.name', 'book_parts.updated_at', 'books.name as book_name'])
    .where('book_parts.is_active', '=', 0)
    .where('book_parts.recalled_at', 'is', null)
    .where('books.is_active', '=', 1)
    .orderBy('book_parts.updated_at', 'desc')
    .limit(limit)
    .execute();
  return { books, parts };
}

/** A book, deleted or not. */
export async function findAnyBook(connection: Connection, id: string): Promise<BookRow | undefined> {
  return connection.selectFrom('books').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Parts of some books that are not archived, in reading order. */
export async function partsOf(connection: Connection, ofBooks: readonly string[]): Promise<BookPartRow[]> {
  if (ofBooks.length === 0) return [];
  return connection
    .selectFrom('book_parts')
    .selectAll()
    .where('book_id', 'in', ofBooks)
    .where('is_active', '=', 1)
    .orderBy('book_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Names of some accounts that are still there. */
export async function namesOf(connection: Connection, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...userIds])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
