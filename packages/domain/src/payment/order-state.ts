import type { PaymentProblem, PaymentState } from './payment-state.ts';

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

/** One payment of an order, as far as the order's state depends on it. */
export interface OrderPayment {
  readonly state: PaymentState;
  readonly problem: PaymentProblem | null;
  readonly refundedAmount: number;
}

/**
 * State of an order that has payments. Payments with a problem do not count, except that an order whose only
 * approved payment was sent back, since the buyer owned the part already, is refunded.
 * @param current the state before, kept while nothing of the payments decides.
 */
export function orderStateOf(current: OrderState, payments: readonly OrderPayment[]): OrderState {
  const counted = payments.filter((payment) => payment.problem === null);
  const has = (...states: PaymentState[]): boolean => counted.some((payment) => states.includes(payment.state));
  const paying = counted.filter((payment) => payment.state === 'approved');
  if (paying.length > 0) return paying.some((payment) => payment.refundedAmount > 0) ? 'partially_refunded' : 'paid';
  if (has('in_mediation', 'charged_back')) return 'disputed';
  if (has('refunded') || payments.some((payment) => payment.problem === 'already_owned')) return 'refunded';
  if (has('pending')) return 'pending';
  return has('rejected', 'cancelled') ? 'rejected' : current;
}
