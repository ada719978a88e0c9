import { expect, it } from 'vitest';
import { bucketsOf, daysBefore, lastMonth, periodFault, stepOf, thisMonth } from './period.ts';

const day = (name: string, amount = 0) => ({ day: name, sales: amount === 0 ? 0 : 1, amount, refunds: 0, visits: 0 });

it.each([
  ['2026-11-21', { from: '2026-11-01', to: '2026-11-21' }, { from: '2026-10-01', to: '2026-10-31' }],
  ['2026-03-01', { from: '2026-03-01', to: '2026-03-01' }, { from: '2026-02-01', to: '2026-02-28' }],
  ['2028-03-31', { from: '2028-03-01', to: '2028-03-31' }, { from: '2028-02-01', to: '2028-02-29' }],
  ['2027-01-01', { from: '2027-01-01', to: '2027-01-01' }, { from: '2026-12-01', to: '2026-12-31' }],
])('on %s the presets are this month and the last one', (today, current, before) => {
  expect([thisMonth(today), lastMonth(today)]).toEqual([current, before]);
});

it('counts days back by the calendar', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
  expect(daysBefore('2026-11-21', 29)).toBe('2026-10-23');
});

it.each([
  ['2026-11-01', null],
  ['2023-10-29', null],
  ['2023-10-28', 'long'],
  ['2026-11-02', 'disorder'],
  ['', 'unfinished'],
  // The first digits of a year that is being typed.
  ['0002-11-01', 'unfinished'],
  ['0202-11-01', 'unfinished'],
])('from %s to 2026-11-01: %s', (from, fault) => expect(periodFault({ from, to: '2026-11-01' })).toBe(fault));

it('adds days up to weeks and months when bars would be too thin', () => {
  expect([30, 62, 63, 365, 434, 435].map(stepOf)).toEqual(['day', 'day', 'week', 'week', 'week', 'month']);
  const days = [day('2026-01-30', 100), day('2026-01-31', 50), day('2026-02-01', 7)];
  expect(bucketsOf(days, 'day')).toHaveLength(3);
  expect(bucketsOf(days, 'month')).toMatchObject([
    { from: '2026-01-30', to: '2026-01-31', amount: 150, sales: 2 },
    { from: '2026-02-01', to: '2026-02-01', amount: 7, sales: 1 },
  ]);
  const weeks = bucketsOf(
    Array.from({ length: 8 }, (_, index) => day(`2026-01-0${index + 1}`, 10)),
    'week',
  );
  expect(weeks.map(({ from, amount }) => [from, amount])).toEqual([
    ['2026-01-01', 70],
    ['2026-01-08', 10],
  ]);
});
