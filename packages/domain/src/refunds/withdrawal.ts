import { DAY_MS } from '../time/durations.ts';
import { utcMidnight } from '../time/civil-date.ts';
import { endOfSantiagoDay, santiagoDate } from '../time/santiago.ts';
import { type LedgerPayment, type LedgerRefund, paysForOrder, refundableAmount } from './refund.ts';

/** Days in which a buyer may take back the purchase of a part, counted from the day after the payment. */
export const WITHDRAWAL_DAYS = 10;

/** Last millisecond in which a part that was paid then may be given back: the end of the tenth day in Santiago. */
export function withdrawableUntil(paidAt: number): number {
  // Counts days of the calendar, because a day in Santiago may have 23 or 25 hours. Noon in UTC is the same day there.
  const noon = utcMidnight(santiagoDate(paidAt)) + (WITHDRAWAL_DAYS + 0.5) * DAY_MS;
  return endOfSantiagoDay(santiagoDate(noon));
}

/** Why a buyer cannot give a part back without asking the shop. */
export type WithdrawalRefusal =
  | 'free'
  | 'returned'
  | 'disputed'
  | 'not_paid'
  | 'not_held'
  | 'opened'
  | 'claimed'
  | 'late';

/** A part of an order as far as giving it back depends on it; instants in epoch milliseconds. */
export interface BoughtPart {
  readonly partId: string;
  /** Price of the part in the order, pesos. */
  readonly price: number;
  /** When the order was paid; null while it is not. */
  readonly paidAt: number | null;
  /** Whether the buyer holds the part by this order; for a gift, whether it can still be claimed. */
  readonly isHeld: boolean;
  /** Whether the part was a gift that its recipient has claimed. */
  readonly isClaimed?: boolean;
  /** When anything of its content first went out to this buyer, by whatever right; null while nothing did. */
  readonly openedAt: number | null;
  /** Whether the shop took the part from every reader. */
  readonly isRecalled: boolean;
  /** All payments of the order, with their refunds. */
  readonly payments: readonly PaymentWithRefunds[];
}

interface PaymentWithRefunds {
  readonly payment: LedgerPayment;
  readonly refunds: readonly LedgerRefund[];
}

/** Whether a buyer may return a part: until when and for how much, or the reason against it. */
export interface Withdrawal {
  readonly refusal: WithdrawalRefusal | null;
  /** Pesos that would be refunded; 0 when nothing would. */
  readonly amount: number;
  /** Null where no term runs: nothing was paid, or the part is recalled. */
  readonly until: number | null;
}

/**
 * The rule of the buyer's own withdrawal: the part is paid for, owned by that payment, not in dispute, never opened,
 * and within the period. A giver can withdraw until the gift is claimed. A recall closes the part to its owners, so that
 * opening, claim and period do not matter for a recalled part. Other cases are decided by the shop, which may always refund.
 */
export function withdrawalOf(part: BoughtPart, now: number): Withdrawal {
  const { price, paidAt, partId, payments, isRecalled } = part;
  const term = price > 0 && paidAt !== null ? withdrawableUntil(paidAt) : null;
  const until = isRecalled ? null : term;
  const refuse = (refusal: WithdrawalRefusal): Withdrawal => ({ refusal, amount: 0, until });
  if (price <= 0) return refuse('free');
  if (term === null) return refuse('not_paid');
  const good = payments.filter(({ payment }) => payment.problem === null);
  if (good.some(({ payment }) => isDisputed(payment))) return refuse('disputed');
  const paying = good.find(({ payment }) => paysForOrder(payment));
  const amount = paying ? refundableAmount(paying.payment, paying.refunds, { partId, price }) : 0;
  if (amount <= 0) return refuse('returned');
  if (part.isClaimed && !isRecalled) return refuse('claimed');
  if (!part.isHeld) return refuse('not_held');
  if (part.openedAt !== null && !isRecalled) return refuse('opened');
  if (now > term && !isRecalled) return refuse('late');
  return { refusal: null, amount, until };
}

/** A bank or the provider decides about it, or its reports contradict each other: the shop moves no money of it meanwhile. */
function isDisputed({ state, contradiction }: LedgerPayment): boolean {
  return state === 'in_mediation' || state === 'charged_back' || contradiction !== null;
}
