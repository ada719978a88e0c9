import { useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { uiTexts } from '../texts.ts';
import { confirmStore } from './confirm.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title?: string;
  readonly message?: string;
  readonly confirm?: string;
  readonly cancel?: string;
  /** Exact subject of the question. */
  readonly detail?: string | undefined;
  /** Whether the confirmed action is running. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before an action that cannot be undone; has default texts. */
export function ConfirmDialog({
  open,
  title = uiTexts.confirmTitle,
  message = uiTexts.confirmMessage,
  confirm = uiTexts.remove,
  cancel = uiTexts.cancel,
  detail,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} label={title} closable={false}>
      <h2 className="type-1">{title}</h2>
      <p className="mt-2 text-ink-2">{message}</p>
      {detail && <p className="mt-2 font-medium [overflow-wrap:anywhere]">{detail}</p>}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{cancel}</Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

/** Shows the question of `ask` in a dialog. */
export function ConfirmHost() {
  const openQuestion = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, () => null);
  if (!openQuestion) return null;
  const { answer, ...words } = openQuestion;
  return <ConfirmDialog open {...words} onConfirm={() => answer(true)} onCancel={() => answer(false)} />;
}
