import { describe, expect, it } from 'vitest';
import { type CodeTerms, codeState, isCode, normaliseCode, refusalOfCode } from './discount-code.ts';

describe('a typed discount code', () => {
  it.each([
    [' llaves20 ', 'LLAVES20'],
    ['Llavés 20', 'LLAVES20'],
    ['año-nuevo', 'ANO-NUEVO'],
    ['a\tb\u00A0c', 'ABC'],
  ])('%j becomes %s', (typed, code) => {
    expect(normaliseCode(typed)).toBe(code);
    expect(isCode(code)).toBe(true);
  });

  it.each(['', 'AB', 'A'.repeat(25), 'A_B', 'ABC!', 'ΑΒΓ', 'abc'])('%j is no discount code', (code) => {
    expect(isCode(code)).toBe(false);
  });
});

describe('a discount code', () => {
  const terms = (change: Partial<CodeTerms> = {}): CodeTerms => ({
    isActive: true,
    startsAt: 100,
    endsAt: 200,
    maxUses: 3,
    maxUsesPerPerson: 1,
    ...change,
  });
  const used = (all: number, own = 0, ownUnpaid = 0) => ({ all, own, ownUnpaid });
  const nobody = used(0);

  it.each([
    ['before its first instant', terms(), nobody, 99, 'not_yet', 'later'],
    ['at its first instant', terms(), nobody, 100, null, 'running'],
    ['at its last instant', terms(), nobody, 200, null, 'running'],
    ['after its last instant', terms(), nobody, 201, 'over', 'over'],
    ['without dates', terms({ startsAt: null, endsAt: null }), nobody, 5000, null, 'running'],
    ['that was switched off', terms({ isActive: false }), nobody, 150, 'over', 'off'],
    ['with a use left', terms(), used(2), 150, null, 'running'],
    ['without a use left', terms(), used(3), 150, 'used_up', 'used_up'],
    ['that this person used', terms(), used(2, 1), 150, 'used_by_you', 'running'],
    ['that this person used up', terms(), used(3, 1), 150, 'used_by_you', 'used_up'],
    ['that this person is about to use', terms(), used(2, 1, 1), 150, 'in_unpaid_order', 'running'],
    [
      'of which this person holds the last use',
      terms({ maxUsesPerPerson: 2 }),
      used(3, 1, 1),
      150,
      'in_unpaid_order',
      'used_up',
    ],
    ['without limits', terms({ maxUses: null, maxUsesPerPerson: null }), used(900, 900), 150, null, 'running'],
  ] as const)('%s', (_name, given, uses, now, refusal, state) => {
    expect(refusalOfCode(given, uses, now)).toBe(refusal);
    expect(codeState(given, uses.all, now)).toBe(state);
  });
});
