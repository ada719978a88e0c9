import { describe, expect, it } from 'vitest';
import { parseSantiagoMinute } from '../time/santiago.ts';
import { requestDueAt } from './request-due.ts';

const at = (text: string) => parseSantiagoMinute(text) ?? Number.NaN;
const endOf = (day: string) => at(`${day}T23:59`) + 59_999;

describe('the due date of a request about personal data', () => {
  it.each([
    ['a block asked on a Monday', 'block', '2026-11-16T09:00', '2026-11-18'],
    ['a block asked late on a Thursday', 'block', '2026-11-19T23:59', '2026-11-23'],
    ['a block asked on a Friday', 'block', '2026-11-20T00:00', '2026-11-24'],
    ['a block asked on a Saturday', 'block', '2026-11-21T12:00', '2026-11-24'],
    ['a block asked on a Sunday', 'block', '2026-11-22T12:00', '2026-11-24'],
    ['a copy', 'access', '2026-11-18T12:00', '2026-12-18'],
    ['an erasure over the end of the year', 'erasure', '2026-12-20T23:59', '2027-01-19'],
    ['a correction over the day on which clocks go back', 'correction', '2026-03-20T10:00', '2026-04-19'],
  ] as const)('%s', (_, kind, asked, due) => expect(requestDueAt(kind, at(asked))).toBe(endOf(due)));
});
