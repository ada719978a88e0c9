import type { Db, Tx } from '../../platform/db/db.ts';
import { indexWords } from '../../platform/db/search-words.ts';
import type { UserRow } from '../../platform/db/schema.ts';

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function updateUser(tx: Tx, id: string, change: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
  if (change.search_text !== undefined) await indexWords(tx, 'user', id, change.search_text);
}
