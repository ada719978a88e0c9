import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import { errorCode } from '../error-code.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Database, Tx } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type { Tx };

/** The database as modules see it. */
export interface Db {
  readonly engine: Engine;
  /** For reads outside transactions: on SQLite a second, read-only connection that never waits for a writer. */
  readonly read: Kysely<Database>;
  /**
   * Runs `work` in a serializable transaction and repeats it when the engine reports a conflict, so `work` must do
   * nothing but database work: no network, no mail. Not re-entrant.
   */
  withTx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rejects when the database cannot be used now. */
  ping(): Promise<void>;
  /** Underlying handle, for migrations, tests and backups. */
  readonly handle: Kysely<Database>;
  close(): Promise<void>;
}

/** Where a query runs: inside the caller's transaction, or outside of any. */
export type Connection = Db['read'] | Tx;

const ATTEMPTS = 30;

interface DbParts {
  readonly engine: Engine;
  readonly writer: Kysely<Database>;
  readonly reader: Kysely<Database>;
}

/** Joins a writer and a reader into a {@link Db}. */
export function createDb({ engine, writer, reader }: DbParts): Db {
  const inside = new AsyncLocalStorage<true>();
  const runOnce = engine === 'sqlite' ? createGroupCommit(writer) : createSerializable(writer);
  return {
    engine,
    read: reader,
    handle: writer,
    async withTx(work) {
      if (inside.getStore()) throw new Error('withTx inside withTx would wait for itself');
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(async (tx) => inside.run(true, async () => work(tx)));
        } catch (error) {
          if (!isConflict(error) || attempt === ATTEMPTS) throw error;
          await backOff(attempt);
        }
      }
    },
    async ping() {
      await sql`select 1`.execute(writer);
    },
    async close() {
      if (reader !== writer) await reader.destroy();
      await writer.destroy();
    },
  };
}

/** PostgreSQL runs writers side by side; serializable makes a conflict fail instead of losing an update. */
function createSerializable(writer: Kysely<Database>): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  return async (work) => writer.transaction().setIsolationLevel('serializable').execute(work);
}

/** Serialization failure, deadlock, or a lock held by another process. */
function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01' || code.startsWith('SQLITE_BUSY');
}

/** Unique key violated: somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** PostgreSQL: a table or its type was made by somebody else in between. */
export function isDuplicateObject(error: unknown): boolean {
  return ['42710', '42P07'].includes(errorCode(error));
}

/** The engine could not be reached or had no room; worth trying again later, not a fault of the request. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  return (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'ENOSPC',
      '57P01',
      '57P02',
      '57P03',
      '53300',
      'SQLITE_FULL',
      'SQLITE_IOERR',
    ].includes(code) ||
    code.startsWith('08') ||
    code.startsWith('SQLITE_BUSY') ||
    code.startsWith('SQLITE_IOERR') ||
    (error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message))
  );
}

/** PostgreSQL takes no U+0000 in text; whatever was asked for with one does not exist. */
export function isUnstorableText(error: unknown): boolean {
  return errorCode(error) === '22021';
}

async function backOff(attempt: number): Promise<void> {
  const limit = Math.min(200, 5 * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * limit));
}
