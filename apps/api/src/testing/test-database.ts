import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../platform/db/migrations.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';
import { tableNames } from '../platform/db/schema.ts';

/** A database for one test file; `url` is null for an SQLite file in the test's folder. */
export interface TestDatabase {
  readonly url: string | null;
  drop(): Promise<void>;
}

interface Wanted {
  /** Whether to include the schema: copying it is several times as fast as running the migrations. */
  readonly schema: boolean;
  /** Folder of the SQLite file. */
  readonly folder: string;
  /** Language by which PostgreSQL compares texts; by default it compares bytes. */
  readonly language?: string;
}

/** Creates a database on the PostgreSQL server that `TEST_DATABASE_URL` names. */
export async function createTestDatabase({ schema, folder, language }: Wanted): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    if (schema) await writeFile(join(folder, SQLITE_FILE), await (migratedFile ??= makeMigratedFile()));
    return { url: null, drop: async () => undefined };
  }
  if (schema) return borrowDatabase(server, await (migrated ??= migratedTemplate(server)));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const order = language === undefined ? '' : ` template template0 locale_provider icu icu_locale '${language}'`;
  await onServer(server, async (client) => client.query(`create database ${name}${order}`));
  return {
    url: besides(server, name),
    drop: async () =>
      onServer(server, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

/**
 * Returns a database with the schema that an earlier test gave back, or a copy of the template. Creating and dropping a
 * PostgreSQL database takes longer than most tests. Its comment tells the processes of a run whether it is unused.
 */
async function borrowDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = await onServer(server, async (client) => {
    // One process at a time looks for an unused database.
    await client.query('select pg_advisory_lock(7282)');
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database
       where starts_with(datname, $1) and shobj_description(oid, 'pg_database') = 'spare' limit 1`,
      [`${template}_`],
    );
    const spare = rows[0]?.datname;
    if (spare !== undefined) await client.query(`comment on database ${spare} is 'taken'`);
    await client.query('select pg_advisory_unlock(7282)');
    if (spare !== undefined) return spare;
    const fresh = `${template}_${randomBytes(8).toString('hex')}`;
    await client.query(`create database ${fresh} template ${template} strategy file_copy`);
    return fresh;
  });
  const url = besides(server, name);
  return {
    url: throughPooler(url),
    drop: async () =>
      onServer(url, async (client) => {
        // A test may have made it read-only.
        await client.query('set default_transaction_read_only = off');
        await client.query(`alter database ${name} reset all`);
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          [name],
        );
        await client.query(emptyTables);
        await client.query(`comment on database ${name} is 'spare'`);
      }),
  };
}

/**
 * Empties all tables except the schema's own rows. A table that grew gets new files, so that the next test does not
 * scan its free space.
 */
const emptyTables = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    foreach name in array array[${tableNames.map((name) => `'${name}'`).join(', ')}] loop
      if pg_relation_size(name::regclass) > 100000 then execute format('truncate %I cascade', name);
      else execute format('delete from %I', name);
      end if;
    end loop;
  end $$;`;

const SQLITE_FILE = 'shop.sqlite';

/** The SQLite file with the schema, made once per process. */
let migratedFile: Promise<Buffer> | undefined;

/** An empty SQLite database with the schema of these migrations. */
async function makeMigratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-template-'));
  try {
    const db = await openDb({ dataDir: folder });
    await migrate(db, migrations, 0);
    await db.close();
    return await readFile(join(folder, SQLITE_FILE));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The name of the template database, determined once per process. */
let migrated: Promise<string> | undefined;

/** Returns the name of an empty database with the schema; the first process that asks creates it. */
async function migratedTemplate(server: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex');
  const name = `test_template_${hash.slice(0, 16)}`;
  await onServer(server, async (client) => {
    // Held until the connection ends, so that other processes wait for the finished template.
    await client.query('select pg_advisory_lock(7281)');
    const existing = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (existing.rowCount !== 0) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const db = await openDb({ dataDir: '', databaseUrl: besides(server, unfinished) });
    await migrate(db, migrations, 0);
    await db.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/**
 * Returns the address for the shop: PgBouncer's if the run has one. Tests themselves connect to the server directly.
 */
function throughPooler(address: string): string {
  const port = process.env['TEST_POOLER_PORT'];
  if (port === undefined) return address;
  const url = new URL(address);
  url.port = port;
  return url.href;
}

function besides(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
