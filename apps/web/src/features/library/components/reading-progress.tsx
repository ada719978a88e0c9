import { formatPercent } from '../../../lib/format-percent.ts';
import { SeamProgress } from '../../../ui/seam-progress.tsx';
import { FINISHED_PERCENT } from '../continue-with.ts';
import { libraryTexts as t } from '../texts.ts';

/** The seam sewn so far; nothing before the first page was turned. */
export function ReadingProgress({ percent, name }: { readonly percent: number | null; readonly name: string }) {
  if (!percent || percent <= 0) return null;
  return (
    <SeamProgress
      percent={percent}
      name={t.progress(name)}
      label={percent >= FINISHED_PERCENT ? t.finished : formatPercent(Math.min(percent, 99))}
    />
  );
}
