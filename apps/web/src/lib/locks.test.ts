import { afterEach, expect, it, vi } from 'vitest';
import { withLock } from './locks.ts';

afterEach(() => vi.unstubAllGlobals());

it('work is done without a lock where a browser without storage grants none', async () => {
  const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(async () => 'done');
  expect(await withLock('a', work)).toBe('done');
  expect(work).toHaveBeenCalledOnce();
});

it('a caller that gives up waiting for another tab’s lock gets an error, and the work is not done', async () => {
  const request = async (_name: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(async () => 'done');
  const wait = new AbortController();
  const waiting = withLock('a', work, { signal: wait.signal });
  wait.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
  expect(work).not.toHaveBeenCalled();
});

it('work that failed under its lock is not repeated', async () => {
  vi.stubGlobal('navigator', {
    locks: { request: async (_name: string, _wait: unknown, work: () => unknown) => work() },
  });
  const work = vi.fn().mockRejectedValue(new Error('no'));
  await expect(withLock('a', work)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledOnce();
});
