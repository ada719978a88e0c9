import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownOutside, type outsideCommonSql, outsideOf, takeOutside } from '../../testing/common-sql.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Db } from './db.ts';
import { migrations } from './migrations.ts';

let place: TestDb;
let db: Db;
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
});
afterAll(async () => place.drop());

const outside: Readonly<Record<keyof typeof outsideCommonSql, string>> = {
  'advisory lock': 'select pg_advisory_xact_lock(1)',
  'listen or notify': 'listen changes',
  'lock of a table': 'lock table "users" in share mode',
  'lock of a row': 'select "id" from "mails" limit $1 for update skip locked',
  'place of a row': 'delete from "mails" where ctid in (select ctid from "mails" limit 10)',
  'deferred constraint': 'alter table "a" add constraint "b" unique ("c") deferrable initially deferred',
  'exclusion constraint': 'alter table "a" add constraint "b" exclude using gist ("c" with &&)',
  'type of its own': "alter type kind add value 'gift'",
  'change of a type': 'alter table "a" alter column "b" type bigint',
  'program in the database': 'do $$ begin end $$',
  merge: 'merge into "a" using "b" on true when matched then delete',
  copy: 'copy "a" from stdin',
  'grouping sets': 'select "a" from "b" group by rollup ("a")',
  'sample of rows': 'select "a" from "b" tablesample system (1)',
  'search of words': 'select to_tsvector(\'spanish\', "text") from "a"',
  inheritance: 'create table "a" partition of "b" for values in (1)',
  'generated column': 'alter table "a" add column "b" text generated always as (lower("c")) stored',
  'index beside the work': 'create index concurrently "a" on "b" ("c")',
  'index of another kind': 'create index "a" on "b" using gin ("c")',
  'nulls that are alike': 'create unique index "a" on "b" ("c") nulls not distinct',
  'setting of a session': 'set statement_timeout = 8000',
  'setting of the planner or the memory': 'set local enable_nestloop = off',
  cursor: 'declare rows cursor for select 1',
  'prepared transaction': "prepare transaction 'a'",
  'temporary table': 'create temp table "a" ("b" text)',
  housekeeping: 'vacuum "mails"',
  'catalogue of PostgreSQL': "select pg_database_size('shop')",
};

describe('SQL that three engines support', () => {
  it.each(Object.entries(outside))('has no %s', (kind, statement) => {
    expect(outsideOf(statement)).toEqual([kind]);
  });

  it('is used by the schema steps', () => {
    const statements = migrations.flatMap((step) => ('fill' in step ? [] : step.statements));
    expect(statements.length).toBeGreaterThan(100);
    expect(statements.filter((statement) => outsideOf(statement).length > 0)).toEqual([]);
  });

  it.each([
    'start transaction isolation level serializable; set local enable_seqscan = off; set local statement_timeout = 1',
    "set local work_mem = '64kB'",
    'lock table "books", "users" in exclusive mode',
  ])('but for what is known: %s', (statement) => {
    expect(outsideOf(statement)).toEqual([]);
    const kinds = outsideOf(`${statement} /* another one */`);
    expect(kinds, 'nothing else of its kind is known').toHaveLength(statement.startsWith('start') ? 0 : 1);
    expect(knownOutside.filter((known) => known.statement.test(statement.toLowerCase()))).toHaveLength(1);
  });

  it('is checked by every handle that tests open: a planted statement is found', async () => {
    await db.withTx(async (tx) => tx.selectFrom('mails').select('id').execute());
    expect(takeOutside()).toEqual([]);
    // SQLite refuses this statement, and PostgreSQL accepts it.
    const planted = sql`select id from mails limit 1 for update`;
    await planted.execute(db.read).catch(() => undefined);
    expect(takeOutside()).toEqual(['lock of a row: select id from mails limit 1 for update']);
  });
});
