import { type Kysely, sql, type Transaction } from 'kysely';
import type { Connection, Db, Tx } from './db.ts';
import { endAgain, readEndings } from './endings.ts';
import { type TableName, tableNames, tables } from './schema.ts';

/** Tables in a backup: all but those with data of the moment and the machine, which would be false in a copy. */
export const dumpedTables: readonly TableName[] = tableNames.filter((name) => !tables[name].isMomentary);

/** Rows per table. */
export type RowCounts = Readonly<Record<string, number>>;

/** A row as it goes into a backup; every column is text, a number or null. */
export type DumpedRow = Readonly<Record<string, string | number | null>>;

/** Tables as string maps, because a backup treats all tables alike. */
type AnyTables = Record<string, Record<string, string | number | null>>;

const PAGE = 1000;
/** Below SQLite's limit of parameters per statement. */
const PARAMETERS = 20_000;

/**
 * Reads every table in one snapshot, page by page, while the shop is in use.
 * @param take called in the order of the tables; awaited, so that memory stays small.
 */
export async function dumpTables(
  db: Db,
  take: (table: TableName, rows: readonly DumpedRow[]) => Promise<void>,
): Promise<void> {
  const readConnection = db.read as unknown as Kysely<AnyTables>;
  const builder = readConnection.transaction();
  const snapshot = db.engine === 'postgres' ? builder.setIsolationLevel('repeatable read') : builder;
  await snapshot.execute(async (tx) => {
    for (const table of dumpedTables) await dumpTable(tx, table, take);
  });
}

async function dumpTable(
  tx: Transaction<AnyTables>,
  table: TableName,
  take: (table: TableName, rows: readonly DumpedRow[]) => Promise<void>,
): Promise<void> {
  const keys: readonly string[] = tables[table].key;
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  let last: DumpedRow | undefined;
  do {
    let query = tx.selectFrom(table).selectAll().limit(PAGE);
    for (const key of keys) query = query.orderBy(key);
    if (last) {
      const values = sql.join(keys.map((key) => last?.[key] ?? null));
      query = query.where(sql<boolean>`(${columns}) > (${values})`);
    }
    const rows: readonly DumpedRow[] = await query.execute();
    if (rows.length > 0) await take(table, rows);
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

/** Rows that replace all existing ones. */
export interface Load {
  /**
   * Opens the rows from their beginning: an attempt that the engine refuses is followed by another one, and that one
   * must not find the rows read already.
   */
  readonly rows: () => AsyncIterable<{ readonly table: TableName; readonly rows: readonly DumpedRow[] }>;
  /** How many rows each table has to have; tables that are not named are empty. */
  readonly expected: RowCounts;
  /** Each reads what its module keeps of the replaced state, and returns the function that writes it back. */
  readonly carriers: readonly ((tx: Tx, now: number) => Promise<(tx: Tx) => Promise<void>>)[];
  /** Called first in the transaction; what it throws leaves everything as it was. */
  readonly guard?: (tx: Tx) => Promise<void>;
  /** Called last in it, when the restored rows stand as they will. */
  readonly after?: (tx: Tx) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Rows arrived that were not counted, or counted rows did not. */
export class RowsMissing extends Error {
  override name = 'RowsMissing';
}

/**
 * Replaces the contents of every table in one transaction: readers see the old shop, then the restored one. Everything
 * that had ended in the old one stays ended, and all sessions end.
 * @returns how many rows each table had at the commit.
 * @throws {RowsMissing} when a table did not get the rows that were expected; nothing changes then.
 */
export async function loadTables(db: Db, { rows, expected, carriers, guard, after, now }: Load): Promise<RowCounts> {
  return db.withTx(async (tx) => {
    // Writers wait for the end instead of making the whole work begin again; readers go on.
    if (db.engine === 'postgres') {
      const all = sql.join(dumpedTables.map((table) => sql.table(table)));
      await sql`lock table ${all} in exclusive mode`.execute(tx);
    }
    await guard?.(tx);
    const any = tx as unknown as Transaction<AnyTables>;
    const endings = await readEndings(tx);
    const putBack: ((tx: Tx) => Promise<void>)[] = [];
    for (const carry of carriers) putBack.push(await carry(tx, now));
    for (const table of dumpedTables) await any.deleteFrom(table).execute();
    for await (const page of rows()) await insertRows(any, page.table, page.rows);
    requireCounts(await countRows(tx), expected);
    await endAgain(tx, endings, now);
    for (const put of putBack) await put(tx);
    await after?.(tx);
    return countRows(tx);
  });
}

async function insertRows(tx: Transaction<AnyTables>, table: TableName, rows: readonly DumpedRow[]): Promise<void> {
  const width = Object.keys(rows[0] ?? {}).length;
  const batch = Math.max(1, Math.floor(PARAMETERS / Math.max(1, width)));
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + batch))
      .execute();
  }
}

function requireCounts(counts: RowCounts, expected: RowCounts): void {
  for (const table of dumpedTables) {
    if (counts[table] === (expected[table] ?? 0)) continue;
    throw new RowsMissing(`${table} got ${counts[table]} rows instead of ${expected[table] ?? 0}`);
  }
}

/** How many rows each table of a backup has now. */
export async function countRows(connection: Connection): Promise<RowCounts> {
  const any = connection as unknown as Kysely<AnyTables>;
  const counts: Record<string, number> = {};
  for (const table of dumpedTables) {
    const { count } = await any
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}

/** Whether this database was not used yet. */
export async function isEmptyShop(db: Db): Promise<boolean> {
  const user = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const book = await db.read.selectFrom('books').select('id').limit(1).executeTakeFirst();
  return user === undefined && book === undefined;
}

/** Storage keys of everything that the rows refer to. */
export async function referencedFiles(db: Db): Promise<{
  editions: string[];
  resources: { hash: string; br: boolean }[];
  images: { id: string; width: number; has_avif: 0 | 1 | null }[];
}> {
  const editions = await db.read.selectFrom('editions').select('file_hash').distinct().execute();
  const resources = await db.read.selectFrom('edition_resources').select(['hash', 'has_br']).distinct().execute();
  const samples = await db.read.selectFrom('sample_resources').select(['hash', 'has_br']).distinct().execute();
  const images = await db.read.selectFrom('images').select(['id', 'width', 'has_avif']).execute();
  return {
    editions: editions.map((row) => row.file_hash),
    resources: [
      ...new Map(
        [...resources, ...samples].map((row) => [row.hash, { hash: row.hash, br: row.has_br === 1 }]),
      ).values(),
    ],
    images,
  };
}
