import type { SaleContext } from '../orders/context.ts';
import { settleChanged } from '../orders/reconcile-orders.ts';
import type { PaymentAction } from '../refunds/request-refund.ts';
import type { NoticeHeaders, NoticeQuery, ProviderPayment } from '../../ports/payment.ts';
import { lastNoticeAt } from './notice-repository.ts';
import { alertAdmins, listUnresolvedPayments } from './unresolved-payments.ts';
import { acceptNotice, processNotices } from './process-notices.ts';
import { providerState } from './provider-credentials.ts';
import { settleOutside, settlePayment } from './settle-payment.ts';

export type PaymentService = ReturnType<typeof createPaymentService>;

/** Use cases of payments: notices, and steps about unresolved ones. */
export function createPaymentService(context: SaleContext) {
  return {
    acceptNotice: async (headers: NoticeHeaders, query: NoticeQuery) => acceptNotice(context, headers, query),
    processNotices: async (signal?: AbortSignal) => processNotices(context, signal),
    settlePayment: async (payment: ProviderPayment) => settlePayment(context, payment),
    settleChanged: async (signal?: AbortSignal) => settleChanged(context, signal),
    settleOutside: async (action: PaymentAction) => settleOutside(context, action),
    unresolvedPayments: async () => listUnresolvedPayments(context),
    alertAdmins: async () => alertAdmins(context),
    providerState: async () => providerState(context),
    /** The provider's account that our credentials belong to; fails like every call of the port. */
    account: async () => context.payments.account(),
    /** When the last signed notice came, epoch milliseconds; null when none ever did. */
    lastNoticeAt: async () => lastNoticeAt(context.db, context.payments.name),
    /** Refreshes the ways of paying with their amounts. */
    refreshWays: async () => context.ways.refresh(),
    /** Resolves when no background work is running. */
    idle: async () => context.background.idle(),
  };
}

export { retryNotice } from './notice-repository.ts';
