import type { PaymentProblem } from '@cuentos/domain/payment/payment-state';
import type { Tx } from '../../platform/db/db.ts';
import type { OrderItemRow, OrderRow, PaymentRow } from '../../platform/db/schema.ts';
import { findOwnership, grantPart } from '../entitlements/service.ts';
import { queueMail } from '../mail/service.ts';
import type { CheckoutContext } from './deps.ts';
import { duplicateMail, queueReceipt } from './receipt.ts';
import { recordRefund } from './record-refund.ts';
import * as repository from './repository.ts';

/**
 * Gives the buyer everything that an approved payment bought, once. Money for what the buyer has already, be it by
 * another payment of this order or by another order, is sent back.
 * @returns whether a refund was requested.
 */
export async function grantOrder(
  tx: Tx,
  context: CheckoutContext,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<boolean> {
  if (await isHeldBesides(tx, order.id, payment.id)) return sendBack(tx, context, payment, 'duplicate', now);
  // A chargeback that we won restores what it took, but not parts that this payment was refunded for.
  const returned = new Set((await repository.refundsOf(tx, payment.id)).map((refund) => refund.part_id));
  const items = (await repository.findItems(tx, order.id)).filter((item) => !returned.has(item.part_id));
  const superfluous: OrderItemRow[] = [];
  for (const item of items) {
    const { user_id: userId } = order;
    const { part_id: partId } = item;
    const grant = { userId, partId, source: 'purchase', orderId: order.id, grantedBy: null, expiresAt: null } as const;
    if (await grantPart(tx, grant, now)) continue;
    const owned = await findOwnership(tx, userId, partId);
    if (owned?.order_id !== order.id) superfluous.push(item);
  }
  if (items.length > 0 && superfluous.length === items.length)
    return sendBack(tx, context, payment, 'already_owned', now);
  for (const item of superfluous)
    await giveBack(tx, payment, { amount: item.amount, partId: item.part_id, reason: 'already_owned' }, now);
  await repository.insertAudit(tx, {
    at: now,
    actorId: null,
    action: 'order.granted',
    subject: order.id,
    detail: { payment: payment.id },
  });
  await queueReceipt(tx, context, order, payment, now);
  return superfluous.length > 0;
}

/** Whether another payment pays for the order. */
export async function isHeldBesides(tx: Tx, orderId: string, paymentId: string): Promise<boolean> {
  const payments = await repository.paymentsOf(tx, orderId);
  return payments.some(
    ({ id, problem, status }) =>
      id !== paymentId && problem === null && (status === 'approved' || status === 'in_mediation'),
  );
}

/**
 * Marks a payment as one too many and requests that all of it goes back. Asking again for the same payment changes
 * nothing, unless the refund before had failed.
 */
export async function sendBack(
  tx: Tx,
  context: CheckoutContext,
  payment: PaymentRow,
  problem: PaymentProblem,
  now: number,
): Promise<boolean> {
  await repository.updatePayment(tx, payment.id, { problem, updated_at: now });
  await giveBack(tx, payment, { amount: payment.amount - payment.refunded_amount, partId: null, reason: problem }, now);
  const mail = await duplicateMail(tx, context, payment);
  if (mail) await queueMail(tx, mail.to, `sent-back:${payment.id}`, mail.content, now);
  return true;
}

/** Money that the shop may not keep. */
async function giveBack(
  tx: Tx,
  { id: paymentId, order_id: orderId }: PaymentRow,
  refund: { readonly amount: number; readonly partId: string | null; readonly reason: string },
  now: number,
): Promise<void> {
  const order = { orderId: orderId ?? '', paymentId, requestedBy: null };
  await recordRefund(tx, { ...refund, ...order }, { payment: paymentId }, now);
}
