import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextCheckAt, orderStateOf } from './order.ts';
import { acceptPayment, mayBecome, type PaymentState, problemOf } from './payment.ts';

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

  it('ends in the newest report, in whatever order a real history is seen', () => {
    const reports = fc
      .array(fc.constantFrom(...states), { minLength: 1, maxLength: 8 })
      .map((wanted) => wanted.filter((state, index) => index === 0 || mayBecome(wanted[index - 1]!, state)))
      .filter((history) => history.every((state, index) => index === 0 || mayBecome(history[index - 1]!, state)))
      .map((history) => history.map((state, version) => ({ state, version })));
    fc.assert(
      fc.property(
        reports.chain((history) =>
          fc.tuple(fc.constant(history), fc.shuffledSubarray(history, { minLength: history.length })),
        ),
        ([history, shuffled]) => {
          let known: (typeof history)[number] | null = null;
          for (const seen of shuffled) if (acceptPayment(known, seen) === 'use') known = seen;
          expect(known).toEqual(history.at(-1));
        },
      ),
    );
  });

  it('calls a newer report impossible only when no payment can go that way', () => {
    expect(acceptPayment({ state: 'rejected', version: 1 }, { state: 'approved', version: 2 })).toBe('impossible');
    expect(acceptPayment({ state: 'approved', version: 1 }, { state: 'pending', version: 1 })).toBe('stale');
  });
});

describe('the check of a payment', () => {
  const due = { total: 1490, account: '77' };
  it.each([
    ['right', { amount: 1490, currency: 'CLP', account: '77' }, due, null],
    ['right, account not told', { amount: 1490, currency: 'CLP', account: null }, due, null],
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

describe('the state of an order', () => {
  const paid = { state: 'approved', problem: null, refundedAmount: 0 } as const;
  it.each([
    ['no payment', [], 'open'],
    ['approved', [paid], 'paid'],
    ['approved after a rejection', [{ ...paid, state: 'rejected' }, paid], 'paid'],
    ['a part of it returned', [{ ...paid, refundedAmount: 500 }], 'partially_refunded'],
    ['returned', [{ ...paid, state: 'refunded', refundedAmount: 1490 }], 'refunded'],
    ['returned and paid again', [{ ...paid, state: 'refunded', refundedAmount: 1490 }, paid], 'paid'],
    ['charged back', [{ ...paid, state: 'charged_back' }], 'disputed'],
    ['under way', [{ ...paid, state: 'pending' }], 'pending'],
    ['rejected', [{ ...paid, state: 'rejected' }], 'rejected'],
    ['a wrong payment only', [{ ...paid, problem: 'wrong_amount' }], 'open'],
    ['paid twice', [paid, { ...paid, problem: 'duplicate' }], 'paid'],
    ['paid for what was owned', [{ ...paid, problem: 'already_owned' }], 'refunded'],
  ] as const)('%s', (_, payments, expected) => {
    expect(orderStateOf('open', payments)).toBe(expected);
  });
});

describe('when to ask about an order', () => {
  const MINUTE = 60_000;
  it('asks ever more seldom for a day, then only about payments under way, for a month', () => {
    const asked: number[] = [];
    for (let now = 0, next = nextCheckAt({ createdAt: 0, pending: false }, now); next !== null;) {
      asked.push(next / MINUTE);
      now = next;
      next = nextCheckAt({ createdAt: 0, pending: false }, now);
    }
    expect(asked).toEqual([2, 7, 20, 60, 180, 480, 1440]);
    expect(nextCheckAt({ createdAt: 0, pending: true }, 1440 * MINUTE)).toBe(2 * 1440 * MINUTE);
    expect(nextCheckAt({ createdAt: 0, pending: true }, 31 * 1440 * MINUTE)).toBeNull();
  });
});
