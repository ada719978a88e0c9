import { DAY_MS } from '@cuentos/domain/time/durations';
import { iso, type SandboxPayment } from './sandbox-payment.ts';

/** A dispute of a payment as it goes over the wire; `coverage_elegible` is spelled so there. */
export interface SandboxChargeback {
  readonly id: string;
  readonly payments: readonly (number | string)[];
  readonly currency: string;
  readonly amount: number;
  readonly reason: string;
  readonly coverage_applied: unknown;
  readonly coverage_elegible: unknown;
  readonly documentation_required: unknown;
  readonly documentation_status: unknown;
  readonly documentation: readonly unknown[];
  readonly date_documentation_deadline: unknown;
  readonly date_created: string;
  readonly date_last_updated: string;
  readonly live_mode: false;
}

/** Fields that a test may set on a chargeback; what is only information in whatever form. */
export type ChargebackChange = Partial<
  Pick<
    SandboxChargeback,
    | 'payments'
    | 'currency'
    | 'amount'
    | 'coverage_applied'
    | 'coverage_elegible'
    | 'documentation_required'
    | 'documentation_status'
    | 'date_documentation_deadline'
  >
>;

/** An id with more digits than a JSON number keeps, like the provider's. */
const PREFIX = '217';
const DIGITS = 15;

/** The number of a payment's chargeback. */
export function chargebackIdOf(paymentId: number): string {
  return `${PREFIX}${String(paymentId).padStart(DIGITS, '0')}`;
}

/** The payment of a chargeback's number; null when no payment's chargeback has it. */
export function paymentIdOf(chargebackId: string): number | null {
  const isOurs = chargebackId.startsWith(PREFIX) && chargebackId.length === PREFIX.length + DIGITS;
  return isOurs ? Number(chargebackId.slice(PREFIX.length)) : null;
}

/** Time that the sandbox allows for documents. */
const DEADLINE_MS = 10 * DAY_MS;

/** A chargeback as it begins: of the whole payment, undecided, and with documents asked for. */
export function newChargeback(payment: SandboxPayment, now: number): SandboxChargeback {
  return {
    id: chargebackIdOf(payment.id),
    payments: [payment.id],
    currency: payment.currency_id,
    amount: payment.transaction_amount,
    reason: 'general',
    coverage_applied: null,
    coverage_elegible: true,
    documentation_required: true,
    documentation_status: 'pending',
    documentation: [],
    date_documentation_deadline: iso(now + DEADLINE_MS),
    date_created: iso(now),
    date_last_updated: iso(now),
    live_mode: false,
  };
}
