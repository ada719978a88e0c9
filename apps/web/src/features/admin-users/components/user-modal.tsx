import type { AdminUser } from '@cuentos/contract/admin/users';
import type { ComponentType } from 'react';
import type { FormUser } from '../data.ts';
import { DeleteUser } from './delete-user.tsx';
import { UserDetails } from './user-details.tsx';
import { UserForm } from './user-form.tsx';

/** Which modal stands open; actions. */
export type OpenModal =
  | { readonly action: 'CREATE' }
  | { readonly action: 'UPDATE' | 'DELETE' | 'DETAILS'; readonly user: FormUser };

interface UserModalProps {
  readonly modal: OpenModal | null;
  /** What the details show below a user's purchases. */
  readonly EarlyAccess?: ComponentType<{ readonly userId: string }>;
  readonly onClose: () => void;
  readonly onCreated: (user: AdminUser) => void;
  readonly onUpdated: (user: AdminUser) => void;
  readonly onDeleted: (id: string) => void;
}

/** The modals of a user: create, edit, delete, details. */
export function UserModal({ modal, EarlyAccess, onClose, onCreated, onUpdated, onDeleted }: UserModalProps) {
  switch (modal?.action) {
    case 'CREATE':
      return <UserForm onSaved={onCreated} onClose={onClose} />;
    case 'UPDATE':
      return <UserForm user={modal.user} onSaved={onUpdated} onClose={onClose} />;
    case 'DELETE':
      return <DeleteUser user={modal.user} onDeleted={onDeleted} onClose={onClose} />;
    case 'DETAILS':
      return (
        <UserDetails id={modal.user.id} name={modal.user.name} onClose={onClose}>
          {EarlyAccess && <EarlyAccess userId={modal.user.id} />}
        </UserDetails>
      );
    default:
      return null;
  }
}
