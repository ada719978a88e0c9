import type { RefundAbout } from '@cuentos/contract/audit';
import { mayGoBack, unresolvedReasonOf, paymentToRefund, refundableAmount } from '@cuentos/domain/refunds/refund';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SaleContext } from '../orders/context.ts';
import { ledgerPayment, ledgerRefund, refundsWithSum, sumOf } from '../payments/ledger-rows.ts';
import { probeSoon } from '../payments/provider-credentials.ts';
import { recordAudit } from '../audit/service.ts';
import * as orderRepository from '../orders/repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from './repository.ts';

export interface RefundRequest {
  readonly orderId: string;
  /** Row id of the payment to refund; absent for the one that pays for the order. */
  readonly paymentId?: string | null;
  /** A part of the order, or null for the whole rest. */
  readonly partId: string | null;
  /** Reason for the audit log. */
  readonly reason: string;
  readonly actorId: string;
}

/** An action of the team about one payment. */
export interface PaymentAction {
  /** The payment's row. */
  readonly paymentId: string;
  /** Reason for the audit log. */
  readonly reason: string;
  readonly actorId: string;
}

/**
 * Requests that the money of an order is sent back, out of the payment that pays for it; the provider is asked right
 * after and access ends when it has agreed. Asking twice for the same is one refund.
 * @returns the refund's id.
 * @throws {AppError} order_not_found, part_not_found, refund_names_no_payment when a payment with a problem stands
 *   beside the good one and none is named, or refund_not_possible when nothing paid is left to send back
 */
export async function requestRefund(context: SaleContext, request: RefundRequest): Promise<string> {
  const now = context.clock.now();
  const id = await context.db.withTx(async (tx) => recordOrderRefund(tx, request, now));
  context.refundSoon();
  return id;
}

/**
 * Requests that all that is left of one payment is sent back, whatever is wrong with it. Access ends only when it was
 * this payment that paid for it.
 * @returns the refund's id.
 * @throws {AppError} payment_not_found, refund_not_possible
 */
export async function requestPaymentRefund(context: SaleContext, action: PaymentAction): Promise<string> {
  const now = context.clock.now();
  const id = await context.db.withTx(async (tx) => {
    const payment = await paymentRepository.findPaymentById(tx, action.paymentId);
    if (!payment) throw new AppError('payment_not_found');
    return recordPaymentRefund(tx, payment, { partId: null, items: [], ...action }, now);
  });
  context.refundSoon();
  return id;
}

/**
 * Writes down the refund of an order in the caller's transaction; see {@link requestRefund}.
 * @throws {AppError} order_not_found, part_not_found, refund_names_no_payment, refund_not_possible
 */
export async function recordOrderRefund(
  tx: Tx,
  { orderId, paymentId = null, partId, reason, actorId }: RefundRequest,
  now: number,
): Promise<string> {
  if (!(await orderRepository.findOrder(tx, orderId))) throw new AppError('order_not_found');
  const items = await orderRepository.findItems(tx, orderId);
  if (partId !== null && !items.some((item) => item.part_id === partId)) throw new AppError('part_not_found');
  const payments = await paymentRepository.paymentsOf(tx, orderId);
  const choice = paymentToRefund(payments.map(ledgerPayment), paymentId);
  if (choice.kind === 'unnamed') throw new AppError('refund_names_no_payment');
  const candidates = payments.filter(({ id, problem }) =>
    choice.kind === 'payment' ? id === choice.payment.id : paymentId === null ? problem === null : id === paymentId,
  );
  // If nothing is left, returns the earlier refund: the same request may have come before.
  for (const payment of choice.kind === 'nothing' ? candidates : []) {
    const same = await refundRepository.findRefund(tx, 'dedupe_key', dedupeKey(payment.id, partId));
    if (same) return same.id;
  }
  const [payment] = candidates;
  if (!payment) throw new AppError('refund_not_possible');
  return recordPaymentRefund(tx, payment, { partId, items, reason, actorId }, now);
}

interface RefundDetails {
  readonly partId: string | null;
  readonly items: readonly OrderItemRow[];
  readonly reason: string;
  readonly actorId: string;
}

async function recordPaymentRefund(
  tx: Tx,
  payment: PaymentRow,
  { partId, items, reason, actorId }: RefundDetails,
  now: number,
): Promise<string> {
  const same = await refundRepository.findRefund(tx, 'dedupe_key', dedupeKey(payment.id, partId));
  if (same) {
    // A repeated request makes the waiting refund due now.
    if (same.state === 'requested') await refundRepository.updateRefund(tx, same.id, { next_attempt_at: now });
    return same.id;
  }
  const ledger = ledgerPayment(payment);
  const part = partId === null ? null : { partId, price: items.find((item) => item.part_id === partId)?.amount ?? 0 };
  const refunds = (await refundRepository.refundsOf(tx, payment.id)).map(ledgerRefund);
  const amount = mayGoBack(ledger) ? refundableAmount(ledger, refunds, part) : 0;
  if (amount <= 0) throw new AppError('refund_not_possible');
  const refund = { orderId: payment.order_id, paymentId: payment.id, amount, partId, reason, requestedBy: actorId };
  const about = { order: payment.order_id, payment: payment.id, partId };
  const id = await recordRefund(tx, refund, about, now);
  if (id === null) throw new AppError('refund_not_possible');
  return id;
}

interface NewRefund {
  readonly orderId: string | null;
  readonly paymentId: string;
  readonly amount: number;
  /** A part of the order, or null for the whole rest. */
  readonly partId: string | null;
  readonly reason: string;
  /** Null when the shop itself refunds money that it may not keep. */
  readonly requestedBy: string | null;
}

/**
 * Writes down that money is to be sent back, once for each payment and part; the row's id is the key that makes the
 * provider do it once.
 * @param about details for the audit log besides amount and reason.
 * @returns the row's id, or null when the same was written down before.
 */
export async function recordRefund(
  tx: Tx,
  { orderId, paymentId, amount, partId, reason, requestedBy }: NewRefund,
  about: RefundAbout,
  now: number,
): Promise<string | null> {
  const id = newId(now);
  const isNew = await refundRepository.insertRefund(tx, {
    id,
    dedupe_key: dedupeKey(paymentId, partId),
    order_id: orderId,
    payment_id: paymentId,
    amount,
    part_id: partId,
    reason,
    requested_by: requestedBy,
    state: 'requested',
    provider_refund_id: null,
    rejections: 0,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
    done_at: null,
    last_error: null,
    last_tried_at: null,
  });
  if (!isNew) return null;
  const detail = { ...about, amount, reason };
  await recordAudit(tx, { actorId: requestedBy, action: 'refund.requested', subject: id, detail }, now);
  return id;
}

function dedupeKey(paymentId: string, partId: string | null): string {
  return `${paymentId}:${partId ?? 'all'}`;
}

/**
 * Tries the requested refunds of a payment now, even while the provider refuses our credentials.
 * @throws {AppError} payment_not_found, nothing_to_retry
 */
export async function retryRefunds(
  context: SaleContext,
  { paymentId, actorId }: Omit<PaymentAction, 'reason'>,
): Promise<void> {
  const now = context.clock.now();
  await context.db.withTx(async (tx) => {
    if (!(await paymentRepository.findPaymentById(tx, paymentId))) throw new AppError('payment_not_found');
    const requestedRefunds = requestedOf(await refundRepository.refundsOf(tx, paymentId));
    if (requestedRefunds.length === 0) throw new AppError('nothing_to_retry');
    for (const { id, amount } of requestedRefunds) {
      await refundRepository.updateRefund(tx, id, { next_attempt_at: now });
      const detail = { payment: paymentId, amount };
      await recordAudit(tx, { actorId, action: 'refund.retried', subject: id, detail }, now);
    }
  });
  await probeSoon(context);
  context.refundSoon();
}

const requestedOf = (refunds: readonly RefundRow[]) => refunds.filter(({ state }) => state === 'requested');

/**
 * Closes an unresolved payment that the team settled outside of the shop, so that nothing is refunded any more.
 * @returns the payment and the part ids of the settled refunds, whose access ends; null stands for the whole order
 * @throws {AppError} payment_not_found, payment_not_open
 */
export async function closeSettledPayment(
  tx: Tx,
  { paymentId, reason, actorId }: PaymentAction,
  now: number,
): Promise<{ readonly payment: PaymentRow; readonly partIds: readonly (string | null)[] }> {
  const payment = await paymentRepository.findPaymentById(tx, paymentId);
  if (!payment) throw new AppError('payment_not_found');
  const refunds = await refundRepository.refundsOf(tx, paymentId);
  const ledger = ledgerPayment(payment);
  const problem = unresolvedReasonOf(ledger, refunds.map(ledgerRefund));
  if (problem === null) throw new AppError('payment_not_open');
  // Refunds of a charged-back payment stay requested: they are owed again when the bank gives the money back.
  const requestedRefunds = payment.status === 'charged_back' ? [] : requestedOf(refunds);
  const unexplainedAmount = payment.refunded_amount - sumOf(refunds.filter(({ state }) => state === 'done'));
  const explainedRefunds = refundsWithSum(requestedRefunds, unexplainedAmount);
  for (const refund of requestedRefunds) {
    const state = explainedRefunds.includes(refund) ? 'done' : 'settled';
    await refundRepository.updateRefund(tx, refund.id, {
      state,
      dedupe_key: null,
      next_attempt_at: null,
      done_at: now,
    });
  }
  const remainingAmount = Math.max(0, payment.amount - payment.refunded_amount - payment.settled_amount);
  // Money returned at the provider's site that fits no promised refund does not lessen the promised ones.
  const promised = Math.min(
    remainingAmount,
    sumOf(requestedRefunds.filter((refund) => !explainedRefunds.includes(refund))),
  );
  const isGood = payment.problem === null && payment.contradiction === null;
  // Amount that counts as settled: nothing of a charged-back payment, and of a good one only promised refunds.
  const amount = payment.status === 'charged_back' ? 0 : isGood ? promised : remainingAmount;
  const amounts = { settled_amount: payment.settled_amount + amount, updated_at: now };
  const change = problem === 'refund' ? amounts : { ...amounts, settled_at: now };
  await paymentRepository.updatePayment(tx, paymentId, change);
  const detail = { reason, problem, amount, order: payment.order_id };
  await recordAudit(tx, { actorId, action: 'payment.settled', subject: paymentId, detail }, now);
  return { payment: { ...payment, ...change }, partIds: requestedRefunds.map(({ part_id: partId }) => partId) };
}
