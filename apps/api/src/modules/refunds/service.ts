import type { SaleContext } from '../orders/context.ts';
import { probeSoon } from '../payments/provider-credentials.ts';
import { processRefunds } from './process-refunds.ts';
import {
  type PaymentAction,
  type RefundRequest,
  requestPaymentRefund,
  requestRefund,
  retryRefunds,
} from './request-refund.ts';
import { withdraw, type WithdrawalRequest } from './withdraw.ts';

export type RefundService = ReturnType<typeof createRefundService>;

/** Refunds. */
export function createRefundService(context: SaleContext) {
  let isStarting = true;
  return {
    withdraw: async (request: WithdrawalRequest) => withdraw(context, request),
    requestRefund: async (request: RefundRequest) => requestRefund(context, request),
    requestPaymentRefund: async (action: PaymentAction) => requestPaymentRefund(context, action),
    retryRefunds: async (action: Omit<PaymentAction, 'reason'>) => retryRefunds(context, action),
    async processRefunds(signal?: AbortSignal): Promise<void> {
      // Probes refused credentials at the start: a new token comes with a new process.
      if (isStarting) await probeSoon(context);
      isStarting = false;
      return processRefunds(context, signal);
    },
  };
}

export { eraseReasons, WITHDRAWAL } from './repository.ts';
