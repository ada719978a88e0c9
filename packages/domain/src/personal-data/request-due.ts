import { type CivilDate, utcMidnight } from '../time/civil-date.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import { endOfSantiagoDay, santiagoDate } from '../time/santiago.ts';

/** Requests of a person about their data (Ley 21.719). */
export type DataRequestKind = 'access' | 'correction' | 'erasure' | 'objection' | 'portability' | 'block';

/** Days of the calendar in which a request is answered. */
const CALENDAR_DAYS = 30;
/** Working days in which data are blocked. */
const BLOCK_DAYS = 2;

/** Days in which an erasure that was asked for can be cancelled. */
export const KEEP_DAYS = 7;

/**
 * The last millisecond, in Santiago, at which a request is answered in time. The day on which it came does not count.
 * Holidays count as working days here: that can only bring a day forward.
 * @param askedAt epoch milliseconds
 */
export function requestDueAt(kind: DataRequestKind, askedAt: number): number {
  const requestDay = utcMidnight(santiagoDate(askedAt));
  const due = kind === 'block' ? afterWorkingDays(requestDay, BLOCK_DAYS) : requestDay + CALENDAR_DAYS * DAY_MS;
  return endOfSantiagoDay(dateOf(due));
}

function afterWorkingDays(midnight: number, days: number): number {
  let day = midnight;
  for (let remainingDays = days; remainingDays > 0;) {
    day += DAY_MS;
    if (!isWeekend(day)) remainingDays -= 1;
  }
  return day;
}

/** The first day of the epoch was a Thursday. */
function isWeekend(midnight: number): boolean {
  const weekday = (midnight / DAY_MS + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** Three in the afternoon in UTC is the same day in Santiago. */
const dateOf = (midnight: number): CivilDate => santiagoDate(midnight + 15 * HOUR_MS);
