import type { Role } from '@cuentos/contract/account-fields';
import { adminResetFactor } from '@cuentos/contract/second-factor';
import {
  adminChangeUser,
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListDeletedUsers,
  adminListRoles,
  adminListUsers,
  adminRestoreUser,
  type AdminUser,
} from '@cuentos/contract/users';
import { foldText } from '@cuentos/domain/text/fold';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import type { DeletedRow } from '../../admin/deleted-rows.tsx';
import { pagesOf } from '../../admin/use-paged-list.ts';
import { userTexts } from './texts.ts';
import { keyOf } from '../../../lib/api/query-key.ts';

/** Fields of a user that the form shows. */
export type FormUser = Pick<AdminUser, 'id' | 'name' | 'email' | 'role_id'>;

/** Fields of POST and PUT. */
export interface UserFields {
  readonly role_id: Role;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
  /** Whether the owner of a new account is told by mail. */
  readonly notify: boolean;
}

/** Cached after the first load. */
export const rolesQuery = queryOptions({
  ...adminQueryOf(adminListRoles, { handles: 'all' }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The server has other names for the roles. */
function serverWords(q: string): string {
  const words = foldText(q);
  const role = Object.entries(userTexts.roles).find(
    ([, label]) => words.length > 3 && foldText(label).startsWith(words),
  );
  return role?.[0] ?? q;
}

/** GET /api/admin/users/{offset}/{limit}, by name. */
export const userPages = pagesOf(adminListUsers, { serverWords });

/** Profile, purchases, sessions. */
export const userDetailsQuery = (id: string) =>
  queryOptions({
    ...adminQueryOf(adminGetUser, { params: { id }, handles: 'all' }),
    staleTime: 0,
  });

/** POST /api/admin/users. */
export function createUser(fields: UserFields): Promise<AdminUser> {
  return adminCall(adminCreateUser, { json: fields, handles: 'all' });
}

/** PUT /api/admin/users/{id}; absent fields stay unchanged. */
export function updateUser(
  id: string,
  fields: Partial<UserFields> & { readonly seen?: Record<string, unknown> },
): Promise<AdminUser> {
  return adminCall(adminChangeUser, { params: { id }, json: fields, handles: 'all' });
}

/** DELETE /api/admin/users/{id}/second_factor. */
export function resetFactor(id: string): Promise<unknown> {
  return adminCall(adminResetFactor, { params: { id }, handles: 'all' });
}

/** Key of the query of deleted users. */
export const DELETED_USERS_KEY = keyOf(adminListDeletedUsers);

/** GET /api/admin/users/deleted, the last ones first. */
export async function fetchDeletedUsers(): Promise<readonly DeletedRow[]> {
  const users = await adminCall(adminListDeletedUsers, { handles: 'all', quiet: true });
  return users.map(({ email, ...user }) => ({ ...user, note: `${email}.` }));
}

/** POST /api/admin/users/{id}/restore. */
export function restoreUser(id: string): Promise<AdminUser> {
  return adminCall(adminRestoreUser, { params: { id }, handles: 'all' });
}

/** Refetches the list, because a deleted user may be back. */
export async function reloadUsers(client: QueryClient): Promise<void> {
  const keys = [userPages.queryKey, DELETED_USERS_KEY];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** DELETE /api/admin/users/{id}. */
export function deleteUser(id: string): Promise<unknown> {
  return adminCall(adminDeleteUser, { params: { id }, handles: 'all' });
}
