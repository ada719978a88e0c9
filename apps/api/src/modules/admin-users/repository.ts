import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/schema.ts';
import { countedRows, nearerEnd } from '../../platform/db/nearer-end.ts';
import { indexWords, matchWords } from '../../platform/db/search-words.ts';
import type { Page, PageRequest } from '../../platform/http/send-page.ts';

type Reader = Db['read'] | Tx;

/** Users that were not deleted, by name. */
export async function listUsers(reader: Reader, request: PageRequest): Promise<Page<UserRow>> {
  const match = await matchWords(reader, 'user', request.q);
  const live = () => {
    const query = reader.selectFrom('users').select('id').where('deleted_at', 'is', null);
    return match === null ? query : query.where(match('users.id'));
  };
  const counted = match === null ? live() : live().limit(countedRows(request));
  const { total } = await reader
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { offset, limit, direction } = nearerEnd(request, total, match !== null);
  // The index alone leads to the page; only its rows are read.
  const page = live().orderBy('sort_key', direction).orderBy('id', direction).offset(offset).limit(limit);
  const ids = (await page.execute()).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total };
  const rows = reader.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('sort_key').orderBy('id');
  return { rows: await rows.execute(), total };
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
