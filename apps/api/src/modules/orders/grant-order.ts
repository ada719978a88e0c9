import type { PaymentProblem } from '@cuentos/domain/payments/payment';
import { paysForOrder, refundableAmount } from '@cuentos/domain/refunds/refund';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import { findLiveUser } from '../auth/service.ts';
import { findOwnership, grantPart, grantsOfOrder, revokeByOrder } from '../entitlements/service.ts';
import { queueMail } from '../mail/service.ts';
import type { SaleContext } from './context.ts';
import { ledgerPayment, ledgerRefund, refundsWithSum, sumOf } from '../payments/ledger-rows.ts';
import { openGift } from '../gifts/gifts.ts';
import { findGift } from '../gifts/repository.ts';
import { tellEnded } from '../gifts/send-gift.ts';
import { refundMail, sentBackMailOf, queueReceipt, queueSaleMail } from './order-mails.ts';
import { recordAudit } from '../audit/service.ts';
import { leavePocket } from '../pocket/repository.ts';
import * as orderRepository from './repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from '../refunds/repository.ts';
import { MADE_THERE } from '../refunds/repository.ts';
import { recordRefund } from '../refunds/request-refund.ts';

interface OrderGrant {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  /** The payment comes out of a dispute that was decided for the shop. */
  readonly wasDisputed: boolean;
  /** Pesos of the payment that admins had given back by other means before the provider's answer. */
  readonly settledBefore: number;
  readonly now: number;
}

/**
 * Grants everything that an approved payment bought, once. Money for parts that the buyer already owns, by another
 * payment or order, is refunded, and so is the payment of a buyer who was deleted before anything was granted. A gift
 * is opened for claiming instead; after that its claimer owns the parts.
 * @returns whether a refund was requested.
 */
export async function grantOrder(
  tx: Tx,
  context: SaleContext,
  { order, payment, wasDisputed, settledBefore, now }: OrderGrant,
): Promise<boolean> {
  const grants = await grantsOfOrder(tx, order.id);
  if (await isPaidByAnother(tx, order.id, payment.id, grants.live > 0)) {
    return sendBack(tx, context, { payment, problem: 'duplicate', settledBefore, now });
  }
  const gift = await findGift(tx, 'order_id', order.id);
  const isRestored = wasDisputed && (gift ? gift.opened_at !== null : grants.ever.size > 0);
  if (!isRestored && !(await findLiveUser(tx, order.user_id))) {
    return sendBack(tx, context, { payment, problem: 'buyer_gone', settledBefore, now });
  }
  // A chargeback that we won restores what it took, but not parts that this payment was refunded for.
  const refunds = await refundRepository.refundsOf(tx, payment.id);
  // A refund of the shop stays promised if the provider undoes it: it is made again, and access stays ended.
  if (refunds.some((refund) => refund.part_id === null && refund.reason !== MADE_THERE)) return false;
  const returned = new Set(refunds.map((refund) => refund.part_id));
  const remainingItems = (await orderRepository.findItems(tx, order.id)).filter((item) => !returned.has(item.part_id));
  // A claimer accepted that she owns some parts of the gift: no refund is made for those.
  const isClaimed = gift !== undefined && gift.claimed_at !== null;
  const items = remainingItems.filter((item) => !isClaimed || grants.ever.has(item.part_id));
  const holder = gift
    ? ({ userId: gift.claimed_by, source: 'gift' } as const)
    : ({ userId: order.user_id, source: 'purchase' } as const);
  const superfluous =
    holder.userId === null ? [] : await grantItems(tx, order, items, { ...holder, userId: holder.userId }, now);
  if (items.length > 0 && superfluous.length === items.length)
    return sendBack(tx, context, { payment, problem: 'already_owned', settledBefore, now });
  for (const item of superfluous) await giveBack(tx, payment, { item, reason: 'already_owned' }, now);
  await tellSentBack(tx, context, payment, superfluous, now);
  const partIds = items.map(({ part_id: partId }) => partId);
  if (gift) await openGift(tx, gift, now);
  else await leavePocket(tx, order.user_id, partIds);
  await recordAudit(
    tx,
    {
      actorId: null,
      action: 'order.granted',
      subject: order.id,
      detail: { payment: payment.id },
    },
    now,
  );
  await queueReceipt(tx, context, order, payment, now);
  if (!isRestored) await queueSaleMail(tx, context, order, payment, now);
  return superfluous.length > 0;
}

/** Grants the parts of an order to their owner. @returns items whose parts the person already owned otherwise */
async function grantItems(
  tx: Tx,
  order: OrderRow,
  items: readonly OrderItemRow[],
  { userId, source }: { readonly userId: string; readonly source: 'purchase' | 'gift' },
  now: number,
): Promise<OrderItemRow[]> {
  const superfluous: OrderItemRow[] = [];
  for (const item of items) {
    const { part_id: partId } = item;
    const grant = { userId, partId, source, orderId: order.id, grantedBy: null, expiresAt: null } as const;
    if (await grantPart(tx, grant, now)) continue;
    const owned = await findOwnership(tx, userId, partId);
    if (owned?.order_id !== order.id) superfluous.push(item);
  }
  return superfluous;
}

/**
 * Whether another payment pays for the order. @param isDisputeEnough whether a disputed payment counts. One that was
 * disputed before anything was granted must not keep out a good one.
 */
async function isPaidByAnother(tx: Tx, orderId: string, paymentId: string, isDisputeEnough: boolean): Promise<boolean> {
  const payments = await paymentRepository.paymentsOf(tx, orderId);
  return payments.some(
    (other) =>
      other.id !== paymentId && paysForOrder(ledgerPayment(other)) && (isDisputeEnough || other.status === 'approved'),
  );
}

interface Excess extends Pick<OrderGrant, 'payment' | 'settledBefore' | 'now'> {
  readonly problem: PaymentProblem;
}

/**
 * Marks a payment as one too many and requests that all of it goes back. Asking again for the same payment changes
 * nothing, unless the refund before had failed.
 */
export async function sendBack(
  tx: Tx,
  context: SaleContext,
  { payment, problem, settledBefore, now }: Excess,
): Promise<boolean> {
  await paymentRepository.updatePayment(tx, payment.id, { problem, state_at: now, alerted_at: null, updated_at: now });
  await noteProviderRefund(tx, context, { order: undefined, payment, settledBefore, now });
  await giveBack(tx, payment, { item: null, reason: problem }, now);
  await tellSentBack(tx, context, { ...payment, problem }, null, now);
  return true;
}

/** Mails the buyer which money is refunded: all of it, or the items that were already owned. */
async function tellSentBack(
  tx: Tx,
  context: SaleContext,
  payment: PaymentRow,
  items: readonly OrderItemRow[] | null,
  now: number,
): Promise<void> {
  if (items !== null && !items.some(({ amount }) => amount > 0)) return;
  const mail = await sentBackMailOf(tx, context, payment, items);
  const event = items === null ? `sent-back:${payment.id}` : `sent-back-parts:${payment.id}`;
  if (mail) await queueMail(tx, mail.to, event, mail.content, now);
}

/**
 * Requests the refund of money that the shop may not keep: of one item or, with null, of the rest, less pending
 * refunds.
 */
async function giveBack(
  tx: Tx,
  payment: PaymentRow,
  { item, reason }: { readonly item: OrderItemRow | null; readonly reason: string },
  now: number,
): Promise<void> {
  const { id: paymentId, order_id: orderId } = payment;
  const refunds = (await refundRepository.refundsOf(tx, paymentId)).map(ledgerRefund);
  const part = item && { partId: item.part_id, price: item.amount };
  const amount = refundableAmount(ledgerPayment(payment), refunds, part);
  if (amount <= 0) return;
  const refund = { amount, partId: part?.partId ?? null, reason, orderId, paymentId, requestedBy: null };
  await recordRefund(tx, refund, { payment: paymentId }, now);
}

interface Revocation {
  /** Null for all parts of the order. */
  readonly partId: string | null;
  readonly reason: string;
  readonly now: number;
}

/**
 * Ends access to the parts of a payment, unless another payment pays for the same order; nothing else of the account
 * changes. A payment with a problem bought nothing. A refunded part ends although another payment is in dispute: if
 * that is decided for the shop, it is refunded as a duplicate.
 */
export async function revokeAccess(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  payment: PaymentRow,
  { partId, reason, now }: Revocation,
): Promise<void> {
  if (payment.problem !== null || (await isPaidByAnother(tx, order.id, payment.id, partId === null))) return;
  await endAccess(tx, context, order, { partId, reason, now, paymentId: payment.id });
}

/**
 * Ends the entitlements of an order and mails the claimer of a gift. @param reason shown to its holder. @param
 * paymentId null when it ends because no payment pays for the order any more.
 */
export async function endAccess(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { partId, reason, now, paymentId }: Revocation & { readonly paymentId: string | null },
): Promise<void> {
  const parts = await revokeByOrder(tx, { orderId: order.id, partId, reason, now });
  if (parts.length === 0) return;
  const event = paymentId === null ? 'whole' : `${paymentId}:${partId ?? 'all'}`;
  await tellEnded(tx, context, order, { partIds: parts, event }, now);
  const detail = { payment: paymentId, parts, reason };
  await recordAudit(tx, { actorId: null, action: 'entitlement.revoked', subject: order.id, detail }, now);
}

interface ProviderRefundNote {
  readonly order: OrderRow | undefined;
  readonly payment: PaymentRow;
  readonly settledBefore: number;
  readonly now: number;
}

/**
 * Records money that was refunded at the provider's site, so that it is not refunded twice and not matched with a later
 * refund. It ends access where that is clear: a full refund to all parts, one that equals a single part's price to that
 * part.
 * @param order that the payment paid for; undefined for one that bought nothing.
 * @param settledBefore pesos that admins had settled by other means before the provider's answer; the payment's row may
 * already count less of them, since no more than the rest of it can be settled.
 */
export async function noteProviderRefund(
  tx: Tx,
  context: SaleContext,
  { order, payment, settledBefore, now }: ProviderRefundNote,
): Promise<void> {
  const refunds = await refundRepository.refundsOf(tx, payment.id);
  const ours = refunds.filter(({ state }) => state !== 'settled');
  const amount = payment.refunded_amount - sumOf(ours);
  const isWholeRefund = payment.status === 'refunded';
  if (amount <= 0) return;
  // Refunds that an admin settled by hand.
  const settled = refundsWithSum(
    refunds.filter(({ state }) => state === 'settled'),
    amount,
  );
  if (settled.length > 0) {
    await noteSettledThere(tx, { payment, settledBefore, now }, settled);
    return;
  }
  const items = order ? await orderRepository.findItems(tx, order.id) : [];
  const returned = new Set(ours.map((refund) => refund.part_id));
  const [candidate, ...others] = items.filter((item) => item.amount === amount && !returned.has(item.part_id));
  const part = !isWholeRefund && items.length > 1 && candidate && others.length === 0 ? candidate.part_id : null;
  const id = newId(now);
  await refundRepository.insertRefund(tx, {
    id,
    dedupe_key: null,
    order_id: payment.order_id,
    payment_id: payment.id,
    amount,
    part_id: part,
    reason: MADE_THERE,
    requested_by: null,
    state: 'done',
    provider_refund_id: null,
    rejections: 0,
    attempts: 0,
    next_attempt_at: null,
    created_at: now,
    done_at: now,
    last_error: null,
    last_tried_at: null,
  });
  const detail = { amount, part };
  await recordAudit(tx, { actorId: null, action: 'refund.noticed', subject: payment.id, detail }, now);
  if (!order) return;
  if (part !== null) await revokeAccess(tx, context, order, payment, { partId: part, reason: 'refunded', now });
  const refund = { id, payment_id: payment.id, part_id: part, amount };
  const mail = await refundMail(tx, context, order, refund, isWholeRefund || part !== null);
  if (mail) await queueMail(tx, mail.to, `refund:${id}`, mail.content, now);
}

/** Counts a refund that was settled at the provider's own site once; access ended when it was settled. */
async function noteSettledThere(
  tx: Tx,
  { payment, settledBefore, now }: Omit<ProviderRefundNote, 'order'>,
  settled: readonly RefundRow[],
): Promise<void> {
  for (const { id, amount, part_id: part } of settled) {
    await refundRepository.updateRefund(tx, id, { state: 'done', done_at: now });
    await recordAudit(
      tx,
      { actorId: null, action: 'refund.noticed', subject: payment.id, detail: { amount, part } },
      now,
    );
  }
  const remainingAmount = Math.max(0, payment.amount - payment.refunded_amount);
  const otherwise = Math.min(remainingAmount, Math.max(0, settledBefore - sumOf(settled)));
  await paymentRepository.updatePayment(tx, payment.id, { settled_amount: otherwise, updated_at: now });
}
