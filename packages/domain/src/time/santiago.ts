import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { type CivilDate, parseCivilDate, utcMidnight } from './civil-date.ts';
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
 * The instant at which clocks in Santiago show a minute of a day, as epoch milliseconds. Of a minute that comes twice, on
 * the April Saturday, the first; for one that does not exist, in the first hour of the September Sunday, the day's start.
 */
export function santiagoMinute(date: CivilDate, hour: number, minute: number): number {
  const start = startOfSantiagoDay(date);
  const isShown = (instant: number): boolean => {
    const wall = santiagoWallTime(instant);
    return wall.day === date.day && wall.hour === hour && wall.minute === minute;
  };
  const plain = start + hour * HOUR_MS + minute * MINUTE_MS;
  // A day that begins at 01:00 is an hour short of its own count.
  const candidate = [plain, plain - HOUR_MS, plain + HOUR_MS].filter(isShown).toSorted((a, b) => a - b)[0];
  return candidate ?? start;
}

/** Reads `yyyy-MM-ddTHH:mm` of clocks in Santiago; null when that is no day or no time of one. */
export function parseSantiagoMinute(text: string): number | null {
  const [, day = '', hour = '', minute = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/.exec(text) ?? [];
  const date = parseCivilDate(day);
  if (!date || date.year < 1970 || date.year > 2200 || Number(hour) > 23 || Number(minute) > 59) return null;
  return santiagoMinute(date, Number(hour), Number(minute));
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
