import { describe, expect, it } from 'vitest';
import { isBelow, scoreOf } from './mutation/score.mjs';
import { SLICES, sliceOfMutant } from './mutation/slice-of-mutant.mjs';

const mutant = { mutatorName: 'EqualityOperator', replacement: 'a >= b', line: '  return a > b;', column: 9 };

describe('the slice of a mutant', () => {
  it('stays the same when its line moves to another block', () => {
    expect(sliceOfMutant({ ...mutant, line: '      return a > b;', column: 13 })).toBe(sliceOfMutant(mutant));
  });

  it('divides mutants evenly', () => {
    const counts = new Map<number, number>();
    for (let index = 0; index < 10_000; index += 1) {
      const slice = sliceOfMutant({ ...mutant, replacement: `a >= ${index}` });
      counts.set(slice, (counts.get(slice) ?? 0) + 1);
    }
    expect(counts.size).toBe(SLICES);
    expect(Math.max(...counts.values())).toBeLessThan(150);
  });
});

describe('the score of an area', () => {
  const location = { start: { line: 1, column: 8 }, end: { line: 1, column: 13 } };
  const of = (status: string) => ({ status, mutatorName: 'EqualityOperator', replacement: 'a >= b', location });

  it('counts a mutant that hangs as killed, a mutant without a test as alive, and none outside of the sample', () => {
    const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError'];
    const score = scoreOf({ files: { 'a.ts': { source: 'return a > b;', mutants: statuses.map(of) } } });
    expect(score).toEqual({
      killed: 2,
      tested: 4,
      survivors: [
        'a.ts:1:8 EqualityOperator, which no test runs: a > b → a >= b',
        'a.ts:1:8 EqualityOperator: a > b → a >= b',
      ],
    });
  });

  it('is below its limit only by more than a small sample explains', () => {
    expect(isBelow({ killed: 85, tested: 100 }, 90)).toBe(false);
    expect(isBelow({ killed: 80, tested: 100 }, 90)).toBe(true);
    expect(isBelow({ killed: 8800, tested: 10_000 }, 90)).toBe(true);
    expect(isBelow({ killed: 0, tested: 0 }, 90)).toBe(false);
  });
});
