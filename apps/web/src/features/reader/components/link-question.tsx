import { ReaderDialog } from './reader-dialog.tsx';
import { readerTexts as t } from '../texts.ts';
import { useLast } from '../use-last.ts';

interface LinkQuestionProps {
  /** External address; null closes. */
  readonly href: string | null;
  readonly onAnswer: (open: boolean) => void;
}

/** A link out of the book opens only after a yes, in a tab that knows nothing of this one. */
export function LinkQuestion({ href, onAnswer }: LinkQuestionProps) {
  const shown = useLast(href);
  return (
    <ReaderDialog
      open={href !== null}
      title={t.link.title}
      cancel={t.link.cancel}
      confirm={t.link.open}
      onAnswer={onAnswer}
    >
      <p>{t.link.text}</p>
      <p className="mt-2 font-medium [overflow-wrap:anywhere]">{shown}</p>
    </ReaderDialog>
  );
}
