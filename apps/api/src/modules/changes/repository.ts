import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { DataEpochRow, ReaderChangeRow } from '../../platform/db/tables/changes.ts';

/** Parameters of one query at most. */
const CHUNK = 500;

/**
 * Returns the reader's next revision. The row stays locked until the transaction ends, so that revisions are committed
 * in order: a device that has one has all earlier ones. It reads nothing that could conflict with another reader's
 * change.
 */
export async function nextRevision(tx: Tx, userId: string): Promise<number> {
  const { revision } = await tx
    .insertInto('reader_revisions')
    .values({ user_id: userId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ revision: eb('reader_revisions.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

export async function saveChange(tx: Tx, row: ReaderChangeRow): Promise<void> {
  const { revision, version } = row;
  await tx
    .insertInto('reader_changes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'topic', 'part_id']).doUpdateSet({ revision, version }))
    .execute();
}

/** The newest revision of each of these readers. */
export async function revisionsOf(connection: Connection, userIds: readonly string[]): Promise<Map<string, number>> {
  const revisions = new Map<string, number>();
  for (let start = 0; start < userIds.length; start += CHUNK) {
    const rows = await connection
      .selectFrom('reader_revisions')
      .selectAll()
      .where('user_id', 'in', userIds.slice(start, start + CHUNK))
      .execute();
    for (const { user_id: id, revision } of rows) revisions.set(id, revision);
  }
  return revisions;
}

/** Reads the changes after a number, the oldest first. */
export async function changesAfter(connection: Connection, userId: string, since: number): Promise<ReaderChangeRow[]> {
  return connection
    .selectFrom('reader_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revision', '>', since)
    .orderBy('revision')
    .execute();
}

/** A number that is another one once any other connection has committed. SQLite only, where asking for it reads no table. */
export async function dataVersion(connection: Connection): Promise<number | undefined> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(connection);
  return rows[0]?.data_version;
}

/** Finds the epoch. Undefined before the first device asks for changes, in a new shop and after a restore. */
export async function findEpoch(connection: Connection): Promise<DataEpochRow | undefined> {
  return connection.selectFrom('data_epochs').selectAll().executeTakeFirst();
}

/** Keeps an epoch unless there is one. */
export async function insertEpoch(tx: Tx, row: DataEpochRow): Promise<void> {
  await tx
    .insertInto('data_epochs')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function deleteEpoch(tx: Tx): Promise<void> {
  await tx.deleteFrom('data_epochs').execute();
}
