import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import type { Database, UserRow } from '../../platform/db/schema.ts';
import type { Page, PageRequest } from '../../platform/http/send-page.ts';

type Reader = Db['read'] | Tx;

/** Users that were not deleted, by name. */
export async function listUsers(reader: Reader, { offset, limit, q }: PageRequest): Promise<Page<UserRow>> {
  const pattern = likePattern(q);
  const live = <O>(query: SelectQueryBuilder<Database, 'users', O>): SelectQueryBuilder<Database, 'users', O> => {
    const found = query.where('deleted_at', 'is', null);
    return pattern === null ? found : found.where(sql<boolean>`search_text like ${pattern} escape '\\'`);
  };
  const rows = await live(reader.selectFrom('users').selectAll())
    .orderBy('sort_key')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await live(
    reader.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('total')),
  ).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findUser(reader: Reader, id: string): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

export async function updateUser(tx: Tx, id: string, change: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Admins that can sign in, one of them left out. */
export async function countOtherAdmins(tx: Tx, except: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('id', '!=', except)
    .executeTakeFirstOrThrow();
  return count;
}
