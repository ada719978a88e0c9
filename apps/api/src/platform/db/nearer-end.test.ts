import { expect, it } from 'vitest';
import { nearerEnd } from './nearer-end.ts';

it.each([0, 1, 9, 10, 11, 57])('takes the very rows that skipping from the beginning would, of %d', (total) => {
  const rows = Array.from({ length: total }, (_, at) => at);
  for (let offset = 0; offset <= total + 12; offset += 1) {
    for (const limit of [1, 7, 10]) {
      const slice = nearerEnd({ offset, limit }, total);
      const isBack = slice.direction === 'desc';
      const taken = (isBack ? rows.toReversed() : rows).slice(slice.offset, slice.offset + slice.limit);
      expect(isBack ? taken.toReversed() : taken).toEqual(rows.slice(offset, offset + limit));
      if (isBack) expect(slice.offset).toBeLessThanOrEqual(total / 2);
    }
  }
});

it('trusts no total that may be too small', () => {
  expect(nearerEnd({ offset: 50, limit: 10 }, 60, true)).toEqual({ offset: 50, limit: 10, direction: 'asc' });
});
