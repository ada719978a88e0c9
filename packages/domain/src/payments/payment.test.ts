import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptPayment, mayBecome, mayComeBack, type PaymentState, problemOf } from './payment.ts';

const states: PaymentState[] = [
  'pending',
  'approved',
  'in_mediation',
  'charged_back',
  'refunded',
  'rejected',
  'cancelled',
];

describe('the states of a payment', () => {
  it.each([
    ['pending', ['pending', 'approved', 'in_mediation', 'charged_back', 'refunded', 'rejected', 'cancelled']],
    ['approved', ['approved', 'in_mediation', 'charged_back', 'refunded']],
    ['in_mediation', ['approved', 'in_mediation', 'charged_back', 'refunded']],
    ['charged_back', ['approved', 'in_mediation', 'charged_back', 'refunded']],
    ['refunded', ['refunded']],
    ['rejected', ['rejected']],
    ['cancelled', ['cancelled']],
  ] as const)('%s may later be seen as %j', (from, reachable) => {
    expect(states.filter((to) => mayBecome(from, to)).toSorted()).toEqual([...reachable].toSorted());
  });

  it.each([
    ['refunded', ['approved', 'in_mediation', 'charged_back', 'refunded']],
    ['rejected', states],
    ['cancelled', states],
  ] as const)('%s may come back as %j', (from, reachable) => {
    expect(states.filter((to) => mayComeBack(from, to)).toSorted()).toEqual([...reachable].toSorted());
  });

  it('ends in the newest report, in any order in which the reports of a real history arrive', () => {
    const reports = fc
      .array(fc.constantFrom(...states), { minLength: 1, maxLength: 8 })
      .map((wanted) => wanted.filter((state, index) => index === 0 || mayComeBack(wanted[index - 1]!, state)))
      .filter((history) => history.every((state, index) => index === 0 || mayComeBack(history[index - 1]!, state)))
      .map((history) => history.map((state, index) => ({ state, version: index + 1 })));
    fc.assert(
      fc.property(
        reports.chain((history) =>
          fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
        ),
        ([history, shuffled]) => {
          let accepted: (typeof history)[number] | null = null;
          for (const snapshot of shuffled) if (acceptPayment(accepted, snapshot) === 'use') accepted = snapshot;
          expect(accepted).toEqual(history.at(-1));
        },
      ),
    );
  });

  it('calls a newer report impossible only when no payment can change that way', () => {
    expect(acceptPayment({ state: 'approved', version: 1 }, { state: 'rejected', version: 2 })).toBe('impossible');
    expect(acceptPayment({ state: 'rejected', version: 1 }, { state: 'approved', version: 2 })).toBe('use');
    expect(acceptPayment({ state: 'approved', version: 1 }, { state: 'pending', version: 1 })).toBe('stale');
  });

  it('leaves a final state only by a report that is surely newer; a report without a time moves forwards only', () => {
    expect(acceptPayment({ state: 'refunded', version: 5 }, { state: 'approved', version: 5 })).toBe('stale');
    expect(acceptPayment({ state: 'refunded', version: 5 }, { state: 'approved', version: 6 })).toBe('use');
    expect(acceptPayment({ state: 'pending', version: 5 }, { state: 'approved', version: 0 })).toBe('use');
    expect(acceptPayment({ state: 'rejected', version: 5 }, { state: 'approved', version: 0 })).toBe('stale');
  });
});

describe('the check of a payment', () => {
  const due = { total: 1490, account: '77' };
  it.each([
    ['right', { amount: 1490, currency: 'CLP', account: '77' }, due, null],
    ['right, account not told', { amount: 1490, currency: 'CLP', account: null }, due, null],
    [
      'right, account of the order not known',
      { amount: 1490, currency: 'CLP', account: '77' },
      { ...due, account: null },
      null,
    ],
    ['too little', { amount: 1489, currency: 'CLP', account: '77' }, due, 'wrong_amount'],
    ['too much', { amount: 1491, currency: 'CLP', account: '77' }, due, 'wrong_amount'],
    ['with cents', { amount: 1490.4, currency: 'CLP', account: '77' }, due, 'wrong_amount'],
    ['other coin', { amount: 1490, currency: 'ARS', account: '77' }, due, 'wrong_currency'],
    ['other account', { amount: 1490, currency: 'CLP', account: '78' }, due, 'wrong_account'],
    ['no order', { amount: 1490, currency: 'CLP', account: '77' }, null, 'unknown_reference'],
    ['a free order', { amount: 0, currency: 'CLP', account: '77' }, { total: 0, account: null }, 'unknown_reference'],
  ] as const)('%s', (_, reported, order, expected) => {
    expect(problemOf(reported, order)).toBe(expected);
  });
});
