import type { PaymentProblem } from './payment-state.ts';

/** The only currency of the shop. */
export const CURRENCY = 'CLP';

/** What a payment says of itself. `account` is the provider's name of whoever was paid, null when it does not tell. */
export interface PaymentClaim {
  /** Pesos, as the provider wrote it: it may have decimals, which are always wrong. */
  readonly amount: number;
  readonly currency: string;
  readonly account: string | null;
}

/** What it should be. */
export interface PaymentDue {
  readonly total: number;
  readonly account: string | null;
}

/**
 * Compares a payment with its order to the peso: nothing is ever granted for less, for more or for another coin.
 * @param due null when the payment names no order of ours.
 */
export function problemOf(claim: PaymentClaim, due: PaymentDue | null): PaymentProblem | null {
  if (!due || due.total <= 0) return 'unknown_reference';
  if (due.account !== null && claim.account !== null && due.account !== claim.account) return 'wrong_account';
  if (claim.currency !== CURRENCY) return 'wrong_currency';
  return claim.amount === due.total ? null : 'wrong_amount';
}
