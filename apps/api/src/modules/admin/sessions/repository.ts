import type { Db } from '../../../platform/db/db.ts';
import { readSearchPage } from '../../../platform/db/search-page.ts';
import { readListPage } from '../../../platform/db/list-blocks.ts';
import { matchWords } from '../../../platform/db/search-words.ts';
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

const live = (reader: Db['read'], now: number) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null);

/**
 * Live sessions, newest first. Whoever is deleted loses them in the same step, so that users need not be asked; those
 * that ran out are ended before.
 */
export async function listSessions(db: Db, request: PageRequest, now: number): Promise<Page<LiveSession>> {
  const { ids, total } = await pageOfSessions(db, request);
  if (ids.length === 0) return { rows: [], total };
  return { rows: await columns(live(db.read, now).where('sessions.id', 'in', ids)).execute(), total };
}

async function pageOfSessions(db: Db, request: PageRequest): Promise<{ ids: string[]; total: number }> {
  const match = await matchWords(db.read, 'user', request.q);
  if (match === null) return readListPage(db, 'sessions', { ...request, from: 'last' });
  const found = db.read
    .selectFrom('sessions')
    .select('id')
    .where('revoked_at', 'is', null)
    .where(match('sessions.user_id'));
  return readSearchPage(db.read, request, found, () => found.orderBy('created_at', 'desc').orderBy('id', 'desc'));
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
