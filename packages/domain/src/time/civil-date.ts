import { DAY_MS } from './durations.ts';

/** A calendar day, without zone or time. Months are 1 to 12. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days from 1 January 1970 to a day of the Gregorian calendar. */
export function daysFromEpoch({ year, month, day }: CivilDate): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Milliseconds since the epoch of that day's midnight in UTC. */
export function utcMidnight(date: CivilDate): number {
  return daysFromEpoch(date) * DAY_MS;
}

/**
 * Reads `yyyy-MM-dd`.
 * @returns null when the text has another form or names a day that does not exist.
 */
export function parseCivilDate(text: string): CivilDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const date = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > daysInMonth(date)) return null;
  return date;
}

/** Writes `yyyy-MM-dd`. */
export function formatCivilDate({ year, month, day }: CivilDate): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function daysInMonth({ year, month }: CivilDate): number {
  const first = daysFromEpoch({ year, month, day: 1 });
  const next = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  return daysFromEpoch(next) - first;
}
