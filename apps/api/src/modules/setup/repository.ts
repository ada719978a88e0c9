import type { Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';

type MaintenanceRun = Database['maintenance_runs'];

/** The last run of some kinds, with some outcome or any. */
export async function lastRun(
  db: Db,
  kinds: readonly MaintenanceRun['kind'][],
  outcome?: MaintenanceRun['outcome'],
): Promise<MaintenanceRun | undefined> {
  let query = db.read.selectFrom('maintenance_runs').selectAll().where('kind', 'in', kinds);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export async function insertRun(tx: Tx, run: MaintenanceRun): Promise<void> {
  await tx.insertInto('maintenance_runs').values(run).execute();
}

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
