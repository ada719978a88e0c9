import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { type CivilDate, utcMidnight } from './civil-date.ts';
import { santiagoWallTime } from './santiago-clock.ts';

/** Offset of Santiago from UTC at an instant, in milliseconds (negative: west). */
function offsetAt(instant: number): number {
  const wall = santiagoWallTime(instant);
  const asUtc = utcMidnight(wall) + wall.hour * HOUR_MS + wall.minute * MINUTE_MS + wall.second * SECOND_MS;
  return asUtc - Math.floor(instant / 1000) * 1000;
}

/**
 * First valid instant of a day in Santiago, as epoch milliseconds. On the September Sunday when clocks go forward
 * at midnight, 00:00 does not exist and the day begins at 01:00.
 */
export function startOfSantiagoDay(date: CivilDate): number {
  const midnight = utcMidnight(date);
  // The offset in force just before the day, then the one in force after a change at midnight: the earlier instant
  // that really belongs to the day is its start.
  const before = midnight - offsetAt(midnight - DAY_MS / 2);
  const after = midnight - offsetAt(midnight + DAY_MS / 2);
  const candidates = [Math.min(before, after), Math.max(before, after)];
  for (const candidate of candidates) {
    const wall = santiagoWallTime(candidate);
    if (wall.day === date.day && wall.month === date.month && wall.year === date.year) return candidate;
  }
  throw new RangeError(`no start found for ${date.year}-${date.month}-${date.day}`);
}

/**
 * Last millisecond of a day in Santiago (23:59:59.999). On the April Saturday when 23:00 to 24:00 happens twice it
 * is the end of the second one.
 */
export function endOfSantiagoDay(date: CivilDate): number {
  const noonNext = utcMidnight(date) + DAY_MS * 1.5;
  const next = santiagoWallTime(noonNext);
  return startOfSantiagoDay(next) - 1;
}

/** The calendar day in Santiago at an instant. */
export function santiagoDate(instant: number): CivilDate {
  const { year, month, day } = santiagoWallTime(instant);
  return { year, month, day };
}
