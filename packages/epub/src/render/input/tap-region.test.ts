import { expect, test } from 'vitest';
import { isAcross, swipeOf, tapRegion } from './page-input.ts';

test.each([
  [10, 400, 'left'],
  [100, 400, 'left'],
  [200, 400, 'right'],
  [389, 400, 'right'],
  [200, 10, 'top'],
  [10, 10, 'left'],
  [380, 10, 'right'],
] as const)('a tap at %i, %i of 390 px is %s', (x, y, region) => {
  expect(tapRegion(x, y, 390, 48)).toBe(region);
});

test.each([
  [0, 'left'],
  [38, 'left'],
  [39, 'top'],
  [350, 'top'],
  [351, 'right'],
  [389, 'right'],
] as const)('in the band on top the outer tenths turn all the same: %i of 390 px is %s', (x, region) => {
  expect(tapRegion(x, 10, 390, 48)).toBe(region);
});

test.each([
  [-10, 0, 'left'],
  [10, 99, 'right'],
  [9, 0, null],
  [200, 100, null],
] as const)('a finger moved by %i, %i means %s', (dx, dy, swipe) => {
  expect(swipeOf(dx, dy)).toBe(swipe);
});

test('a finger that moves more vertically than horizontally does not turn the page', () => {
  expect([isAcross(12, 3), isAcross(12, 30), isAcross(4, 0)]).toEqual([true, false, false]);
});
