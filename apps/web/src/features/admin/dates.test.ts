import { expect, it } from 'vitest';
import { formatFormDay, formatMinute, formatSecond, missingHour, toFormDay } from './dates.ts';

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

it.each([
  ['2026-09-06', '00:30', 'Esa hora no existe: ese día el reloj se adelanta. Será a las 01:00.'],
  ['2026-09-06', '01:00', undefined],
  ['2026-04-04', '23:30', undefined],
  ['2026-12-12', '00:00', undefined],
  ['2026-02-30', '10:00', undefined],
  ['', '', undefined],
])('%s %s: explains which hour replaces an hour that does not exist', (day, hour, sentence) => {
  expect(missingHour(day, hour)).toBe(sentence);
});
