import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';
import type { AdminUser, AdminUserDetails } from '@cuentos/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatLongDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SideDialog } from '../../../ui/overlays/side-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { UserEarlyAccess } from '../../entitlements/admin/early-access.tsx';
import { PersonOrders } from '../../entitlements/admin/person-orders.tsx';
import { deleteUser, type FormUser, reloadUsers, resetFactor, restoreUser, userDetailsQuery } from './api.ts';
import { userTexts as t } from './texts.ts';
import { UserForm } from './user-form.tsx';
import { UserSessions } from './user-sessions.tsx';

/** The open modal, and functions that change it. */
export type OpenModal =
  | { readonly action: 'CREATE' }
  | { readonly action: 'UPDATE' | 'DELETE' | 'DETAILS'; readonly user: FormUser };

interface UserModalProps {
  readonly modal: OpenModal | null;
  readonly onClose: () => void;
  readonly onCreated: (user: AdminUser) => void;
  readonly onUpdated: (user: AdminUser) => void;
  readonly onDeleted: (id: string) => void;
}

/** The modals of a user: create, edit, delete, details. */
export function UserModal({ modal, onClose, onCreated, onUpdated, onDeleted }: UserModalProps) {
  switch (modal?.action) {
    case 'CREATE':
      return <UserForm onSaved={onCreated} onClose={onClose} />;
    case 'UPDATE':
      return <UserForm user={modal.user} onSaved={onUpdated} onClose={onClose} />;
    case 'DELETE':
      return <DeleteUser user={modal.user} onDeleted={onDeleted} onClose={onClose} />;
    case 'DETAILS':
      return <UserDetails id={modal.user.id} name={modal.user.name} onClose={onClose} />;
    default:
      return null;
  }
}

interface UserDetailsProps {
  readonly id: string;
  /** Name known before the details have loaded. */
  readonly name: string;
  readonly onClose: () => void;
}

/** 'Detalles': profile, purchases with their payments and mails, early access, sessions; never notes or reading positions. */
function UserDetails({ id, name, onClose }: UserDetailsProps) {
  const details = useQuery(userDetailsQuery(id));
  return (
    <SideDialog title={details.data?.name ?? name} caption={t.detailsTitle} onClose={onClose}>
      {details.isPending && (
        <div aria-hidden="true" className="grid gap-4">
          <div className="skeleton h-5 w-3/5" />
          <div className="skeleton h-24" />
          <div className="skeleton h-24" />
        </div>
      )}
      {details.isError && (
        <div className="grid justify-items-start gap-3 text-ink-2">
          <p>{t.detailsFailed}</p>
          <Button onClick={() => void details.refetch()}>{t.retry}</Button>
        </div>
      )}
      {details.data && (
        <div className="grid gap-8">
          <Profile details={details.data} />
          {details.data.second_factor && <SecondFactor user={details.data} onReset={() => void details.refetch()} />}
          <PersonOrders
            person={details.data}
            purchases={details.data.purchases}
            onChanged={() => void details.refetch()}
          />
          <UserEarlyAccess userId={id} />
          <UserSessions person={details.data} onClosed={() => void details.refetch()} />
        </div>
      )}
    </SideDialog>
  );
}

function Profile({ details }: { readonly details: AdminUserDetails }) {
  return (
    <div className="grid gap-1">
      <p className="[overflow-wrap:anywhere]">{details.email}</p>
      <p className="text-sm text-ink-2">
        {t.roles[details.role_id]}
        {!details.email_verified && `, ${t.unverified.toLowerCase()}`}
      </p>
      <p className="figures text-sm text-ink-3">{t.since(formatLongDate(details.created_at))}</p>
    </div>
  );
}

/** For a user who lost telephone and recovery codes. */
function SecondFactor({ user, onReset }: { readonly user: AdminUserDetails; readonly onReset: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const { busy, send } = useAdminMutation({
    call: () => resetFactor(user.id),
    onDone: () => {
      showToast('success', t.factorReset);
      onReset();
    },
    texts: { byCode: { user_not_found: t.gone }, failed: t.factorResetFailed, serverSays: [409] },
    onEnd: () => setIsAsked(false),
  });
  return (
    <section className="grid justify-items-start gap-2">
      <h3 className="text-lg">{t.factor}</h3>
      <p className="text-sm text-ink-2">{t.factorText}</p>
      <Button onClick={() => setIsAsked(true)}>{t.resetFactor}</Button>
      <ConfirmDialog
        open={isAsked}
        message={t.confirmFactorReset}
        detail={t.factorDetail(user.name, user.email)}
        confirm={t.resetFactor}
        busy={busy}
        onConfirm={() => send()}
        onCancel={() => setIsAsked(false)}
      />
    </section>
  );
}

interface DeleteUserProps {
  readonly user: FormUser;
  readonly onDeleted: (id: string) => void;
  readonly onClose: () => void;
}

/** Confirmation with the person's name. */
function DeleteUser({ user, onDeleted, onClose }: DeleteUserProps) {
  const client = useQueryClient();
  const { busy, send } = useAdminMutation({
    call: () => deleteUser(user.id),
    onDone: () => {
      offerUndo(t.deleted, { undo: () => restoreUser(user.id), onEnd: () => reloadUsers(client) });
      onDeleted(user.id);
    },
    texts: { byCode: { last_admin: t.lastAdmin, user_not_found: t.gone }, failed: t.deleteFailed },
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === 'user_not_found') onDeleted(user.id);
      return false;
    },
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      open
      message={t.confirmDelete}
      detail={t.deleteDetail(user.name, user.email)}
      busy={busy}
      onConfirm={() => send()}
      onCancel={onClose}
    />
  );
}
