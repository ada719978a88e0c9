import { type Backoff, nextTryAt } from '../time/backoff.ts';
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import type { PaymentProblem, PaymentState } from '../payments/payment.ts';

/** A payment as the refund ledger sees it; amounts in pesos. */
export interface LedgerPayment {
  readonly id: string;
  readonly state: PaymentState;
  readonly problem: PaymentProblem | null;
  /** State that the provider told last although no payment can get there from the known one; null while it fits. */
  readonly contradiction: PaymentState | null;
  readonly amount: number;
  readonly refundedAmount: number;
  /** Pesos that an admin returned outside of the provider. */
  readonly settledAmount: number;
  /** True when an admin closed the payment in its present state. */
  readonly isSettled: boolean;
}

/** A refund of such a payment. A failed one, which the provider refused, does not count. */
export interface LedgerRefund {
  readonly state: 'requested' | 'done' | 'failed' | 'settled';
  readonly amount: number;
  /** One part of the order, or null for the rest of the payment. */
  readonly partId: string | null;
}

/** Why the money of a payment is neither granted for nor returned for good. */
export type UnresolvedReason = PaymentProblem | 'contradiction' | 'in_mediation' | 'charged_back' | 'refund';

const isHeld = (state: PaymentState | null): boolean => state === 'approved' || state === 'in_mediation';

/** Pesos of a payment that were neither refunded nor settled. */
function leftOf({ amount, refundedAmount, settledAmount }: LedgerPayment): number {
  return Math.max(0, amount - refundedAmount - settledAmount);
}

/** Returns whether a payment pays for the parts of its order. */
export function paysForOrder(payment: LedgerPayment): boolean {
  return payment.problem === null && isHeld(payment.state) && leftOf(payment) > 0;
}

/** Returns whether the shop holds money of a payment that bought nothing. */
function holdsMoneyForNothing(payment: LedgerPayment): boolean {
  if (payment.isSettled || leftOf(payment) <= 0) return false;
  return (payment.problem !== null && isHeld(payment.state)) || isHeld(payment.contradiction);
}

/** Which payment the refund of an order means. */
export type RefundChoice<P> =
  | { readonly kind: 'payment'; readonly payment: P }
  /** Another payment of the order has to be refunded too, so the request must name one. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'nothing' };

/**
 * Finds the payment that a refund of an order applies to: the one that pays for the order, never one with a problem. If
 * there is also a payment with a problem, neither is chosen.
 * @param named id of the requested payment; null when only the order was named.
 */
export function paymentToRefund<P extends LedgerPayment>(
  payments: readonly P[],
  named: string | null,
): RefundChoice<P> {
  const paying = payments.filter(paysForOrder);
  const payment = paying.find(({ state }) => state === 'approved') ?? paying[0];
  if (named !== null) {
    const namedPayment = payments.find(({ id }) => id === named);
    return namedPayment && mayGoBack(namedPayment) ? { kind: 'payment', payment: namedPayment } : { kind: 'nothing' };
  }
  if (!payment) return { kind: 'nothing' };
  if (payments.some((other) => other !== payment && holdsMoneyForNothing(other))) return { kind: 'unnamed' };
  return { kind: 'payment', payment };
}

/** Whether money of a payment can be sent back at all: the shop has it, and no admin closed the matter. */
export function mayGoBack(payment: LedgerPayment): boolean {
  const isMoneyHeld = isHeld(payment.state) || isHeld(payment.contradiction);
  return isMoneyHeld && !payment.isSettled && leftOf(payment) > 0;
}

/** The part of an order that a refund is about. */
export interface RefundedPart {
  readonly partId: string;
  /** Price of the part in the order, pesos. */
  readonly price: number;
}

/**
 * Pesos that can still be refunded, of the payment in total and of the part if one is named; pending refunds count as
 * refunded. Never negative.
 */
export function refundableAmount(
  payment: LedgerPayment,
  refunds: readonly LedgerRefund[],
  part: RefundedPart | null,
): number {
  const countedRefunds = refunds.filter(({ state }) => state === 'requested' || state === 'done');
  const returnedAmount = Math.max(payment.refundedAmount, sumOf(countedRefunds)) + payment.settledAmount;
  const remainingAmount = Math.max(0, payment.amount - returnedAmount);
  if (part === null) return remainingAmount;
  const ofPart = sumOf(refunds.filter(({ state, partId }) => state !== 'failed' && partId === part.partId));
  return Math.max(0, Math.min(remainingAmount, part.price - ofPart));
}

function sumOf(refunds: readonly LedgerRefund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns whether the shop holds money in a state, or lost it to a bank. */
const mattersNow = (state: PaymentState): boolean => isHeld(state) || state === 'charged_back';

/**
 * Why a payment is in the list of open payments; null when the shop never held its money, when it pays for a grant, was
 * refunded, or an admin closed it.
 */
export function unresolvedReasonOf(payment: LedgerPayment, refunds: readonly LedgerRefund[]): UnresolvedReason | null {
  const { state, problem, contradiction } = payment;
  if (payment.isSettled) return null;
  if (contradiction !== null && (mattersNow(state) || mattersNow(contradiction))) return 'contradiction';
  if (state === 'charged_back') return 'charged_back';
  if (!isHeld(state) || leftOf(payment) <= 0) return null;
  if (problem !== null) return problem;
  if (state === 'in_mediation') return 'in_mediation';
  const isWaiting = refunds.some((refund) => refund.state === 'requested');
  return isWaiting || uncounted(payment, refunds) > 0 ? 'refund' : null;
}

/** Pesos of refunds that were made and that the provider does not count any more: they are owed again. */
export function uncounted({ refundedAmount }: LedgerPayment, refunds: readonly LedgerRefund[]): number {
  return Math.max(0, sumOf(refunds.filter(({ state }) => state === 'done')) - refundedAmount);
}

/** Number of refusals after which a refund is tried once a day; it is never given up. */
const OFTEN_REFUSED = 8;
const BACKOFF: Backoff = { waitsMin: [1, 5, 15, 60, 240, 240, 240, 240, 1440], after: 'repeat' };

/** Whether the provider said no so often that a person should look. */
export function isOftenRefused(refusals: number): boolean {
  return refusals >= OFTEN_REFUSED;
}

/**
 * When a refund that did not go through is tried again, epoch milliseconds; there is always a next time.
 * @param refusals how often the provider understood and said no; silence and refused credentials do not count.
 */
export function nextRefundTryAt(refusals: number, now: number): number {
  return nextTryAt(BACKOFF, refusals, now) ?? now;
}

const LOOK_LEAST_MS = MINUTE_MS;
const LOOK_MOST_MS = 12 * HOUR_MS;

/**
 * Time of the next question about a refund that the provider accepted and has not decided, epoch milliseconds: often at
 * first, then after half of the elapsed time.
 * @param since time of the request.
 */
export function nextRefundLookAt(since: number, now: number): number {
  return now + Math.min(LOOK_MOST_MS, Math.max(LOOK_LEAST_MS, (now - since) / 2));
}

/**
 * Returns whether a pending refund was made already, by hand at the provider's site or by a try whose answer was lost.
 * Money that other pending refunds explain counts as theirs: all of them are due, so sending one in place of another
 * changes nothing, whereas a refund mistaken for another would never be paid. This requires that refunds whose last try
 * may have succeeded are processed first.
 * @param unexplained pesos refunded at the provider beyond the completed refunds.
 * @param amount of this refund.
 * @param others amounts of the payment's other pending refunds.
 */
export function wasReturned(unexplained: number, amount: number, others: readonly number[]): boolean {
  if (unexplained < amount) return false;
  let sums = new Set([0]);
  for (const other of others) sums = new Set([...sums].flatMap((sum) => [sum, sum + other]));
  return !sums.has(unexplained);
}
