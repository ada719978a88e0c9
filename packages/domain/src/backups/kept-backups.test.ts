import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import { keptBackups } from './kept-backups.ts';

const NOON = Date.UTC(2026, 10, 18, 15);
const daily = (count: number, step = DAY_MS) =>
  Array.from({ length: count }, (_, n) => ({ id: `n${n}`, madeAt: NOON - n * step }));

it('keeps seven days, four weeks and twelve months of daily backups', () => {
  const kept = keptBackups(daily(800));
  expect([...kept].filter((id) => Number(id.slice(1)) < 7)).toHaveLength(7);
  expect(kept.size).toBeGreaterThanOrEqual(7 + 2 + 10);
  expect(kept.size).toBeLessThanOrEqual(7 + 4 + 12);
  // The oldest kept backup is the last day of the eleventh month before this one, in December 2025.
  const oldest = Math.max(...[...kept].map((id) => Number(id.slice(1))));
  expect(new Date(NOON - oldest * DAY_MS).toISOString().slice(0, 10)).toBe('2025-12-31');
});

it('keeps the newest backup of each day, and backups from before a long pause', () => {
  expect(keptBackups(daily(3, HOUR_MS))).toEqual(new Set(['n0']));
  expect(keptBackups([...daily(1), { id: 'old', madeAt: NOON - 900 * DAY_MS }])).toEqual(new Set(['n0', 'old']));
  expect(keptBackups([])).toEqual(new Set());
});
