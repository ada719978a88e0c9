import type { Connection, Tx } from '../../platform/db/db.ts';
import type { AlertRow } from '../../platform/db/tables/operation.ts';

/** Alerts that last, and those that ended and are kept for a while. */
export async function listAlerts(connection: Connection): Promise<AlertRow[]> {
  return connection.selectFrom('alerts').selectAll().orderBy('since').orderBy('name').execute();
}

export async function findAlert(connection: Connection, name: AlertRow['name']): Promise<AlertRow | undefined> {
  return connection.selectFrom('alerts').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function saveAlert(tx: Tx, { name, ...change }: AlertRow): Promise<void> {
  await tx
    .insertInto('alerts')
    .values({ name, ...change })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute();
}

export async function deleteAlert(tx: Tx, name: AlertRow['name']): Promise<void> {
  await tx.deleteFrom('alerts').where('name', '=', name).execute();
}

/** Jobs that a process runs at this moment, by the time of the database's own leases. */
export async function heldLeases(connection: Connection): Promise<string[]> {
  const rows = await connection.selectFrom('leases').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}
