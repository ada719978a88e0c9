import { createSerialQueue, type SerialQueue } from './serial-queue.ts';

const queues = new Map<string, SerialQueue>();

/** Absent on plain http other than localhost. */
const webLocks = (): LockManager | undefined => globalThis.navigator?.locks;

/**
 * Runs work that only one tab may do at a time (Web Locks). Where the browser has none the turns hold for this tab
 * alone, and what the work does must stand a second doer.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = webLocks();
  let hasBegun = false;
  const begin = async () => {
    hasBegun = true;
    return work();
  };
  try {
    if (locks) return await locks.request(name, begin);
  } catch (error) {
    // A browser that refuses all storage refuses locks with it.
    if (hasBegun) throw error;
  }
  const queue = queues.get(name) ?? createSerialQueue();
  queues.set(name, queue);
  return queue.run(work);
}

/** Shares a lock with other tabs until the answer is called. Without Web Locks no tab is kept out. */
export function shareLock(name: string): () => void {
  let release: () => void = () => {};
  const lockHold = new Promise<void>((resolve) => {
    release = resolve;
  });
  webLocks()
    ?.request(name, { mode: 'shared' }, () => lockHold)
    .catch(() => {});
  return release;
}

/** Runs work if no tab holds the lock at this moment; without Web Locks always. */
export function whenUnlocked(name: string, work: () => void): void {
  const locks = webLocks();
  if (!locks) work();
  else locks.request(name, { ifAvailable: true }, (lock) => lock && work()).catch(() => {});
}
