import { type RawBuilder, sql } from 'kysely';
import type { Connection, Db } from './db.ts';
import type { Tx } from './schema.ts';

/** A list that is read by pages. */
export type ListName = 'users' | 'purchases' | 'early_access' | 'sessions' | 'audit' | 'mails' | 'notices';

/** Where a row stands in its list: its key, and its id among those with the same one. */
interface Place {
  readonly key: string | number;
  readonly id: string;
}

interface List {
  readonly table: string;
  readonly key: string;
  /** Which rows belong to the list. Written out, because a partial index is used for the very same words only. */
  readonly only: RawBuilder<boolean>;
}

const lists: Readonly<Record<ListName, List>> = {
  users: { table: 'users', key: 'sort_key', only: sql`deleted_at is null` },
  purchases: { table: 'entitlements', key: 'granted_at', only: sql`kind = 'ownership'` },
  early_access: { table: 'entitlements', key: 'granted_at', only: sql`kind = 'early_access' and revoked_at is null` },
  sessions: { table: 'sessions', key: 'created_at', only: sql`revoked_at is null` },
  audit: { table: 'audit_log', key: 'at', only: sql`1 = 1` },
  mails: { table: 'mails', key: 'created_at', only: sql`1 = 1` },
  notices: { table: 'payment_notices', key: 'received_at', only: sql`1 = 1` },
};
const listNames = Object.keys(lists) as ListName[];

/** Rows of a block when it is made; it is cut in two at twice as many. */
const BLOCK = 1000;
const DIGITS = 16;
const CUTS = 1000;

type End = { readonly end_key: string; readonly end_id: string };

/** Times as text of one length compare like the numbers; what is text already is never compared with them. */
const asText = (key: string | number): string => (typeof key === 'number' ? String(key).padStart(DIGITS, '0') : key);

function after({ key }: List, end: End | undefined): RawBuilder<boolean> {
  if (!end) return sql`1 = 1`;
  const value = key === 'sort_key' ? end.end_key : Number(end.end_key);
  return sql`(${sql.ref(key)}, id) > (${value}, ${end.end_id})`;
}

/** Counts a row that came into a list, in the transaction that brings it. */
export async function enterList(tx: Tx, name: ListName, place: Place, size = BLOCK): Promise<void> {
  const block = await moveCount(tx, name, place, 1);
  if (block && block.rows > 2 * size) await cutBlock(tx, name, block, size);
}

/** Counts a row that left a list, in the transaction that takes it out. */
export async function leaveList(tx: Tx, name: ListName, place: Place): Promise<void> {
  await moveCount(tx, name, place, -1);
}

/** Counts rows that are about to be deleted out of every list that they stand in. */
export async function leaveLists(tx: Tx, table: string, where: RawBuilder<boolean>): Promise<void> {
  for (const name of listNames) {
    const list = lists[name];
    if (list.table !== table) continue;
    const { rows } = await sql<Place>`select ${sql.ref(list.key)} as key, id from ${sql.table(table)}
      where ${list.only} and ${where}`.execute(tx);
    for (const place of rows) await leaveList(tx, name, place);
  }
}

/**
 * Joins blocks that are named by a row that is gone, by whatever key it had, to those after them, or to what is counted
 * behind the last: the key of the list of users is a name.
 */
export async function forgetEnds(tx: Tx, name: ListName, id: string): Promise<void> {
  const ended = await tx
    .deleteFrom('list_blocks')
    .where('list', '=', name)
    .where('end_id', '=', id)
    .returning(['end_key', 'rows'])
    .execute();
  for (const { end_key, rows } of ended) {
    const next = await tx
      .selectFrom('list_blocks')
      .select(['end_key', 'end_id'])
      .where('list', '=', name)
      .where(sql<boolean>`(end_key, end_id) > (${end_key}, ${id})`)
      .orderBy('end_key')
      .orderBy('end_id')
      .limit(1)
      .executeTakeFirst();
    if (!next) continue;
    await tx
      .updateTable('list_blocks')
      .set((eb) => ({ rows: eb('rows', '+', rows) }))
      .where('list', '=', name)
      .where('end_key', '=', next.end_key)
      .where('end_id', '=', next.end_id)
      .execute();
  }
}

type Block = End & { readonly rows: number };

/** Changes the count of the block that a place lies in; behind the last one nothing is counted. */
async function moveCount(tx: Tx, name: ListName, { key, id }: Place, by: 1 | -1): Promise<Block | undefined> {
  const found = await tx
    .selectFrom('list_blocks')
    .select(['end_key', 'end_id'])
    .where('list', '=', name)
    .where(sql<boolean>`(end_key, end_id) >= (${asText(key)}, ${id})`)
    .orderBy('end_key')
    .orderBy('end_id')
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  return tx
    .updateTable('list_blocks')
    .set((eb) => ({ rows: eb('rows', '+', by) }))
    .where('list', '=', name)
    .where('end_key', '=', found.end_key)
    .where('end_id', '=', found.end_id)
    .returning(['end_key', 'end_id', 'rows'])
    .executeTakeFirstOrThrow();
}

async function cutBlock(tx: Tx, name: ListName, block: Block, size: number): Promise<void> {
  const list = lists[name];
  const before = await tx
    .selectFrom('list_blocks')
    .select(['end_key', 'end_id'])
    .where('list', '=', name)
    .where(sql<boolean>`(end_key, end_id) < (${block.end_key}, ${block.end_id})`)
    .orderBy('end_key', 'desc')
    .orderBy('end_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await sql<Place>`select ${sql.ref(list.key)} as key, id from ${sql.table(list.table)}
    where ${list.only} and ${after(list, before)} order by ${sql.ref(list.key)}, id limit 1 offset ${size - 1}`.execute(
    tx,
  );
  const [end] = rows;
  if (!end) return;
  const half = { list: name, end_key: asText(end.key), end_id: end.id, rows: size };
  await tx.insertInto('list_blocks').values(half).execute();
  await tx
    .updateTable('list_blocks')
    .set({ rows: block.rows - size })
    .where('list', '=', name)
    .where('end_key', '=', block.end_key)
    .where('end_id', '=', block.end_id)
    .execute();
}

async function lastBlock(
  connection: Connection,
  name: ListName,
): Promise<(End & { readonly total: number }) | undefined> {
  const { rows } = await sql<End & { readonly total: number }>`select end_key, end_id,
      (select cast(sum(each.rows) as bigint) from list_blocks each where each.list = ${name}) as total
    from list_blocks where list = ${name} order by end_key desc, end_id desc limit 1`.execute(connection);
  return rows[0];
}

/** Makes blocks of the rows behind the last one; some stay out, so that a new row mostly has nothing to count. */
async function makeBlocks(tx: Tx, name: ListName, size = BLOCK): Promise<void> {
  const list = lists[name];
  const last = await lastBlock(tx, name);
  const key = sql.ref(list.key);
  const { rows } = await sql<Place>`select key, id from (
      select ${key} as key, id, row_number() over (order by ${key}, id) as place, count(*) over () as behind
      from ${sql.table(list.table)} where ${list.only} and ${after(list, last)}
    ) numbered where place % ${sql.lit(size)} = 0 and behind - place >= ${sql.lit(size)} order by place`.execute(tx);
  for (let at = 0; at < rows.length; at += CUTS) {
    const blocks = rows
      .slice(at, at + CUTS)
      .map((end) => ({ list: name, end_key: asText(end.key), end_id: end.id, rows: size }));
    await tx.insertInto('list_blocks').values(blocks).execute();
  }
}

/** Counts every list anew, after a restored backup; a test makes smaller blocks. */
export async function countLists(tx: Tx, size = BLOCK): Promise<void> {
  await tx.deleteFrom('list_blocks').execute();
  for (const name of listNames) await makeBlocks(tx, name, size);
}

/** Which rows of a list are meant, in its own order or from its end backwards. */
interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly from: 'first' | 'last';
}

/**
 * Ids of a page, and how many rows the list has. Costs the same however long the list is: blocks of known sizes are
 * passed over, and only the rows of one and those behind the last are counted.
 */
export async function readListPage(
  db: Db,
  name: ListName,
  { offset, limit, from }: Slice,
): Promise<{ ids: string[]; total: number }> {
  const list = lists[name];
  const last = await lastBlock(db.read, name);
  const behind = await countAfter(db, list, last);
  if (behind > 2 * BLOCK) {
    await db.withTx(async (tx) => makeBlocks(tx, name));
    return readListPage(db, name, { offset, limit, from });
  }
  const total = behind + (last?.total ?? 0);
  const first = from === 'first' ? offset : Math.max(0, total - offset - limit);
  const take = Math.min(limit, total - offset);
  if (take <= 0) return { ids: [], total };
  const { end, skip } = await passBlocks(db, name, first);
  const page = await sql<{ id: string }>`select id from ${sql.table(list.table)}
    where ${list.only} and ${after(list, end)}
    order by ${sql.ref(list.key)}, id limit ${take} offset ${skip}`.execute(db.read);
  return { ids: page.rows.map(({ id }) => id), total };
}

async function countAfter(db: Db, list: List, end: End | undefined): Promise<number> {
  const { rows } = await sql<{ behind: number }>`select count(*) as behind from ${sql.table(list.table)}
    where ${list.only} and ${after(list, end)}`.execute(db.read);
  return rows[0]?.behind ?? 0;
}

/** The last block that ends before a row, and how many rows lie between. */
async function passBlocks(db: Db, name: ListName, row: number): Promise<{ end: End | undefined; skip: number }> {
  const end = await db.read
    .selectFrom(
      db.read
        .selectFrom('list_blocks')
        .select([
          'end_key',
          'end_id',
          sql<number>`cast(sum(rows) over (order by end_key, end_id rows unbounded preceding) as bigint)`.as('through'),
        ])
        .where('list', '=', name)
        .as('running'),
    )
    .selectAll()
    .where('through', '<=', row)
    .orderBy('through', 'desc')
    .orderBy('end_key', 'desc')
    .orderBy('end_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { end, skip: row - (end?.through ?? 0) };
}
