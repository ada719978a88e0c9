import type { Clock } from '../ports/clock.ts';
import { isUnavailable } from './db/db.ts';

/** Another process may have changed the value; this one notices after at most this long. */
const FRESH_MS = 1000;

/** After this long without an answer of the database the value in memory is returned. */
const WAIT_MS = 1000;

/** A value that is loaded once for many askers. */
export interface CachedValue<T> {
  read(): Promise<T>;
  /** The value while {@link read} would not load it anew; null otherwise. */
  fresh(): T | null;
  /** The value of the last read; null before the first. */
  last(): T | null;
  /** Called after every change made by this process. */
  invalidate(): void;
}

/** A load in progress. */
interface Load<T> {
  done: Promise<T>;
  /** Whether it has kept a caller waiting for long enough. */
  slow: boolean;
}

/**
 * Keeps the last value and loads it anew when it may be old; concurrent callers share one load. While the database is
 * away the last value is returned. @param load gets the last value and may return it when nothing changed.
 */
export function createCachedValue<T extends object>(
  load: (last: T | null) => Promise<T>,
  clock: Clock,
): CachedValue<T> {
  let current: T | null = null;
  let checkedAt = -Infinity;
  let loading: Load<T> | null = null;
  /** After a change by this process callers wait for the new value, and get the last one only while the database is away. */
  let outdated = false;
  const refresh = async (): Promise<T> => {
    try {
      return await load(current);
    } catch (error) {
      if (current === null || !isUnavailable(error)) throw error;
      return current;
    }
  };
  const begin = (): Load<T> => {
    const work = refresh();
    const started: Load<T> = { slow: false, done: work };
    started.done = work
      .then((value) => {
        if (loading !== started) return value;
        outdated = false;
        current = value;
        checkedAt = clock.now();
        return value;
      })
      .finally(() => {
        if (loading === started) loading = null;
      });
    return started;
  };
  const fresh = (): T | null => (current && Math.abs(clock.now() - checkedAt) < FRESH_MS ? current : null);
  return {
    fresh,
    async read() {
      const newest = fresh();
      if (newest) return newest;
      loading ??= begin();
      const { done } = loading;
      return current === null || outdated ? done : firstOf(loading, current);
    },
    last: () => current,
    invalidate() {
      outdated = true;
      loading = null;
      checkedAt = -Infinity;
    },
  };
}

/** The value of a load that ends within WAIT_MS, else the last value. */
async function firstOf<T>(load: Load<T>, last: T): Promise<T> {
  if (load.slow) return last;
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      load.slow = true;
      resolve(last);
    }, WAIT_MS);
  });
  return Promise.race([load.done, waiting]).finally(() => clearTimeout(timer));
}
