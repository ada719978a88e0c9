import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { BackupFactsRow, BackupRunRow, KeptBackupRow } from '../../platform/db/tables/operation.ts';

/** Keys that are remembered. An operator seldom changes the key, so that these reach back for years. */
const USED_KEYS = 5;

type MaintenanceRun = Database['maintenance_runs'];

/** The last backup, restore or trial of some kinds, with some outcome or any. */
export async function lastMaintenance(
  db: Db,
  kinds: readonly MaintenanceRun['kind'][],
  outcome?: MaintenanceRun['outcome'],
): Promise<MaintenanceRun | undefined> {
  let query = db.read.selectFrom('maintenance_runs').selectAll().where('kind', 'in', kinds);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export async function insertMaintenance(tx: Tx, run: MaintenanceRun): Promise<void> {
  await tx.insertInto('maintenance_runs').values(run).execute();
}

/** The backup that was asked for last, however it ended. */
export async function lastRun(connection: Connection): Promise<BackupRunRow | undefined> {
  return connection
    .selectFrom('backup_runs')
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Backups that have not ended, the oldest first. */
export async function openRuns(connection: Connection): Promise<BackupRunRow[]> {
  return connection
    .selectFrom('backup_runs')
    .selectAll()
    .where('state', 'in', ['asked', 'running'])
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/** Every try to make the backup of a day. */
export async function runsOfDay(connection: Connection, day: string): Promise<BackupRunRow[]> {
  return connection.selectFrom('backup_runs').selectAll().where('day', '=', day).orderBy('asked_at').execute();
}

/** The last backup that ended, of those with an outcome. */
export async function lastEnded(connection: Connection, outcome?: 'good' | 'bad'): Promise<BackupRunRow | undefined> {
  const states = outcome === undefined ? (['good', 'bad'] as const) : [outcome];
  return connection
    .selectFrom('backup_runs')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertRun(tx: Tx, run: BackupRunRow): Promise<void> {
  await tx.insertInto('backup_runs').values(run).execute();
}

/** Changes a run that has not ended. @returns whether there is one */
export async function updateRun(tx: Tx, id: string, change: Partial<Omit<BackupRunRow, 'id'>>): Promise<boolean> {
  const changed = await tx
    .updateTable('backup_runs')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'running'])
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function deleteRunsBefore(tx: Tx, instant: number): Promise<void> {
  await tx.deleteFrom('backup_runs').where('asked_at', '<', instant).where('state', 'in', ['good', 'bad']).execute();
}

export async function keptBackups(connection: Connection): Promise<KeptBackupRow[]> {
  return connection.selectFrom('kept_backups').selectAll().orderBy('made_at', 'desc').orderBy('id', 'desc').execute();
}

/** Replaces the list of kept backups. */
export async function replaceKept(tx: Tx, rows: readonly KeptBackupRow[]): Promise<void> {
  await tx.deleteFrom('kept_backups').execute();
  if (rows.length > 0) await tx.insertInto('kept_backups').values(rows).execute();
}

export async function readFacts(connection: Connection): Promise<BackupFactsRow | undefined> {
  return connection.selectFrom('backup_facts').selectAll().executeTakeFirst();
}

/** Says since when the shop backs itself up, unless that is known. */
export async function insertFacts(tx: Tx, since: number): Promise<void> {
  await tx
    .insertInto('backup_facts')
    .values({ id: 'shop', since, kept_key: null, kept_at: null, used_keys: '[]' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function updateKeptKey(tx: Tx, fingerprint: string, at: number): Promise<void> {
  await tx.updateTable('backup_facts').set({ kept_key: fingerprint, kept_at: at }).execute();
}

/** A key that closed backups, by its fingerprint, and when it closed the last one, epoch milliseconds. */
export interface UsedKey {
  readonly fingerprint: string;
  readonly at: number;
}

/** Keys that closed backups, the one of the last backup first. */
export const usedKeysOf = (facts: BackupFactsRow | undefined): readonly UsedKey[] =>
  facts === undefined ? [] : (JSON.parse(facts.used_keys) as UsedKey[]);

/** Records the key of a backup as the last used one. */
export async function noteUsedKey(tx: Tx, used: UsedKey): Promise<void> {
  await insertFacts(tx, used.at);
  const others = usedKeysOf(await readFacts(tx)).filter(({ fingerprint }) => fingerprint !== used.fingerprint);
  const used_keys = JSON.stringify([used, ...others].slice(0, USED_KEYS));
  await tx.updateTable('backup_facts').set({ used_keys }).execute();
}
