import type { Connection, Tx } from '../../platform/db/db.ts';
import type { PasskeyRow } from '../../platform/db/tables/accounts.ts';

/** A user's passkeys, the newest first. */
export async function listPasskeys(connection: Connection, userId: string): Promise<PasskeyRow[]> {
  return connection
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The passkey that a device calls so. */
export async function findPasskey(connection: Connection, credentialId: string): Promise<PasskeyRow | undefined> {
  return connection.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<void> {
  await tx.insertInto('passkeys').values(row).execute();
}

/** Data that a device signed. */
interface PasskeySignature {
  readonly count: number;
  readonly backedUp: boolean;
}

/**
 * Notes a use of a passkey. A device that counts its uses never repeats a number, so a repeated one means a copied
 * key. @returns whether the count rose, or the device does not count
 */
export async function usePasskey(
  tx: Tx,
  id: string,
  { count, backedUp }: PasskeySignature,
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ sign_count: count, backed_up: backedUp ? 1 : 0, last_used_at: now })
    .where('id', '=', id)
    .where('sign_count', count === 0 ? '=' : '<', count)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the user has none of that number */
export async function renamePasskey(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the user has none of that number */
export async function removePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropPasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Remembers that a challenge was used; false when it had been before. */
export async function useChallenge(tx: Tx, challenge: string, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('passkey_challenges_used')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return row !== undefined;
}
