import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';

/** Period over which guesses are counted. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** A counter of guesses and how many of them it allows, in a quarter of an hour unless it says otherwise. */
export interface Budget {
  readonly key: string;
  readonly max: number;
  readonly windowMs?: number;
}

export interface WideLimits {
  readonly addressFailures: number;
  readonly allFailures: number;
}

/** Rows that share the count of all guesses, so that simultaneous logins do not wait for one row. */
const PARTS = 8;

/** Guesses of one network at all accounts together. */
export function budgetOfAddress(address: string, { addressFailures }: WideLimits): Budget {
  return { key: `login-from:${address}`, max: addressFailures };
}

/** Guesses of a known device of an account; guesses of strangers do not count here. */
export function budgetOfDevice(device: string, step: string, max: number): Budget {
  return { key: `${step}-device:${device}`, max };
}

/** Guesses of all clients together. */
export function budgetOfAll({ allFailures }: WideLimits): Budget {
  return { key: `login-all:${randomInt(PARTS)}`, max: Math.ceil(allFailures / PARTS) };
}

/**
 * Counts a guess before it is checked, so that simultaneous guesses cannot all pass and a refused guess costs no
 * hashing. It stops at the first limit that is used up, so that refused guesses do not count towards the wider limits.
 */
export async function spend(
  limiter: RateLimiter,
  budgets: readonly Budget[],
  actor: string | undefined,
): Promise<void> {
  for (const { key, max, windowMs = QUARTER_HOUR_MS } of budgets) {
    if (!(await limiter.hit(key, max, windowMs))) throw new AppError('too_many_logins', { actor });
  }
}

/** Takes a right answer out of the counts and resets the narrowest one. */
export async function giveBack(limiter: RateLimiter, [own, ...wider]: readonly Budget[]): Promise<void> {
  if (own) await limiter.forget(own.key);
  for (const { key } of wider) await limiter.undo(key);
}
