import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../platform/db/migrations.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';

/** A database for one test file; `url` is null when the file's own SQLite is meant. */
export interface TestDatabase {
  readonly url: string | null;
  drop(): Promise<void>;
}

interface Wanted {
  /** With the schema already there: a copy is made several times as fast as the migrations run. */
  readonly schema: boolean;
  /** Where SQLite has its file. */
  readonly folder: string;
}

/** On PostgreSQL makes a database of its own beside the one that `TEST_DATABASE_URL` names. */
export async function createTestDatabase({ schema, folder }: Wanted): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    if (schema) await writeFile(join(folder, SQLITE_FILE), await (migratedFile ??= makeMigratedFile()));
    return { url: null, drop: async () => undefined };
  }
  const template = schema ? await (migrated ??= migratedTemplate(server)) : 'template1';
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, async (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return {
    url: besides(server, name),
    drop: async () => onServer(server, async (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

const SQLITE_FILE = 'shop.sqlite';

/** Made once per process. */
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

/** Asked for once per process. */
let migrated: Promise<string> | undefined;

/** Name of an empty database with the schema of these migrations; the first process that asks makes it. */
async function migratedTemplate(server: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex');
  const name = `test_template_${hash.slice(0, 16)}`;
  await onServer(server, async (client) => {
    // Held until the connection ends, so that other processes wait for the finished one.
    await client.query('select pg_advisory_lock(7281)');
    const known = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (known.rowCount !== 0) return;
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

function besides(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
