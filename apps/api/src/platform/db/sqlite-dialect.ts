import BetterSqlite3 from 'better-sqlite3';
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  CompiledQuery,
} from 'kysely';

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
export function openSqlite({ file, readonly = false }: SqliteOptions): BetterSqlite3.Database {
  const database = new BetterSqlite3(file, { readonly, timeout: BUSY_TIMEOUT_MS });
  if (!readonly) retryBusy(() => database.pragma('journal_mode = WAL'));
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
    const known = statements.get(source);
    // A statement that is still iterating cannot serve a second query.
    if (known && !known.busy) return known;
    const statement = prepare(source);
    if (statements.size >= STATEMENT_CACHE_SIZE) statements.delete(statements.keys().next().value ?? '');
    statements.set(source, statement);
    return statement;
  };
  Object.defineProperty(database, 'prepare', { value: cached });
}

/** Takes the write lock at BEGIN: a deferred transaction that reads first cannot be retried by waiting. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls schema changes back like any other; a failing migration leaves nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite dialect with the three defaults corrected that lose data between two processes. */
export class SafeSqliteDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    const config = { database: this.#database };
    return this.#database.readonly ? new SqliteDriver(config) : new ImmediateDriver(config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}
