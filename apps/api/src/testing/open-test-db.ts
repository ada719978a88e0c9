import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../platform/db/migrations.ts';
import type { Db } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';
import { readStatement } from './common-sql.ts';
import { createTestDatabase } from './test-database.ts';

/** A new empty database that several handles and processes may open. */
export interface TestDb {
  readonly folder: string;
  /** Empty when the engine is SQLite. */
  readonly url: string;
  /** Opens one more connection, as another process would. */
  open(): Promise<Db>;
  drop(): Promise<void>;
}

/** Creates the database; {@link openTestDb} also applies the schema. */
export async function makeTestDb(
  wanted: { readonly schema: boolean; readonly language?: string } = { schema: false },
): Promise<TestDb> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-db-'));
  const database = await createTestDatabase({ ...wanted, folder });
  const handles: Db[] = [];
  return {
    folder,
    url: database.url ?? '',
    async open() {
      const db = await openDb({ dataDir: folder, databaseUrl: database.url ?? undefined, onStatement: readStatement });
      handles.push(db);
      return db;
    },
    async drop() {
      for (const db of handles) await db.close().catch(() => undefined);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function openTestDb(): Promise<TestDb & { readonly db: Db }> {
  const place = await makeTestDb({ schema: true });
  const db = await place.open();
  // Applies nothing to a copy of a database that has the schema.
  await migrate(db, migrations, 0);
  return { ...place, db };
}
