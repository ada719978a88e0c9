import { describe, expect, it } from 'vitest';
import { nextCheckAt, orderStateOf, type OwnOrder, buyerStateOf, unfinishedOrder } from './order.ts';

describe('the state of an order', () => {
  const paid = { state: 'approved', problem: null, refundedAmount: 0, isClosed: false } as const;
  it.each([
    ['no payment', [], 'open'],
    ['approved', [paid], 'paid'],
    ['approved after a rejection', [{ ...paid, state: 'rejected' }, paid], 'paid'],
    ['a part of it returned', [{ ...paid, refundedAmount: 500 }], 'partially_refunded'],
    ['returned', [{ ...paid, state: 'refunded', refundedAmount: 1490 }], 'refunded'],
    ['returned and paid again', [{ ...paid, state: 'refunded', refundedAmount: 1490 }, paid], 'paid'],
    ['charged back', [{ ...paid, state: 'charged_back' }], 'disputed'],
    ['charged back for good', [{ ...paid, state: 'charged_back', isClosed: true }], 'refunded'],
    [
      'in mediation, closed by an admin before it was decided',
      [{ ...paid, state: 'in_mediation', isClosed: true }],
      'disputed',
    ],
    ['under way', [{ ...paid, state: 'pending' }], 'pending'],
    ['rejected', [{ ...paid, state: 'rejected' }], 'rejected'],
    ['a wrong payment only', [{ ...paid, problem: 'wrong_amount' }], 'pending'],
    ['a wrong payment under way', [{ ...paid, problem: 'wrong_amount', state: 'pending' }], 'pending'],
    ['a wrong payment that is resolved', [{ ...paid, problem: 'wrong_amount', isClosed: true }], 'open'],
    ['a wrong payment that went back', [{ ...paid, problem: 'wrong_amount', state: 'refunded' }], 'open'],
    ['paid twice', [paid, { ...paid, problem: 'duplicate' }], 'paid'],
    [
      'a wrong payment beside a rejected one',
      [
        { ...paid, problem: 'wrong_currency' },
        { ...paid, state: 'rejected' },
      ],
      'pending',
    ],
    ['paid for what was owned', [{ ...paid, problem: 'already_owned' }], 'refunded'],
    ['paid by who is gone', [{ ...paid, problem: 'buyer_gone' }], 'refunded'],
    ['paid once too often only', [{ ...paid, problem: 'duplicate' }], 'open'],
  ] as const)('%s', (_, payments, expected) => {
    expect(orderStateOf('open', payments)).toBe(expected);
  });

  it('is rejected, so that it can be paid again, once a payment of a wrong amount was refunded', () => {
    expect(orderStateOf('pending', [{ ...paid, problem: 'wrong_amount', state: 'refunded' }])).toBe('rejected');
  });
});

describe('the next check of an order', () => {
  const MINUTE = 60_000;
  it('comes at growing intervals for a day, then daily for a month while a payment is pending', () => {
    const checkTimes: number[] = [];
    for (let now = 0, next = nextCheckAt({ createdAt: 0, isPending: false }, now); next !== null;) {
      checkTimes.push(next / MINUTE);
      now = next;
      next = nextCheckAt({ createdAt: 0, isPending: false }, now);
    }
    expect(checkTimes).toEqual([2, 7, 20, 60, 180, 480, 1440]);
    expect(nextCheckAt({ createdAt: 0, isPending: true }, 1440 * MINUTE)).toBe(2 * 1440 * MINUTE);
    expect(nextCheckAt({ createdAt: 0, isPending: true }, 31 * 1440 * MINUTE)).toBeNull();
  });
});

describe('the unfinished order that a buyer sees of a part', () => {
  it('is one with a pending or disputed payment rather than a newer one that was rejected', () => {
    const failed = { state: 'rejected', createdAt: 2, updatedAt: 2 } as const;
    for (const state of ['pending', 'disputed'] as const) {
      const heldOrder = { state, createdAt: 1, updatedAt: 1 };
      expect(unfinishedOrder([heldOrder, failed], 3)).toBe(heldOrder);
    }
    expect(unfinishedOrder([failed], 3)).toBe(failed);
    const newest = { state: 'open', createdAt: 3, updatedAt: 3 } as const;
    expect(unfinishedOrder([failed, newest], 3)).toBeNull();
  });
});

describe('the state of an order that a buyer sees', () => {
  const buyerStateAt = (change: Partial<OwnOrder>) =>
    buyerStateOf({ state: 'open', expiresAt: 100, isReturning: false, isSuperseded: false, ...change }, 99);

  it('is unpaid until its price expires', () => {
    expect(buyerStateAt({})).toBe('unpaid');
    expect(buyerStateAt({ expiresAt: 99 })).toBe('expired');
  });

  it('is expired when another order of the same parts replaced it', () => {
    expect(buyerStateAt({ isSuperseded: true })).toBe('expired');
  });

  it('is returning from the request for a refund on', () => {
    for (const state of ['paid', 'partially_refunded'] as const) {
      expect(buyerStateAt({ state })).toBe('paid');
      expect(buyerStateAt({ state, isReturning: true })).toBe('returning');
    }
    expect(buyerStateAt({ state: 'refunded', isReturning: true })).toBe('returned');
  });

  it("is the order's own state in all other cases", () => {
    for (const state of ['pending', 'rejected', 'expired', 'disputed'] as const)
      expect(buyerStateAt({ state })).toBe(state);
  });
});
