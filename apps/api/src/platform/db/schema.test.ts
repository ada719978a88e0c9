import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { overlookOutside } from '../../testing/common-sql.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { type Db, isUniqueViolation } from './db.ts';
import { type TableName, tableNames, tables } from './schema.ts';

let place: TestDb;
let db: Db;
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
});
afterAll(async () => place.drop());
afterAll(overlookOutside);

describe('the schema', () => {
  it('equals the declared tables: columns, kinds and nullability', async () => {
    const databaseTables = (await db.handle.introspection.getTables()).filter(
      ({ name }) => name !== 'schema_migrations',
    );
    expect(databaseTables.map(({ name }) => name).toSorted()).toEqual(tableNames.toSorted());
    for (const { name, columns } of databaseTables) {
      const columnFacts = columns.map((each) => [each.name, /text/i.test(each.dataType), each.isNullable]);
      const declared = Object.entries<{ type: string; isNullable: boolean }>(tables[name as TableName].columns);
      expect(columnFacts, name).toEqual(
        declared.map(([of, { type, isNullable }]) => [of, type === 'text', isNullable]),
      );
    }
  });

  it('stores every integer in eight bytes, and only text, integers and percentages', async () => {
    const types = (await db.handle.introspection.getTables()).flatMap(({ columns }) =>
      columns.map(({ dataType }) => dataType.toLowerCase()),
    );
    expect(new Set(types)).toEqual(
      db.engine === 'postgres' ? new Set(['text', 'int8', 'float8']) : new Set(['text', 'bigint', 'double precision']),
    );
  });

  it('has the keys that backups use', async () => {
    for (const table of tableNames) expect(await primaryKey(table), table).toEqual(tables[table].key);
  });

  it('returns what was stored: large integers, any text, decimals', async () => {
    const texts = ['Ñandú 🦤', 'O\'Higgins \\ "', '\ud7ff\ufffd', 'a\nb\tc', '{"a":[1]}', ''];
    for (const [index, detail] of texts.entries()) {
      const row = {
        id: String(index),
        at: Number.MAX_SAFE_INTEGER - index,
        actor_id: null,
        action: '',
        subject: '',
        detail,
      };
      await db.withTx(async (tx) => tx.insertInto('audit_log').values(row).execute());
      expect(await db.read.selectFrom('audit_log').selectAll().where('id', '=', row.id).executeTakeFirst()).toEqual(
        row,
      );
    }
  });

  it('gives counts and sums as numbers', async () => {
    const row = await db.read
      .selectFrom('audit_log')
      .select((eb) => [eb.fn.countAll<number>().as('count'), sql<number>`cast(sum(1) as bigint)`.as('sum')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 6, sum: 6 });
  });
});

async function primaryKey(table: string): Promise<string[]> {
  const query =
    db.engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
      : sql<{ name: string }>`select a.attname as name from pg_index i
          join unnest(i.indkey) with ordinality k(number, place) on true
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
          where i.indisprimary and i.indrelid = ${table}::regclass order by k.place`;
  return (await query.execute(db.handle)).rows.map(({ name }) => name);
}

describe('rows that must be unique', () => {
  const insert = async (table: string, row: Record<string, unknown>) => {
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(db.handle);
  };
  const user = {
    name: '',
    password_hash: null,
    role: 'reader',
    created_at: 0,
    updated_at: 0,
    sort_key: '',
    search_text: '',
  };
  const live = { user_id: 'u', part_id: 'p', kind: 'ownership', source: 'purchase', granted_at: 0 };
  const payment = {
    provider: 'mp',
    status: '',
    status_detail: '',
    amount: 1,
    refunded_amount: 0,
    currency: 'CLP',
    fee: 0,
    method: '',
    provider_updated_at: 0,
    created_at: 0,
    updated_at: 0,
  };
  const book = {
    description: '',
    location: '',
    genre: '',
    pages: 1,
    is_draft: 0,
    created_at: 0,
    updated_at: 0,
    sort_key: '',
    search_text: '',
  };

  const annotation = {
    user_id: 'u',
    part_id: 'p',
    edition_id: 'e',
    cfi_range: 'r',
    range_hash: 'r',
    color: '',
    notes: '[]',
    quote: '',
    prefix: '',
    suffix: '',
    revision: 1,
    created_at: 0,
    updated_at: 0,
  };

  it.each([
    ['a live highlight of a range', 'annotations', { ...annotation, id: 'a' }, { ...annotation, id: 'b' }],
    ['an address', 'users', { ...user, id: 'a', email: 'x@y.cl' }, { ...user, id: 'b', email: 'x@y.cl' }],
    [
      'a Google account',
      'users',
      { ...user, id: 'c', email: 'c', google_sub: '1' },
      { ...user, id: 'd', email: 'd', google_sub: '1' },
    ],
    ['a live entitlement', 'entitlements', { ...live, id: 'a' }, { ...live, id: 'b' }],
    [
      'a payment of the provider',
      'payments',
      { ...payment, id: 'a', provider_payment_id: '1' },
      { ...payment, id: 'b', provider_payment_id: '1' },
    ],
    [
      'a book’s name',
      'books',
      { ...book, id: 'a', name: 'X', name_key: 'x', is_active: 1 },
      { ...book, id: 'b', name: 'x', name_key: 'x', is_active: 1 },
    ],
  ])('%s', async (_, table, first, second) => {
    await insert(table, first);
    const refused = await insert(table, second).catch((error: unknown) => error);
    expect(isUniqueViolation(refused)).toBe(true);
  });

  it('may repeat after a revocation, beside early access, and after archiving', async () => {
    await insert('entitlements', { ...live, id: 'c', kind: 'early_access' });
    await db.handle.updateTable('entitlements').set({ revoked_at: 1 }).where('id', '=', 'a').execute();
    await insert('entitlements', { ...live, id: 'd' });
    await db.handle.updateTable('books').set({ is_active: 0 }).where('id', '=', 'a').execute();
    await insert('books', { ...book, id: 'c', name: 'X', name_key: 'x', is_active: 1 });
    expect(await db.read.selectFrom('entitlements').select('id').execute()).toHaveLength(3);
  });
});
