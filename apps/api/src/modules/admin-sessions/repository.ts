import type { Db, Tx } from '../../platform/db/db.ts';
import { matchWords } from '../../platform/db/search-words.ts';
import type { Page, PageRequest } from '../../platform/http/send-page.ts';

/** A session that can still be used, with its user. */
export interface LiveSession {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly last_used_at: number;
  readonly user_agent: string;
}

const live = (reader: Db['read'], now: number) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null);

/** Live sessions, newest first. */
export async function listSessions(
  reader: Db['read'],
  { offset, limit, q }: PageRequest,
  now: number,
): Promise<Page<LiveSession>> {
  const match = await matchWords(reader, 'user', q);
  const matching = (): ReturnType<typeof live> =>
    match === null ? live(reader, now) : live(reader, now).where(match('sessions.user_id'));
  const rows = await columns(matching()).offset(offset).limit(limit).execute();
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function sessionsOf(reader: Db['read'], userId: string, now: number): Promise<LiveSession[]> {
  return columns(live(reader, now).where('sessions.user_id', '=', userId)).execute();
}

function columns(query: ReturnType<typeof live>) {
  return query
    .select([
      'sessions.id',
      'sessions.user_id',
      'users.name',
      'users.email',
      'users.role',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.last_used_at',
      'sessions.user_agent',
    ])
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id', 'desc');
}

/** Ends a session that was live; returns whose it was. */
export async function endSession(tx: Tx, id: string, now: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
