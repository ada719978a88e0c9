import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerPayment, LedgerRefund } from '../refunds/refund.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import { santiagoWallTime } from '../time/santiago-clock.ts';
import {
  type Gift,
  giftDays,
  giftEndsAt,
  type GiftPayment,
  giftReminderAt,
  giftSendAt,
  giftStateOf,
  givenParts,
  isClaimable,
} from './gift.ts';

const NOW = Date.parse('2026-11-23T15:00:00Z');
const good: LedgerPayment = {
  id: 'p',
  state: 'approved',
  problem: null,
  contradiction: null,
  amount: 1981,
  refundedAmount: 0,
  settledAmount: 0,
  isSettled: false,
};
const paid = (change: Partial<LedgerPayment> = {}, ...refunds: LedgerRefund[]): GiftPayment => ({
  payment: { ...good, ...change },
  refunds,
});
const gift = (change: Partial<Gift> = {}): Gift => ({
  openedAt: NOW,
  expiresAt: giftEndsAt(NOW),
  claimedAt: null,
  mailDueAt: null,
  partIds: ['a', 'b'],
  payments: [paid()],
  ...change,
});
const refund = (partId: string | null, change: Partial<LedgerRefund> = {}): LedgerRefund => ({
  state: 'requested',
  amount: partId === null ? 1981 : 990,
  partId,
  ...change,
});

describe('the state of a gift', () => {
  it.each([
    ['unpaid', { openedAt: null, expiresAt: null, payments: [] }],
    ['open', {}],
    ['open', { mailDueAt: NOW }],
    ['waiting', { mailDueAt: NOW + 1 }],
    ['claimed', { claimedAt: NOW - 1 }],
    ['claimed', { claimedAt: NOW - 1, expiresAt: NOW - 1 }],
    ['expired', { expiresAt: NOW - 1 }],
    ['open', { expiresAt: NOW }],
  ] as const)('%s', (state, change) => {
    expect(giftStateOf(gift(change), NOW)).toBe(state);
  });

  it.each([
    ['all of it is on its way back', [paid({}, refund(null))]],
    ['some of it went back elsewhere and the rest is', [paid({ refundedAmount: 990 }, refund(null, { amount: 991 }))]],
    ['each of its parts is', [paid({}, refund('a'), refund('b'))]],
    ['it went back', [paid({ state: 'refunded', refundedAmount: 1981 }, refund(null, { state: 'done' }))]],
    ['an admin gave it back otherwise', [paid({ settledAmount: 1981 }, refund(null, { state: 'settled' }))]],
    ['nothing was ever paid for it', [paid({ problem: 'wrong_amount' })]],
    ['only a payment too many is left', [paid({ problem: 'duplicate' })]],
  ] as const)('withdrawn when %s, claimed or not', (_, payments) => {
    expect(giftStateOf(gift({ payments }), NOW)).toBe('withdrawn');
    expect(giftStateOf(gift({ payments, claimedAt: NOW }), NOW)).toBe('withdrawn');
  });

  it('is paused while its payment is in dispute, unless another payment pays', () => {
    for (const state of ['in_mediation', 'charged_back'] as const) {
      expect(giftStateOf(gift({ payments: [paid({ state })] }), NOW), state).toBe('paused');
      expect(giftStateOf(gift({ payments: [paid({ state }), paid({ id: 'q' })] }), NOW), state).toBe('open');
    }
    expect(giftStateOf(gift({ payments: [paid({ contradiction: 'rejected' })] }), NOW)).toBe('paused');
    // The claimed part stays readable until the bank has decided the dispute.
    expect(giftStateOf(gift({ claimedAt: NOW, payments: [paid({ state: 'in_mediation' })] }), NOW)).toBe('claimed');
    expect(giftStateOf(gift({ claimedAt: NOW, payments: [paid({ state: 'charged_back' })] }), NOW)).toBe('paused');
  });

  it('keeps the parts of an order that are not refunded', () => {
    const payments = [paid({}, refund('a', { state: 'done' }))];
    expect(givenParts(gift({ payments }))).toEqual(['b']);
    expect(giftStateOf(gift({ payments }), NOW)).toBe('open');
    // A partial refund at the provider's own site names no part, so it ends no part of the gift.
    const some = [paid({ refundedAmount: 100 }, refund(null, { state: 'done', amount: 100 }))];
    expect(givenParts(gift({ payments: some }))).toEqual(['a', 'b']);
  });

  it('gives no part of an order whose last peso is being refunded, not even a free one', () => {
    const payments = [paid({}, refund('a', { amount: 1981 }))];
    expect(givenParts(gift({ payments }))).toEqual([]);
  });

  it('keeps the other part when an admin settled the price of one part by other means', () => {
    const settled = paid({ amount: 1980, settledAmount: 990 }, refund('a', { state: 'settled' }));
    expect(givenParts(gift({ payments: [settled] }))).toEqual(['b']);
    expect(giftStateOf(gift({ payments: [settled] }), NOW)).toBe('open');
  });

  it('is not paused by a duplicate payment, nor by a contradiction about refunded money', () => {
    const returned = paid({ state: 'refunded', refundedAmount: 1981 });
    const doubled = paid({ id: 'q', problem: 'duplicate', state: 'in_mediation' });
    expect(giftStateOf(gift({ payments: [returned, doubled] }), NOW)).toBe('withdrawn');
    const contradicted = paid({ state: 'refunded', refundedAmount: 1981, contradiction: 'in_mediation' });
    expect(giftStateOf(gift({ payments: [contradicted] }), NOW)).toBe('withdrawn');
  });

  it('can be claimed while its mail is scheduled', () => {
    expect(isClaimable(giftStateOf(gift({ mailDueAt: NOW + 1 }), NOW))).toBe(true);
  });

  it('ignores refunds of a duplicate payment and refunds that were given up', () => {
    const payments = [paid(), paid({ id: 'q', problem: 'duplicate' }, refund(null))];
    expect(giftStateOf(gift({ payments }), NOW)).toBe('open');
    expect(giftStateOf(gift({ payments: [paid({}, refund(null, { state: 'failed' }))] }), NOW)).toBe('open');
  });

  it('is claimable only while at least a part of its payment is held', () => {
    const state = fc.constantFrom<LedgerPayment['state']>(
      'approved',
      'pending',
      'rejected',
      'cancelled',
      'in_mediation',
      'charged_back',
      'refunded',
    );
    const refunds = fc.array(fc.constantFrom(refund('a'), refund('b'), refund(null)), { maxLength: 3 });
    const payment = fc
      .record({ state, refundedAmount: fc.constantFrom(0, 991, 1981), refunds })
      .map((made) => paid({ state: made.state, refundedAmount: made.refundedAmount }, ...made.refunds));
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 3 }), (payments) => {
        if (!isClaimable(giftStateOf(gift({ payments }), NOW))) return;
        expect(payments.some((each) => each.payment.state === 'approved' && each.payment.refundedAmount < 1981)).toBe(
          true,
        );
      }),
    );
  });
});

describe('the dates of a gift', () => {
  it('can be claimed up to the last millisecond of the 365th day in Santiago', () => {
    const end = giftEndsAt(NOW);
    expect(new Date(end).toISOString()).toBe('2027-11-24T02:59:59.999Z');
    // Any start within five years, so that both clock changes and a leap day are covered.
    fc.assert(
      fc.property(fc.integer({ min: NOW, max: NOW + 5 * 365 * DAY_MS }), (at) => {
        const days = (giftEndsAt(at) - at) / DAY_MS;
        expect(days).toBeGreaterThan(364.9);
        expect(days).toBeLessThan(366.1);
        expect(santiagoWallTime(giftEndsAt(at))).toMatchObject({ hour: 23, minute: 59 });
      }),
    );
    expect(giftReminderAt(end)).toBe(end - 30 * DAY_MS);
  });

  it('sends its mail at nine in the morning of the chosen day, in summer and in winter', () => {
    expect(new Date(giftSendAt('2026-12-24', NOW)!).toISOString()).toBe('2026-12-24T12:00:00.000Z');
    expect(new Date(giftSendAt('2027-06-24', NOW)!).toISOString()).toBe('2027-06-24T13:00:00.000Z');
  });

  it('accepts send dates from tomorrow to a month before the gift ends, as dates of Santiago', () => {
    expect(giftSendAt('2026-11-23', NOW)).toBeNull();
    expect(giftSendAt('2026-11-24', NOW)).not.toBeNull();
    expect(giftSendAt('2027-10-24', NOW)).not.toBeNull();
    expect(giftSendAt('2027-10-25', NOW)).toBeNull();
    // One in the morning in UTC is still the day before in Santiago.
    const late = Date.parse('2026-11-24T01:00:00Z');
    expect(giftSendAt('2026-11-24', late)).not.toBeNull();
    expect(giftSendAt('2026-11-24', late + 3 * HOUR_MS)).toBeNull();
    expect(giftDays(NOW)).toEqual({
      first: { year: 2026, month: 11, day: 24 },
      last: { year: 2027, month: 10, day: 24 },
    });
    for (const day of ['', '2026-02-30', '24/12/2026', '2026-13-01']) expect(giftSendAt(day, NOW)).toBeNull();
  });

  it('rejects a new send date after the end of the gift, and keeps its own date even on that day', () => {
    const dueAt = giftSendAt('2026-12-24', NOW)!;
    const times = { dueAt, endsAt: giftEndsAt(NOW) };
    const later = NOW + 31 * DAY_MS - 4 * HOUR_MS;
    expect(giftSendAt('2026-12-24', later)).toBeNull();
    expect(giftSendAt('2026-12-24', later, times)).toBe(dueAt);
    expect(giftSendAt('2026-12-23', later, times)).toBeNull();
    const late = NOW + 60 * DAY_MS;
    expect(giftSendAt('2027-11-23', late, times)).not.toBeNull();
    expect(giftSendAt('2027-11-24', late)).not.toBeNull();
    expect(giftSendAt('2027-11-24', late, times)).toBeNull();
    expect(giftDays(late, times).last).toEqual({ year: 2027, month: 11, day: 23 });
    expect(giftDays(NOW, times).last).toEqual(giftDays(NOW).last);
  });
});
