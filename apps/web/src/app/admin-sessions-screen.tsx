import type { ActiveSession } from '@cuentos/contract/admin/sessions';
import { role } from '@cuentos/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SessionsPage } from '../features/admin-sessions/components/sessions-page.tsx';
import { SESSIONS_KEY } from '../features/admin-sessions/data.ts';
import { type OpenModal, UserModal } from '../features/admin-users/components/user-modal.tsx';

const userOf = ({ user_id: id, name, email, role_name: name_ }: ActiveSession) => ({
  id,
  name,
  email,
  role_id: role.parse(name_),
});

/** /admin/active-sessions. */
export function AdminSessionsScreen() {
  const client = useQueryClient();
  const [modal, setModal] = useState<OpenModal | null>(null);
  // A user that changes or goes takes sessions along.
  const reload = () => void client.invalidateQueries({ queryKey: SESSIONS_KEY });
  return (
    <>
      <SessionsPage
        onAddUser={() => setModal({ action: 'CREATE' })}
        onEditUser={(session) => setModal({ action: 'UPDATE', user: userOf(session) })}
        onDeleteUser={(session) => setModal({ action: 'DELETE', user: userOf(session) })}
      />
      <UserModal
        modal={modal}
        onClose={() => setModal(null)}
        onCreated={reload}
        onUpdated={reload}
        onDeleted={reload}
      />
    </>
  );
}
