import type { CivilDate } from './civil-date.ts';

// Separate from the dates of santiago.ts, because every public page formats times and needs no date arithmetic.

/** The shop's only time zone. */
export const SHOP_TIME_ZONE = 'America/Santiago';

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

/** Returns the time of a clock in Santiago at an instant (epoch milliseconds). */
export function santiagoWallTime(instant: number): WallTime {
  const parts: Record<string, number> = {};
  for (const part of fields.formatToParts(instant)) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}
