import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Rejects when the database's own disk has no room. A change of one row says little, for it may go where old rows
 * were; more than fits into the memory allowed for sorting has to be written to new files there. SQLite's disk is that
 * of the data folder, which is asked by itself.
 */
export async function proveRoom(db: Db): Promise<void> {
  if (db.engine !== 'postgres') return;
  await db.read.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx);
    await sql`select count(*) from (select n from generate_series(1, 30000) n order by n desc offset 0) as sorted`.execute(
      tx,
    );
  });
}
