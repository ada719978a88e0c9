import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/schema.ts';
import { PaymentUnavailable } from '../../ports/payment.ts';
import { queueMail } from '../mail/service.ts';
import type { CheckoutContext } from './context.ts';
import { refundMail } from './order-mails.ts';
import { recordAudit } from '../audit/service.ts';
import * as repository from './repository.ts';
import { settlePayment, updateOrderState } from './settle-payment.ts';
import { revokeAccess } from './grant-order.ts';

const BATCH = 20;
const BACKOFF: Backoff = { waitsMin: [1, 5, 15, 60, 240], after: 'repeat' };
/** A refund that the provider refused this often is left to a person. Silence does not count: it is asked for ever. */
const REFUSALS_LIMIT = 8;

/** Sends back what is due. Every try uses the refund's own id as key, so that the provider pays once. */
export async function processRefunds(context: CheckoutContext, signal?: AbortSignal): Promise<void> {
  for (const refund of await repository.dueRefunds(context.db, context.clock.now(), BATCH)) {
    if (signal?.aborted) return;
    await processRefund(context, refund);
  }
}

async function processRefund(context: CheckoutContext, refund: RefundRow): Promise<void> {
  const payment = await repository.findPaymentById(context.db.read, refund.payment_id);
  if (!payment) return;
  const whole = refund.part_id === null && refund.amount === payment.amount;
  try {
    const { id } = await context.payments.refund(payment.provider_payment_id, whole ? null : refund.amount, refund.id);
    await finish(context, refund, id);
  } catch (error) {
    if (error instanceof PaymentUnavailable) return postpone(context, refund, refund.attempts);
    if (await wasMadeElsewhere(context, refund, payment)) return finish(context, refund, null);
    await postpone(context, refund, refund.attempts + 1);
  }
}

/** Whether the provider refused because the money went back already, by its own site or by a try without answer. */
async function wasMadeElsewhere(context: CheckoutContext, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const now = await context.payments.getPayment(payment.provider_payment_id).catch(() => null);
  if (!now) return false;
  const others = (await repository.refundsOf(context.db.read, payment.id)).filter(
    ({ id, state }) => id !== refund.id && state === 'done',
  );
  const made = now.refundedAmount >= refund.amount + others.reduce((sum, { amount }) => sum + amount, 0);
  await settlePayment(context, now);
  return made;
}

async function finish(context: CheckoutContext, { id }: RefundRow, providerRefundId: string | null): Promise<void> {
  const now = context.clock.now();
  await context.db.withTx(async (tx) => {
    const refund = await repository.findRefund(tx, 'id', id);
    const payment = refund && (await repository.findPaymentById(tx, refund.payment_id));
    const order = refund && (await repository.findOrder(tx, refund.order_id));
    if (!refund || !payment || !order || refund.state !== 'requested') return;
    const change = {
      state: 'done',
      provider_refund_id: providerRefundId,
      next_attempt_at: null,
      done_at: now,
    } as const;
    await repository.updateRefund(tx, id, change);
    await notePaidBack(tx, payment, now);
    // Of a payment too many this ends nothing: it granted nothing, and what another payment pays for stays.
    await revokeAccess(tx, order, payment, { partId: refund.part_id, reason: 'refunded', now });
    await updateOrderState(tx, order, now);
    const { amount, part_id: partId, requested_by: actorId } = refund;
    await recordAudit(
      tx,
      {
        actorId,
        action: 'refund.done',
        subject: id,
        detail: { order: order.id, partId, amount },
      },
      now,
    );
    const mail = actorId === null ? null : await refundMail(tx, context, order, refund);
    if (mail) await queueMail(tx, mail.to, `refund:${id}`, mail.content, now);
  });
}

/** The provider's next answer will say the same; until then this keeps the sum right. */
async function notePaidBack(tx: Tx, payment: PaymentRow, now: number): Promise<void> {
  const done = (await repository.refundsOf(tx, payment.id)).filter(({ state }) => state === 'done');
  const total = Math.max(
    payment.refunded_amount,
    done.reduce((sum, { amount }) => sum + amount, 0),
  );
  const status = total >= payment.amount ? 'refunded' : payment.status;
  await repository.updatePayment(tx, payment.id, { refunded_amount: total, status, updated_at: now });
}

async function postpone({ db, clock }: CheckoutContext, refund: RefundRow, refusals: number): Promise<void> {
  const now = clock.now();
  const failed = refusals >= REFUSALS_LIMIT;
  await db.withTx(async (tx) => {
    const change = failed
      ? ({ state: 'failed', dedupe_key: null, next_attempt_at: null } as const)
      : { next_attempt_at: nextTryAt(BACKOFF, refusals, now) };
    await repository.updateRefund(tx, refund.id, { attempts: refusals, ...change });
    if (!failed) return;
    const { id, amount, order_id: order } = refund;
    await recordAudit(
      tx,
      {
        actorId: null,
        action: 'refund.failed',
        subject: id,
        detail: { order, amount },
      },
      now,
    );
  });
}
