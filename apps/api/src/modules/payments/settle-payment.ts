import { type Dispute, fitsPayment } from '@cuentos/domain/payments/dispute';
import { isInReview, nextCheckAt, orderStateOf } from '@cuentos/domain/orders/order';
import { paysForOrder, uncounted } from '@cuentos/domain/refunds/refund';
import { acceptPayment, goesBackByItself, type PaymentProblem, problemOf } from '@cuentos/domain/payments/payment';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow } from '../../platform/db/tables/payments.ts';
import type { ProviderChargeback, ProviderPayment } from '../../ports/payment.ts';
import type { SaleContext } from '../orders/context.ts';
import { endAccess, grantOrder, noteProviderRefund, sendBack, revokeAccess } from '../orders/grant-order.ts';
import { ledgerPayment, ledgerRefund, orderPayment } from './ledger-rows.ts';
import { noteEarlier, noteMovements } from '../accounting/service.ts';
import { recordChange } from '../changes/service.ts';
import { recordAudit } from '../audit/service.ts';
import { queueNews, queuePendingMail } from '../orders/order-mails.ts';
import * as orderRepository from '../orders/repository.ts';
import * as paymentRepository from './repository.ts';
import * as refundRepository from '../refunds/repository.ts';
import { type PaymentAction, closeSettledPayment } from '../refunds/request-refund.ts';

/**
 * Updates the shop to a payment's state at the provider: the payment's row, the order's state, entitlements, the
 * receipt and the refund of a duplicate, all in one transaction. Reports may be repeated, late or simultaneous; the
 * result is that of the newest report, once.
 */
export async function settlePayment(context: SaleContext, providerPayment: ProviderPayment): Promise<void> {
  const refundDue = await context.db.withTx(async (tx) => {
    // Read inside the transaction, which may have waited or be repeated: movements get the instant at which they are
    // noted.
    const now = context.clock.now();
    const storedPayment = await paymentRepository.findPayment(tx, context.payments.name, providerPayment.id);
    if (storedPayment) await noteEarlier(tx, storedPayment.id);
    const isDue = await settle(tx, context, providerPayment, now);
    const payment = await paymentRepository.findPayment(tx, context.payments.name, providerPayment.id);
    if (payment) await noteMovements(tx, payment.id, now);
    return isDue;
  });
  if (refundDue) context.refundSoon();
  // A dispute has days to be answered in.
  if (providerPayment.state === 'in_mediation' || providerPayment.state === 'charged_back') context.alertSoon();
}

/**
 * Stores the provider's report of a dispute with its payment. It only informs admins, so a dispute of another amount is
 * ignored.
 */
export async function noteDispute(
  { db, payments }: Pick<SaleContext, 'db' | 'payments'>,
  providerPaymentId: string,
  { id: _id, paymentIds: _ids, amount, currency, ...disputeFields }: ProviderChargeback,
): Promise<void> {
  const dispute: Dispute = disputeFields;
  await db.withTx(async (tx) => {
    const payment = await paymentRepository.findPayment(tx, payments.name, providerPaymentId);
    if (!payment || !fitsPayment({ amount, currency }, payment)) return;
    await paymentRepository.updatePayment(tx, payment.id, { dispute: JSON.stringify(dispute) });
  });
}

/**
 * Settles a payment in the caller's transaction, which notes the movements. @returns whether a refund has to be made
 * or asked about.
 */
export async function settle(
  tx: Tx,
  context: SaleContext,
  providerPayment: ProviderPayment,
  now: number,
): Promise<boolean> {
  const storedPayment = await paymentRepository.findPayment(tx, context.payments.name, providerPayment.id);
  const order = isUuid(providerPayment.orderId)
    ? await orderRepository.findOrder(tx, providerPayment.orderId)
    : undefined;
  const verdict = acceptPayment(
    storedPayment ? { state: storedPayment.status, version: storedPayment.provider_updated_at } : null,
    providerPayment,
  );
  if (verdict === 'stale') return false;
  const problem = problemOfPayment(providerPayment, storedPayment, order);
  if (
    storedPayment &&
    (verdict === 'impossible' || storedPayment.order_id !== (order?.id ?? null) || spoilsGood(storedPayment, problem))
  ) {
    await noteContradiction(tx, storedPayment, providerPayment, now);
    return false;
  }
  const payment = await paymentRepository.savePayment(
    tx,
    paymentRow(context, providerPayment, { storedPayment, order, problem, now }),
  );
  const isToAsk = storedPayment !== undefined && (await askAboutRefunds(tx, storedPayment, payment, now));
  const isDue = await alignPayment(tx, context, { order, storedPayment, payment, providerPayment, now });
  return isDue || isToAsk;
}

interface PaymentReport extends Omit<Alignment, 'order' | 'news'> {
  readonly order: OrderRow | undefined;
  readonly providerPayment: ProviderPayment;
}

/** Brings order, refunds and rights in line with a payment's new row. @returns whether a refund was requested. */
async function alignPayment(
  tx: Tx,
  context: SaleContext,
  { order, storedPayment, payment, providerPayment, now }: PaymentReport,
): Promise<boolean> {
  const news = isNews(storedPayment, payment);
  if (order && payment.problem === null) return alignOrder(tx, context, { order, storedPayment, payment, news, now });
  const settledBefore = storedPayment?.settled_amount ?? 0;
  await noteProviderRefund(tx, context, { order: undefined, payment, settledBefore, now });
  if (!news) return false;
  if (goesBackByItself(payment.problem)) {
    const { problem } = payment;
    return payment.status === 'approved' && sendBack(tx, context, { payment, problem, settledBefore, now });
  }
  if (order) await reviewPayment(tx, context, { order, payment, now });
  await auditProblem(tx, payment, providerPayment, now);
  return false;
}

/**
 * Makes refunds due when the provider's returned sum changed: those that it has not decided, and made ones that the
 * sum no longer contains. @returns whether there are any.
 */
async function askAboutRefunds(tx: Tx, before: PaymentRow, payment: PaymentRow, now: number): Promise<boolean> {
  if (before.refunded_amount === payment.refunded_amount && before.status === payment.status) return false;
  const refunds = await refundRepository.refundsOf(tx, payment.id);
  const isShort = uncounted(ledgerPayment(payment), refunds.map(ledgerRefund)) > 0;
  const doubtful = refunds.filter(
    ({ state, provider_refund_id: orderId }) =>
      (state === 'requested' && orderId !== null) || (state === 'done' && isShort),
  );
  for (const { id } of doubtful) await refundRepository.updateRefund(tx, id, { next_attempt_at: now });
  return doubtful.length > 0;
}

/** Whether a report would turn a good payment into one with a problem, which is a contradiction. */
function spoilsGood(storedPayment: PaymentRow, problem: PaymentProblem | null): boolean {
  return (
    storedPayment.problem === null &&
    problem !== null &&
    !['pending', 'rejected', 'cancelled'].includes(storedPayment.status)
  );
}

function isNews(
  storedPayment: PaymentRow | undefined,
  { status, problem }: Pick<PaymentRow, 'status' | 'problem'>,
): boolean {
  return !storedPayment || storedPayment.status !== status || storedPayment.problem !== problem;
}

interface Alignment {
  readonly order: OrderRow;
  /** The payment's row before the report; undefined for a new payment. */
  readonly storedPayment: PaymentRow | undefined;
  readonly payment: PaymentRow;
  /** Whether the payment's state changed. */
  readonly news: boolean;
  readonly now: number;
}

/** Grants or revokes the parts of an order according to its payment. @returns whether a refund was requested */
async function alignOrder(
  tx: Tx,
  context: SaleContext,
  { order, storedPayment, payment, news, now }: Alignment,
): Promise<boolean> {
  const { status } = payment;
  const wasDisputed = storedPayment?.status === 'in_mediation' || storedPayment?.status === 'charged_back';
  const settledBefore = storedPayment?.settled_amount ?? 0;
  const grant = { order, payment, wasDisputed, settledBefore, now };
  const refundDue = news && status === 'approved' && (await grantOrder(tx, context, grant));
  if (news && (status === 'charged_back' || status === 'refunded')) {
    await revokeAccess(tx, context, order, payment, { partId: null, reason: status, now });
  }
  if (!refundDue) await noteProviderRefund(tx, context, { order, payment, settledBefore, now });
  await updateOrderState(tx, context, order, now);
  if (news && status === 'pending') await tellPending(tx, context, { order, payment, now });
  if (news && !refundDue) await tellDispute(tx, context, { order, storedPayment, payment, now });
  return refundDue;
}

/** Mails the buyer of a payment that does not fit its order: an admin checks it, and the buyer must not pay again. */
async function reviewPayment(
  tx: Tx,
  context: SaleContext,
  { order, payment, now }: Pick<Alignment, 'order' | 'payment' | 'now'>,
): Promise<void> {
  await updateOrderState(tx, context, order, now);
  if (isInReview(orderPayment(payment))) await queueNews(tx, context, order, { what: 'review', payment }, now);
}

/** Mails the buyer about a dispute: that access ended or stays, or that it is back after a won one. */
async function tellDispute(
  tx: Tx,
  context: SaleContext,
  { order, storedPayment, payment, now }: Pick<Alignment, 'order' | 'storedPayment' | 'payment' | 'now'>,
): Promise<void> {
  const isWon = storedPayment?.status === 'charged_back' && payment.status === 'approved';
  const news = isWon ? ('restored' as const) : disputeNews[payment.status];
  if (news) await queueNews(tx, context, order, { what: news, payment }, now);
}

const disputeNews: Readonly<Partial<Record<PaymentRow['status'], 'disputed' | 'paused'>>> = {
  in_mediation: 'disputed',
  charged_back: 'paused',
};

/** Mails about a pending payment, unless its order is paid or decided already. */
async function tellPending(
  tx: Tx,
  context: SaleContext,
  { order, payment, now }: Pick<Alignment, 'order' | 'payment' | 'now'>,
): Promise<void> {
  const current = await orderRepository.findOrder(tx, order.id);
  if (current?.state === 'pending') await queuePendingMail(tx, context, current, payment, now);
}

/**
 * Closes an unresolved payment that the team settled outside of the shop, by a transfer for instance: it is no longer
 * refunded, and access to the settled parts ends. @throws {AppError} payment_not_found, payment_not_open
 */
export async function settleOutside(context: SaleContext, action: PaymentAction): Promise<void> {
  await context.db.withTx(async (tx) => {
    const now = context.clock.now();
    await noteEarlier(tx, action.paymentId);
    const { payment, partIds } = await closeSettledPayment(tx, action, now);
    await noteMovements(tx, payment.id, now);
    const order = payment.order_id === null ? undefined : await orderRepository.findOrder(tx, payment.order_id);
    if (!order) return;
    for (const partId of partIds) await revokeAccess(tx, context, order, payment, { partId, reason: 'refunded', now });
    await updateOrderState(tx, context, order, now);
  });
}

/**
 * Sets an order's state according to its payments. When no payment pays for it any more, parts that a discount made
 * free are revoked too, since no refund names them.
 */
export async function updateOrderState(tx: Tx, context: SaleContext, order: OrderRow, now: number): Promise<void> {
  const payments = await paymentRepository.paymentsOf(tx, order.id);
  const state = orderStateOf(order.state, payments.map(orderPayment));
  // An order that was refunded in part before the shop first heard of its payment counts as paid.
  const isPaid = state === 'paid' || state === 'partially_refunded';
  const paidAt = order.paid_at ?? (isPaid ? now : null);
  if (state !== order.state || paidAt !== order.paid_at) {
    await orderRepository.updateOrder(tx, order.id, changeOfOrder(order, { state, paidAt }, now));
    await recordChange(tx, order.user_id, { topic: 'orders' });
  }
  if (order.total === 0 || payments.some((payment) => paysForOrder(ledgerPayment(payment)))) return;
  await endAccess(tx, context, order, { partId: null, reason: 'refunded', now, paymentId: null });
}

function changeOfOrder(
  order: OrderRow,
  { state, paidAt }: { readonly state: OrderRow['state']; readonly paidAt: number | null },
  now: number,
): Partial<OrderRow> {
  // A pending payment that arrives after the last check of its order schedules new checks.
  const isForgotten = state === 'pending' && order.next_check_at === null;
  const next = nextCheckAt({ createdAt: order.created_at, isPending: true }, now) ?? now;
  return { state, paid_at: paidAt, updated_at: now, ...(isForgotten ? { next_check_at: next } : {}) };
}

/** Keeps the problem of a duplicate that is being sent back, even if the first payment changes. */
function problemOfPayment(
  providerPayment: ProviderPayment,
  storedPayment: PaymentRow | undefined,
  order: OrderRow | undefined,
): PaymentProblem | null {
  if (storedPayment && goesBackByItself(storedPayment.problem)) return storedPayment.problem;
  return problemOf(providerPayment, order ? { total: order.total, account: order.account_id } : null);
}

interface Surroundings {
  readonly storedPayment: PaymentRow | undefined;
  readonly order: OrderRow | undefined;
  readonly problem: PaymentProblem | null;
  readonly now: number;
}

function paymentRow(
  { payments }: SaleContext,
  providerPayment: ProviderPayment,
  { storedPayment, order, problem, now }: Surroundings,
): PaymentRow {
  const amount = Math.round(providerPayment.amount);
  const refunded = refundedOf(providerPayment, storedPayment);
  const isSame = storedPayment && !isNews(storedPayment, { status: providerPayment.state, problem });
  const { state_at, settled_at, alerted_at } = isSame
    ? storedPayment
    : { state_at: now, settled_at: null, alerted_at: null };
  return {
    id: storedPayment?.id ?? newId(now),
    provider: payments.name,
    provider_payment_id: providerPayment.id,
    order_id: order?.id ?? null,
    status: providerPayment.state,
    status_detail: providerPayment.detail,
    amount,
    refunded_amount: refunded,
    currency: providerPayment.currency,
    fee: providerPayment.fee,
    method: providerPayment.method,
    problem,
    provider_updated_at: Math.max(storedPayment?.provider_updated_at ?? 0, providerPayment.version),
    created_at: storedPayment?.created_at ?? now,
    updated_at: now,
    contradiction: null,
    // An amount that was settled at the provider's site is contained in its returned sum too, so it is counted once.
    settled_amount: Math.min(storedPayment?.settled_amount ?? 0, Math.max(0, amount - refunded)),
    settled_at,
    state_at,
    alerted_at,
    resume_url: providerPayment.state === 'pending' ? providerPayment.resumeUrl : null,
    dispute: storedPayment?.dispute ?? null,
  };
}

/**
 * Keeps the larger returned sum unless the report is newer: our own refund may be noted before the provider's report
 * contains it.
 */
function refundedOf(providerPayment: ProviderPayment, storedPayment: PaymentRow | undefined): number {
  if (!storedPayment) return providerPayment.refundedAmount;
  const isNewer = providerPayment.version > storedPayment.provider_updated_at;
  return isNewer
    ? providerPayment.refundedAmount
    : Math.max(storedPayment.refunded_amount, providerPayment.refundedAmount);
}

async function auditProblem(tx: Tx, payment: PaymentRow, providerPayment: ProviderPayment, now: number): Promise<void> {
  await recordAudit(
    tx,
    {
      actorId: null,
      action: 'payment.problem',
      subject: payment.id,
      detail: {
        problem: payment.problem,
        state: payment.status,
        amount: providerPayment.amount,
        currency: providerPayment.currency,
      },
    },
    now,
  );
}

/** Notes a report that no payment can follow; the row keeps its state, and an admin has to resolve it. */
async function noteContradiction(
  tx: Tx,
  storedPayment: PaymentRow,
  providerPayment: ProviderPayment,
  now: number,
): Promise<void> {
  if (providerPayment.version <= storedPayment.provider_updated_at) return;
  const isNew = storedPayment.contradiction !== providerPayment.state;
  await paymentRepository.updatePayment(tx, storedPayment.id, {
    provider_updated_at: providerPayment.version,
    contradiction: providerPayment.state,
    updated_at: now,
    ...(isNew ? { state_at: now, settled_at: null, alerted_at: null } : {}),
  });
  await recordAudit(
    tx,
    {
      actorId: null,
      action: 'payment.contradiction',
      subject: storedPayment.id,
      detail: { from: storedPayment.status, to: providerPayment.state },
    },
    now,
  );
}

function isUuid(text: string | null): text is string {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
