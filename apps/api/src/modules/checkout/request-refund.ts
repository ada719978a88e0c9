import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow, PaymentRow, RefundRow } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { CheckoutContext } from './context.ts';
import { recordAudit } from '../audit/service.ts';
import * as repository from './repository.ts';

export interface RefundRequest {
  readonly orderId: string;
  /** One part of the order, or null for all that is left of it. */
  readonly partId: string | null;
  /** Why, for the audit log. */
  readonly reason: string;
  readonly actorId: string;
}

/**
 * Requests that money is sent back; the provider is asked right after and access ends when it has agreed. Asking twice
 * for the same is one refund.
 * @returns the refund's id.
 * @throws {AppError} order_not_found, part_not_found, or refund_not_possible when nothing paid is left to send back
 */
export async function requestRefund(context: CheckoutContext, request: RefundRequest): Promise<string> {
  const now = context.clock.now();
  const id = await context.db.withTx(async (tx) => record(tx, request, now));
  context.refundSoon();
  return id;
}

async function record(tx: Tx, { orderId, partId, reason, actorId }: RefundRequest, now: number): Promise<string> {
  const order = await repository.findOrder(tx, orderId);
  if (!order) throw new AppError('order_not_found');
  const items = await repository.findItems(tx, orderId);
  if (partId !== null && !items.some((item) => item.part_id === partId)) throw new AppError('part_not_found');
  const payments = (await repository.paymentsOf(tx, orderId)).filter((payment) => payment.problem === null);
  for (const { id } of payments) {
    const same = await repository.findRefund(tx, 'dedupe_key', `${id}:${partId ?? 'all'}`);
    if (same) return same.id;
  }
  const payment = payments.find(({ status }) => status === 'approved' || status === 'in_mediation');
  const amount = payment ? amountLeft(payment, items, await repository.refundsOf(tx, payment.id), partId) : 0;
  if (!payment || amount <= 0) throw new AppError('refund_not_possible');
  const refund = { orderId, paymentId: payment.id, amount, partId, reason, requestedBy: actorId };
  const id = await recordRefund(tx, refund, { order: orderId, partId }, now);
  if (id === null) throw new AppError('refund_not_possible');
  return id;
}

/** What may still be sent back: of the payment in all, and of the part when one is meant. */
function amountLeft(
  payment: PaymentRow,
  items: readonly OrderItemRow[],
  refunds: readonly RefundRow[],
  partId: string | null,
): number {
  const left = payment.amount - Math.max(payment.refunded_amount, sumOf(refunds));
  if (partId === null) return left;
  const price = items.find((item) => item.part_id === partId)?.amount ?? 0;
  return Math.min(left, price - sumOf(refunds.filter((refund) => refund.part_id === partId)));
}

function sumOf(refunds: readonly RefundRow[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

interface RefundToMake {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amount: number;
  /** One part of the order, or null for all that is left of it. */
  readonly partId: string | null;
  readonly reason: string;
  /** Null when the shop itself gives back what it may not keep. */
  readonly requestedBy: string | null;
}

/**
 * Writes down that money is to be sent back, once for each payment and part; the row's id is the key that makes the
 * provider do it once.
 * @param about what the audit log says besides amount and reason.
 * @returns the row's id, or null when the same was written down before.
 */
export async function recordRefund(
  tx: Tx,
  { orderId, paymentId, amount, partId, reason, requestedBy }: RefundToMake,
  about: Readonly<Record<string, unknown>>,
  now: number,
): Promise<string | null> {
  const id = newId(now);
  const isNew = await repository.insertRefund(tx, {
    id,
    dedupe_key: `${paymentId}:${partId ?? 'all'}`,
    order_id: orderId,
    payment_id: paymentId,
    amount,
    part_id: partId,
    reason,
    requested_by: requestedBy,
    state: 'requested',
    provider_refund_id: null,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
    done_at: null,
  });
  if (!isNew) return null;
  const detail = { ...about, amount, reason };
  await recordAudit(tx, { actorId: requestedBy, action: 'refund.requested', subject: id, detail }, now);
  return id;
}
