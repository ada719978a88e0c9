import type { UserBookPart } from '@cuentos/contract/library';
import type { FinishedMark } from '@cuentos/domain/reading/finished';
import { formatPercent } from '../../lib/format-percent.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { libraryTexts as t } from './texts.ts';

/** From here on a part counts as read to the end. */
const FINISHED_PERCENT = 99.5;

/** The reader's own mark counts; without one, the percentage read decides. */
const isFinished = (percent: number, finish: FinishedMark | null | undefined): boolean =>
  finish?.finished ?? percent >= FINISHED_PERCENT;

const isInProgress = ({ percentage, finish }: UserBookPart) => percentage > 0 && !isFinished(percentage, finish);

/**
 * The part to go on with ('Donde quedaste'): what this device knows to be the last one read, else the one whose
 * position the server took last. Only parts that were begun and not finished count.
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

/** The bar as far as the part was read; nothing before the first page was turned. */
export function ReadingProgress({ percent, name, finish }: ReadingProgressProps) {
  const isDone = isFinished(percent ?? 0, finish);
  if (!isDone && (!percent || percent <= 0)) return null;
  return (
    <ProgressBar
      percent={isDone ? 100 : (percent ?? 0)}
      name={t.progress(name)}
      label={isDone ? t.finished : formatPercent(Math.min(percent ?? 0, 99))}
    />
  );
}
