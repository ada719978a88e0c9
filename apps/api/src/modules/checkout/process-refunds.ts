import { isOftenRefused, nextRefundTryAt, wasReturned } from '@cuentos/domain/checkout/refund';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/schema-payments.ts';
import { PaymentNotFound, PaymentRefused, PaymentUnauthorized } from '../../ports/payment.ts';
import { noteEarlier, noteMovements } from '../accounting/service.ts';
import { queueMail } from '../mail/service.ts';
import type { CheckoutContext } from './context.ts';
import { refundMail } from './order-mails.ts';
import { askPermission, noteAccepted } from './provider-credentials.ts';
import { recordAudit } from '../audit/service.ts';
import * as repository from './repository.ts';
import { settlePayment, updateOrderState } from './settle-payment.ts';
import { revokeAccess } from './grant-order.ts';

const BATCH = 20;
/** A refund that our credentials may not make lets others go first for as long. */
const FORBIDDEN_REFUSALS = 3;

/** Why a try came to nothing; null when it did not. */
type Failure = RefundRow['last_error'];

/**
 * Sends back what is due. Every try uses the refund's own id as key, so that the provider pays once. While the provider
 * refuses our credentials it is only tried now and then whether it still does.
 */
export async function processRefunds(context: CheckoutContext, signal?: AbortSignal): Promise<void> {
  const permission = await askPermission(context);
  if (permission === 'refused') return;
  let isProbing = permission === 'probing';
  for (const refund of await refundsToTry(context, isProbing)) {
    if (signal?.aborted) return;
    const failure = await processRefund(context, refund);
    if (failure === 'credentials' || (isProbing && failure === 'unavailable')) return;
    if (isProbing) await noteAccepted(context);
    isProbing = false;
  }
  if (isProbing) await noteAccepted(context);
}

/** What is due; to find out about our credentials also one refund that they did not allow before. */
async function refundsToTry({ db, clock }: CheckoutContext, isProbing: boolean): Promise<RefundRow[]> {
  const due = await repository.dueRefunds(db, clock.now(), BATCH);
  return due.length === 0 && isProbing ? repository.forbiddenRefunds(db, 1) : due;
}

async function processRefund(context: CheckoutContext, { id }: RefundRow): Promise<Failure> {
  const refund = await repository.findRefund(context.db.read, 'id', id);
  const payment = refund && (await repository.findPaymentById(context.db.read, refund.payment_id));
  if (!payment || refund.state !== 'requested') return null;
  if (wasRefused(refund)) {
    const failure = await processUntold(context, payment);
    if (failure !== null && failure !== 'refused') return failure;
  }
  return makeRefund(context, refund, payment);
}

const wasRefused = ({ last_error: error }: RefundRow): boolean => error === 'refused' || error === 'credentials';

/** Makes the refunds of a payment whose last try may have been made: what the provider returned is theirs first. */
async function processUntold(context: CheckoutContext, payment: PaymentRow): Promise<Failure> {
  const refunds = await repository.refundsOf(context.db.read, payment.id);
  for (const refund of refunds) {
    if (refund.state !== 'requested' || wasRefused(refund)) continue;
    const failure = await makeRefund(context, refund, payment);
    if (failure !== null && failure !== 'refused') return failure;
  }
  return null;
}

async function makeRefund(context: CheckoutContext, refund: RefundRow, payment: PaymentRow): Promise<Failure> {
  // All of it has no amount at the provider, whether the order or its only part was meant.
  const whole = refund.amount === payment.amount;
  let made: { readonly id: string | null };
  try {
    // While it waited, somebody may have made it by hand: the provider would send it once more as long as money is left.
    made =
      hasWaited(refund, context.clock.now()) && (await wasMadeElsewhere(context, refund, payment))
        ? { id: null }
        : await context.payments.refund(payment.provider_payment_id, whole ? null : refund.amount, refund.id);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== 'refused' || !(await wasMadeElsewhere(context, refund, payment).catch(() => false))) {
      await postpone(context, refund, failure);
      return failure;
    }
    made = { id: null };
  }
  await finish(context, refund, made.id);
  return null;
}

/** Whether it was tried before, or could not be while the provider refused our credentials. */
function hasWaited({ last_tried_at: triedAt, created_at: createdAt }: RefundRow, now: number): boolean {
  return triedAt !== null || now > createdAt + MINUTE_MS;
}

function failureOf(error: unknown): NonNullable<Failure> {
  if (error instanceof PaymentUnauthorized) return 'credentials';
  return error instanceof PaymentRefused || error instanceof PaymentNotFound ? 'refused' : 'unavailable';
}

/** Whether the money went back already, by the provider's own site or by a try without answer. */
async function wasMadeElsewhere(context: CheckoutContext, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const seen = await context.payments.getPayment(payment.provider_payment_id);
  const others = (await repository.refundsOf(context.db.read, payment.id)).filter(({ id }) => id !== refund.id);
  const done = others.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0);
  const waiting = others.filter(({ state }) => state === 'requested').map(({ amount }) => amount);
  await settlePayment(context, seen);
  return wasReturned(seen.refundedAmount - done, refund.amount, waiting);
}

async function finish(context: CheckoutContext, { id }: RefundRow, providerRefundId: string | null): Promise<void> {
  await context.db.withTx(async (tx) => {
    const now = context.clock.now();
    const refund = await repository.findRefund(tx, 'id', id);
    const payment = refund && (await repository.findPaymentById(tx, refund.payment_id));
    // An admin may have settled it while the provider was asked: the money went back here all the same.
    if (!refund || !payment || (refund.state !== 'requested' && refund.state !== 'settled')) return;
    await noteEarlier(tx, payment.id);
    await repository.updateRefund(tx, id, {
      state: 'done',
      provider_refund_id: providerRefundId,
      next_attempt_at: null,
      done_at: now,
      last_error: null,
      last_tried_at: now,
    });
    await notePaidBack(tx, payment, now);
    await noteMovements(tx, payment.id, now);
    await endWhatWasPaid(tx, context, refund, payment, now);
  });
}

async function endWhatWasPaid(
  tx: Tx,
  context: CheckoutContext,
  refund: RefundRow,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const { id, amount, part_id: partId, requested_by: actorId, order_id: orderId } = refund;
  const order = orderId === null ? undefined : await repository.findOrder(tx, orderId);
  if (order) {
    // Of a payment too many this ends nothing: it granted nothing, and what another payment pays for stays.
    await revokeAccess(tx, context, order, payment, { partId, reason: 'refunded', now });
    await updateOrderState(tx, context, order, now);
  }
  const detail = { order: orderId, payment: payment.id, partId, amount };
  await recordAudit(tx, { actorId, action: 'refund.done', subject: id, detail }, now);
  const mail = actorId === null || !order ? null : await refundMail(tx, context, order, refund, payment.problem);
  if (mail) await queueMail(tx, mail.to, `refund:${id}`, mail.content, now);
}

/** The provider's next answer will say the same; until then this keeps the sum right. */
async function notePaidBack(tx: Tx, payment: PaymentRow, now: number): Promise<void> {
  const done = (await repository.refundsOf(tx, payment.id)).filter(({ state }) => state === 'done');
  const total = Math.max(
    payment.refunded_amount,
    done.reduce((sum, { amount }) => sum + amount, 0),
  );
  const isWhole = total >= payment.amount;
  await repository.updatePayment(tx, payment.id, {
    refunded_amount: total,
    settled_amount: Math.min(payment.settled_amount, Math.max(0, payment.amount - total)),
    updated_at: now,
    ...(isWhole ? { status: 'refunded' as const, contradiction: null, state_at: now } : {}),
  });
}

async function postpone({ db, clock }: CheckoutContext, { id }: RefundRow, failure: Failure): Promise<void> {
  await db.withTx(async (tx) => {
    const now = clock.now();
    const refund = await repository.findRefund(tx, 'id', id);
    if (refund?.state !== 'requested') return;
    const refusals = refund.attempts + (failure === 'refused' ? 1 : 0);
    const waited = failure === 'credentials' ? Math.max(refusals, FORBIDDEN_REFUSALS) : refusals;
    await repository.updateRefund(tx, id, {
      attempts: refusals,
      next_attempt_at: nextRefundTryAt(waited, now),
      last_error: failure,
      last_tried_at: now,
    });
    if (!isOftenRefused(refusals) || isOftenRefused(refund.attempts)) return;
    const detail = { order: refund.order_id, payment: refund.payment_id, amount: refund.amount };
    await recordAudit(tx, { actorId: null, action: 'refund.failed', subject: id, detail }, now);
  });
}
