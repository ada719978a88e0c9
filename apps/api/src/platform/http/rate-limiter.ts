import type { Clock } from '../../ports/clock.ts';
import type { Db } from '../db/db.ts';
import { countHit, forgetHits, uncountHit } from '../db/rate-counters.ts';

/** Counts in the database, so that several processes share each limit. */
export interface RateLimiter {
  /** Counts one hit. @returns whether it is within `max` per window */
  hit(key: string, max: number, windowMs: number): Promise<boolean>;
  /** Takes one hit back, when the call turned out not to count. */
  undo(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** Limiter over fixed windows that begin with the first hit. */
export function createRateLimiter(db: Db, clock: Clock): RateLimiter {
  return {
    hit: async (key, max, windowMs) => (await countHit(db, key, clock.now(), windowMs)) <= max,
    undo: async (key) => uncountHit(db, key),
    forget: async (key) => forgetHits(db, key),
  };
}

/** Key part for a network address: IPv6 counts by its /64, since a subscriber holds that many addresses. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const groupsBefore = head === '' ? [] : head.split(':');
  const groupsAfter = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - groupsBefore.length - groupsAfter.length);
  const groups = [...groupsBefore, ...Array.from({ length: gap }, () => '0'), ...groupsAfter];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}
