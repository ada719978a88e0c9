import { z } from 'zod';
import { callsOf } from './call.ts';
import { paymentReasonBody, reason } from './payments.ts';
import { id } from './primitives.ts';

const { admin } = callsOf('refunds');

/** POST /api/admin/orders/{id}/refund. */
export const refundBody = z.object({
  /** One part of the order; absent or null refunds the rest of the payment. */
  part_id: id.nullish(),
  /** The payment that is meant; needed only where another one of the order waits to be returned too. */
  payment_id: id.nullish(),
  reason,
});
export const refundAnswer = z.object({ refund_id: z.string() });

export const adminRefundOrder = admin(
  'POST',
  '/api/admin/orders/:id/refund',
  'Send money back, of an order or of one part',
  { asksAgain: true, body: refundBody, answer: refundAnswer },
);

export const adminRefundPayment = admin(
  'POST',
  '/api/admin/payments/:id/refund',
  'Send back all that is left of one payment',
  { asksAgain: true, body: paymentReasonBody, answer: refundAnswer },
);
