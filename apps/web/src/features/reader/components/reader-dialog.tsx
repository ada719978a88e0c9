import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface ReaderDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Absent when there is nothing to choose. */
  readonly cancel?: string;
  readonly confirm: string;
  /** False also when the dialog is put away in any other manner; may come again while it closes. */
  readonly onAnswer: (yes: boolean) => void;
  readonly children: ReactNode;
}

/** A question over the page, in the theme's colours. */
export function ReaderDialog({ open, title, cancel, confirm, onAnswer, children }: ReaderDialogProps) {
  return (
    <Dialog open={open} onClose={() => onAnswer(false)} label={title} closable={false}>
      <h2 className="type-1">{title}</h2>
      <div className="mt-2">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {cancel && <Button onClick={() => onAnswer(false)}>{cancel}</Button>}
        <Button variant="primary" onClick={() => onAnswer(true)}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
