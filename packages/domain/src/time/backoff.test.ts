import { describe, expect, it } from 'vitest';
import { nextTryAt } from './backoff.ts';
import { MINUTE_MS } from './durations.ts';

describe('the next try after a failure', () => {
  const waitsMin = [1, 5, 60];

  it('comes after a longer wait each time', () => {
    const times = [0, 1, 2].map((failures) => nextTryAt({ waitsMin, after: 'give-up' }, failures, 1000));
    expect(times).toEqual([1, 5, 60].map((minutes) => 1000 + minutes * MINUTE_MS));
  });

  it('ends after the last wait, or repeats that wait, as configured', () => {
    for (const failures of [3, 4, 100]) {
      expect(nextTryAt({ waitsMin, after: 'give-up' }, failures, 0)).toBeNull();
      expect(nextTryAt({ waitsMin, after: 'repeat' }, failures, 0)).toBe(60 * MINUTE_MS);
    }
  });
});
