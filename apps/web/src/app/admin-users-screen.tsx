import { UsersPage } from '../features/admin-users/components/users-page.tsx';

/** /admin/users. */
export function AdminUsersScreen() {
  return <UsersPage earlyAccess={() => null} />;
}
