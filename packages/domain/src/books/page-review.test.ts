import { describe, expect, it } from 'vitest';
import { isWorseReview } from './page-review.ts';

const reviewed = (seen: number, repeated = 0) => ({ words: 100, seen, repeated });

describe('isWorseReview', () => {
  it.each([
    [reviewed(99), reviewed(100), true],
    [reviewed(100, 1), reviewed(100), true],
    [reviewed(100), reviewed(100), false],
    [reviewed(100), reviewed(90), false],
    // A shorter book with the same share of seen words is no worse.
    [{ words: 50, seen: 50, repeated: 0 }, reviewed(100), false],
    [null, reviewed(100), false],
    [reviewed(1), null, false],
  ])('%j after %j: %s', (next, published, isWorse) => {
    expect(isWorseReview(next, published)).toBe(isWorse);
  });
});
