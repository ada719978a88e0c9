import { type Connection, type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { AccountTokenRow, EntryCodeRow } from '../../platform/db/tables/accounts.ts';

type Purpose = AccountTokenRow['purpose'];

/** Keeps a token in place of the user's older one for the same purpose. */
export async function saveToken(tx: Tx, row: AccountTokenRow): Promise<void> {
  const { user_id: _user, purpose: _purpose, ...change } = row;
  await tx
    .insertInto('account_tokens')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(change))
    .execute();
}

export async function findToken(
  connection: Connection,
  purpose: Purpose,
  hash: string,
  now: number,
): Promise<AccountTokenRow | undefined> {
  return connection
    .selectFrom('account_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a token up; of many callers one gets it. */
export async function takeToken(
  tx: Tx,
  purpose: Purpose,
  hash: string,
  now: number,
): Promise<AccountTokenRow | undefined> {
  return tx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function dropTokens(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

/** Whether a link for a purpose can still be used. */
export async function hasToken(
  connection: Connection,
  userId: string,
  purpose: Purpose,
  now: number,
): Promise<boolean> {
  const row = await connection
    .selectFrom('account_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account that left an address may take it back still: until then no other account gets it. */
export async function isAddressKept(
  connection: Connection,
  email: string,
  now: number,
  except: string | null = null,
): Promise<boolean> {
  const rows = await connection
    .selectFrom('account_tokens')
    .select('user_id')
    .where('email', '=', email)
    .where('purpose', '=', 'undo-email')
    .where('expires_at', '>', now)
    .execute();
  return rows.some(({ user_id }) => user_id !== except);
}

/** The address that an account is about to move to. */
export async function waitingAddress(connection: Connection, userId: string, now: number): Promise<string | null> {
  const row = await connection
    .selectFrom('account_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** A code by its address and the browser that asked for it. */
export interface EntryCodeKey {
  readonly email: string;
  readonly request_hash: string;
}

/**
 * Keeps a code of the browser that asks, in place of the one that it asked for before. Codes that others asked for stay
 * good in their browsers.
 * @param before what the browser was given for its last request; null for none
 */
export async function saveEntryCode(tx: Tx, row: EntryCodeRow, before: string | null): Promise<void> {
  if (before !== null) await tx.deleteFrom('entry_codes').where('request_hash', '=', before).execute();
  await tx.insertInto('entry_codes').values(row).execute();
}

/** Whether that browser has a code that can still be tried. */
export async function hasEntryCode(db: Db, { email, request_hash }: EntryCodeKey, now: number): Promise<boolean> {
  const row = await db.read
    .selectFrom('entry_codes')
    .select('email')
    .where('email', '=', email)
    .where('request_hash', '=', request_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a try, this one included; undefined when the code is over, was used, or has no try left. */
export async function countTry(
  tx: Tx,
  { email, request_hash }: EntryCodeKey,
  most: number,
  now: number,
): Promise<Pick<EntryCodeRow, 'code_hash' | 'tries' | 'wrong_codes'> | undefined> {
  return tx
    .updateTable('entry_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('request_hash', '=', request_hash)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .returning(['code_hash', 'tries', 'wrong_codes'])
    .executeTakeFirst();
}

/** Notes which wrong codes were typed for a request, and how many tries they were. */
export async function noteWrongCodes(
  tx: Tx,
  { email, request_hash }: EntryCodeKey,
  { tries, wrong }: { readonly tries: number; readonly wrong: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('entry_codes')
    .set({ tries, wrong_codes: JSON.stringify(wrong) })
    .where('email', '=', email)
    .where('request_hash', '=', request_hash)
    .execute();
}

/** Ends every code of an address. */
export async function dropEntryCodes(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('entry_codes').where('email', '=', email).execute();
}

export type RecoveryRequest = Database['recovery_requests'];

/**
 * Records a request for recovery, for any address. A later request of a stranger does not overwrite the device of a
 * known one.
 */
export async function saveRecoveryRequest(tx: Tx, request: RecoveryRequest): Promise<void> {
  const { requested_at, device } = request;
  await tx
    .insertInto('recovery_requests')
    .values(request)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ requested_at, ...(device === null ? {} : { device }) }),
    )
    .execute();
}

export async function waitingRecoveries(db: Db, limit: number): Promise<RecoveryRequest[]> {
  return db.read.selectFrom('recovery_requests').selectAll().orderBy('requested_at').limit(limit).execute();
}

/** The live token of an account for a purpose. */
export async function liveToken(
  connection: Connection,
  userId: string,
  purpose: Purpose,
  now: number,
): Promise<AccountTokenRow | undefined> {
  return connection
    .selectFrom('account_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes a request; false when another process did. */
export async function takeRecoveryRequest(tx: Tx, email: string): Promise<boolean> {
  const row = await tx.deleteFrom('recovery_requests').where('email', '=', email).returning('email').executeTakeFirst();
  return row !== undefined;
}

/** Remembers that a nonce was used; false when it had been before. */
export async function useNonce(tx: Tx, nonce: string, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('google_nonces_used')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a captcha answer was used; false when it had been used before. */
export async function spendCaptchaAnswer(db: Db, signature: string, expiresAt: number): Promise<boolean> {
  try {
    await db.withTx(async (tx) => tx.insertInto('captcha_used').values({ signature, expires_at: expiresAt }).execute());
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
