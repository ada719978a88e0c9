import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../time/durations.ts';
import type { PaymentProblem, PaymentState } from '../payments/payment.ts';
import {
  isOftenRefused,
  type LedgerPayment,
  type LedgerRefund,
  mayGoBack,
  nextRefundTryAt,
  nextRefundLookAt,
  unresolvedReasonOf,
  paymentToRefund,
  paysForOrder,
  refundableAmount,
  uncounted,
  wasReturned,
} from './refund.ts';

const states: PaymentState[] = [
  'pending',
  'approved',
  'in_mediation',
  'charged_back',
  'refunded',
  'rejected',
  'cancelled',
];
const problems: PaymentProblem[] = [
  'unknown_reference',
  'wrong_account',
  'wrong_currency',
  'wrong_amount',
  'duplicate',
  'already_owned',
  'buyer_gone',
];

const amount = fc.integer({ min: 1, max: 5000 });
const payment: fc.Arbitrary<LedgerPayment> = fc.record({
  id: fc.uuid(),
  state: fc.constantFrom(...states),
  problem: fc.option(fc.constantFrom(...problems), { freq: 1 }),
  contradiction: fc.option(fc.constantFrom(...states), { freq: 5 }),
  amount,
  refundedAmount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
  settledAmount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
  isSettled: fc.boolean(),
});
const refund: fc.Arbitrary<LedgerRefund> = fc.record({
  state: fc.constantFrom('requested', 'done', 'failed', 'settled'),
  amount,
  partId: fc.option(fc.constantFrom('a', 'b')),
});
const payments = fc.uniqueArray(payment, { selector: ({ id }) => id, maxLength: 6 });
const refunds = fc.array(refund, { maxLength: 4 });

const good: LedgerPayment = {
  id: 'good',
  state: 'approved',
  problem: null,
  contradiction: null,
  amount: 1490,
  refundedAmount: 0,
  settledAmount: 0,
  isSettled: false,
};
const double: LedgerPayment = { ...good, id: 'double', problem: 'duplicate' };
const requested: LedgerRefund = { state: 'requested', amount: 1490, partId: null };

describe('the payment that a refund of an order applies to', () => {
  it('is the one that pays the order, or the named one; otherwise the admin is asked', () => {
    expect(paymentToRefund([good], null)).toEqual({ kind: 'payment', payment: good });
    expect(paymentToRefund([good, double], null)).toEqual({ kind: 'unnamed' });
    expect(paymentToRefund([good, double], 'double')).toEqual({ kind: 'payment', payment: double });
    expect(paymentToRefund([good, double], 'good')).toEqual({ kind: 'payment', payment: good });
    expect(paymentToRefund([good, { ...double, isSettled: true }], null)).toEqual({ kind: 'payment', payment: good });
    expect(paymentToRefund([double], null)).toEqual({ kind: 'nothing' });
    expect(paymentToRefund([good], 'another')).toEqual({ kind: 'nothing' });
    const disputed: LedgerPayment = { ...good, id: 'disputed', state: 'in_mediation' };
    expect(paymentToRefund([disputed, good], null)).toEqual({ kind: 'payment', payment: good });
  });

  it('is not chosen by itself when it has a problem, nor when another payment waits to be refunded', () => {
    fc.assert(
      fc.property(payments, (all) => {
        const choice = paymentToRefund(all, null);
        if (choice.kind !== 'payment') return;
        expect(paysForOrder(choice.payment)).toBe(true);
        const waiting = all.filter((other) => other.problem !== null && mayGoBack(other));
        expect(waiting).toEqual([]);
      }),
    );
  });

  it('must exist when it is named', () => {
    fc.assert(
      fc.property(payments, fc.nat(5), (all, index) => {
        const named = all[index]?.id ?? 'none';
        const choice = paymentToRefund(all, named);
        expect(choice.kind).not.toBe('unnamed');
        if (choice.kind === 'payment') expect(choice.payment.id).toBe(named);
      }),
    );
  });
});

describe('the amount that can still be refunded', () => {
  it('subtracts the refunds of that part alone, and no failed ones', () => {
    const made: LedgerRefund[] = [
      { state: 'requested', amount: 200, partId: 'a' },
      { state: 'done', amount: 300, partId: 'b' },
      { state: 'failed', amount: 100, partId: 'a' },
    ];
    expect(refundableAmount(good, made, { partId: 'a', price: 990 })).toBe(790);
    expect(refundableAmount(good, made, null)).toBe(990);
  });

  it('is zero for a payment that was refunded or settled completely', () => {
    for (const change of [{ refundedAmount: 1490 }, { settledAmount: 1490 }]) {
      expect(mayGoBack({ ...good, ...change })).toBe(false);
      expect(paysForOrder({ ...good, ...change })).toBe(false);
    }
  });

  it('grows again where the provider reports less than was refunded', () => {
    const made: LedgerRefund[] = [
      { state: 'done', amount: 500, partId: 'a' },
      { state: 'requested', amount: 300, partId: 'b' },
    ];
    expect(uncounted({ ...good, refundedAmount: 200 }, made)).toBe(300);
    expect(uncounted({ ...good, refundedAmount: 500 }, made)).toBe(0);
  });

  it('is never negative, and never more than the rest of the payment and of its part', () => {
    fc.assert(
      fc.property(payment, refunds, fc.option(amount), (paid, made, price) => {
        const part = price === null ? null : { partId: 'a', price };
        const left = refundableAmount(paid, made, part);
        const underWay = made
          .filter(({ state }) => state === 'requested' || state === 'done')
          .reduce((sum, { amount: each }) => sum + each, 0);
        expect(left).toBeGreaterThanOrEqual(0);
        if (left === 0) return;
        expect(left + paid.refundedAmount + paid.settledAmount).toBeLessThanOrEqual(paid.amount);
        expect(left + underWay + paid.settledAmount).toBeLessThanOrEqual(paid.amount);
        if (price !== null) expect(left).toBeLessThanOrEqual(price);
      }),
    );
  });
});

describe('open payments', () => {
  it.each([
    ['a good payment', good, [], null],
    ['its refund on its way', good, [requested], 'refund'],
    ['its refund made, which the provider does not count', good, [{ ...requested, state: 'done' }], 'refund'],
    ['its refund made', { ...good, state: 'refunded', refundedAmount: 1490 }, [], null],
    ['a second payment', double, [requested], 'duplicate'],
    ['a second payment that went back', { ...double, state: 'refunded', refundedAmount: 1490 }, [], null],
    ['a wrong amount', { ...good, problem: 'wrong_amount' }, [], 'wrong_amount'],
    ['a dispute', { ...good, state: 'in_mediation' }, [], 'in_mediation'],
    ['a chargeback', { ...good, state: 'charged_back' }, [], 'charged_back'],
    ['a chargeback of a second payment', { ...double, state: 'charged_back' }, [], 'charged_back'],
    ['approved after it was rejected', { ...good, state: 'rejected', contradiction: 'approved' }, [], 'contradiction'],
    ['rejected after it was returned', { ...good, state: 'refunded', contradiction: 'rejected' }, [], null],
    ['closed by an admin', { ...double, isSettled: true }, [], null],
    ['given back by other means', { ...double, settledAmount: 1490 }, [], null],
    ['nothing paid yet', { ...good, state: 'pending' }, [], null],
  ] as const)('%s', (_, paid, made, reason) => {
    expect(unresolvedReasonOf(paid, made)).toBe(reason);
  });

  it('include one charged back after it was settled in another state, but not one whose refund is done', () => {
    const contradiction = { ...good, state: 'refunded', refundedAmount: 1490, contradiction: 'charged_back' } as const;
    expect(unresolvedReasonOf(contradiction, [])).toBe('contradiction');
    const done: LedgerRefund = { state: 'done', amount: 500, partId: 'a' };
    expect(unresolvedReasonOf({ ...good, refundedAmount: 500 }, [done])).toBeNull();
  });

  it('are all payments with money held, except those that pay their order or were closed by an admin', () => {
    fc.assert(
      fc.property(payment, refunds, (paid, made) => {
        if (!mayGoBack(paid)) return;
        const isGood = paysForOrder(paid) && paid.state === 'approved' && paid.contradiction === null;
        const isAskedBack = made.some(({ state }) => state === 'requested');
        expect(unresolvedReasonOf(paid, made) === null).toBe(isGood && !isAskedBack);
      }),
    );
  });
});

describe('a refund that the provider accepted but has not decided', () => {
  it('is checked within minutes, then after half of the elapsed time, at least twice a day', () => {
    const minutes = (age: number) => (nextRefundLookAt(0, age * 60_000) - age * 60_000) / 60_000;
    expect([0, 1, 10, 600, 100_000].map(minutes)).toEqual([1, 1, 5, 300, 720]);
  });
});

describe('the next try of a refund', () => {
  it('always exists, and is at most a day away', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(), (refusals, now) => {
        const next = nextRefundTryAt(refusals, now);
        expect(next).toBeGreaterThan(now);
        expect(next).toBeLessThanOrEqual(now + DAY_MS);
      }),
    );
    expect([7, 8].map(isOftenRefused)).toEqual([false, true]);
  });
});

describe('a pending refund', () => {
  it.each([
    ['nothing went back', 0, 990, [], false],
    ['it went back', 990, 990, [], true],
    ['less went back', 500, 990, [], false],
    ['more went back than anybody asked for', 2000, 990, [], true],
    ['another one went back', 1490, 990, [1490], false],
    ['one of two of the same amount went back', 990, 990, [990], false],
    ['both of the same amount went back', 1980, 990, [990], true],
    ['two others went back that are together as much', 990, 990, [490, 500], false],
    ['it and another one went back', 2480, 990, [1490, 300], true],
  ] as const)('when %s', (_, unexplained, amount, others, made) => {
    expect(wasReturned(unexplained, amount, others)).toBe(made);
  });

  it('is paid out exactly once among other refunds, by the shop or by hand, even if the answer to a try was lost', () => {
    const amount = fc.integer({ min: 1, max: 4 });
    const untold = fc.array(fc.record({ amount, was: fc.constantFrom('lost', 'not heard') }), { maxLength: 4 });
    const refused = fc.array(fc.record({ amount, was: fc.constantFrom('by hand', 'refused') }), { maxLength: 4 });
    fc.assert(
      fc.property(untold, refused, (first, then) => {
        const waiting = [...first, ...then];
        const madeRefunds = waiting.filter(({ was }) => was === 'lost' || was === 'by hand');
        let back = madeRefunds.reduce((sum, each) => sum + each.amount, 0);
        let done = 0;
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const others = waiting.map((other) => other.amount);
          // For the idempotency key of an earlier try the provider repeats its answer and moves no money.
          if (!wasReturned(back - done, next.amount, others) && next.was !== 'lost') back += next.amount;
          done += next.amount;
        }
        expect(back).toBe(done);
      }),
      { numRuns: 2000 },
    );
  });
});
