import { Socket } from 'node:net';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
} from 'kysely';
import pg from 'pg';
import { errorCode } from '../error-code.ts';
import { createDb, type Db, listenedBy, type PoolLoad, type StatementListener } from './db.ts';
import type { Database } from './schema.ts';

/** int8 arrives as text from PostgreSQL; every integer of the schema is below 2^53. */
const INT8 = 20;
const POOL_SIZE = 10;
/** Time limit for a new connection, and for one that another caller returns. */
const CONNECT_WITHIN_MS = 5000;
/** The server itself ends a statement, a wait for a lock included, after this long. */
const STATEMENT_WITHIN_MS = 8000;
/** Silence after which a server counts as gone: it was stopped, or the connection was cut without notice. */
const SILENCE_MS = 10_000;
/** PostgreSQL's code for a setting that it does not have. */
const UNKNOWN_SETTING = '42704';
/** Locks of a frozen process are released to the others after this long. */
const IDLE_TRANSACTION_MS = 15_000;
const KEEPALIVE_AFTER_MS = 10_000;

/** Limits of time of a transaction, as the server enforces them. */
const TRANSACTION_LIMITS = `set local statement_timeout = ${STATEMENT_WITHIN_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`;
/** Compiling a query of ours takes a hundred times as long as running it. */
const NO_COMPILING = '-c jit=off';

class SafePostgresDriver extends PostgresDriver {
  readonly #isPatient: boolean;

  constructor(config: PostgresDialectConfig, isPatient: boolean) {
    super(config);
    this.#isPatient = isPatient;
  }

  /**
   * Reading a small table whole is cheap, which is why the planner prefers it, but it makes a serializable transaction
   * depend on every row, and so conflict with everybody who writes one. Settings are those of the transaction: a session's
   * would stay on a connection that a pooler in between gives to somebody else.
   */
  override async beginTransaction(
    connection: Parameters<PostgresDriver['beginTransaction']>[0],
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    if (settings.isolationLevel !== 'serializable') return super.beginTransaction(connection, settings);
    const begin = 'start transaction isolation level serializable; set local enable_seqscan = off';
    await connection.executeQuery(CompiledQuery.raw(this.#isPatient ? begin : `${begin}; ${TRANSACTION_LIMITS}`));
  }

  /** The first error is the reason; a connection whose rollback fails is thrown away. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super
      .rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0])
      .catch(() => undefined);
  }
}

class SafePostgresDialect extends PostgresDialect {
  readonly #driver: () => Driver;

  constructor(config: PostgresDialectConfig, isPatient: boolean) {
    super(config);
    this.#driver = () => new SafePostgresDriver(config, isPatient);
  }

  override createDriver(): Driver {
    return this.#driver();
  }
}

interface PostgresOptions {
  /** Leaves out every limit of time but the one for connecting. */
  readonly isPatient: boolean;
  readonly onStatement?: StatementListener | undefined;
}

/**
 * Opens PostgreSQL by a pool of connections, none of which can hang for good: whatever the server does not answer in
 * time fails as unavailable, and its connection is replaced.
 * @throws when the server cannot be reached.
 */
export async function openPostgres(
  connectionString: string,
  { isPatient: patient, onStatement }: PostgresOptions,
): Promise<Db> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
  };
  const pool = new pg.Pool({
    connectionString: await withSessionSettings(connectionString, patient),
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    stream: () => (patient ? new Socket() : impatientSocket()),
    types,
  });
  // A client that loses its server emits an error, whether it is idle or in use, which would end the process without a
  // listener. The caller gets the rejected query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const kysely = new Kysely<Database>({
    dialect: new SafePostgresDialect({ pool }, patient),
    ...listenedBy(onStatement),
  });
  await sql`select 1`.execute(kysely);
  const poolLoad = (): PoolLoad => {
    const { totalCount, idleCount, waitingCount } = pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  };
  return createDb({
    engine: 'postgres',
    writeConnection: kysely,
    readConnection: kysely,
    poolLoad,
    isListened: onStatement !== undefined,
  });
}

/**
 * Closes the connection after too long a silence: a limit that only abandons the query would leave its slot of the pool
 * occupied.
 */
function impatientSocket(): Socket {
  const socket = new Socket();
  const silence = Object.assign(new Error('the database server says nothing'), { code: 'ETIMEDOUT' });
  return socket.setTimeout(SILENCE_MS, () => socket.destroy(silence));
}

/**
 * Gives what is read outside of transactions its limit of time, by the address: a connection of the shop's own begins with
 * these settings, and a pooler in between takes none of them over (docs/operations/grow.md). An engine that compiles no
 * queries refuses the word for it, and is asked without.
 */
async function withSessionSettings(connectionString: string, patient: boolean): Promise<string> {
  const limits = patient ? '' : `-c statement_timeout=${STATEMENT_WITHIN_MS}`;
  const withOptions = (...options: readonly string[]): string => {
    const url = new URL(connectionString);
    const own = url.searchParams.get('options') ?? '';
    url.searchParams.set('options', [...options, own].filter((option) => option !== '').join(' '));
    return url.href;
  };
  const address = withOptions(limits, NO_COMPILING);
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return address;
  } catch (error) {
    if (errorCode(error) === UNKNOWN_SETTING) return withOptions(limits);
    throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
}
