import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import { goesBackByItself, type PaymentProblem, type PaymentState } from '../payments/payment.ts';

/** Times after an order's creation at which the provider is asked about it, since notices may be lost. */
const CHECKS_MS = [2 * MINUTE_MS, 7 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 8 * HOUR_MS, DAY_MS] as const;

/** Longest duration of a pending payment (a voucher, a review); after it the order is given up. */
const PENDING_LIMIT_MS = 30 * DAY_MS;

/**
 * Next time to ask the provider about an order, or null when it is no longer checked. Settled orders are checked too,
 * so that a duplicate payment is found and refunded.
 * @param order `isPending`: one of its payments is pending.
 */
export function nextCheckAt(
  order: { readonly createdAt: number; readonly isPending: boolean },
  now: number,
): number | null {
  const age = now - order.createdAt;
  const wait = CHECKS_MS.find((candidate) => candidate > age);
  if (wait !== undefined) return order.createdAt + wait;
  return order.isPending && age < PENDING_LIMIT_MS ? now + DAY_MS : null;
}

/** Life of an order; the wire names of the contract. */
export type OrderState =
  | 'open'
  | 'pending'
  | 'paid'
  | 'rejected'
  | 'expired'
  | 'refunded'
  | 'partially_refunded'
  | 'disputed';

/** A payment of an order, with the fields that determine the order's state. */
export interface OrderPayment {
  readonly state: PaymentState;
  readonly problem: PaymentProblem | null;
  readonly refundedAmount: number;
  /** True when an admin closed the payment's open matter. */
  readonly isClosed: boolean;
}

/**
 * Returns whether an admin has to find out what a payment is: the shop holds its money, it does not fit the order, and
 * is not refunded automatically. Meanwhile its buyer is not asked to pay again.
 */
export function isInReview({ state, problem, isClosed }: Omit<OrderPayment, 'refundedAmount'>): boolean {
  const isHeld = state === 'approved' || state === 'in_mediation';
  return isHeld && !isClosed && problem !== null && !goesBackByItself(problem);
}

/**
 * State of an order that has payments. Payments with a problem do not count, with two exceptions: an order whose only
 * approved payment was refunded as a duplicate or because its buyer was deleted is refunded, and one with a payment in
 * review is pending.
 * @param current the state before, kept while no payment decides it.
 */
export function orderStateOf(current: OrderState, payments: readonly OrderPayment[]): OrderState {
  const countedPayments = payments.filter((payment) => payment.problem === null);
  const has = (...states: PaymentState[]): boolean => countedPayments.some((payment) => states.includes(payment.state));
  // The bank gave the money of a lost dispute back to the buyer; the order is returned once an admin closed the dispute.
  const isLost = (payment: OrderPayment): boolean => payment.state === 'charged_back' && payment.isClosed;
  const paying = countedPayments.filter((payment) => payment.state === 'approved');
  if (paying.length > 0) return paying.some((payment) => payment.refundedAmount > 0) ? 'partially_refunded' : 'paid';
  if (countedPayments.some((payment) => isDisputed(payment) && !isLost(payment))) return 'disputed';
  if (has('refunded', 'charged_back') || payments.some(wasSentBackWhole)) return 'refunded';
  // A payment with a problem may still hold money.
  if (payments.some(({ state }) => state === 'pending') || payments.some(isInReview)) return 'pending';
  // The pending payment is decided, or the reviewed one went back.
  return has('rejected', 'cancelled') || current === 'pending' ? 'rejected' : current;
}

function isDisputed({ state }: OrderPayment): boolean {
  return state === 'in_mediation' || state === 'charged_back';
}

/** Whether the order's only payment was sent back by the shop; a duplicate is not, because another payment paid. */
function wasSentBackWhole({ problem }: OrderPayment): boolean {
  return goesBackByItself(problem) && problem !== 'duplicate';
}

/** Time for which a buyer is told that a payment failed. */
const REJECTION_TOLD_MS = 3 * DAY_MS;

/** An order as its buyer may have to be told of it; instants in epoch milliseconds. */
export interface BuyerOrder {
  readonly state: OrderState;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * Returns the order that the buyer is told about for a part not owned: preferably one with a pending or disputed
 * payment, else the newest one, if its payment failed recently. Null for none.
 * @param orders of one buyer and part, in any order.
 */
export function unfinishedOrder<O extends BuyerOrder>(orders: readonly O[], now: number): O | null {
  const newestFirst = orders.toSorted((a, b) => b.createdAt - a.createdAt);
  const pendingOrder = newestFirst.find(({ state }) => state === 'pending' || state === 'disputed');
  if (pendingOrder) return pendingOrder;
  const [newest] = newestFirst;
  const isToldOf = newest?.state === 'rejected' && newest.updatedAt > now - REJECTION_TOLD_MS;
  return isToldOf ? newest : null;
}

/** Time until which a pending payment is waited for, epoch milliseconds; then its order is given up. */
export function pendingUntil(createdAt: number): number {
  return createdAt + PENDING_LIMIT_MS;
}

/** How an order stands for its buyer; the wire names of the contract. */
export type BuyerState = 'unpaid' | 'pending' | 'paid' | 'returning' | 'returned' | 'rejected' | 'expired' | 'disputed';

/** An order as its state is put into words for the buyer. */
export interface OwnOrder {
  readonly state: OrderState;
  /** Time until which it can be paid at its price, epoch milliseconds. */
  readonly expiresAt: number;
  /** Whether money of the payment that pays the order is being refunded. */
  readonly isReturning: boolean;
  /** Whether the buyer owns the parts or pays for them in another order: paying this one too would be a duplicate. */
  readonly isSuperseded: boolean;
}

/** State of an order for its buyer. An order never invites to pay for a part that another order pays for. */
export function buyerStateOf({ state, expiresAt, isReturning, isSuperseded }: OwnOrder, now: number): BuyerState {
  switch (state) {
    case 'open':
      return expiresAt > now && !isSuperseded ? 'unpaid' : 'expired';
    case 'paid':
    case 'partially_refunded':
      return isReturning ? 'returning' : 'paid';
    case 'refunded':
      return 'returned';
    default:
      return state;
  }
}
