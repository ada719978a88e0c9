import type { LedgerPayment, LedgerRefund } from '@cuentos/domain/checkout/refund';
import type { PaymentRow, RefundRow } from '../../platform/db/schema-payments.ts';

/** A payment's row as the rules of the refund ledger take it. */
export function ledgerPayment(row: PaymentRow): LedgerPayment {
  return {
    id: row.id,
    state: row.status,
    problem: row.problem,
    contradiction: row.contradiction,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    settledAmount: row.settled_amount,
    isSettled: row.settled_at !== null,
  };
}

/** A refund's row, likewise. */
export function ledgerRefund({ state, amount, part_id: partId }: RefundRow): LedgerRefund {
  return { state, amount, partId };
}
