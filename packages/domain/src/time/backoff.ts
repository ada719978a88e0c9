import { MINUTE_MS } from './durations.ts';

/** Waits between the tries of a failed action. */
export interface Backoff {
  /** Waits between tries, in minutes: after the first failure the first one, and so on. */
  readonly waitsMin: readonly number[];
  /** After the last wait, either repeats it forever or gives up. */
  readonly after: 'repeat' | 'give-up';
}

/**
 * The instant of the next try, epoch milliseconds; null when there is none.
 * @param failures how often it failed before the try that failed now.
 */
export function nextTryAt({ waitsMin, after }: Backoff, failures: number, now: number): number | null {
  const wait = waitsMin[failures] ?? (after === 'repeat' ? waitsMin.at(-1) : undefined);
  return wait === undefined ? null : now + wait * MINUTE_MS;
}
