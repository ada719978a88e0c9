import { withdrawOrder } from '@cuentos/contract/orders';
import { adminRefundOrder, adminRefundPayment } from '@cuentos/contract/refunds';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { RefundService } from './service.ts';

/** Routes of a buyer's withdrawal and of an admin's refunds. */
export function registerRefundRoutes(app: TypedApp, refunds: RefundService): void {
  serve(app, withdrawOrder, async (request) =>
    refunds.withdraw({
      userId: callerOf(request).userId,
      orderId: request.params.id,
      partId: request.body.part_id,
    }),
  );
  serve(app, adminRefundOrder, async (request) => {
    const { part_id: partId = null, payment_id: paymentId = null, reason } = request.body;
    const actorId = callerOf(request).userId;
    const refund = { orderId: request.params.id, partId, paymentId, reason, actorId };
    return { refund_id: await refunds.requestRefund(refund) };
  });
  serve(app, adminRefundPayment, async (request) => {
    const action = { paymentId: request.params.id, reason: request.body.reason, actorId: callerOf(request).userId };
    return { refund_id: await refunds.requestPaymentRefund(action) };
  });
}
