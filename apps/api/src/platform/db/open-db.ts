import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { errorCode } from '../error-code.ts';
import { createDb, type Db, listenedBy, type StatementListener } from './db.ts';
import { openPostgres } from './open-postgres.ts';
import type { Database } from './schema.ts';

/** Better-sqlite3 waits synchronously on a locked file, which stops the event loop: keep it short and retry in `withTx`. */
const BUSY_TIMEOUT_MS = 100;
const WAL_ATTEMPTS = 50;

export interface SqliteOptions {
  readonly file: string;
  readonly readonly?: boolean;
}

/**
 * Opens a SQLite file with the pragmas that keep acknowledged writes: WAL, `synchronous=FULL`, foreign
 * keys. Statements are prepared once per text, since Kysely itself prepares each anew.
 */
function openSqlite({ file, readonly = false }: SqliteOptions): BetterSqlite3.Database {
  const database = new BetterSqlite3(file, { readonly, timeout: BUSY_TIMEOUT_MS });
  if (!readonly) {
    retryBusy(() => database.pragma('journal_mode = WAL'));
    // Overwrites deleted rows, so that no free page of the file keeps an erased person.
    database.pragma('secure_delete = ON');
  }
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  cacheStatements(database);
  return database;
}

/** The pragma answers SQLITE_BUSY in spite of the timeout when two processes open a new file at once. */
function retryBusy(action: () => unknown): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      action();
      return;
    } catch (error) {
      const busy = error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || attempt === WAL_ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

const STATEMENT_CACHE_SIZE = 500;

function cacheStatements(database: BetterSqlite3.Database): void {
  const prepare = database.prepare.bind(database);
  const statements = new Map<string, BetterSqlite3.Statement>();
  const cached = (source: string): BetterSqlite3.Statement => {
    const preparedStatement = statements.get(source);
    // A statement that is still iterating cannot serve a second query.
    if (preparedStatement && !preparedStatement.busy) return preparedStatement;
    const statement = prepare(source);
    if (statements.size >= STATEMENT_CACHE_SIZE) statements.delete(statements.keys().next().value ?? '');
    statements.set(source, statement);
    return statement;
  };
  Object.defineProperty(database, 'prepare', { value: cached });
}

/** Takes the write lock at BEGIN: a deferred transaction that reads first cannot be retried by waiting. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;
  readonly #inode: number;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
    this.#inode = statSync(database.name).ino;
  }

  /** The engine goes on writing into a file that was removed or replaced, which is never read again. */
  #requireFile(): void {
    if (statSync(this.#database.name, { throwIfNoEntry: false })?.ino === this.#inode) return;
    throw Object.assign(new Error('the database file is not there any more'), { code: 'SQLITE_READONLY_DBMOVED' });
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#requireFile();
    // Rolls back a transaction whose commit failed; none of its writes was acknowledged.
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** Ignores a failure of the rollback: on a full disk the engine has rolled back by itself and refuses it. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** SQLite rolls schema changes back like any other; a failing migration leaves nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite dialect with the three defaults corrected that lose data between two processes. */
class SafeSqliteDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    const config = { database: this.#database };
    return this.#database.readonly ? new SqliteDriver(config) : new ImmediateDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Opens the database that the settings name: PostgreSQL when there is a URL, else SQLite in the data folder.
 * @throws when SQLite would not write durably or PostgreSQL is unreachable.
 */
export async function openDb({ dataDir, databaseUrl, patient = false, onStatement }: DbOptions): Promise<Db> {
  if (databaseUrl) return openPostgres(databaseUrl, { isPatient: patient, onStatement });
  return openSqliteFile(join(dataDir, 'shop.sqlite'), dataDir, onStatement);
}

interface DbOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Whether a long wait is allowed, as for a backup at a terminal; a request must not wait so long. */
  readonly patient?: boolean;
  /** Hears of every statement. */
  readonly onStatement?: StatementListener | undefined;
}

async function openSqliteFile(file: string, folder: string, onStatement?: StatementListener): Promise<Db> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepPrivate(file);
  const writeConnection = openSqlite({ file });
  const durable = writeConnection.pragma('synchronous', { simple: true });
  // 2 is FULL: without it a power cut may lose the last acknowledged rows.
  if (durable !== 2) throw new Error(`SQLite runs with synchronous=${String(durable)} instead of FULL`);
  const readConnection = openSqlite({ file, readonly: true });
  const log = listenedBy(onStatement);
  return createDb({
    engine: 'sqlite',
    writeConnection: new Kysely<Database>({ dialect: new SafeSqliteDialect(writeConnection), ...log }),
    readConnection: new Kysely<Database>({ dialect: new SafeSqliteDialect(readConnection), ...log }),
    isListened: onStatement !== undefined,
  });
}

/** SQLite makes its other files with the permissions of this one. */
function keepPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // Does not open an existing file: closing it would drop the locks that this process holds on it.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) chmodSync(name, 0o600);
  }
}
