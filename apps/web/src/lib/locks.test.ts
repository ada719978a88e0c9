import { afterEach, expect, it, vi } from 'vitest';
import { withLock } from './locks.ts';

afterEach(() => vi.unstubAllGlobals());

it('work that a browser without storage gives no lock for is done all the same', async () => {
  const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(async () => 'done');
  expect(await withLock('a', work)).toBe('done');
  expect(work).toHaveBeenCalledOnce();
});

it('work that failed under its lock is not done again', async () => {
  vi.stubGlobal('navigator', { locks: { request: async (_name: string, work: () => unknown) => work() } });
  const work = vi.fn().mockRejectedValue(new Error('no'));
  await expect(withLock('a', work)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledOnce();
});
