import { vi } from 'vitest';

/** Web Locks of one browser: exclusive ones, in order of request. */
export function fakeLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const request = async (name: string, work: () => Promise<unknown>): Promise<unknown> => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(work, work);
    queues.set(name, turn);
    return turn;
  };
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
}
