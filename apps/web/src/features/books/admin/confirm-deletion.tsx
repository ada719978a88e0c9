import { ApiError } from '../../../lib/api/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';

interface ConfirmDeletionProps {
  /** The question. */
  readonly question: string;
  /** Consequence of the deletion, by name. */
  readonly detail: string;
  /** Word on the button when it is not 'Eliminar'. */
  readonly confirm?: string;
  readonly done: string;
  readonly goneText: string;
  readonly failed: string;
  readonly remove: () => Promise<unknown>;
  /** Brings it back; absent where nothing can. */
  readonly restore?: () => Promise<unknown>;
  readonly onRemoved: () => void;
  /** It may be there again. */
  readonly onRestored?: () => unknown;
  readonly onClose: () => void;
}

/** Asks before something leaves the shop, and says how it went. */
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
