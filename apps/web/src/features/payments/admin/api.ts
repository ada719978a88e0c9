import { adminListUnresolvedPayments, adminRetryPayment, adminSettlePayment } from '@cuentos/contract/payments';
import { adminRefundPayment } from '@cuentos/contract/refunds';
import { queryOptions } from '@tanstack/react-query';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';

/** Query of payments that are neither granted for nor returned, and of the provider's acceptance of the shop. */
export const unresolvedPaymentsQuery = queryOptions({
  ...adminQueryOf(adminListUnresolvedPayments, { handles: 'all', quiet: true }),
  staleTime: 0,
});

/** Sends back all that is left of one payment. */
export function refundPayment(id: string, reason: string): Promise<unknown> {
  return adminCall(adminRefundPayment, { params: { id }, json: { reason }, handles: 'all' });
}

/** Tries the refunds of a payment now. */
export function retryPayment(id: string): Promise<unknown> {
  return adminCall(adminRetryPayment, { params: { id }, handles: 'all' });
}

/** Closes what was settled outside of the shop. */
export function settlePayment(id: string, reason: string): Promise<unknown> {
  return adminCall(adminSettlePayment, { params: { id }, json: { reason }, handles: 'all' });
}

/** A refund is worked off behind the answer, in milliseconds. */
const REFUND_SETTLES_MS = 1500;

/** Loads what a refund changes: at once, and again when it was most likely worked off. */
export function reloadAfterRefund(reload: () => void): void {
  reload();
  setTimeout(reload, REFUND_SETTLES_MS);
}
