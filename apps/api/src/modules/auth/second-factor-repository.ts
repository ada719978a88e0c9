import type { Connection, Tx } from '../../platform/db/db.ts';
import type { SecondFactorRow } from '../../platform/db/tables/accounts.ts';

export async function findFactor(connection: Connection, userId: string): Promise<SecondFactorRow | undefined> {
  return connection.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Keeps a factor in place of one that was begun and never proved. */
export async function saveFactor(tx: Tx, row: SecondFactorRow): Promise<void> {
  const { user_id: _user, ...change } = row;
  await tx
    .insertInto('second_factors')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

export async function activateFactor(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

/** Uses up a period with all before it; of many callers one gets it. */
export async function takeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the factor of a user with its recovery codes. */
export async function dropFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Removes a factor that was begun, or proved, at an instant or later, with its recovery codes. */
export async function dropFactorSince(tx: Tx, userId: string, since: number): Promise<void> {
  const factor = await findFactor(tx, userId);
  if (factor && (factor.confirmed_at ?? factor.created_at) >= since) await dropFactor(tx, userId);
}

/** Puts new recovery codes in place of all older ones. */
export async function replaceCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses a recovery code up; of many callers one gets it. */
export async function takeCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countCodes(connection: Connection, userId: string): Promise<number> {
  const rows = await connection
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .execute();
  return rows.length;
}
