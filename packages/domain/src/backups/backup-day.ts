import { DAY_MS } from '../time/durations.ts';
import { type CivilDate, formatCivilDate } from '../time/civil-date.ts';
import { santiagoDate, santiagoMinute, startOfSantiagoDay } from '../time/santiago.ts';

/** The day whose backup is the latest that should have been made, and when its hour was. */
export interface BackupDay {
  /** `yyyy-MM-dd` in Santiago. Each day has one backup, even if its hour occurs twice or not at all. */
  readonly day: string;
  /** Epoch milliseconds: of an hour that occurs twice, the first; for one that does not exist, the start of the day. */
  readonly at: number;
}

/**
 * The latest day whose backup hour has passed.
 * @param hour of clocks in Santiago, 0 to 23
 */
export function latestBackupDay(now: number, hour: number): BackupDay {
  const today = santiagoDate(now);
  const at = santiagoMinute(today, hour, 0);
  if (at <= now) return { day: formatCivilDate(today), at };
  const yesterday = dayBefore(today);
  return { day: formatCivilDate(yesterday), at: santiagoMinute(yesterday, hour, 0) };
}

/** When the next backup is due, epoch milliseconds. */
export function nextBackupAt(now: number, hour: number): number {
  const today = santiagoDate(now);
  const at = santiagoMinute(today, hour, 0);
  return at > now ? at : santiagoMinute(dayAfter(today), hour, 0);
}

/** Days have 23 to 25 hours: the noon of a neighbour is found from the day's start. */
const dayBefore = (date: CivilDate): CivilDate => santiagoDate(startOfSantiagoDay(date) - DAY_MS / 2);
const dayAfter = (date: CivilDate): CivilDate => santiagoDate(startOfSantiagoDay(date) + 1.5 * DAY_MS);
