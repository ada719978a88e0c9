import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { tellFailure } from '../admin-call.ts';

interface ConfirmDeletionProps {
  /** The question. */
  readonly question: string;
  /** What it means, by name. */
  readonly detail: string;
  /** Word on the button when it is not 'Eliminar'. */
  readonly confirm?: string;
  readonly done: string;
  readonly gone: string;
  readonly failed: string;
  /** Truthy on success. */
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks before something leaves the shop, and says how it went. */
export function ConfirmDeletion(props: ConfirmDeletionProps) {
  const { question, detail, confirm, done, gone, failed, remove, onRemoved, onClose } = props;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      if (await remove()) {
        showToast('success', done);
        onRemoved();
      }
    } catch (error) {
      tellFailure(error, { book_not_found: gone, part_not_found: gone, edition_not_found: gone }, failed);
      if (error instanceof ApiError && error.status === 404) onRemoved();
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      message={question}
      detail={detail}
      {...(confirm ? { confirm } : {})}
      busy={busy}
      onConfirm={() => void run()}
      onCancel={onClose}
    />
  );
}
