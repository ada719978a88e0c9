import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bareUserRow } from '../../testing/bare-user-row.ts';
import { overlookOutside } from '../../testing/common-sql.ts';
import { makeTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { startWorker } from '../../testing/run-worker.ts';
import type { Db } from './db.ts';
import { flag, index, integer, statementsOf, type Table, table, text, unique } from './declare-table.ts';
import { type Migration, MigrationError, migrate, oneByOne, type SchemaStep } from './migrate.ts';
import { migrations } from './migrations.ts';
import { tableNames, tables as declared } from './schema.ts';

let place: TestDb;
beforeEach(async () => {
  place = await makeTestDb();
});
afterEach(async () => place.drop());
afterAll(overlookOutside);

const create = (name: string): SchemaStep => ({
  statements: [`create table ${name} (id bigint not null primary key)`],
});
const tables = async (db: Db) => (await db.handle.introspection.getTables()).map(({ name }) => name).toSorted();
const ledger = async (db: Db) =>
  (await sql<{ number: number }>`select number from schema_migrations order by number`.execute(db.handle)).rows.map(
    ({ number }) => number,
  );

describe('migrations', () => {
  it('are applied in order, once', async () => {
    const db = await place.open();
    const steps = [create('one'), create('two')];
    expect((await migrate(db, steps.slice(0, 1), 1)).applied).toBe(1);
    expect((await migrate(db, steps, 2)).applied).toBe(1);
    expect((await migrate(db, steps, 3)).applied).toBe(0);
    expect(await ledger(db)).toEqual([1, 2]);
    expect(await tables(db)).toEqual(['one', 'schema_migrations', 'two']);
  });

  it('do not make a start wait for a writer once all are applied', async () => {
    const [writer, starter] = [await place.open(), await place.open()];
    const steps = [create('one')];
    await migrate(writer, steps, 1);
    const [isWriting, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = writer.withTx(async (tx) => {
      await sql`insert into one (id) values (1)`.execute(tx);
      isWriting.resolve();
      await isDone.promise;
    });
    await isWriting.promise;
    expect((await migrate(starter, steps, 2).finally(isDone.resolve)).applied).toBe(0);
    await writing;
  });

  it('leave nothing when they fail, and the next start continues', async () => {
    const db = await place.open();
    const bad = { statements: [...create('half').statements, 'insert into half (other) values (1)'] };
    await expect(migrate(db, [create('one'), bad], 1)).rejects.toThrow(/other/);
    expect(await tables(db)).toEqual(['one', 'schema_migrations']);
    expect(await ledger(db)).toEqual([1]);
    expect((await migrate(db, [create('one'), create('half')], 2)).applied).toBe(1);
  });

  it('stop the start when the database has other steps, or more of them, and change nothing', async () => {
    const db = await place.open();
    const steps = [create('one'), create('two')];
    await migrate(db, steps, 1);
    const changed = [create('other'), create('two'), create('three')];
    await expect(migrate(db, changed, 2)).rejects.toThrow(MigrationError);
    await expect(migrate(db, changed, 2)).rejects.toThrow(/otra versión del programa.*paso 1.*No se cambió nada/);
    expect(await tables(db)).toEqual(['one', 'schema_migrations', 'two']);
    expect(await ledger(db)).toEqual([1, 2]);
  });

  describe('migrations of two kinds, while two successive versions run side by side', () => {
    const [first, second, third] = [create('one'), create('two'), { ...create('three'), kind: 'contract' } as const];

    it('a version runs on a schema that a newer one has expanded, but not on one that it has contracted', async () => {
      const db = await place.open();
      await migrate(db, [first, second], 1);
      expect(await migrate(db, [first], 2)).toEqual({ applied: 0, left: 0 });
      await migrate(db, [first, second, third], 3);
      await expect(migrate(db, [first], 4)).rejects.toThrow(/versión más nueva.*paso 3.*No se cambió nada/);
      expect(await ledger(db)).toEqual([1, 2, 3]);
    });

    it('a start leaves the last contracting steps to the command, and applies those that later steps need', async () => {
      const db = await place.open();
      await migrate(db, [first], 1);
      expect(await migrate(db, [first, second, third], 2, 'expand')).toEqual({ applied: 1, left: 1 });
      expect(await migrate(db, [first, second, third], 3, 'expand')).toEqual({ applied: 0, left: 1 });
      expect(await migrate(db, [first, second, third, create('four')], 4, 'expand')).toEqual({ applied: 2, left: 0 });
      expect(await tables(db)).toEqual(['four', 'one', 'schema_migrations', 'three', 'two']);
    });

    it('a new database gets all of them at once', async () => {
      expect(await migrate(await place.open(), [first, third], 1, 'expand')).toEqual({ applied: 2, left: 0 });
    });
  });

  it('a shop from before the initial schema, with its 37 steps, is refused', async () => {
    const db = await place.open();
    await migrate(
      db,
      Array.from({ length: 37 }, (_, at) => create(`step_${at + 1}`)),
      1,
    );
    const before = await tables(db);
    await expect(migrate(db, migrations, 2)).rejects.toThrow(/otra versión del programa.*No se cambió nada/);
    expect(await tables(db)).toEqual(before);
  });

  it('several simultaneous starts in one process apply them once', async () => {
    const dbs = await Promise.all(Array.from({ length: 8 }, async () => place.open()));
    const applied = await Promise.all(dbs.map(async (db) => migrate(db, migrations, 1)));
    expect(applied.reduce((sum, { applied: count }) => sum + count, 0)).toBe(migrations.length);
  });

  it('three processes on a fresh database apply them once, and all start', async () => {
    const workers = Array.from({ length: 3 }, () =>
      startWorker('database-worker.ts', ['migrate', place.folder, place.url]),
    );
    expect(
      await Promise.all(workers.map(async ({ ended }) => ended)),
      workers.map(({ output }) => output()).join(''),
    ).toEqual([0, 0, 0]);
    const applied = workers.map(({ lines }) => Number(lines()[0]?.split(' ')[1]));
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(migrations.length);
    expect(await tables(await place.open())).toEqual([...tableNames, 'schema_migrations'].toSorted());
  });
});

describe('a later step', () => {
  /** Number of the first step that no table names yet. */
  const next =
    1 +
    Math.max(
      ...Object.values<Table>(declared).flatMap(({ since = 1, columns, indexes = {} }) => [
        since,
        ...[...Object.values(columns), ...Object.values(indexes)].map(({ step }) => step),
      ]),
    );
  const users = {
    ...declared.users,
    columns: {
      ...declared.users.columns,
      nickname: text().orNull().since(next),
      greets: flag().withDefault(1).since(next),
      greetings: integer()
        .withDefault(0)
        .since(next + 1),
    },
    indexes: {
      ...declared.users.indexes,
      users_nickname: unique('nickname').where('nickname is not null').since(next),
    },
  };
  const greetings = table({
    owner: 'modules/auth',
    columns: {
      id: text(),
      user_id: text(),
      seen: flag()
        .withDefault(0)
        .since(next + 1),
    },
    key: ['id'],
    indexes: { greetings_user: index('user_id') },
    since: next,
  });
  const planted = { ...declared, users, greetings };
  const steps: readonly Migration[] = [
    ...migrations,
    ...oneByOne(statementsOf(planted, next)),
    {
      fills: 'nicknames',
      fill: async (tx) => void (await sql`update users set nickname = lower(name)`.execute(tx)),
    },
    ...oneByOne(statementsOf(planted, next + 1)),
  ];

  it('leaves the first one unchanged, and adds its tables and columns to a running shop', async () => {
    expect(migrations[0]).toEqual({ statements: statementsOf(planted, 1) });
    expect(statementsOf(planted, next)).toEqual([
      'create table "greetings" (\n  "id" text not null,\n  "user_id" text not null,\n  constraint "greetings_pkey" primary key ("id")\n)',
      'alter table "users" add column "nickname" text',
      'alter table "users" add column "greets" bigint not null default 1',
      'create index "greetings_user" on "greetings" ("user_id")',
      'create unique index "users_nickname" on "users" ("nickname") where nickname is not null',
    ]);
    const db = await place.open();
    await migrate(db, migrations, 1);
    await db.withTx(async (tx) => tx.insertInto('users').values(bareUserRow('Ana')).execute());
    expect((await migrate(db, steps, 2)).applied).toBe(8);
    const { rows } = await sql`select nickname, greets, greetings from users`.execute(db.handle);
    expect(rows).toEqual([{ nickname: 'ana', greets: 1, greetings: 0 }]);
    const greetings = (await db.handle.introspection.getTables()).find(({ name }) => name === 'greetings');
    expect(greetings?.columns.map(({ name }) => name)).toEqual(['id', 'user_id', 'seen']);
  });

  it('that failed after some of its statements continues where it ended', async () => {
    const db = await place.open();
    await migrate(db, steps.slice(0, migrations.length + 3), 1);
    await db.withTx(async (tx) => tx.insertInto('users').values(bareUserRow('Ana')).execute());
    expect((await migrate(db, steps, 2)).applied).toBe(5);
    const { rows } = await sql`select nickname from users`.execute(db.handle);
    expect(rows).toEqual([{ nickname: 'ana' }]);
  });

  it('changes one thing of the schema, or rows, like every existing step', () => {
    for (const step of migrations.slice(1)) expect('fill' in step ? [1] : step.statements).toHaveLength(1);
  });

  it('is applied in a new shop too, with the same result', async () => {
    const db = await place.open();
    expect((await migrate(db, steps, 1)).applied).toBe(migrations.length + 8);
    expect(await tables(db)).toEqual([...tableNames, 'greetings', 'schema_migrations'].toSorted());
  });
});
