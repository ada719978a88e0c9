import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database for one test file; `url` is null when the file's own SQLite is meant. */
export interface TestDatabase {
  readonly url: string | null;
  drop(): Promise<void>;
}

/** On PostgreSQL makes an empty database of its own beside the one that `TEST_DATABASE_URL` names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return { url: null, drop: async () => undefined };
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
