import type { Db, Tx } from '../../platform/db/db.ts';
import { indexWords } from '../../platform/db/search-words.ts';
import type { SessionRow, UserRow } from '../../platform/db/schema.ts';

/** A live session together with its user. */
export interface SessionWithUser {
  readonly session: SessionRow;
  readonly user: UserRow;
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** A user in whatever state, deleted ones too. */
export async function findUserBy(
  reader: Tx | Db['read'],
  column: 'id' | 'email' | 'google_sub',
  value: string,
): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
}

export async function updateUser(tx: Tx, id: string, change: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
  if (change.search_text !== undefined) await indexWords(tx, 'user', id, change.search_text);
}

export async function insertUser(tx: Tx, user: UserRow): Promise<void> {
  await tx.insertInto('users').values(user).execute();
  await indexWords(tx, 'user', user.id, user.search_text);
}

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function findSession(tx: Tx | Db['read'], id: string): Promise<SessionWithUser | undefined> {
  const session = await tx.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!session) return undefined;
  const user = await tx.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirst();
  return user && { session, user };
}

export async function updateSession(tx: Tx, id: string, change: Partial<SessionRow>): Promise<void> {
  await tx.updateTable('sessions').set(change).where('id', '=', id).execute();
}

/** Whether the user signed in from that network before, which lets a right password through a locked account. */
export async function hasLiveSessionFrom(db: Db, userId: string, address: string, now: number): Promise<boolean> {
  const row = await db.read
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

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

/** Ends one session of a user, keeping the time when it ended first. */
export async function revokeSession(tx: Tx, id: string, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
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

/** Removes sessions that ended before an instant. */
export async function sweepSessions(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await tx.deleteFrom('sessions').where('revoked_at', '<', before).execute();
}
