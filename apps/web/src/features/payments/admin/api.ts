import { adminListUnresolvedPayments, adminRetryPayment, adminSettlePayment } from '@cuentos/contract/payments';
import { adminRefundPayment } from '@cuentos/contract/refunds';
import { queryOptions } from '@tanstack/react-query';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';

/** Query of payments that are neither granted nor refunded, and of the provider's acceptance of the shop. */
export const unresolvedPaymentsQuery = queryOptions({
  ...adminQueryOf(adminListUnresolvedPayments, { handles: 'all', quiet: true }),
  staleTime: 0,
});

/** Refunds the rest of a payment. */
export function refundPayment(id: string, reason: string): Promise<unknown> {
  return adminCall(adminRefundPayment, { params: { id }, json: { reason }, handles: 'all' });
}

/** Tries the refunds of a payment now. */
export function retryPayment(id: string): Promise<unknown> {
  return adminCall(adminRetryPayment, { params: { id }, handles: 'all' });
}

/** Closes a payment that was settled outside the shop. */
export function settlePayment(id: string, reason: string): Promise<unknown> {
  return adminCall(adminSettlePayment, { params: { id }, json: { reason }, handles: 'all' });
}

/** Time in which the shop usually processes a refund after its answer, ms. */
const REFUND_SETTLES_MS = 1500;

/** Refetches the data that a refund changes: at once, and again when it was most likely processed. */
export function reloadAfterRefund(reload: () => void): void {
  reload();
  setTimeout(reload, REFUND_SETTLES_MS);
}
