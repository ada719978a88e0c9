import type { Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Reads the last result of each check. */
export async function listResults(db: Db): Promise<Database['setup_results'][]> {
  return db.read.selectFrom('setup_results').selectAll().execute();
}

export async function saveResult(tx: Tx, result: Database['setup_results']): Promise<void> {
  const { finding, checked_at } = result;
  await tx
    .insertInto('setup_results')
    .values(result)
    .onConflict((conflict) => conflict.column('check_name').doUpdateSet({ finding, checked_at }))
    .execute();
}
