import { type Kysely, sql, type Transaction } from 'kysely';
import type { Connection, Db, Tx } from './db.ts';
import { endAgain, readEndings } from './endings.ts';
import { withDecidedTax } from './decided-tax.ts';
import { countLists } from './list-blocks.ts';
import type { Database } from './schema.ts';
import { indexEverything } from './search-words.ts';

/** Primary key of every table, in an order in which rows can be read and put back; the backup goes by it. */
export const tableKeys = {
  users: ['id'],
  sessions: ['id'],
  rate_counters: ['key'],
  captcha_used: ['signature'],
  search_words: ['kind', 'subject', 'word'],
  list_blocks: ['list', 'end_key', 'end_id'],
  images: ['id'],
  books: ['id'],
  book_quotes: ['book_id', 'position'],
  book_writers: ['book_id', 'user_id'],
  book_parts: ['id'],
  editions: ['id'],
  edition_resources: ['edition_id', 'path'],
  samples: ['id'],
  sample_resources: ['sample_id', 'path'],
  orders: ['id'],
  order_items: ['id'],
  discount_codes: ['id'],
  gifts: ['id'],
  pocket_items: ['user_id', 'part_id'],
  payments: ['id'],
  payment_notices: ['id'],
  refunds: ['id'],
  provider_faults: ['provider'],
  money_movements: ['id'],
  tax_documents: ['id'],
  tax_numbers_given: ['kind'],
  entitlements: ['id'],
  waiting_grants: ['user_id', 'part_id', 'source'],
  deliveries: ['user_id', 'part_id'],
  early_readings: ['user_id', 'part_id'],
  reading_positions: ['user_id', 'part_id'],
  applied_mutations: ['user_id', 'mutation_id'],
  mails: ['id'],
  message_threads: ['id'],
  messages: ['id'],
  leases: ['name'],
  audit_log: ['id'],
  sandbox_preferences: ['id'],
  sandbox_payments: ['id'],
  sandbox_refunds: ['idempotency_key'],
  sandbox_settings: ['name'],
  account_tokens: ['user_id', 'purpose'],
  second_factors: ['user_id'],
  recovery_codes: ['user_id', 'code_hash'],
  passkeys: ['id'],
  passkey_challenges_used: ['challenge'],
  recovery_requests: ['email'],
  entry_codes: ['request_hash'],
  former_addresses: ['user_id', 'email'],
  data_requests: ['id'],
  google_nonces_used: ['nonce'],
  shop_sections: ['section'],
  legal_documents: ['kind', 'version'],
  legal_notices: ['user_id', 'kind'],
  mailing_list: ['id'],
  consent_records: ['id'],
  follows: ['subscriber_id', 'book_id'],
  releases: ['part_id'],
  release_notices: ['part_id', 'subscriber_id'],
  announcements: ['id'],
  announcement_deliveries: ['announcement_id', 'subscriber_id'],
  page_views: ['day', 'route', 'visitor'],
  analytics_salts: ['day'],
  annotations: ['user_id', 'id'],
  annotation_anchors: ['user_id', 'annotation_id', 'edition_id'],
  position_anchors: ['user_id', 'part_id', 'edition_id'],
  anchor_queue: ['part_id', 'user_id'],
  processes: ['id'],
  file_claims: ['hash', 'holder'],
  file_deletions: ['hash'],
  setup_results: ['check_name'],
  maintenance_runs: ['id'],
} as const satisfies { readonly [T in keyof Database]: readonly (keyof Database[T] & string)[] };

export type TableName = keyof typeof tableKeys;

/** All tables. */
export const tableNames = Object.keys(tableKeys) as TableName[];

/** What is true of the moment and the machine, and would be false in a copy. */
const MOMENTARY: ReadonlySet<TableName> = new Set([
  'leases',
  'entry_codes',
  'processes',
  'file_claims',
  'file_deletions',
  'setup_results',
  'maintenance_runs',
]);

/** Tables that a backup holds. */
export const dumpedTables: readonly TableName[] = tableNames.filter((table) => !MOMENTARY.has(table));

/** Makes rows of archives of earlier versions those of today, where a migration did more than add a column. */
const brought: Readonly<Partial<Record<TableName, (row: DumpedRow) => DumpedRow>>> = {
  // What an order is for stands in its items.
  orders: ({ book_id: _book, ...order }) => order,
  // From before completing a book took anything off: a discount is that of the presale.
  order_items: (item) => ({
    ...item,
    reduction: item['reduction'] ?? (Number(item['discount_percentage']) > 0 ? 'presale' : null),
  }),
  // What stands for the tax of a sale has other names.
  shop_sections: (row) =>
    row['section'] === 'legal' ? withDecidedTax(row as DumpedRow & Parameters<typeof withDecidedTax>[0]) : row,
};

/** Rows per table. */
export type RowCounts = Readonly<Record<string, number>>;

/** A row as it goes into a backup; every column is text, a number or null. */
export type DumpedRow = Readonly<Record<string, string | number | null>>;

/** Tables as strings; a backup treats all alike. */
type AnyTables = Record<string, Record<string, string | number | null>>;

const PAGE = 1000;
/** Below the parameters that one statement of SQLite takes. */
const PARAMETERS = 20_000;

/**
 * Reads every table in one snapshot and hands it over in pages, while the shop goes on.
 * @param take called in the order of the tables; awaited, so that memory stays small.
 */
export async function dumpTables(
  db: Db,
  take: (table: TableName, rows: readonly DumpedRow[]) => Promise<void>,
): Promise<void> {
  const reader = db.read as unknown as Kysely<AnyTables>;
  const builder = reader.transaction();
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
  const keys: readonly string[] = tableKeys[table];
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

/** What takes the place of all rows. */
export interface Load {
  /**
   * Opens the rows from their beginning: an attempt that the engine refuses is followed by another one, and that one
   * must not find the rows read already.
   */
  readonly rows: () => AsyncIterable<{ readonly table: TableName; readonly rows: readonly DumpedRow[] }>;
  /** How many rows each table has to have; tables that are not named are empty. */
  readonly expected: RowCounts;
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
 * Replaces the contents of every table in one transaction: readers see the old shop, then the restored one. What had
 * ended in the old one stays ended, and all sessions end.
 * @returns how many rows each table had at the commit.
 * @throws {RowsMissing} when a table did not get the rows that were expected; nothing changes then.
 */
export async function loadTables(db: Db, { rows, expected, guard, after, now }: Load): Promise<RowCounts> {
  return db.withTx(async (tx) => {
    // Writers wait for the end instead of making the whole work begin again; readers go on.
    if (db.engine === 'postgres') {
      const all = sql.join(dumpedTables.map((table) => sql.table(table)));
      await sql`lock table ${all} in exclusive mode`.execute(tx);
    }
    await guard?.(tx);
    const any = tx as unknown as Transaction<AnyTables>;
    const endings = await readEndings(tx);
    for (const table of dumpedTables) await any.deleteFrom(table).execute();
    for await (const page of rows()) await insertRows(any, page.table, page.rows);
    requireCounts(await countRows(tx), expected);
    await endAgain(tx, endings, now);
    // An archive of an earlier version has neither, and none needs to be believed.
    await indexEverything(tx);
    await countLists(tx);
    await after?.(tx);
    return countRows(tx);
  });
}

async function insertRows(tx: Transaction<AnyTables>, table: TableName, dumped: readonly DumpedRow[]): Promise<void> {
  const bring = brought[table];
  const rows = bring ? dumped.map(bring) : dumped;
  const width = Object.keys(rows[0] ?? {}).length;
  const batch = Math.max(1, Math.floor(PARAMETERS / Math.max(1, width)));
  for (let start = 0; start < rows.length; start += batch) {
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + batch))
      .execute();
  }
}

function requireCounts(found: RowCounts, expected: RowCounts): void {
  for (const table of dumpedTables) {
    if (found[table] === (expected[table] ?? 0)) continue;
    throw new RowsMissing(`${table} got ${found[table]} rows instead of ${expected[table] ?? 0}`);
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

/** Whether nobody has used this database yet. */
export async function isEmptyShop(db: Db): Promise<boolean> {
  const user = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const book = await db.read.selectFrom('books').select('id').limit(1).executeTakeFirst();
  return user === undefined && book === undefined;
}

/** Storage keys of everything that the rows refer to. */
export async function referencedFiles(
  db: Db,
): Promise<{ editions: string[]; resources: { hash: string; br: boolean }[]; images: string[] }> {
  const editions = await db.read.selectFrom('editions').select('file_hash').distinct().execute();
  const resources = await db.read.selectFrom('edition_resources').select(['hash', 'has_br']).distinct().execute();
  const samples = await db.read.selectFrom('sample_resources').select(['hash', 'has_br']).distinct().execute();
  const images = await db.read.selectFrom('images').select('id').execute();
  return {
    editions: editions.map((row) => row.file_hash),
    resources: [
      ...new Map(
        [...resources, ...samples].map((row) => [row.hash, { hash: row.hash, br: row.has_br === 1 }]),
      ).values(),
    ],
    images: images.map((row) => row.id),
  };
}
