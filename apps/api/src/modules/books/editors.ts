import type { Role } from '@cuentos/contract/auth';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isWriterOf } from './repository.ts';

/** Somebody who may work on books; the role was read from the database for this call. */
export interface Editor {
  readonly userId: string;
  readonly role: Role;
}

/** Admins edit every book, a writter those assigned to her. */
export async function mayEdit(reader: Db['read'] | Tx, { role, userId }: Editor, bookId: string): Promise<boolean> {
  return role === 'admin' || (role === 'writter' && (await isWriterOf(reader, bookId, userId)));
}
