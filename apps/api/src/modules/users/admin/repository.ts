import type { Connection, Db, Tx } from '../../../platform/db/db.ts';
import type { UserRow } from '../../../platform/db/tables/accounts.ts';
import { matchTyped } from '../../../platform/db/match-typed.ts';
import { readFound, readPage } from '../../../platform/db/read-page.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';

/** Users that were not deleted, by name. */
export async function listUsers(db: Db, request: PageRequest): Promise<Page<UserRow>> {
  const match = matchTyped(request.q);
  const live = db.read.selectFrom('users').select('id').where('deleted_at', 'is', null);
  const order = { by: ['sort_key', 'id'], direction: 'asc' } as const;
  const { ids, total } =
    match === null
      ? await readPage(live, request, order)
      : await readFound(db.read, live.where(match('search_text')), request, order);
  if (ids.length === 0) return { rows: [], total };
  const rows = db.read.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('sort_key').orderBy('id');
  return { rows: await rows.execute(), total };
}

/** Deleted users, latest first. */
export async function deletedUsers(connection: Connection, limit: number): Promise<UserRow[]> {
  return connection
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Admins that can sign in, one of them left out. */
export async function countOtherAdmins(tx: Tx, except: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('erase_at', 'is', null)
    .where('id', '!=', except)
    .executeTakeFirstOrThrow();
  return count;
}
