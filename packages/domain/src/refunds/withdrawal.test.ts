import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import { daysFromEpoch } from '../time/civil-date.ts';
import { santiagoWallTime } from '../time/santiago-clock.ts';
import { santiagoDate } from '../time/santiago.ts';
import type { LedgerPayment, LedgerRefund } from './refund.ts';
import { type BoughtPart, WITHDRAWAL_DAYS, withdrawableUntil, withdrawalOf } from './withdrawal.ts';

const PAID = Date.UTC(2026, 10, 20, 12, 15);

const payment: LedgerPayment = {
  id: 'p1',
  state: 'approved',
  problem: null,
  contradiction: null,
  amount: 1341,
  refundedAmount: 0,
  settledAmount: 0,
  isSettled: false,
};
const withPayment = (change: Partial<LedgerPayment>, refunds: readonly LedgerRefund[] = []) => ({
  payments: [{ payment: { ...payment, ...change }, refunds }],
});
const part = (change: Partial<BoughtPart> = {}): BoughtPart => ({
  partId: 'x',
  price: 1341,
  paidAt: PAID,
  isHeld: true,
  openedAt: null,
  isRecalled: false,
  ...withPayment({}),
  ...change,
});

describe('the withdrawal period', () => {
  it('ends with the tenth day in Santiago', () => {
    expect(santiagoWallTime(withdrawableUntil(PAID))).toEqual({
      year: 2026,
      month: 11,
      day: 30,
      hour: 23,
      minute: 59,
      second: 59,
    });
  });

  const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
  // Clocks go back on the first Saturday of April at midnight and forward on that of September.
  const aroundChanges = fc
    .tuple(
      fc.constantFrom(Date.UTC(2026, 3, 5, 3), Date.UTC(2026, 8, 6, 4), Date.UTC(2027, 3, 4, 3)),
      fc.integer({ min: -12 * DAY_MS, max: 2 * DAY_MS }),
    )
    .map(([change, shift]) => change + shift);

  it('ends ten calendar days later at the last millisecond of the day, at any hour and across clock changes', () => {
    fc.assert(
      fc.property(fc.oneof(instants, aroundChanges), (paidAt) => {
        const until = withdrawableUntil(paidAt);
        const days = daysFromEpoch(santiagoDate(until)) - daysFromEpoch(santiagoDate(paidAt));
        expect(days).toBe(WITHDRAWAL_DAYS);
        expect(daysFromEpoch(santiagoDate(until + 1))).toBe(daysFromEpoch(santiagoDate(until)) + 1);
        // At least ten whole calendar days, except for the hour of a clock change.
        expect(until - paidAt).toBeGreaterThanOrEqual(WITHDRAWAL_DAYS * DAY_MS - HOUR_MS);
        expect(until - paidAt).toBeLessThan((WITHDRAWAL_DAYS + 1) * DAY_MS + HOUR_MS);
      }),
    );
  });

  it('is exact to the millisecond at both ends', () => {
    fc.assert(
      fc.property(fc.oneof(instants, aroundChanges), fc.integer({ min: 0, max: 3 * DAY_MS }), (paidAt, past) => {
        const until = withdrawableUntil(paidAt);
        expect(withdrawalOf(part({ paidAt }), until).refusal).toBeNull();
        expect(withdrawalOf(part({ paidAt }), until + 1 + past).refusal).toBe('late');
        expect(withdrawalOf(part({ paidAt }), paidAt).refusal).toBeNull();
      }),
    );
  });

  it.each([
    ['back in April', Date.UTC(2026, 2, 26, 15), '2026-04-05'],
    ['forward in September', Date.UTC(2026, 7, 27, 15), '2026-09-06'],
  ])('runs over the night in which clocks go %s', (_, paidAt, lastDay) => {
    const until = withdrawableUntil(paidAt);
    const { year, month, day, hour, minute } = santiagoWallTime(until);
    const digits = [year, month, day].map((each) => String(each).padStart(2, '0')).join('-');
    expect([digits, hour, minute]).toEqual([lastDay, 23, 59]);
  });
});

describe('a part that can be withdrawn', () => {
  const refusal = (change: Partial<BoughtPart>) => withdrawalOf(part(change), PAID + DAY_MS).refusal;

  it('was paid for, is owned and was never opened; its refund is the price paid', () => {
    expect(withdrawalOf(part(), PAID + DAY_MS)).toEqual({
      refusal: null,
      amount: 1341,
      until: withdrawableUntil(PAID),
    });
  });

  it('was never opened, at any time before or after the purchase', () => {
    expect(refusal({ openedAt: PAID + 1 })).toBe('opened');
    // It was opened through an early access, or during an earlier purchase that was refunded.
    expect(refusal({ openedAt: PAID - 30 * DAY_MS })).toBe('opened');
    expect(refusal({ openedAt: 0 })).toBe('opened');
  });

  it('is not free, is paid and is owned through this order', () => {
    expect(withdrawalOf(part({ price: 0, payments: [] }), PAID)).toEqual({ refusal: 'free', amount: 0, until: null });
    expect(refusal({ paidAt: null })).toBe('not_paid');
    expect(refusal({ isHeld: false })).toBe('not_held');
  });

  it('is not refunded, nor about to be', () => {
    expect(refusal(withPayment({ state: 'refunded', refundedAmount: 1341 }))).toBe('returned');
    for (const state of ['requested', 'done', 'settled'] as const) {
      for (const partId of ['x', null]) {
        expect(
          refusal(withPayment({ settledAmount: state === 'settled' ? 1341 : 0 }, [{ state, amount: 1341, partId }])),
        ).toBe('returned');
      }
    }
    expect(refusal(withPayment({ settledAmount: 1341 }))).toBe('returned');
  });

  it('is not in dispute', () => {
    expect(refusal(withPayment({ state: 'in_mediation' }))).toBe('disputed');
    expect(refusal(withPayment({ state: 'charged_back' }))).toBe('disputed');
    expect(refusal(withPayment({ contradiction: 'rejected' }))).toBe('disputed');
  });

  it('may be a recalled part, at any time, opened or claimed, but only if it is paid, owned and undisputed', () => {
    const isRecalled = true;
    const late = PAID + 400 * DAY_MS;
    const recalled = (change: Partial<BoughtPart>) => withdrawalOf(part({ isRecalled, ...change }), late);
    const open = { refusal: null, amount: 1341, until: null };
    expect(recalled({})).toEqual(open);
    expect(recalled({ openedAt: PAID + 1 })).toEqual(open);
    expect(recalled({ isClaimed: true })).toEqual(open);
    expect(recalled({ price: 0 }).refusal).toBe('free');
    expect(recalled({ paidAt: null }).refusal).toBe('not_paid');
    expect(recalled({ isHeld: false }).refusal).toBe('not_held');
    expect(recalled(withPayment({ state: 'in_mediation' })).refusal).toBe('disputed');
    expect(recalled(withPayment({ state: 'refunded', refundedAmount: 1341 })).refusal).toBe('returned');
  });

  it('is refunded at most the rest of the payment, and a duplicate payment adds nothing', () => {
    const part1 = part(withPayment({ refundedAmount: 341 }));
    expect(withdrawalOf(part1, PAID).amount).toBe(1000);
    const duplicate = { payment: { ...payment, id: 'p2', problem: 'duplicate' as const }, refunds: [] };
    expect(withdrawalOf(part({ payments: [duplicate, ...part().payments] }), PAID).amount).toBe(1341);
    expect(refusal({ payments: [duplicate] })).toBe('returned');
    // A dispute about the duplicate payment does not block the withdrawal of the first.
    const quarrel = { ...duplicate, payment: { ...duplicate.payment, state: 'in_mediation' as const } };
    expect(refusal({ payments: [quarrel, ...part().payments] })).toBeNull();
  });
});
