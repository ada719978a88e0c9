import type { OrderPayment } from '@cuentos/domain/orders/order';
import type { LedgerPayment, LedgerRefund } from '@cuentos/domain/refunds/refund';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';

/** Maps a payment's row to the domain's refund ledger. */
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

/** Converts a payment's row for the state of its order. */
export function orderPayment(row: PaymentRow): OrderPayment {
  const { status, problem, amount, refunded_amount: refunded, settled_amount: settled, settled_at: closedAt } = row;
  const refundedAmount = refunded + settled;
  // A payment may be refunded whole while the provider still calls it approved, after a won dispute for instance.
  const isReturned = status === 'approved' && refundedAmount > 0 && refundedAmount >= amount;
  const isClosed = closedAt !== null || refundedAmount >= amount;
  return { state: isReturned ? 'refunded' : status, problem, refundedAmount, isClosed };
}

/** A refund's row, likewise. */
export function ledgerRefund({ state, amount, part_id: partId }: RefundRow): LedgerRefund {
  return { state, amount, partId };
}

/** Pesos of refunds. */
export const sumOf = (refunds: readonly RefundRow[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Finds the refunds made by hand at the provider's site from their reported sum: one refund of that amount, or some
 * that add up to it; none if no combination does, since the money is then for something else.
 * @param refundedTotal pesos refunded there and not explained otherwise.
 */
export function refundsWithSum(refunds: readonly RefundRow[], refundedTotal: number): readonly RefundRow[] {
  const same = refunds.find(({ amount }) => amount === refundedTotal);
  if (same) return [same];
  const bySum = new Map<number, readonly RefundRow[]>([[0, []]]);
  for (const refund of refunds) {
    for (const [sum, chosenRefunds] of [...bySum]) {
      const next = sum + refund.amount;
      if (next <= refundedTotal && !bySum.has(next)) bySum.set(next, [...chosenRefunds, refund]);
    }
  }
  return bySum.get(refundedTotal) ?? [];
}
