import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/error-texts.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { deleteUser, type FormUser } from '../data.ts';
import { userTexts as t } from '../texts.ts';

interface DeleteUserProps {
  readonly user: FormUser;
  readonly onDeleted: (id: string) => void;
  readonly onClose: () => void;
}

/** Confirmation that names the person. */
export function DeleteUser({ user, onDeleted, onClose }: DeleteUserProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      if (await deleteUser(user.id)) {
        showToast('success', t.deleted);
        onDeleted(user.id);
      }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'user_not_found') onDeleted(user.id);
      if (code !== 'forbidden') showToast('error', textOf(error));
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      message={t.confirmDelete}
      detail={t.deleteDetail(user.name, user.email)}
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.deleteFailed;
  if (error.code === 'last_admin') return t.lastAdmin;
  if (error.code === 'user_not_found') return t.gone;
  return error.status === 0 ? NO_ANSWER_TEXT : t.deleteFailed;
}
