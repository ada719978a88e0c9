import { type CivilDate, utcMidnight } from './civil-date.ts';

/** The shop's only time zone (decisions: "Time zone"). */
export const SHOP_TIME_ZONE = 'America/Santiago';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const fields = new Intl.DateTimeFormat('en-US', {
  timeZone: SHOP_TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Wall-clock time in Santiago. */
export interface WallTime extends CivilDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** What a clock in Santiago shows at an instant (epoch milliseconds). */
export function santiagoWallTime(instant: number): WallTime {
  const read: Record<string, number> = {};
  for (const part of fields.formatToParts(instant)) read[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = read;
  return { year, month, day, hour, minute, second };
}

/** Offset of Santiago from UTC at an instant, in milliseconds (negative: west). */
function offsetAt(instant: number): number {
  const wall = santiagoWallTime(instant);
  const asUtc = utcMidnight(wall) + wall.hour * HOUR_MS + wall.minute * 60_000 + wall.second * 1000;
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
