import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysFromEpoch, parseCivilDate, utcMidnight } from './civil-date.ts';

describe('days of the calendar', () => {
  it('agree with the platform’s own calendar', () => {
    const dates = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2400-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        const civil = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        const midnight = Date.UTC(civil.year, civil.month - 1, civil.day);
        expect(utcMidnight(civil)).toBe(midnight);
        expect(daysFromEpoch(civil)).toBe(midnight / 86_400_000);
        expect(parseCivilDate(date.toISOString().slice(0, 10))).toEqual(civil);
      }),
    );
  });

  it.each([
    '2026-02-29',
    '2025-02-30',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
  ])('%s does not exist', (text) => expect(parseCivilDate(text)).toBeNull());

  it.each(['', '2026-1-01', '20260101', '01-01-2026', ' 2026-01-01', '2026-01-01\n', '2026-01-01T00:00', '٢٠٢٦-01-01'])(
    '%j is no date in the form YYYY-MM-DD',
    (text) => expect(parseCivilDate(text)).toBeNull(),
  );

  it('accepts 29 February in leap years alone', () => {
    expect(parseCivilDate('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 });
    expect(parseCivilDate('2000-02-29')).toEqual({ year: 2000, month: 2, day: 29 });
  });
});
