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

  it('is an invitation to pay again once a wrong payment went back', () => {
    expect(orderStateOf('pending', [{ ...paid, problem: 'wrong_amount', state: 'refunded' }])).toBe('rejected');
  });
});

describe('when to ask about an order', () => {
  const MINUTE = 60_000;
  it('asks ever more seldom for a day, then only about payments under way, for a month', () => {
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

describe('what a buyer is told of a part that is not owned', () => {
  it('is a payment under way or in dispute before a newer try that came to nothing', () => {
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

describe('what a buyer is told of an order', () => {
  const buyerStateAt = (change: Partial<OwnOrder>) =>
    buyerStateOf({ state: 'open', expiresAt: 100, isReturning: false, isSuperseded: false, ...change }, 99);

  it('is that it can be paid, until its price runs out', () => {
    expect(buyerStateAt({})).toBe('unpaid');
    expect(buyerStateAt({ expiresAt: 99 })).toBe('expired');
  });

  it('is never an invitation to pay what is owned or under way', () => {
    expect(buyerStateAt({ isSuperseded: true })).toBe('expired');
  });

  it('says that money goes back, from the request on', () => {
    for (const state of ['paid', 'partially_refunded'] as const) {
      expect(buyerStateAt({ state })).toBe('paid');
      expect(buyerStateAt({ state, isReturning: true })).toBe('returning');
    }
    expect(buyerStateAt({ state: 'refunded', isReturning: true })).toBe('returned');
  });

  it('is the state itself of all others', () => {
    for (const state of ['pending', 'rejected', 'expired', 'disputed'] as const)
      expect(buyerStateAt({ state })).toBe(state);
  });
});
