import type { Connection, Tx } from '../../platform/db/db.ts';
import type { AppPasswordRow } from '../../platform/db/tables/accounts.ts';

/** A user's passwords for reading apps, the newest first. */
export async function listAppPasswords(connection: Connection, userId: string): Promise<AppPasswordRow[]> {
  return connection
    .selectFrom('app_passwords')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Finds a password of any user by its hash. */
export async function findAppPassword(connection: Connection, hash: string): Promise<AppPasswordRow | undefined> {
  return connection.selectFrom('app_passwords').selectAll().where('password_hash', '=', hash).executeTakeFirst();
}

export async function insertAppPassword(tx: Tx, row: AppPasswordRow): Promise<void> {
  await tx.insertInto('app_passwords').values(row).execute();
}

export async function setAppPasswordUsed(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('app_passwords').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** @returns false when the user has no password with that id */
export async function removeAppPassword(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('app_passwords')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropAppPasswords(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('app_passwords').where('user_id', '=', userId).execute();
}
