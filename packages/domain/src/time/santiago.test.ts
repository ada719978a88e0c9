import { HOUR_MS } from './durations.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CivilDate } from './civil-date.ts';
import { santiagoWallTime } from './santiago-clock.ts';
import { endOfSantiagoDay, parseSantiagoMinute, santiagoDate, startOfSantiagoDay } from './santiago.ts';

/** Formats an instant with the platform's own formatter, independently of the code under test. */
function clockAt(instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Santiago',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant);
}

const text = ({ year, month, day }: CivilDate): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

describe('an ordinary day in Santiago', () => {
  it('begins at 03:00 UTC in summer and 04:00 UTC in winter', () => {
    expect(startOfSantiagoDay({ year: 2026, month: 1, day: 15 })).toBe(Date.UTC(2026, 0, 15, 3));
    expect(startOfSantiagoDay({ year: 2026, month: 7, day: 15 })).toBe(Date.UTC(2026, 6, 15, 4));
  });

  it('ends at 23:59:59.999', () => {
    expect(endOfSantiagoDay({ year: 2026, month: 11, day: 30 })).toBe(Date.UTC(2026, 11, 1, 3) - 1);
    expect(santiagoWallTime(endOfSantiagoDay({ year: 2026, month: 12, day: 31 }))).toMatchObject({
      year: 2026,
      hour: 23,
      minute: 59,
      second: 59,
    });
  });
});

// Clocks go forward at midnight of the first Sunday after 2 September, back at midnight of the first after 2 April.
describe.each([
  [2023, 3, 2, 1],
  [2024, 8, 7, 6],
  [2025, 7, 6, 5],
  [2026, 6, 5, 4],
  [2027, 5, 4, 3],
])('the changes of %i', (year, september, aprilSunday, aprilSaturday) => {
  it('the September Sunday begins at 01:00, because midnight does not exist', () => {
    const sunday = { year, month: 9, day: september };
    const start = startOfSantiagoDay(sunday);
    // One millisecond earlier it is the last second of Saturday.
    expect(clockAt(start)).toBe(`${text(sunday)} 01:00:00`);
    expect(santiagoDate(start - 1)).toEqual({ year, month: 9, day: september - 1 });
    expect(clockAt(start - 1)).toContain('23:59:59');
    expect(endOfSantiagoDay(sunday) + 1 - start).toBe(23 * HOUR_MS);
  });

  it('the April Saturday ends at the second 23:59:59', () => {
    const saturday = { year, month: 4, day: aprilSaturday };
    const end = endOfSantiagoDay(saturday);
    expect(clockAt(end)).toBe(`${text(saturday)} 23:59:59`);
    expect(clockAt(end - HOUR_MS)).toBe(`${text(saturday)} 23:59:59`);
    expect(clockAt(end + 1)).toBe(`${text({ year, month: 4, day: aprilSunday })} 00:00:00`);
    expect(end + 1 - startOfSantiagoDay(saturday)).toBe(25 * HOUR_MS);
  });
});

it('every day of twenty years begins at its own first instant, and there is no gap between days', () => {
  const days = fc.integer({ min: Date.UTC(2015, 0, 1) / 86_400_000, max: Date.UTC(2035, 0, 1) / 86_400_000 });
  fc.assert(
    fc.property(days, (number) => {
      const date = new Date(number * 86_400_000);
      const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      const start = startOfSantiagoDay(day);
      expect(clockAt(start).slice(0, 10)).toBe(text(day));
      expect(clockAt(start - 1).slice(0, 10)).not.toBe(text(day));
      expect(startOfSantiagoDay(santiagoDate(endOfSantiagoDay(day) + 1))).toBe(endOfSantiagoDay(day) + 1);
    }),
    { numRuns: 400 },
  );
});

describe('a minute of Santiago', () => {
  it.each([
    ['2026-12-12T00:00', Date.UTC(2026, 11, 12, 3)],
    ['2026-07-15T09:30', Date.UTC(2026, 6, 15, 13, 30)],
    // Clocks go forward at midnight: the first hour of that Sunday does not exist, so the day begins at 01:00.
    ['2026-09-06T00:00', Date.UTC(2026, 8, 6, 4)],
    ['2026-09-06T00:30', Date.UTC(2026, 8, 6, 4)],
    ['2026-09-06T01:00', Date.UTC(2026, 8, 6, 4)],
    ['2026-09-06T09:00', Date.UTC(2026, 8, 6, 12)],
    // Clocks go back at midnight: the last hour of that Saturday occurs twice, and the first occurrence counts.
    ['2026-04-04T23:30', Date.UTC(2026, 3, 5, 2, 30)],
    ['2026-04-05T00:00', Date.UTC(2026, 3, 5, 4)],
    ['2026-04-05T09:00', Date.UTC(2026, 3, 5, 13)],
  ])('%s', (text, instant) => expect(parseSantiagoMinute(text)).toBe(instant));

  it.each(['2026-02-30T10:00', '2026-12-12T24:00', '2026-12-12T10:60', '2026-12-12', '', '1900-01-01T00:00'])(
    '%j is no minute',
    (text) => expect(parseSantiagoMinute(text)).toBeNull(),
  );
});
