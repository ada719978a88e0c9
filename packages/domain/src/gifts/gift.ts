import { type LedgerPayment, type LedgerRefund, paysForOrder, refundableAmount } from '../refunds/refund.ts';
import { type CivilDate, parseCivilDate, utcMidnight } from '../time/civil-date.ts';
import { DAY_MS } from '../time/durations.ts';
import { endOfSantiagoDay, santiagoDate, santiagoMinute } from '../time/santiago.ts';

/** Days for which a paid gift can be claimed. */
export const GIFT_DAYS = 365;
/** Hour of the chosen day, on clocks in Santiago, at which the mail of a gift goes out. */
export const GIFT_HOUR = 9;
/** Days before its end on which the giver is reminded of an unclaimed gift. */
const REMINDER_DAYS = 30;

/** How a gift stands; the wire names of the contract. Paused: the bank or the provider decides about its money. */
export type GiftState = 'unpaid' | 'waiting' | 'open' | 'claimed' | 'expired' | 'withdrawn' | 'paused';

/** A payment of a gift's order with its refunds. */
export interface GiftPayment {
  readonly payment: LedgerPayment;
  readonly refunds: readonly LedgerRefund[];
}

/** A gift with the payments of its order; instants in epoch milliseconds. */
export interface Gift {
  /** When it was paid and so could be claimed first; null while it never was. */
  readonly openedAt: number | null;
  readonly expiresAt: number | null;
  readonly claimedAt: number | null;
  /** Time at which the mail is sent; null when none waits. */
  readonly mailDueAt: number | null;
  readonly partIds: readonly string[];
  readonly payments: readonly GiftPayment[];
}

/**
 * State of a gift at a moment. A gift whose money was refunded, or is being refunded, no longer exists: this is derived
 * from the payments alone, so that no refund of any kind leaves a gift to be claimed.
 */
export function giftStateOf(gift: Gift, now: number): GiftState {
  if (gift.openedAt === null || gift.expiresAt === null) return 'unpaid';
  if (givenParts(gift).length === 0) return isDisputed(gift) ? 'paused' : 'withdrawn';
  if (gift.claimedAt !== null) return 'claimed';
  if (isDisputed(gift)) return 'paused';
  if (now > gift.expiresAt) return 'expired';
  return gift.mailDueAt !== null && gift.mailDueAt > now ? 'waiting' : 'open';
}

/** Whether it may be claimed now, also while its mail waits: a recipient who has the link has it from the giver. */
export const isClaimable = (state: GiftState): boolean => state === 'open' || state === 'waiting';

/** Parts whose money the shop holds and is not refunding: these are given. */
export function givenParts({ partIds, payments }: Pick<Gift, 'partIds' | 'payments'>): string[] {
  const all = payments.filter(({ payment }) => paysForOrder(payment));
  const paying = all.find(({ payment }) => payment.state === 'approved') ?? all[0];
  if (!paying) return [];
  const refunds = paying.refunds.filter(({ state }) => state !== 'failed');
  // A request for the rest of the payment. A completed refund of it leaves no payment; a partial refund at the
  // provider's site names no part either, and ends none.
  if (refunds.some(({ partId, state }) => partId === null && state !== 'done')) return [];
  // Without any money left, parts that a discount made free are no longer given either.
  if (refundableAmount(paying.payment, refunds, null) <= 0) return [];
  const refundedParts = new Set(refunds.map(({ partId }) => partId));
  return partIds.filter((id) => !refundedParts.has(id));
}

/** A good payment is being decided about, and no other one pays. */
function isDisputed({ payments }: Pick<Gift, 'payments'>): boolean {
  const good = payments.filter(({ payment }) => payment.problem === null);
  const isSure = ({ payment }: GiftPayment) =>
    paysForOrder(payment) && payment.state === 'approved' && payment.contradiction === null;
  if (good.some(isSure)) return false;
  return good.some(
    ({ payment: { state, contradiction } }) =>
      state === 'in_mediation' || state === 'charged_back' || (contradiction !== null && state === 'approved'),
  );
}

/** Last millisecond in which a gift that was paid then can be claimed: the end of its last day in Santiago. */
export function giftEndsAt(openedAt: number): number {
  // Noon in UTC lies on the same day in Santiago in summer and in winter time.
  return endOfSantiagoDay(santiagoDate(utcMidnight(santiagoDate(openedAt)) + (GIFT_DAYS + 0.5) * DAY_MS));
}

/** When the giver is reminded of an unclaimed gift. */
export const giftReminderAt = (expiresAt: number): number => expiresAt - REMINDER_DAYS * DAY_MS;

/** Times of a gift whose send date is changed, epoch milliseconds. */
export interface GiftTimes {
  /** Current time of its mail; null when none waits. */
  readonly dueAt: number | null;
  /** End of the gift; null before it is paid. */
  readonly endsAt: number | null;
}

const noTimes: GiftTimes = { dueAt: null, endsAt: null };

/**
 * The dates on which a gift's mail may be sent: from tomorrow in Santiago, at least a month before the gift ends, so
 * that the recipient has time to claim it.
 */
export function giftDays(
  now: number,
  { endsAt }: GiftTimes = noTimes,
): { readonly first: CivilDate; readonly last: CivilDate } {
  const today = utcMidnight(santiagoDate(now));
  const dayAfter = (days: number): CivilDate => santiagoDate(today + (days + 0.5) * DAY_MS);
  const last = dayAfter(GIFT_DAYS - REMINDER_DAYS);
  const end = endsAt === null ? last : santiagoDate(endsAt);
  return { first: dayAfter(1), last: utcMidnight(end) < utcMidnight(last) ? end : last };
}

/**
 * Time of a gift's mail on a date, epoch milliseconds; null for an invalid date or one that may not be chosen now. The
 * current date may stay, even if it is today.
 * @param day `2026-12-24`
 */
export function giftSendAt(day: string, now: number, times: GiftTimes = noTimes): number | null {
  const date = parseCivilDate(day);
  if (!date) return null;
  const { dueAt } = times;
  if (dueAt !== null && utcMidnight(date) === utcMidnight(santiagoDate(dueAt))) return dueAt;
  const { first, last } = giftDays(now, times);
  if (utcMidnight(date) < utcMidnight(first) || utcMidnight(date) > utcMidnight(last)) return null;
  return santiagoMinute(date, GIFT_HOUR, 0);
}
