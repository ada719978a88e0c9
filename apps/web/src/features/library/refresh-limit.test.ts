import { expect, it } from 'vitest';
import { tryRefresh } from './use-refresh.ts';

it('allows four refreshes per list and minute', () => {
  const at = (ms: number) => tryRefresh('a', ms);
  expect([0, 1, 2, 3].map(at)).toEqual([true, true, true, true]);
  expect(at(59_999)).toBe(false);
  expect(tryRefresh('b', 59_999)).toBe(true);
  expect(at(60_000)).toBe(true);
});
