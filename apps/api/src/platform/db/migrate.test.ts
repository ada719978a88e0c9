import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../migrations/migrations.ts';
import { makeTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { startWorker } from '../../testing/run-worker.ts';
import type { Db } from './db.ts';
import { type Migration, MigrationError, migrate } from './migrate.ts';
import { tableNames } from './dump.ts';

let place: TestDb;
let folder: string;
beforeEach(async () => {
  place = await makeTestDb();
  folder = await mkdtemp(join(tmpdir(), 'cuentos-migrations-'));
});
afterEach(async () => {
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A step whose file holds `text`, so that its hash is known to change with it. */
async function step(number: number, text: string, up: (db: Kysely<never>) => Promise<void>): Promise<Migration> {
  const path = join(folder, `${number}.ts`);
  await writeFile(path, text);
  return { number, file: pathToFileURL(path), up };
}

const create = (table: string) => async (db: Kysely<never>) => {
  await sql`create table ${sql.table(table)} (id bigint not null primary key)`.execute(db);
};
const tables = async (db: Db) => (await db.handle.introspection.getTables()).map(({ name }) => name).toSorted();
const ledger = async (db: Db) =>
  (await sql<{ number: number }>`select number from schema_migrations order by number`.execute(db.handle)).rows.map(
    ({ number }) => number,
  );

describe('migrations', () => {
  it('apply in order, once', async () => {
    const db = await place.open();
    const steps = [await step(1, 'a', create('one')), await step(2, 'b', create('two'))];
    expect(await migrate(db, steps.slice(0, 1), 1)).toBe(1);
    expect(await migrate(db, steps, 2)).toBe(1);
    expect(await migrate(db, steps, 3)).toBe(0);
    expect(await ledger(db)).toEqual([1, 2]);
    expect(await tables(db)).toEqual(['one', 'schema_migrations', 'two']);
  });

  it('that fail leave nothing, and the next start can go on', async () => {
    const db = await place.open();
    const good = await step(1, 'a', create('one'));
    const bad = await step(2, 'b', async (tx) => {
      await create('half')(tx);
      await sql`insert into half (id) values (1)`.execute(tx);
      throw new Error('broken step');
    });
    await expect(migrate(db, [good, bad], 1)).rejects.toThrow('broken step');
    expect(await tables(db)).toEqual(['one', 'schema_migrations']);
    expect(await ledger(db)).toEqual([1]);
    expect(await migrate(db, [good, await step(2, 'b', create('half'))], 2)).toBe(1);
  });

  it('whose file changed after they were applied stop the start', async () => {
    const db = await place.open();
    await migrate(db, [await step(1, 'a', create('one'))], 1);
    const changed = await step(1, 'A', create('other'));
    await expect(migrate(db, [changed], 2)).rejects.toThrow(
      new MigrationError('migration 1 changed after it was applied'),
    );
    expect(await tables(db)).toEqual(['one', 'schema_migrations']);
  });

  it('are the same with the line ends of another system', async () => {
    const db = await place.open();
    await migrate(db, [await step(1, 'a\nb\n', create('one'))], 1);
    expect(await migrate(db, [await step(1, 'a\r\nb\r\n', create('one'))], 2)).toBe(0);
  });

  it('with a gap or twice the same number touch nothing', async () => {
    const db = await place.open();
    const steps = [await step(1, 'a', create('one')), await step(3, 'c', create('three'))];
    await expect(migrate(db, steps, 1)).rejects.toThrow(MigrationError);
    await expect(migrate(db, [steps[0]!, steps[0]!], 1)).rejects.toThrow(MigrationError);
    expect(await tables(db)).toEqual([]);
  });

  it('an older program refuses a newer database', async () => {
    const db = await place.open();
    const steps = [await step(1, 'a', create('one')), await step(2, 'b', create('two'))];
    await migrate(db, steps, 1);
    await expect(migrate(db, steps.slice(0, 1), 2)).rejects.toThrow(/newer version/);
  });

  it('by several starters of one process happen once', async () => {
    const dbs = await Promise.all(Array.from({ length: 8 }, async () => place.open()));
    const applied = await Promise.all(dbs.map(async (db) => migrate(db, migrations, 1)));
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(migrations.length);
  });

  it('by three processes on a fresh database happen once, and all of them start', async () => {
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
  }, 20_000);
});
