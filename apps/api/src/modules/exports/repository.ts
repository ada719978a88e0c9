import type { Connection, Tx } from '../../platform/db/db.ts';
import type { ExLibrisRow, PartExportRow } from '../../platform/db/tables/exports.ts';

export async function findNumber(connection: Connection, userId: string, partId: string): Promise<string | undefined> {
  const row = await connection
    .selectFrom('ex_libris_numbers')
    .select('number')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .executeTakeFirst();
  return row?.number;
}

export async function insertNumber(tx: Tx, row: ExLibrisRow): Promise<void> {
  await tx.insertInto('ex_libris_numbers').values(row).execute();
}

export async function insertExport(tx: Tx, row: PartExportRow): Promise<void> {
  await tx.insertInto('part_exports').values(row).execute();
}

/** Number of exports, by part and kind. */
export async function countExports(
  connection: Connection,
  partIds: readonly string[],
): Promise<readonly { readonly part_id: string; readonly kind: PartExportRow['kind']; readonly count: number }[]> {
  if (partIds.length === 0) return [];
  return connection
    .selectFrom('part_exports')
    .select((eb) => ['part_id', 'kind', eb.fn.countAll<number>().as('count')])
    .where('part_id', 'in', partIds)
    .groupBy(['part_id', 'kind'])
    .execute();
}

/** The copies with a number, with their reader and part; undefined when no copy has it. */
export async function traceNumber(connection: Connection, number: string) {
  return connection
    .selectFrom('ex_libris_numbers as numbers')
    .innerJoin('users', 'users.id', 'numbers.user_id')
    .innerJoin('book_parts', 'book_parts.id', 'numbers.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .innerJoin('part_exports as taken', (join) =>
      join.onRef('taken.user_id', '=', 'numbers.user_id').onRef('taken.part_id', '=', 'numbers.part_id'),
    )
    .select((eb) => [
      'users.id as user_id',
      'users.name as user_name',
      'books.name as book_name',
      'book_parts.id as part_id',
      'book_parts.name as part_name',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number>('taken.taken_at').as('first_at'),
      eb.fn.max<number>('taken.taken_at').as('last_at'),
    ])
    .where('numbers.number', '=', number)
    .groupBy(['users.id', 'users.name', 'books.name', 'book_parts.id', 'book_parts.name'])
    .executeTakeFirst();
}
