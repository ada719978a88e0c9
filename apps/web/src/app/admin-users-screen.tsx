import { UserEarlyAccess } from '../features/admin-purchases/components/user-early-access.tsx';
import { UsersPage } from '../features/admin-users/components/users-page.tsx';

/** /admin/users. */
export function AdminUsersScreen() {
  return <UsersPage EarlyAccess={UserEarlyAccess} />;
}
