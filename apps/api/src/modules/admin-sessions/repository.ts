import type { Db, Tx } from '../../platform/db/db.ts';
import { countedRows, nearerEnd } from '../../platform/db/nearer-end.ts';
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

/** Live sessions, newest first. Whoever is deleted loses them in the same step, so that users need not be asked. */
export async function listSessions(reader: Db['read'], request: PageRequest, now: number): Promise<Page<LiveSession>> {
  const match = await matchWords(reader, 'user', request.q);
  const found = () => {
    const query = reader
      .selectFrom('sessions')
      .select('id')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now);
    return match === null ? query : query.where(match('sessions.user_id'));
  };
  const counted = match === null ? found() : found().limit(countedRows(request));
  const { total } = await reader
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { offset, limit, direction } = nearerEnd(request, total, match !== null);
  const order = direction === 'asc' ? 'desc' : 'asc';
  const page = found().orderBy('created_at', order).orderBy('id', order).offset(offset).limit(limit);
  const ids = (await page.execute()).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total };
  return { rows: await columns(live(reader, now).where('sessions.id', 'in', ids)).execute(), total };
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
