import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';
import { SafeSqliteDialect, openSqlite } from './sqlite-dialect.ts';
import { type Db, createDb } from './db.ts';

/** int8 arrives as text from PostgreSQL; every integer of the schema is below 2^53. */
const INT8 = 20;
const POOL_SIZE = 10;

/**
 * Opens the database that the settings name: PostgreSQL when there is a URL, else SQLite in the data folder.
 * @throws when SQLite would not write durably or PostgreSQL is unreachable.
 */
export async function openDb(options: { dataDir: string; databaseUrl?: string | undefined }): Promise<Db> {
  return options.databaseUrl
    ? openPostgres(options.databaseUrl)
    : openSqliteFile(join(options.dataDir, 'shop.sqlite'), options.dataDir);
}

async function openSqliteFile(file: string, folder: string): Promise<Db> {
  mkdirSync(folder, { recursive: true });
  const writer = openSqlite({ file });
  const durable = writer.pragma('synchronous', { simple: true });
  // 2 is FULL: without it a power cut may lose the last acknowledged rows.
  if (durable !== 2) throw new Error(`SQLite runs with synchronous=${String(durable)} instead of FULL`);
  const reader = openSqlite({ file, readonly: true });
  return createDb({
    engine: 'sqlite',
    writer: new Kysely<Database>({ dialect: new SafeSqliteDialect(writer) }),
    reader: new Kysely<Database>({ dialect: new SafeSqliteDialect(reader) }),
  });
}

async function openPostgres(connectionString: string): Promise<Db> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
  };
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: 5000,
    types: types,
  });
  // Compiling a query of ours takes a hundred times as long as running it; engines without that setting refuse, unheard.
  pool.on('connect', (client) => {
    client.query('set jit = off').catch(() => undefined);
  });
  // An idle client that loses its server emits here; the pool replaces it on the next query.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  await sql`select 1`.execute(kysely);
  return createDb({ engine: 'postgres', writer: kysely, reader: kysely });
}
