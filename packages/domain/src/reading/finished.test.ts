import { describe, expect, it } from 'vitest';
import { applyFinished, type FinishedMark, shownFinished } from './finished.ts';

const mark = (finished: boolean, revision: number): FinishedMark => ({ finished, revision });
const change = (finished: boolean, baseRevision: number) => ({ finished, baseRevision });

describe('applyFinished', () => {
  it.each([
    ['the first mark', null, change(true, 0), mark(true, 1)],
    ['taken back by a device that knows it', mark(true, 1), change(false, 1), mark(false, 2)],
    ['taken back by a device that does not', mark(true, 1), change(false, 0), mark(true, 1)],
    [
      'finished again by a device that does not know that it was taken back',
      mark(false, 2),
      change(true, 1),
      mark(true, 3),
    ],
    ['the same once more', mark(true, 1), change(true, 1), mark(true, 1)],
    ['taken back before it was ever finished', null, change(false, 0), mark(false, 1)],
  ])('%s', (_, current, sent, expected) => {
    expect(applyFinished(current, sent)).toEqual(expected);
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ])('two devices that did not know of each other, %s and %s: finished if one of them finished', (one, other) => {
    const current = mark(false, 5);
    const inOrder = [one, other].map((finished) => change(finished, 5));
    for (const changes of [inOrder, inOrder.toReversed()]) {
      const { finished } = changes.reduce<FinishedMark>(applyFinished, current);
      expect(finished).toBe(one || other);
    }
  });
});

describe('shownFinished', () => {
  it.each([
    ['nothing known', null, null, null],
    ['what the server said', null, mark(true, 1), mark(true, 1)],
    ['a change on its way', { ...change(false, 1), pending: true }, mark(true, 1), mark(false, 1)],
    ['a change that the list does not have yet', { ...change(true, 3), pending: false }, mark(false, 2), mark(true, 3)],
    ['a later change of another device', { ...change(true, 3), pending: false }, mark(false, 4), mark(false, 4)],
  ])('%s', (_, local, remote, expected) => {
    expect(shownFinished(local, remote)).toEqual(expected);
  });
});
