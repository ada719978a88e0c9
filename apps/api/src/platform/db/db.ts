import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, KyselyConfig } from 'kysely';
import { errorCode } from '../error-code.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Database, Tx } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export type { Tx };

/** The database as modules see it. */
export interface Db {
  readonly engine: Engine;
  /** Connection for reads outside transactions: on SQLite a second, read-only one that never waits for a writer. */
  readonly read: Kysely<Database>;
  /**
   * Runs `work` in a serializable transaction and repeats it when the engine reports a conflict, so `work` must do
   * nothing but database work: no network, no mail. Not re-entrant.
   */
  withTx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Calls back after each transaction of this process that {@link announce}d something and is committed, with all that it
   * announced. @returns ends it.
   */
  onCommit(listener: (subjects: ReadonlySet<string>) => void): () => void;
  /** Underlying handle, for migrations, tests and backups. */
  readonly handle: Kysely<Database>;
  /** Load of this process on the database. */
  load(): DatabaseLoad;
  close(): Promise<void>;
}

export interface DatabaseLoad {
  /** Transactions that were run again after a conflict, since the process began. */
  readonly retries: number;
  /** Connections of the pool, and callers that wait for one; null on SQLite, which has none. */
  readonly pool: PoolLoad | null;
}

export interface PoolLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A statement that the engine answered or refused, without its values. */
export interface RanStatement {
  readonly sql: string;
  /** How long it took, ms. */
  readonly ms: number;
  readonly failed: boolean;
}

/** Called after each statement, those around transactions included, in the async context of its caller. */
export type StatementListener = (statement: RanStatement) => void;

/** The part of a Kysely's settings by which a listener hears of its statements; empty without one, which costs nothing. */
export const listenedBy = (listener: StatementListener | undefined): Pick<KyselyConfig, 'log'> =>
  listener === undefined
    ? {}
    : {
        log: ({ level, query, queryDurationMillis: ms }) => listener({ sql: query.sql, ms, failed: level === 'error' }),
      };

/** Connection of a query: the caller's transaction, or one outside of transactions. */
export type Connection = Db['read'] | Tx;

const ATTEMPTS = 30;

interface DbParts {
  readonly engine: Engine;
  readonly writeConnection: Kysely<Database>;
  readonly readConnection: Kysely<Database>;
  readonly poolLoad?: () => PoolLoad;
  /** Whether a listener for statements is installed. */
  readonly isListened?: boolean;
}

/** Subjects that running transactions announced. */
const announced = new WeakMap<Tx, Set<string>>();

/**
 * Announces the subject of a transaction to the listeners of {@link Db.onCommit}; subjects of a failed transaction are
 * dropped.
 */
export function announce(tx: Tx, subject: string): void {
  announced.get(tx)?.add(subject);
}

/** Joins a writer and a reader into a {@link Db}. */
export function createDb({ engine, writeConnection, readConnection, poolLoad, isListened = false }: DbParts): Db {
  let retries = 0;
  const inside = new AsyncLocalStorage<true>();
  const listeners = new Set<(subjects: ReadonlySet<string>) => void>();
  const runOnce = engine === 'sqlite' ? createGroupCommit(writeConnection) : createSerializable(writeConnection);
  return {
    engine,
    read: readConnection,
    handle: writeConnection,
    async withTx(work) {
      if (inside.getStore()) throw new Error('withTx inside withTx would wait for itself');
      for (let attempt = 1; ; attempt += 1) {
        const subjects = new Set<string>();
        const run = async (tx: Tx) => {
          // Works that share a commit run one after the other, each with a set of its own.
          announced.set(tx, subjects);
          return inside.run(true, async () => work(tx));
        };
        try {
          // Runs the work in its own caller's async context, not in that of the caller that began the common commit.
          const result = await runOnce(isListened ? AsyncLocalStorage.bind(run) : run);
          if (subjects.size > 0) for (const listener of listeners) listener(subjects);
          return result;
        } catch (error) {
          if (!isConflict(error) || attempt === ATTEMPTS) throw error;
          retries += 1;
          await backOff(attempt);
        }
      }
    },
    load: () => ({ retries, pool: poolLoad?.() ?? null }),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (readConnection !== writeConnection) await readConnection.destroy();
      await writeConnection.destroy();
    },
  };
}

/** PostgreSQL runs writers side by side; serializable makes a conflict fail instead of losing an update. */
function createSerializable(writeConnection: Kysely<Database>): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  return async (work) => writeConnection.transaction().setIsolationLevel('serializable').execute(work);
}

/** Serialization failure, deadlock, or a lock held by another process. */
function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01' || code.startsWith('SQLITE_BUSY');
}

/** Unique key violated: another writer was first. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** PostgreSQL: a table or its type was made by another process in between. */
export function isDuplicateObject(error: unknown): boolean {
  return ['42710', '42P07'].includes(errorCode(error));
}

/** A statement named a table that does not exist. SQLite has no code of its own for that. */
export function isMissingTable(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === '42P01' ||
    (code === 'SQLITE_ERROR' && error instanceof Error && error.message.startsWith('no such table:'))
  );
}

/** Codes of the system: no server, no answer, no room, or a read-only disk. */
const SYSTEM_CODES = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED ETIMEDOUT EPIPE EHOSTUNREACH ENETUNREACH EHOSTDOWN EAI_AGAIN ENOTFOUND ' +
    'ENOSPC ENOMEM EDQUOT EROFS EIO EMFILE ENFILE'
  ).split(' '),
);

/**
 * By PostgreSQL: connection lost (08), no resources (53), ended by the operator or by a limit of time (57), failure of
 * the system (58); a conflict that did not end, a lock not given, an idle transaction (25P03), a read-only
 * replica (25006).
 */
const POSTGRES_CODES = /^(?:08|53|57|58)[0-9A-Z]{3}$|^(?:40001|40P01|55P03|25P03|25006)$/;

const SQLITE_CODES = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|NOMEM|PROTOCOL|NOTADB|CORRUPT)/;

/** Errors of the driver that carry no code. */
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|connection has been discarded|driver has already been destroyed|after calling end on the pool|database connection is not open/;

/**
 * Returns whether the engine could not be reached, was too busy or had no space: the request is valid and may be
 * repeated later. If the answer to a commit was lost, the transaction may have been committed.
 */
export function isUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (SYSTEM_CODES.has(code) || POSTGRES_CODES.test(code) || SQLITE_CODES.test(code)) return true;
  if (!(error instanceof Error)) return false;
  return LOST.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause));
}

/** Returns whether PostgreSQL refused U+0000 in a text; a row with such a text cannot exist. */
export function isUnstorableText(error: unknown): boolean {
  return errorCode(error) === '22021';
}

async function backOff(attempt: number): Promise<void> {
  const limit = Math.min(200, 5 * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * limit));
}
