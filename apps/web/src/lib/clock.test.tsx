import { HOUR_MS } from '@cuentos/domain/time/durations';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { learnServerTime, useNow } from './clock.ts';

const header = (shift: number) => new Date(Date.now() + shift).toUTCString();
const offBy = (now: number) => Math.round((now - Date.now()) / 60_000) + 0;

afterEach(() => {
  cleanup();
  learnServerTime(header(0));
});

it('uses the server’s time where the device’s clock is wrong', () => {
  const { result } = renderHook(useNow);
  expect(offBy(result.current)).toBe(0);
  act(() => learnServerTime(header(-26 * HOUR_MS)));
  expect(offBy(result.current)).toBe(-26 * 60);
  act(() => learnServerTime(header(3 * HOUR_MS)));
  expect(offBy(result.current)).toBe(3 * 60);
});

it('ignores a difference of some seconds, and an answer without a date', () => {
  const { result } = renderHook(useNow);
  const before = result.current;
  act(() => learnServerTime(header(20_000)));
  act(() => learnServerTime(null));
  act(() => learnServerTime('ayer'));
  expect(result.current).toBe(before);
});
