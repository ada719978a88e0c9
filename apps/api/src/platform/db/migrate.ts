import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Db, isDuplicateObject, isUniqueViolation } from './db.ts';

/** One numbered step of the schema. A published file never changes: its hash is checked at every start. */
export interface Migration {
  readonly number: number;
  readonly file: URL;
  readonly up: (db: Kysely<never>) => Promise<void>;
}

interface Ledger {
  schema_migrations: { number: number; hash: string; applied_at: number };
}

/** The database and the files of migrations disagree; starting would risk the data. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Applies what is missing, in order, each step in its own transaction. The row that records a step is inserted
 * first: its key is the lock that makes a second starter wait and then find the work done.
 * @returns how many steps were applied.
 * @throws {MigrationError} when numbers leave a gap, a published file changed, or the database is newer.
 */
export async function migrate(db: Db, migrations: readonly Migration[], now: number): Promise<number> {
  const steps = await Promise.all(migrations.map(async (step) => ({ ...step, hash: await hashOf(step.file) })));
  for (const [index, step] of steps.entries()) {
    if (step.number !== index + 1)
      throw new MigrationError(`migration ${step.number} stands where ${index + 1} should`);
  }
  const ledger = db.handle as unknown as Kysely<Ledger>;
  await createLedger(db);
  let applied = 0;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const rows = await ledger.selectFrom('schema_migrations').selectAll().orderBy('number').execute();
    if (rows.length > steps.length)
      throw new MigrationError('the database was made by a newer version of this program');
    for (const row of rows) {
      if (steps[row.number - 1]?.hash !== row.hash)
        throw new MigrationError(`migration ${row.number} changed after it was applied`);
    }
    const next = steps[rows.length];
    if (!next) return applied;
    if (await apply(db, next, next.hash, now)) applied += 1;
  }
  throw new MigrationError('another process kept changing the schema');
}

async function apply(db: Db, step: Migration, hash: string, now: number): Promise<boolean> {
  try {
    await db.withTx(async (tx) => {
      const ledger = tx as unknown as Kysely<Ledger>;
      await ledger.insertInto('schema_migrations').values({ number: step.number, hash, applied_at: now }).execute();
      await step.up(tx as unknown as Kysely<never>);
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * `if not exists` may still collide on PostgreSQL when two starters create it at once: in the table's key, in its type
 * or in its name, whichever they reach together. On SQLite a starter that is migrating holds the lock for longer than
 * a statement waits, hence `withTx`, which waits on.
 */
async function createLedger(db: Db): Promise<void> {
  const create = sql`create table if not exists schema_migrations
    (number bigint not null primary key, hash text not null, applied_at bigint not null)`;
  const attempt = async (): Promise<unknown> => db.withTx(async (tx) => create.execute(tx));
  try {
    await attempt();
  } catch (error) {
    if (!isUniqueViolation(error) && !isDuplicateObject(error)) throw error;
    await attempt();
  }
}

async function hashOf(file: URL): Promise<string> {
  const source = await readFile(file, 'utf8');
  return createHash('sha256').update(source.replaceAll('\r\n', '\n')).digest('hex');
}
