import { vi } from 'vitest';

/** Web Locks of one browser: exclusive locks, granted in the order of their requests. */
export function fakeLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const request = async (name: string, { signal }: LockOptions, work: () => Promise<unknown>): Promise<unknown> => {
    let isWaiting = true;
    const begin = async () => {
      signal?.throwIfAborted();
      isWaiting = false;
      return work();
    };
    const turn = (queues.get(name) ?? Promise.resolve()).then(begin, begin);
    queues.set(name, turn);
    const givenUp = new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => isWaiting && reject(signal.reason as Error));
    });
    return Promise.race([turn, givenUp]);
  };
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
}
