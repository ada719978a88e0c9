import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Runs statements one after the other, for tests that may not use the query builder. */
export async function runSql(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db.handle);
}
