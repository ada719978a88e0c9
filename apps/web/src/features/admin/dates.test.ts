import { expect, it } from 'vitest';
import { formatFormDay, formatMinute, formatSecond, toFormDay } from './dates.ts';

const instant = '2026-11-21T02:05:09Z'; // the evening before in Santiago

it('writes moments of Santiago as the tables do', () => {
  expect(formatMinute(instant)).toBe('20/11/2026 23:05');
  expect(formatSecond(instant)).toBe('20/11/2026 23:05:09');
  expect(toFormDay(instant)).toBe('2026-11-20');
});

it('writes the day of a form in words', () => {
  expect(formatFormDay('2026-09-06')).toBe('06/septiembre/2026');
  expect(formatFormDay('2026-02-30')).toBeNull();
  expect(formatFormDay('')).toBeNull();
});
