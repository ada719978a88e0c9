import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { useCaptcha } from './use-captcha.ts';

const solve = vi.hoisted(() => vi.fn<(action: string) => Promise<string>>());
vi.mock('./solve-altcha.ts', () => ({ solveAltcha: solve }));

beforeEach(() => {
  let solved = 0;
  solve.mockImplementation(async () => `answer ${(solved += 1)}`);
  fakeApi({ 'GET /api/captcha': { body: { provider: 'altcha', site_key: null } } });
});
afterEach(() => {
  solve.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends the answer that was made while the person typed, and a new one once the old one has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { result } = renderHook(() => useCaptcha('contact'));
  await result.current.start();
  vi.setSystemTime(Date.now() + 8 * MINUTE_MS);
  expect(await result.current.answer()).toBe('answer 1');
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  expect(await result.current.answer()).toBe('answer 2');
  expect(solve.mock.calls).toEqual([['contact'], ['contact']]);
});

it('sends no answer when a new one cannot be made, and tries anew with the next sending', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { result } = renderHook(() => useCaptcha('contact'));
  await result.current.start();
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  solve.mockRejectedValueOnce(new Error('no line'));
  expect(await result.current.answer()).toBeUndefined();
  expect(await result.current.answer()).toBe('answer 2');
});
