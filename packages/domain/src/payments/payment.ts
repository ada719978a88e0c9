/** The only currency of the shop. */
export const CURRENCY = 'CLP';

/**
 * A payment as the provider reports it. `account` is the provider's id of the paid account, null if the provider does
 * not say.
 */
export interface ReportedPayment {
  /** Pesos, as the provider wrote it: it may have decimals, which are always wrong. */
  readonly amount: number;
  readonly currency: string;
  readonly account: string | null;
}

/** The payment that the order needs. */
export interface PaymentDue {
  readonly total: number;
  readonly account: string | null;
}

/**
 * Compares a payment with its order to the peso: nothing is ever granted for less, for more or for another coin.
 * @param due null when the payment names no order of ours.
 */
export function problemOf(reported: ReportedPayment, due: PaymentDue | null): PaymentProblem | null {
  if (!due || due.total <= 0) return 'unknown_reference';
  if (due.account !== null && reported.account !== null && due.account !== reported.account) return 'wrong_account';
  if (reported.currency !== CURRENCY) return 'wrong_currency';
  return reported.amount === due.total ? null : 'wrong_amount';
}

/** States of a payment in the shop's own words; adapters translate the provider's. */
export type PaymentState =
  | 'pending'
  | 'approved'
  | 'in_mediation'
  | 'charged_back'
  | 'refunded'
  | 'rejected'
  | 'cancelled';

/**
 * Why a payment granted nothing. The first four concern the payment itself; the others mean that the shop refunds it:
 * the buyer owned the parts already, or was deleted.
 */
export type PaymentProblem =
  | 'unknown_reference'
  | 'wrong_account'
  | 'wrong_currency'
  | 'wrong_amount'
  | 'duplicate'
  | 'already_owned'
  | 'buyer_gone';

/** Whether the shop returns the money of a payment with that problem without being asked. */
export function goesBackByItself(
  problem: PaymentProblem | null,
): problem is 'duplicate' | 'already_owned' | 'buyer_gone' {
  return problem === 'duplicate' || problem === 'already_owned' || problem === 'buyer_gone';
}

/** Possible next states of a payment. */
const steps: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  pending: ['approved', 'rejected', 'cancelled'],
  approved: ['in_mediation', 'charged_back', 'refunded'],
  in_mediation: ['approved', 'charged_back', 'refunded'],
  charged_back: ['approved'],
  refunded: [],
  rejected: [],
  cancelled: [],
};

/** Ends that the provider takes back: a voucher is paid late, a rejection reviewed, a refund does not go through. */
const lateSteps: Readonly<Partial<Record<PaymentState, readonly PaymentState[]>>> = {
  refunded: ['approved'],
  rejected: ['pending', 'approved'],
  cancelled: ['pending', 'approved'],
};

/** Whether a payment seen in one state may later be seen in another; steps in between may have been missed. */
export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return isReached(from, to, (state) => steps[state]);
}

/** Whether a payment may change from one state to another when a final state may be taken back too. */
export function mayComeBack(from: PaymentState, to: PaymentState): boolean {
  return isReached(from, to, (state) => [...steps[state], ...(lateSteps[state] ?? [])]);
}

function isReached(
  from: PaymentState,
  to: PaymentState,
  stepsOf: (state: PaymentState) => readonly PaymentState[],
): boolean {
  const reached = new Set<PaymentState>([from]);
  for (const state of reached) for (const next of stepsOf(state)) reached.add(next);
  return reached.has(to);
}

/**
 * A payment as it was reported at one moment. `version` is the provider's time of the last change, epoch milliseconds;
 * 0 when it is not reported.
 */
export interface PaymentSnapshot {
  readonly state: PaymentState;
  readonly version: number;
}

/**
 * Decides how to treat a report, because reports arrive repeatedly and in any order: `stale` ones are older than the
 * known state, `impossible` ones are newer but no payment can change that way. Only a report that is surely newer
 * leaves a final state.
 */
export function acceptPayment(
  storedPayment: PaymentSnapshot | null,
  providerPayment: PaymentSnapshot,
): 'use' | 'stale' | 'impossible' {
  if (!storedPayment) return 'use';
  // A report that does not tell its time is a report all the same: it moves a payment forwards, never back.
  const isOlder = providerPayment.version !== 0 && providerPayment.version < storedPayment.version;
  if (isOlder) return 'stale';
  if (mayBecome(storedPayment.state, providerPayment.state)) return 'use';
  if (providerPayment.version <= storedPayment.version) return 'stale';
  return mayComeBack(storedPayment.state, providerPayment.state) ? 'use' : 'impossible';
}
