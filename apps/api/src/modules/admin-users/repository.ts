import type { SelectQueryBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Database, UserRow } from '../../platform/db/schema.ts';
import { indexWords, matchWords } from '../../platform/db/search-words.ts';
import type { Page, PageRequest } from '../../platform/http/send-page.ts';

type Reader = Db['read'] | Tx;

/** Users that were not deleted, by name. */
export async function listUsers(reader: Reader, { offset, limit, q }: PageRequest): Promise<Page<UserRow>> {
  const match = await matchWords(reader, 'user', q);
  const live = <O>(query: SelectQueryBuilder<Database, 'users', O>): SelectQueryBuilder<Database, 'users', O> => {
    const found = query.where('deleted_at', 'is', null);
    return match === null ? found : found.where(match('users.id'));
  };
  // The index alone leads to the page; only its rows are read.
  const ids = await live(reader.selectFrom('users').select('id'))
    .orderBy('sort_key')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  const chosen = ids.map(({ id }) => id);
  const rows =
    chosen.length === 0
      ? []
      : await reader
          .selectFrom('users')
          .selectAll()
          .where('id', 'in', chosen)
          .orderBy('sort_key')
          .orderBy('id')
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
  if (change.search_text !== undefined) await indexWords(tx, 'user', id, change.search_text);
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
