import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import { latestBackupDay, nextBackupAt } from './backup-day.ts';

/** Days for which a job that runs every `everyMs` makes a backup, between two instants. */
function daysMade(from: number, to: number, hour: number, everyMs = 10 * MINUTE_MS): string[] {
  const made = [latestBackupDay(from, hour).day];
  for (let now = from; now <= to; now += everyMs) {
    const { day } = latestBackupDay(now, hour);
    if (!made.includes(day)) made.push(day);
  }
  return made.slice(1);
}

it('a backup is due once a day, from its hour on', () => {
  // 4:00 in Santiago is 7:00 UTC in summer.
  expect(latestBackupDay(Date.UTC(2026, 10, 18, 6, 59), 4).day).toBe('2026-11-17');
  expect(latestBackupDay(Date.UTC(2026, 10, 18, 7, 0), 4)).toEqual({
    day: '2026-11-18',
    at: Date.UTC(2026, 10, 18, 7, 0),
  });
  expect(nextBackupAt(Date.UTC(2026, 10, 18, 7, 0), 4)).toBe(Date.UTC(2026, 10, 19, 7, 0));
});

it('a backup is due exactly once on the day whose first hour does not exist', () => {
  // On Sunday 6 September 2026 clocks go from 0:00 to 1:00, at 4:00 UTC.
  const change = Date.UTC(2026, 8, 6, 4, 0);
  expect(daysMade(change - 20 * HOUR_MS, change + 20 * HOUR_MS, 0)).toEqual(['2026-09-06']);
  expect(latestBackupDay(change, 0)).toEqual({ day: '2026-09-06', at: change });
  expect(nextBackupAt(change - HOUR_MS, 0)).toBe(change);
});

it('a backup is due exactly once on the day whose last hour occurs twice', () => {
  // On Saturday 4 April 2026 clocks go from 24:00 back to 23:00, at 3:00 UTC of the 5th.
  const first = Date.UTC(2026, 3, 5, 2, 0);
  expect(daysMade(first - 3 * HOUR_MS, first + 20 * HOUR_MS, 23)).toEqual(['2026-04-04']);
  expect(latestBackupDay(first + 1.5 * HOUR_MS, 23)).toEqual({ day: '2026-04-04', at: first });
});

it('a backup is due once a day at any hour, all year long', () => {
  const from = Date.UTC(2026, 0, 1, 12);
  for (const hour of [0, 23]) {
    const days = daysMade(from, from + 365 * 24 * HOUR_MS, hour, HOUR_MS);
    expect(new Set(days).size).toBe(days.length);
    expect(days.length).toBeGreaterThanOrEqual(364);
    expect(days.length).toBeLessThanOrEqual(366);
  }
});
