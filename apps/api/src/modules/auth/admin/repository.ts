import type { Db } from '../../../platform/db/db.ts';
import { matchTyped } from '../../../platform/db/match-typed.ts';
import { readFound, readPage } from '../../../platform/db/read-page.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';

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

const live = (connection: Db['read'], now: number) =>
  connection
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null);

/**
 * Live sessions, newest first. Deleting a user ends the sessions in the same transaction, so users need not be checked.
 */
export async function listSessions(db: Db, request: PageRequest, now: number): Promise<Page<LiveSession>> {
  const match = matchTyped(request.q);
  const running = db.read
    .selectFrom('sessions')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  const order = { by: ['created_at', 'id'], direction: 'desc' } as const;
  const { ids, total } =
    match === null
      ? await readPage(running, request, order)
      : await readFound(
          db.read,
          running.where('user_id', 'in', (eb) => eb.selectFrom('users').select('users.id').where(match('search_text'))),
          request,
          order,
        );
  if (ids.length === 0) return { rows: [], total };
  return { rows: await columns(live(db.read, now).where('sessions.id', 'in', ids)).execute(), total };
}

export async function sessionsOf(connection: Db['read'], userId: string, now: number): Promise<LiveSession[]> {
  return columns(live(connection, now).where('sessions.user_id', '=', userId)).execute();
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
