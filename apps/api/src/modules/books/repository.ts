import { sql } from 'kysely';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import type { StoredPicture } from './picture.ts';

/** SQL for queries that join `books`: the id of a book whose parts the team can open; null once it is archived. */
export const cataloguedBookId = sql<string | null>`case when books.is_active = 1 then books.id end`;

/** A book with all that is shown of it. */
export interface BookRecord {
  readonly book: BookRow;
  readonly quotes: readonly string[];
  readonly parts: readonly BookPartRow[];
}

/** Books that are listed in the shop (active, not draft) in the order of the shelf, with the listed ones of their parts. */
export async function listShopBooks(connection: Connection): Promise<BookRecord[]> {
  const books = await connection
    .selectFrom('books')
    .selectAll()
    .where('is_active', '=', 1)
    .where('is_draft', '=', 0)
    .orderBy('shelf_position')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const parts = await connection
    .selectFrom('book_parts')
    .selectAll()
    .where('is_active', '=', 1)
    .where('is_draft', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return withQuotes(connection, books, parts);
}

/** Books by id, archived and draft ones too, with all their parts; for owners. */
export async function findBooks(connection: Connection, ids: readonly string[]): Promise<BookRecord[]> {
  if (ids.length === 0) return [];
  const books = await connection.selectFrom('books').selectAll().where('id', 'in', ids).orderBy('sort_key').execute();
  const parts = await connection
    .selectFrom('book_parts')
    .selectAll()
    .where('book_id', 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return withQuotes(connection, books, parts);
}

async function withQuotes(
  connection: Connection,
  books: readonly BookRow[],
  parts: readonly BookPartRow[],
): Promise<BookRecord[]> {
  if (books.length === 0) return [];
  const ids = books.map((book) => book.id);
  const quotes = await connection
    .selectFrom('book_quotes')
    .selectAll()
    .where('book_id', 'in', ids)
    .orderBy('position')
    .execute();
  const quotesOf = Map.groupBy(quotes, (quote) => quote.book_id);
  const partsOf = Map.groupBy(parts, (part) => part.book_id);
  return books.map((book) => ({
    book,
    quotes: (quotesOf.get(book.id) ?? []).map((quote) => quote.passage),
    parts: partsOf.get(book.id) ?? [],
  }));
}

/** A part with the state of its book, for every rule about selling and reading it. */
export interface PartWithBook {
  readonly part: BookPartRow;
  readonly book: Pick<BookRow, 'id' | 'name' | 'image_id' | 'is_active' | 'is_draft' | 'export_permission'>;
}

export async function findPart(connection: Connection, partId: string): Promise<PartWithBook | undefined> {
  const part = await connection.selectFrom('book_parts').selectAll().where('id', '=', partId).executeTakeFirst();
  if (!part) return undefined;
  const book = await connection
    .selectFrom('books')
    .select(['id', 'name', 'image_id', 'is_active', 'is_draft', 'export_permission'])
    .where('id', '=', part.book_id)
    .executeTakeFirst();
  return book && { part, book };
}

/** Returns which of these parts are recalled. */
export async function recalledParts(connection: Connection, partIds: readonly string[]): Promise<Set<string>> {
  if (partIds.length === 0) return new Set();
  const rows = await connection
    .selectFrom('book_parts')
    .select('id')
    .where('id', 'in', [...partIds])
    .where('recalled_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Parts with a published edition, in any state. */
export async function partsWithEbook(connection: Connection): Promise<BookPartRow[]> {
  return connection.selectFrom('book_parts').selectAll().where('edition_id', 'is not', null).orderBy('id').execute();
}

export async function insertBook(tx: Tx, book: BookRow, quotes: readonly string[]): Promise<void> {
  await tx.insertInto('books').values(book).execute();
  await insertQuotes(tx, book.id, quotes);
}

async function insertQuotes(tx: Tx, bookId: string, quotes: readonly string[]): Promise<void> {
  if (quotes.length === 0) return;
  const rows = quotes.map((passage, position) => ({ book_id: bookId, position, passage }));
  await tx.insertInto('book_quotes').values(rows).execute();
}

export async function updateBook(tx: Tx, id: string, change: Partial<BookRow>): Promise<void> {
  await tx.updateTable('books').set(change).where('id', '=', id).execute();
}

/** Replaces the quotes of a book. */
export async function replaceQuotes(tx: Tx, bookId: string, quotes: readonly string[]): Promise<void> {
  await tx.deleteFrom('book_quotes').where('book_id', '=', bookId).execute();
  await insertQuotes(tx, bookId, quotes);
}

/** Replaces the writers of a book. */
export async function setWriters(tx: Tx, bookId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('book_writers').where('book_id', '=', bookId).execute();
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ book_id: bookId, user_id: userId }));
  await tx.insertInto('book_writers').values(rows).execute();
}

export async function insertPart(tx: Tx, part: BookPartRow): Promise<void> {
  await tx.insertInto('book_parts').values(part).execute();
}

export async function updatePart(tx: Tx, id: string, change: Partial<BookPartRow>): Promise<void> {
  await tx.updateTable('book_parts').set(change).where('id', '=', id).execute();
}

/** Counts one more reader who got a part for the first time. */
export async function countDownload(tx: Tx, partId: string): Promise<void> {
  await tx
    .updateTable('book_parts')
    .set((eb) => ({ download_count: eb('download_count', '+', 1) }))
    .where('id', '=', partId)
    .execute();
}

export async function findBookByName(connection: Connection, nameKey: string): Promise<BookRow | undefined> {
  return connection
    .selectFrom('books')
    .selectAll()
    .where('name_key', '=', nameKey)
    .where('is_active', '=', 1)
    .executeTakeFirst();
}

export async function lastPartPosition(connection: Connection, bookId: string): Promise<number> {
  const row = await connection
    .selectFrom('book_parts')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  return row?.position ?? -1;
}

export async function countBooks(connection: Connection): Promise<number> {
  const row = await connection
    .selectFrom('books')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function isWriterOf(connection: Connection, bookId: string, userId: string): Promise<boolean> {
  const row = await connection
    .selectFrom('book_writers')
    .select('book_id')
    .where('book_id', '=', bookId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

const pictureColumns = ['id', 'width', 'height', 'has_avif'] as const;

export async function findImage(db: Db, id: string): Promise<StoredPicture | undefined> {
  return db.read.selectFrom('images').select(pictureColumns).where('id', '=', id).executeTakeFirst();
}

/** Pictures by id. */
export async function findImages(connection: Connection, ids: readonly string[]): Promise<Map<string, StoredPicture>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.selectFrom('images').select(pictureColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertImage(tx: Tx, image: Omit<StoredPicture, 'has_avif'>, now: number): Promise<void> {
  await tx
    .insertInto('images')
    .values({ ...image, has_avif: null, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Pictures of which no AVIF was tried, the oldest first. */
export async function imagesBeforeAvif(connection: Connection): Promise<StoredPicture[]> {
  return connection
    .selectFrom('images')
    .select(pictureColumns)
    .where('has_avif', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function setHasAvif(tx: Tx, id: string, hasAvif: 0 | 1): Promise<void> {
  await tx.updateTable('images').set({ has_avif: hasAvif }).where('id', '=', id).execute();
}

/** Books that some parts belong to, without repeats. */
export async function bookIdsOfParts(connection: Connection, partIds: readonly string[]): Promise<string[]> {
  if (partIds.length === 0) return [];
  const rows = await connection
    .selectFrom('book_parts')
    .select('book_id')
    .distinct()
    .where('id', 'in', partIds)
    .execute();
  return rows.map((row) => row.book_id);
}
