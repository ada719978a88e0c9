import { ApiError } from '../../../lib/api/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';

interface ConfirmDeletionProps {
  /** The question. */
  readonly question: string;
  /** Consequence of the deletion, with the object's name. */
  readonly detail: string;
  /** Label of the button, 'Eliminar' by default. */
  readonly confirm?: string;
  readonly done: string;
  readonly goneText: string;
  readonly failed: string;
  readonly remove: () => Promise<unknown>;
  /** Restores the object; absent where that is impossible. */
  readonly restore?: () => Promise<unknown>;
  readonly onRemoved: () => void;
  /** Called when the list may have changed. */
  readonly onRestored?: () => unknown;
  readonly onClose: () => void;
}

/** Asks before an object is deleted, and shows the result. */
export function ConfirmDeletion(props: ConfirmDeletionProps) {
  const { question, detail, confirm, done, goneText, failed, remove, restore, onRemoved, onRestored, onClose } = props;
  const { busy, send } = useAdminMutation({
    call: remove,
    onDone: () => {
      if (restore) offerUndo(done, { undo: restore, onEnd: () => onRestored?.() });
      else showToast('success', done);
      onRemoved();
    },
    texts: { byCode: { book_not_found: goneText, part_not_found: goneText, edition_not_found: goneText }, failed },
    onFailure: (error) => {
      if (error instanceof ApiError && error.status === 404) onRemoved();
      return false;
    },
    onEnd: onClose,
  });
  return (
    <ConfirmDialog
      open
      message={question}
      detail={detail}
      {...(confirm ? { confirm } : {})}
      busy={busy}
      onConfirm={() => send()}
      onCancel={onClose}
    />
  );
}
