import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { PartRecallRow } from '../../platform/db/tables/books.ts';

/** A part with its book, in the shop or deleted, and its recall. */
export interface RecallableRow {
  readonly part_id: string;
  readonly part_name: string;
  readonly book_id: string;
  readonly book_name: string;
  readonly is_deleted: boolean;
  readonly recall: (PartRecallRow & { readonly recaller: string | null }) | null;
}

/** Every part with a published ebook, by book and place. */
export async function recallableParts(connection: Connection): Promise<RecallableRow[]> {
  const parts = await connection
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select([
      'book_parts.id as part_id',
      'book_parts.name as part_name',
      'book_parts.is_active as part_is_active',
      'books.id as book_id',
      'books.name as book_name',
      'books.is_active as book_is_active',
    ])
    .where('book_parts.edition_id', 'is not', null)
    .orderBy('books.sort_key')
    .orderBy('books.id')
    .orderBy('book_parts.position')
    .orderBy('book_parts.id')
    .execute();
  const recalls = await connection
    .selectFrom('part_recalls')
    .leftJoin('users', 'users.id', 'part_recalls.recalled_by')
    .selectAll('part_recalls')
    .select('users.name as recaller')
    .execute();
  const recallOf = new Map(recalls.map((row) => [row.part_id, row]));
  return parts.map(({ part_is_active, book_is_active, ...row }) => ({
    ...row,
    is_deleted: part_is_active === 0 || book_is_active === 0,
    recall: recallOf.get(row.part_id) ?? null,
  }));
}

export async function findRecall(connection: Connection, partId: string): Promise<PartRecallRow | undefined> {
  return connection.selectFrom('part_recalls').selectAll().where('part_id', '=', partId).executeTakeFirst();
}

export async function insertRecall(tx: Tx, row: PartRecallRow): Promise<void> {
  await tx.insertInto('part_recalls').values(row).execute();
}

export async function deleteRecall(tx: Tx, partId: string): Promise<void> {
  await tx.deleteFrom('part_recalls').where('part_id', '=', partId).execute();
}

export async function setTold(
  tx: Tx,
  partId: string,
  change: Partial<Pick<PartRecallRow, 'told_through' | 'told_until'>>,
): Promise<void> {
  await tx.updateTable('part_recalls').set(change).where('part_id', '=', partId).execute();
}

/**
 * Recalled parts whose round of mails is not finished, or whose next one is due.
 * @param dueBefore instant before which `told_until` has to lie
 */
export async function partsToTell(connection: Connection, dueBefore: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('part_recalls')
    .select('part_id')
    .where((eb) => eb.or([eb('told_through', 'is not', null), eb('told_until', '<', dueBefore)]))
    .orderBy('recalled_at')
    .execute();
  return rows.map(({ part_id: id }) => id);
}

/** A person who has to be told of a recall. */
export interface ConcernedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Could read it; a giver could not. */
  readonly is_holder: boolean;
  /** Paid for it and has not got the money back, also as a gift to another person. */
  readonly has_paid: boolean;
}

interface Round {
  /** Id of the last person before. */
  readonly after: string;
  /** Holders and givers from before this instant were told in an earlier round; epoch milliseconds. */
  readonly since: number;
  readonly now: number;
  readonly limit: number;
}

/** People who own a part or gave it, ordered by id. */
export async function concernedPeople(tx: Tx, partId: string, round: Round): Promise<ConcernedPerson[]> {
  const { after, since, now, limit } = round;
  const holders = tx
    .selectFrom('entitlements')
    .select([
      'user_id',
      sql<number>`1`.as('holds'),
      sql<number>`case when source = 'purchase' then 1 else 0 end`.as('paid'),
    ])
    .where('part_id', '=', partId)
    .where('revoked_at', 'is', null)
    .where('granted_at', '>=', since)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  const givers = tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('gifts', 'gifts.order_id', 'orders.id')
    .select(['orders.user_id', sql<number>`0`.as('holds'), sql<number>`1`.as('paid')])
    .where('order_items.part_id', '=', partId)
    .where('order_items.amount', '>', 0)
    .where('orders.state', 'in', ['paid', 'partially_refunded'])
    .where('orders.paid_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.order_id', '=', 'orders.id')
            .where('refunds.part_id', '=', partId)
            .where('refunds.state', '!=', 'failed'),
        ),
      ),
    );
  const rows = await tx
    .selectFrom(holders.unionAll(givers).as('concerned'))
    .innerJoin('users', 'users.id', 'concerned.user_id')
    .select(({ fn }) => [
      'users.id',
      'users.name',
      'users.email',
      fn.max('concerned.holds').as('holds'),
      fn.max('concerned.paid').as('paid'),
    ])
    .where('users.id', '>', after)
    .where('users.deleted_at', 'is', null)
    .groupBy(['users.id', 'users.name', 'users.email'])
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ holds, paid, ...person }) => ({ ...person, is_holder: holds === 1, has_paid: paid === 1 }));
}
