import type { PositionRecord } from '@cuentos/contract/reading';
import { formatPercent } from '../../../lib/format-percent.ts';
import { ReaderDialog } from './reader-dialog.tsx';
import { readerTexts as t } from '../texts.ts';
import { useLast } from '../use-last.ts';

interface PlaceQuestionProps {
  /** The other device's place; null closes. */
  readonly question: PositionRecord | null;
  /** Percentage of the page shown. */
  readonly here: number;
  readonly onAnswer: (go: boolean) => void;
}

/** Asked once when another device is more than 2 % away. */
export function PlaceQuestion({ question, here, onAnswer }: PlaceQuestionProps) {
  const asked = useLast(question)?.percentage ?? 0;
  const percent = formatPercent(Math.floor(asked));
  return (
    <ReaderDialog
      open={question !== null}
      title={asked >= here ? t.elsewhere.ahead : t.elsewhere.behind}
      cancel={t.elsewhere.stay}
      confirm={t.elsewhere.go(percent)}
      onAnswer={onAnswer}
    >
      <p>{t.elsewhere.text(percent)}</p>
    </ReaderDialog>
  );
}
