import { daysFromEpoch, formatCivilDate } from '../time/civil-date.ts';
import { santiagoDate } from '../time/santiago.ts';

/** How many days, weeks and months keep a backup. */
export const KEPT = { days: 7, weeks: 4, months: 12 } as const;

/** A backup and when it was made, epoch milliseconds. */
export interface DatedBackup {
  readonly id: string;
  readonly madeAt: number;
}

/**
 * Backups that are kept: the newest of each of the latest seven days, four weeks and twelve months that have one. Spans
 * without a backup do not count, so that a shop that stood still for a year loses none.
 */
export function keptBackups(backups: readonly DatedBackup[]): ReadonlySet<string> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt - a.madeAt || (a.id < b.id ? 1 : -1));
  const kept = new Set<string>();
  const keepOf = (count: number, spanOf: (madeAt: number) => string): void => {
    const spans = new Set<string>();
    for (const { id, madeAt } of newestFirst) {
      const span = spanOf(madeAt);
      if (spans.has(span)) continue;
      if (spans.size === count) return;
      spans.add(span);
      kept.add(id);
    }
  };
  keepOf(KEPT.days, (madeAt) => formatCivilDate(santiagoDate(madeAt)));
  keepOf(KEPT.weeks, weekOf);
  keepOf(KEPT.months, (madeAt) => formatCivilDate(santiagoDate(madeAt)).slice(0, 7));
  return kept;
}

/** Number of the week, from Monday to Sunday; 1 January 1970 was a Thursday. */
const weekOf = (madeAt: number): string => String(Math.floor((daysFromEpoch(santiagoDate(madeAt)) + 3) / 7));
