import { expect, it } from 'vitest';
import { formatPercent } from './format-percent.ts';
import { formatBytes, formatDate, formatLongDate, formatNumber, formatPrice } from './formats.ts';

it.each([
  [0, '$0'],
  [490, '$490'],
  [1490, '$1.490'],
  [12_490, '$12.490'],
  [1_234_567, '$1.234.567'],
  [-40, '−$40'],
  [-1490, '−$1.490'],
])('shows %i pesos as %s', (pesos, text) => {
  expect(formatPrice(pesos)).toBe(text);
});

it('groups figures without decimals', () => {
  expect(formatNumber(1204)).toBe('1.204');
  expect(formatNumber(999)).toBe('999');
});

it.each([
  ['2026-12-12T03:00:00Z', '12/12/2026'], // midnight in Santiago, UTC−3 in summer
  ['2026-12-12T02:59:59Z', '11/12/2026'],
  ['2026-07-01T03:59:59Z', '30/06/2026'], // UTC−4 in winter
])('shows the day of %s in Santiago', (instant, day) => {
  expect(formatDate(instant)).toBe(day);
});

it('writes long dates in Spanish', () => {
  expect(formatLongDate('2026-11-14T15:00:00Z')).toBe('14 de noviembre de 2026');
});

it('puts a thin no-break space before the percent sign', () => {
  expect(formatPercent(36.6)).toBe('37\u202F%');
});

it.each([
  [0, '0 KB'],
  [500, '1 KB'],
  [940_000, '940 KB'],
  [2_100_000, '2,1 MB'],
  [130_000_000, '130 MB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
