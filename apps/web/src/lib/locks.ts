import { createSerialQueue, type SerialQueue } from './serial-queue.ts';

const queues = new Map<string, SerialQueue>();

/**
 * Runs work that only one tab may do at a time (Web Locks). Where the browser has none the lock applies to this tab
 * only, and the work must allow a second tab to do it.
 * @param wait its signal ends the wait for other tabs, which then rejects; work that has begun continues
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  wait: Pick<LockOptions, 'signal'> = {},
): Promise<T> {
  // Absent on plain http other than localhost.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  let hasBegun = false;
  const begin = async () => {
    hasBegun = true;
    return work();
  };
  try {
    if (locks) return await locks.request(name, wait, begin);
  } catch (error) {
    // A browser that refuses all storage refuses locks, too.
    if (hasBegun || wait.signal?.aborted) throw error;
  }
  const queue = queues.get(name) ?? createSerialQueue();
  queues.set(name, queue);
  return queue.run(work);
}
