import {
  adminListUnresolvedPayments,
  adminRetryPayment,
  adminSettlePayment,
  takePaymentNotice,
} from '@cuentos/contract/payments';
import { callerOf } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { RefundService } from '../refunds/service.ts';
import type { PaymentService } from './service.ts';

/** Routes of the provider's notices, and of the team's steps about a payment. */
export function registerPaymentRoutes(
  app: TypedApp,
  payments: PaymentService,
  refunds: Pick<RefundService, 'retryRefunds'>,
): void {
  serve(app, takePaymentNotice, async (request) => {
    try {
      await payments.acceptNotice(request.headers, request.query as Readonly<Record<string, unknown>>);
    } catch (error) {
      if (error instanceof AppError && error.code === 'notice_not_authentic') {
        request.log.warn({ alert: error.code }, 'alert');
      }
      throw error;
    }
    return { received: true as const };
  });
  serve(app, adminListUnresolvedPayments, async () => payments.unresolvedPayments());
  serve(app, adminRetryPayment, async (request) => {
    await refunds.retryRefunds({ paymentId: request.params.id, actorId: callerOf(request).userId });
    return { retried: true as const };
  });
  serve(app, adminSettlePayment, async (request) => {
    const { reason } = request.body;
    await payments.settleOutside({ paymentId: request.params.id, reason, actorId: callerOf(request).userId });
    return { settled: true as const };
  });
}
