/** Lengths of time in milliseconds, of clocks that know nothing of calendars: a day is 24 hours, whatever the season. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
