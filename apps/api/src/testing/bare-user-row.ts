import { foldText, sortKey } from '@cuentos/domain/text/fold';
import type { UserRow } from '../platform/db/tables/accounts.ts';

/** A user row for tests of the database alone. */
export function bareUserRow(name: string): UserRow {
  const id = crypto.randomUUID();
  return {
    id,
    name,
    email: `${id}@ejemplo.cl`,
    password_hash: null,
    google_sub: null,
    role: 'reader',
    email_verified_at: null,
    created_at: 0,
    updated_at: 0,
    deleted_at: null,
    erase_at: null,
    erased_at: null,
    blocked_at: null,
    sort_key: sortKey(name),
    search_text: foldText(name),
  };
}
