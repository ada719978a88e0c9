import { useNavigation } from '../../../ui/navigation.tsx';
import { ReaderDialog } from '../components/reader-dialog.tsx';
import { previewTexts as t } from './texts.ts';

interface PreviewQuestionProps {
  readonly open: boolean;
  /** Parts in the editor's working area. */
  readonly workingArea: string;
  readonly onClose: () => void;
}

/** The back arrow does not close a preview, which has a tab of its own: this says what does. */
export function PreviewQuestion({ open, workingArea, onClose }: PreviewQuestionProps) {
  const { go } = useNavigation();
  return (
    <ReaderDialog
      open={open}
      title={t.title}
      cancel={t.stay}
      confirm={t.leave}
      onAnswer={(leave) => {
        onClose();
        if (!leave) return;
        // A tab that a link opened may close itself; where it may not, its page changes instead.
        window.close();
        go(workingArea);
      }}
    >
      <p>{t.text}</p>
    </ReaderDialog>
  );
}
