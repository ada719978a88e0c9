import type { Db } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/schema.ts';

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
