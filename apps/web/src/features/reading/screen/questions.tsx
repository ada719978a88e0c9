import type { PositionRecord } from '@cuentos/contract/reading';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { Button } from '../../../ui/button.tsx';
import { useNavigation } from '../../../ui/use-navigation.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useLast } from '../../../ui/overlays/use-last.ts';
import { sessionEnded } from '../session-ended.ts';
import { questionTexts as t } from './texts.ts';

interface ReaderDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Absent without a choice. */
  readonly cancel?: string;
  readonly confirm: string;
  /** Called with false also when the dialog is closed in any other way; may be called again while it closes. */
  readonly onAnswer: (yes: boolean) => void;
  readonly children: ReactNode;
}

/** A question over the page, in the theme's colours. */
function ReaderDialog({ open, title, cancel, confirm, onAnswer, children }: ReaderDialogProps) {
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

interface PlaceQuestionProps {
  /** Position of the reader's other device; null closes the question. */
  readonly question: PositionRecord | null;
  /** Percentage of the page shown. */
  readonly here: number;
  readonly onAnswer: (go: boolean) => void;
}

/** Asked once when another device is more than 2 % away. */
export function PlaceQuestion({ question, here, onAnswer }: PlaceQuestionProps) {
  const askedPercentage = useLast(question)?.percentage ?? 0;
  const percent = formatPercent(Math.floor(askedPercentage));
  return (
    <ReaderDialog
      open={question !== null}
      title={askedPercentage >= here ? t.elsewhere.ahead : t.elsewhere.behind}
      cancel={t.elsewhere.stay}
      confirm={t.elsewhere.go(percent)}
      onAnswer={onAnswer}
    >
      <p>{t.elsewhere.text(percent)}</p>
    </ReaderDialog>
  );
}

interface LinkQuestionProps {
  /** External address; null closes the dialog. */
  readonly href: string | null;
  readonly onAnswer: (open: boolean) => void;
}

/** A link out of the book opens only after a yes, in a tab without access to this one. */
export function LinkQuestion({ href, onAnswer }: LinkQuestionProps) {
  const shownHref = useLast(href);
  return (
    <ReaderDialog
      open={href !== null}
      title={t.link.title}
      cancel={t.link.cancel}
      confirm={t.link.open}
      onAnswer={onAnswer}
    >
      <p>{t.link.text}</p>
      <p className="mt-2 font-medium [overflow-wrap:anywhere]">{shownHref}</p>
    </ReaderDialog>
  );
}

/** Says that the session is over before the book closes. */
export function SessionOver() {
  const [open, setOpen] = useState(false);
  const answered = useRef<() => void>(() => {});
  useEffect(
    () =>
      sessionEnded.register(
        () =>
          new Promise((resolve) => {
            answered.current = resolve;
            setOpen(true);
          }),
      ),
    [],
  );
  return (
    <ReaderDialog
      open={open}
      title={t.sessionOver.title}
      confirm={t.sessionOver.leave}
      onAnswer={() => {
        setOpen(false);
        answered.current();
      }}
    >
      <p>{t.sessionOver.text}</p>
    </ReaderDialog>
  );
}

interface PreviewQuestionProps {
  readonly open: boolean;
  /** Address of the parts in the editor's working area. */
  readonly workingArea: string;
  readonly onClose: () => void;
}

/** The back arrow does not close a preview, which has a tab of its own: this dialog explains how to close it. */
export function PreviewQuestion({ open, workingArea, onClose }: PreviewQuestionProps) {
  const { go } = useNavigation();
  return (
    <ReaderDialog
      open={open}
      title={t.preview.title}
      cancel={t.preview.stay}
      confirm={t.preview.leave}
      onAnswer={(leave) => {
        onClose();
        if (!leave) return;
        // A tab opened by a link may close itself; otherwise its page changes instead.
        window.close();
        go(workingArea);
      }}
    >
      <p>{t.preview.text}</p>
    </ReaderDialog>
  );
}
