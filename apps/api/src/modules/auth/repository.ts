import { sql } from 'kysely';
import { foldText, sortKey } from '@cuentos/domain/text/fold';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { SessionRow, UserRow } from '../../platform/db/tables/accounts.ts';
import { asProved, type ProvedAddress } from '../../platform/proved-address.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isAddressKept } from './token-repository.ts';

/** A live session together with its user. */
export interface SessionWithUser {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/** A user in any state, deleted ones included. */
export async function findUserBy(
  connection: Connection,
  column: 'id' | 'email' | 'google_sub',
  value: string,
): Promise<UserRow | undefined> {
  return connection.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
}

/** The account that proved an address, in any state; accounts that claim it without proof are left out. */
export async function findOwner(connection: Connection, email: string): Promise<UserRow | undefined> {
  const user = await findUserBy(connection, 'email', email);
  return user?.email_verified_at === null ? undefined : user;
}

/** Users in any state. */
export async function findUsers(connection: Connection, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** Accounts with a password, also deleted ones: those of the team, and those of some addresses; ordered by address. */
export async function listPasswordHolders(connection: Connection, emails: readonly string[]): Promise<UserRow[]> {
  return connection
    .selectFrom('users')
    .selectAll()
    .where('password_hash', 'is not', null)
    .where((eb) => eb.or([eb('role', 'in', ['admin', 'writter']), eb('email', 'in', [...emails])]))
    .orderBy('email')
    .execute();
}

/** Finds a user who is not deleted. */
export async function findLiveUser(connection: Connection, id: string): Promise<UserRow | undefined> {
  const user = await findUserBy(connection, 'id', id);
  return user?.deleted_at === null ? user : undefined;
}

/** SQL for queries that join `users`: the id of an account whose details can be opened; null once it is deleted. */
export const liveUserId = sql<string | null>`case when users.deleted_at is null then users.id end`;

/** All admins, for mails that each of them gets. */
export async function listAdmins(connection: Connection): Promise<UserRow[]> {
  return connection
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Changes a user.
 * @throws {AppError} email_taken when a new address is kept for the account that left it
 */
export async function updateUser(tx: Tx, id: string, change: Partial<UserRow>): Promise<void> {
  if (change.email !== undefined) await leaveAddress(tx, id, { email: change.email, now: change.updated_at ?? 0 });
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Notes a proved address that the account leaves, so that erasing the account later finds what names it. */
async function leaveAddress(tx: Tx, id: string, { email, now }: { email: string; now: number }): Promise<void> {
  const user = await findUserBy(tx, 'id', id);
  if (!user || user.email === email) return;
  await requireFreeAddress(tx, { id, email }, now);
  if (user.email_verified_at === null) return;
  await tx
    .insertInto('former_addresses')
    .values({ user_id: id, email: user.email, left_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'email']).doUpdateSet({ left_at: now }))
    .execute();
}

/** An account that left an address may take it back for some days, before anyone else gets it. */
async function requireFreeAddress(tx: Tx, { id, email }: Pick<UserRow, 'id' | 'email'>, now: number): Promise<void> {
  if (await isAddressKept(tx, email, now, id)) throw new AppError('email_taken');
}

/** Addresses that an account had before, but for those that another account has by now. */
export async function formerAddresses(connection: Connection, userId: string): Promise<ProvedAddress[]> {
  const rows = await connection
    .selectFrom('former_addresses')
    .leftJoin('users', 'users.email', 'former_addresses.email')
    .select('former_addresses.email')
    .where('former_addresses.user_id', '=', userId)
    .where((eb) => eb.or([eb('users.id', 'is', null), eb('users.id', '=', userId)]))
    .execute();
  // Only an address that was proved is noted when it is left.
  return rows.map(({ email }) => asProved(email));
}

/** Network addresses that an account was opened from. */
export async function sessionAddresses(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom('sessions')
    .select('address')
    .distinct()
    .where('user_id', '=', userId)
    .where('address', '!=', '')
    .execute();
  return rows.map(({ address }) => address);
}

/** Accounts whose erasure is due. */
export async function accountsToErase(connection: Connection, now: number, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('users')
    .select('id')
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Accounts that were erased, with when: what a restored backup must not bring back. */
export async function erasedAccounts(connection: Connection): Promise<{ id: string; erased_at: number }[]> {
  const rows = await connection
    .selectFrom('users')
    .select(['id', 'erased_at'])
    .where('erased_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, erased_at }) => ({ id, erased_at: erased_at ?? 0 }));
}

/** Whether another admin is left to run the shop. */
export async function hasOtherAdmin(tx: Tx, except: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('erase_at', 'is', null)
    .where('id', '!=', except)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws {AppError} email_taken when its address is kept for the account that left it */
export async function insertUser(tx: Tx, user: UserRow): Promise<void> {
  await requireFreeAddress(tx, user, user.created_at);
  await tx.insertInto('users').values(user).execute();
}

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function findSession(tx: Connection, id: string): Promise<SessionWithUser | undefined> {
  const session = await tx.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!session) return undefined;
  const user = await tx.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirst();
  return user && { session, user };
}

export async function updateSession(
  tx: Tx,
  id: string,
  change: Omit<Partial<SessionRow>, 'revoked_at'>,
): Promise<void> {
  await tx.updateTable('sessions').set(change).where('id', '=', id).execute();
}

/**
 * Records that a session's refresh token of this generation arrived, unless it was exchanged meanwhile. Writes nothing
 * when that is recorded already, since a page begins with several requests at once.
 * @returns whether it wrote
 */
export async function confirmSession(tx: Tx, id: string, generation: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ is_confirmed: 1 })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('is_confirmed', '=', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ids in one query at most. */
const SESSIONS_AT_ONCE = 500;

/** A user's sessions that still live, the latest used first. */
export async function listLiveSessions(db: Db, userId: string, now: number): Promise<SessionRow[]> {
  return db.read
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns which of these sessions are live, with users who are not about to be erased. */
export async function liveSessionsAmong(
  connection: Connection,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const live = new Set<string>();
  for (let start = 0; start < ids.length; start += SESSIONS_AT_ONCE) {
    const rows = await connection
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('sessions.id', 'in', ids.slice(start, start + SESSIONS_AT_ONCE))
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('users.deleted_at', 'is', null)
      .where('users.erase_at', 'is', null)
      .execute();
    for (const { id } of rows) live.add(id);
  }
  return live;
}

/** Ends one session of a user, keeping the time when it ended first. Returns whose it was. */
export async function revokeSession(tx: Tx, id: string, now: number, userId?: string): Promise<string | undefined> {
  let query = tx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  const endedSession = await query.returning('user_id').executeTakeFirst();
  return endedSession?.user_id;
}

/** Ends all sessions of a user but one. */
export async function revokeSessions(tx: Tx, userId: string, now: number, except: string | null = null): Promise<void> {
  let query = tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  await query.execute();
}

/** Ends the sessions that ran out, at the time when they did. */
export async function revokeExpired(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((eb) => ({ revoked_at: eb.ref('expires_at') }))
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
}

/** The keys by which users are sorted and found, made from name and address. */
export function userKeys({ name, email, role }: Pick<UserRow, 'name' | 'email' | 'role'>) {
  return { sort_key: sortKey(name), search_text: foldText(`${name} ${email} ${role}`) };
}
