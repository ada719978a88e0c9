import type { UserBookPart } from '@cuentos/contract/library';
import type { FinishedMark } from '@cuentos/domain/reading/finished';
import { formatPercent } from '../../lib/format-percent.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { libraryTexts as t } from './texts.ts';

/** Percentage from which on a part counts as read to the end. */
const FINISHED_PERCENT = 99.5;

/** Whether a part is finished: by the reader's own mark; without one, by the percentage. */
const isFinished = (percent: number, finish: FinishedMark | null | undefined): boolean =>
  finish?.finished ?? percent >= FINISHED_PERCENT;

const isInProgress = ({ percentage, finish }: UserBookPart) => percentage > 0 && !isFinished(percentage, finish);

/**
 * The part to continue ('Donde quedaste'): the last one read by this device's knowledge, else the one whose position
 * the server received last. Only parts that were begun and not finished count.
 */
export function continueWith(
  parts: readonly UserBookPart[],
  here: { readonly partId: string; readonly percentage: number | null } | null,
): UserBookPart | null {
  const current = parts.map((part) =>
    here && part.book_part_id === here.partId ? { ...part, percentage: here.percentage ?? part.percentage } : part,
  );
  const partsInProgress = current.filter(isInProgress);
  const lastHere = partsInProgress.find((part) => part.book_part_id === here?.partId);
  const [latest] = partsInProgress.toSorted((a, b) => readAt(b) - readAt(a));
  return lastHere ?? latest ?? null;
}

function readAt({ read_at }: UserBookPart): number {
  return read_at ? Date.parse(read_at) : 0;
}

interface ReadingProgressProps {
  readonly percent: number | null;
  readonly name: string;
  readonly finish?: FinishedMark | null | undefined;
}

/** Progress bar of a part; absent before the first page was turned. */
export function ReadingProgress({ percent, name, finish }: ReadingProgressProps) {
  const isDone = isFinished(percent ?? 0, finish);
  if (!isDone && (!percent || percent <= 0)) return null;
  return (
    <ProgressBar
      percent={isDone ? 100 : (percent ?? 0)}
      name={t.progress(name)}
      label={isDone ? t.finished : formatPercent(Math.min(99, Math.floor(percent ?? 0)))}
    />
  );
}
