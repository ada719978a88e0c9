const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work that only one tab may do at a time (Web Locks). Where the browser has none (plain http other than
 * localhost) the turns hold for this tab alone, and what the work does must stand a second doer.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks) return locks.request(name, work);
  const turn = (queues.get(name) ?? Promise.resolve()).then(work, work);
  queues.set(name, turn);
  return turn;
}
