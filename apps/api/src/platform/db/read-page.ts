import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PageRequest } from '../http/paging.ts';
import type { Connection } from './db.ts';
import type { Database, TableName } from './schema.ts';

/** How a list stands: its first column decides, then the next, all in one direction; the last one is the id. */
interface ListOrder {
  readonly by: readonly (string | RawBuilder<unknown>)[];
  readonly direction: 'asc' | 'desc';
}

/** Ids of the rows of a page, and how many rows the list has in all. */
export interface PageOfIds {
  readonly ids: string[];
  readonly total: number;
}

type Ids<T extends TableName> = SelectQueryBuilder<Database, T, { id: string }>;

const toSql = (column: string | RawBuilder<unknown>) => (typeof column === 'string' ? sql.ref(column) : column);

/**
 * Reads a page of a list. Only ids are read, from an index that has them in the order of the list, so that rows which
 * are passed over cost little; the caller joins what belongs to the page's own. A page behind the middle is reached
 * from the end.
 */
export async function readPage<T extends TableName>(
  list: Ids<T>,
  { offset, limit }: PageRequest,
  { by, direction }: ListOrder,
): Promise<PageOfIds> {
  const { total } = await list
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const take = Math.min(limit, total - offset);
  if (take <= 0) return { ids: [], total };
  const isFromEnd = offset > total / 2;
  const way = isFromEnd === (direction === 'asc') ? 'desc' : 'asc';
  const rows = await by
    .reduce((query, column) => query.orderBy(toSql(column), way), list)
    .offset(isFromEnd ? total - offset - take : offset)
    .limit(take)
    .execute();
  const ids = rows.map(({ id }) => id);
  return { ids: isFromEnd ? ids.toReversed() : ids, total };
}

/** Reads a page of what a search found in a list: whatever matches is looked for once, then counted and sorted. */
export async function readFound<T extends TableName>(
  connection: Connection,
  filtered: Ids<T>,
  { offset, limit }: PageRequest,
  { by, direction }: ListOrder,
): Promise<PageOfIds> {
  const keys = by.map((_, place) => sql.ref(`key_${place}`));
  const matched = filtered.select(by.map((column, place) => sql`${toSql(column)}`.as(`key_${place}`)));
  const order = sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`));
  // Joined to the count, so that a page behind the last row tells it too.
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized ${matched}
    select page.id, counted.total from (select count(*) as total from found) as counted
      left join (select * from found order by ${order} limit ${limit} offset ${offset}) as page on true
    order by ${order}`.execute(connection);
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 };
}
