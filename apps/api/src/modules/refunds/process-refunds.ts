import { isOftenRefused, nextRefundLookAt, nextRefundTryAt, wasReturned } from '@cuentos/domain/refunds/refund';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import {
  PaymentNotFound,
  PaymentRefused,
  PaymentUnauthorized,
  type ProviderPayment,
  type ProviderRefund,
} from '../../ports/payment.ts';
import { noteEarlier, noteMovements } from '../accounting/service.ts';
import { queueMail } from '../mail/service.ts';
import type { SaleContext } from '../orders/context.ts';
import { refundsWithSum, sumOf } from '../payments/ledger-rows.ts';
import { refundMail, undoneMail } from '../orders/order-mails.ts';
import { askPermission, noteAccepted } from '../payments/provider-credentials.ts';
import { recordAudit } from '../audit/service.ts';
import * as orderRepository from '../orders/repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from './repository.ts';
import { MADE_THERE } from './repository.ts';
import { settle, settlePayment, updateOrderState } from '../payments/settle-payment.ts';
import { grantOrder, revokeAccess } from '../orders/grant-order.ts';

const BATCH = 20;
/** Wait before a refund that our credentials may not make is tried again, so that others go first. */
const FORBIDDEN_REFUSALS = 3;

/** Why a try failed; null after one that did not. */
type Failure = RefundRow['last_error'];

/**
 * Sends due refunds to the provider. Every try uses the refund's id as idempotency key, so that the provider pays
 * once. While the provider refuses our credentials only a probe is sent now and then.
 */
export async function processRefunds(context: SaleContext, signal?: AbortSignal): Promise<void> {
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

/** Due refunds, with one refused before when the credentials are to be probed. */
async function refundsToTry({ db, clock }: SaleContext, isProbing: boolean): Promise<RefundRow[]> {
  const due = await refundRepository.dueRefunds(db, clock.now(), BATCH);
  return due.length === 0 && isProbing ? refundRepository.forbiddenRefunds(db, 1) : due;
}

async function processRefund(context: SaleContext, { id }: RefundRow): Promise<Failure> {
  const refund = await refundRepository.findRefund(context.db.read, 'id', id);
  const payment = refund && (await paymentRepository.findPaymentById(context.db.read, refund.payment_id));
  if (!payment) return null;
  if (refund.state === 'done') return recheckRefunds(context, payment);
  if (refund.state !== 'requested') return null;
  if (wasRefused(refund)) {
    const failure = await processUnanswered(context, payment);
    if (failure !== null && failure !== 'refused') return failure;
  }
  return makeRefund(context, refund, payment);
}

const wasRefused = ({ last_error: error }: RefundRow): boolean => error !== null && error !== 'unavailable';

/**
 * Processes refunds of a payment whose last try got no answer before its other refunds: money that the provider reports
 * as returned is matched with them first.
 */
async function processUnanswered(context: SaleContext, payment: PaymentRow): Promise<Failure> {
  const refunds = await refundRepository.refundsOf(context.db.read, payment.id);
  for (const refund of refunds) {
    if (refund.state !== 'requested' || wasRefused(refund)) continue;
    const failure = await makeRefund(context, refund, payment);
    if (failure !== null && failure !== 'refused') return failure;
  }
  return null;
}

/** Requests a refund from the provider, or asks about one that the provider has accepted. */
async function makeRefund(context: SaleContext, refund: RefundRow, payment: PaymentRow): Promise<Failure> {
  try {
    const order = await (refund.provider_refund_id === null
      ? orderRefund(context, refund, payment)
      : askAboutOrder(context, refund, payment));
    return await follow(context, refund, payment, order);
  } catch (error) {
    const failure = failureOf(error);
    await postpone(context, refund, failure);
    return failure;
  }
}

/** State of a refund at the provider; `id` is null for one that was made there without telling us. */
interface RefundOrder {
  readonly id: string | null;
  readonly state: 'approved' | 'in_process' | 'rejected' | 'cancelled';
  /** Pesos; null when it is not reported. */
  readonly amount: number | null;
}

async function orderRefund(context: SaleContext, refund: RefundRow, payment: PaymentRow): Promise<RefundOrder> {
  // A waiting refund may have been made by hand meanwhile; the provider would send the money again.
  if (hasWaited(refund, context.clock.now())) {
    if (await wasMadeElsewhere(context, refund, payment)) return idOfMade(context, refund, payment);
    // The provider's returned sum leaves out refunds that it has not decided.
    const pending = await untakenOrder(context, refund, payment, ['in_process']);
    if (pending) return { ...pending, state: 'in_process' };
  }
  // A refund of the whole payment is sent without an amount, also when it is of the order's only part.
  const isWholePayment = refund.amount === payment.amount;
  try {
    const key = keyOf(refund);
    const order = await context.payments.refund(
      payment.provider_payment_id,
      isWholePayment ? null : refund.amount,
      key,
    );
    return await decided(context, refund, payment, order);
  } catch (error) {
    if (failureOf(error) !== 'refused' || !(await wasMadeElsewhere(context, refund, payment).catch(() => false)))
      throw error;
    return idOfMade(context, refund, payment);
  }
}

/** Idempotency key: the same for every try, and a new one after a refund that the provider took and gave up. */
function keyOf({ id, rejections }: RefundRow): string {
  return rejections === 0 ? id : `${id}:${rejections}`;
}

async function askAboutOrder(context: SaleContext, refund: RefundRow, payment: PaymentRow): Promise<RefundOrder> {
  const { provider_refund_id: id } = refund;
  const orders = await context.payments.refunds(payment.provider_payment_id);
  const order = orders.find((other) => other.id === id) ?? { id: id ?? '', state: 'unknown' as const, amount: null };
  return decided(context, refund, payment, order);
}

/** Decides a refund of unknown state by the sum that the provider returned of the payment. */
async function decided(
  context: SaleContext,
  refund: RefundRow,
  payment: PaymentRow,
  { id, state, amount }: ProviderRefund,
): Promise<RefundOrder> {
  if (state !== 'unknown') return { id, state, amount };
  const isMade = await wasMadeElsewhere(context, refund, payment);
  return { id, state: isMade ? 'approved' : 'in_process', amount };
}

/** A refund that was made, with the provider's id where it can be found. */
async function idOfMade(context: SaleContext, refund: RefundRow, payment: PaymentRow): Promise<RefundOrder> {
  const order = await untakenOrder(context, refund, payment, ['approved', 'unknown']).catch(() => undefined);
  return { id: order?.id ?? null, state: 'approved', amount: refund.amount };
}

/** Finds a refund at the provider by amount and state whose id no other row has. */
async function untakenOrder(
  context: SaleContext,
  refund: RefundRow,
  payment: PaymentRow,
  states: readonly ProviderRefund['state'][],
): Promise<ProviderRefund | undefined> {
  const orders = await context.payments.refunds(payment.provider_payment_id);
  const refunds = await refundRepository.refundsOf(context.db.read, payment.id);
  const usedIds = new Set(refunds.map(({ provider_refund_id: id }) => id));
  return orders.find(({ id, state, amount }) => !usedIds.has(id) && amount === refund.amount && states.includes(state));
}

/** Acts on a refund's state at the provider; only an approved one ends anything. */
async function follow(
  context: SaleContext,
  refund: RefundRow,
  payment: PaymentRow,
  { id, state, amount }: RefundOrder,
): Promise<Failure> {
  if (state === 'rejected' || state === 'cancelled') {
    await reorder(context, refund, state);
    return 'refused';
  }
  if (id !== null) await keepOrder(context, refund, id);
  if (state === 'in_process') return null;
  // Fetches the payment after the refund, so that no earlier answer looks newer than the refund.
  const providerPayment = await context.payments.getPayment(payment.provider_payment_id);
  // A refund of the rest may be made for less, while money is returned by hand at the provider's site.
  const isShort = amount !== null && amount < refund.amount && providerPayment.refundedAmount < payment.amount;
  if (!isShort) await finish(context, refund, id, providerPayment);
  else await splitOff(context, refund, { id, amount, providerPayment });
  return isShort ? 'refused' : null;
}

/** Stores the made piece of a refund as a refund of its own; the rest stays owed and gets a new key. */
async function splitOff(
  { db, clock, ...others }: SaleContext,
  { id }: RefundRow,
  providerRefund: { readonly id: string | null; readonly amount: number; readonly providerPayment: ProviderPayment },
): Promise<void> {
  await db.withTx(async (tx) => {
    const now = clock.now();
    const refund = await refundRepository.findRefund(tx, 'id', id);
    if (refund?.state !== 'requested') return;
    await noteEarlier(tx, refund.payment_id);
    const { amount } = providerRefund;
    const piece = {
      dedupe_key: null,
      state: 'done',
      amount,
      provider_refund_id: providerRefund.id,
      done_at: now,
    } as const;
    await refundRepository.insertRefund(tx, {
      ...refund,
      ...piece,
      id: newId(now),
      next_attempt_at: null,
      last_error: null,
    });
    const rest = { ...refund, amount: refund.amount - amount };
    await refundRepository.updateRefund(tx, id, { amount: rest.amount });
    await putBack(tx, rest, 'rejected', now);
    await settle(tx, { db, clock, ...others }, providerRefund.providerPayment, now);
    await noteMovements(tx, refund.payment_id, now);
  });
}

/** Whether a refund was tried before, or had to wait while the provider refused our credentials. */
function hasWaited({ last_tried_at: triedAt, created_at: createdAt }: RefundRow, now: number): boolean {
  return triedAt !== null || now > createdAt + MINUTE_MS;
}

function failureOf(error: unknown): 'credentials' | 'refused' | 'unavailable' {
  if (error instanceof PaymentUnauthorized) return 'credentials';
  return error instanceof PaymentRefused || error instanceof PaymentNotFound ? 'refused' : 'unavailable';
}

/** Whether the money went back already, by hand at the provider's site or by a try without an answer. */
async function wasMadeElsewhere(context: SaleContext, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const providerPayment = await context.payments.getPayment(payment.provider_payment_id);
  const others = (await refundRepository.refundsOf(context.db.read, payment.id)).filter(({ id }) => id !== refund.id);
  const doneAmount = others.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + amount, 0);
  const requestedAmounts = others.filter(({ state }) => state === 'requested').map(({ amount }) => amount);
  await settlePayment(context, providerPayment);
  return wasReturned(providerPayment.refundedAmount - doneAmount, refund.amount, requestedAmounts);
}

/** Stores the provider's id of a refund that it has accepted; from now on the shop asks about it. */
async function keepOrder({ db, clock }: SaleContext, { id }: RefundRow, orderId: string): Promise<void> {
  await db.withTx(async (tx) => {
    const now = clock.now();
    const refund = await refundRepository.findRefund(tx, 'id', id);
    // A refund that was settled meanwhile is not asked about; its id is stored.
    if (refund?.state !== 'requested') return refundRepository.updateRefund(tx, id, { provider_refund_id: orderId });
    await refundRepository.updateRefund(tx, id, {
      provider_refund_id: orderId,
      next_attempt_at: nextRefundLookAt(refund.created_at, now),
      last_error: null,
      last_tried_at: now,
    });
    if (refund.provider_refund_id === orderId) return undefined;
    const detail = { order: refund.order_id, payment: refund.payment_id, amount: refund.amount, number: orderId };
    return recordAudit(tx, { actorId: null, action: 'refund.ordered', subject: id, detail }, now);
  });
}

/**
 * Notes that the provider gave up a refund it had taken. The money is still here, and the next try needs a new
 * idempotency key.
 */
async function reorder({ db, clock }: SaleContext, { id }: RefundRow, why: 'rejected' | 'cancelled'): Promise<void> {
  await db.withTx(async (tx) => {
    const refund = await refundRepository.findRefund(tx, 'id', id);
    if (refund?.state === 'requested') await putBack(tx, refund, why, clock.now());
  });
}

async function putBack(tx: Tx, refund: RefundRow, why: 'rejected' | 'cancelled', now: number): Promise<void> {
  const { id, order_id: order, payment_id: payment, amount, provider_refund_id: number } = refund;
  await refundRepository.updateRefund(tx, id, {
    state: 'requested',
    provider_refund_id: null,
    rejections: refund.rejections + 1,
    attempts: refund.attempts + 1,
    next_attempt_at: nextRefundTryAt(refund.attempts + 1, now),
    done_at: null,
    last_error: why,
    last_tried_at: now,
  });
  await recordAudit(
    tx,
    { actorId: null, action: `refund.${why}`, subject: id, detail: { order, payment, amount, number } },
    now,
  );
}

/**
 * Checks completed refunds when the provider reports a smaller refunded sum: one that it gave up is owed again, and one
 * made at its site that no longer counts is removed.
 */
async function recheckRefunds(context: SaleContext, payment: PaymentRow): Promise<Failure> {
  try {
    const orders = await context.payments.refunds(payment.provider_payment_id);
    const providerPayment = await context.payments.getPayment(payment.provider_payment_id);
    await context.db.withTx(async (tx) => takeBack(tx, context, payment.id, { orders, providerPayment }));
    return null;
  } catch (error) {
    const failure = failureOf(error);
    const { db, clock } = context;
    await db.withTx(async (tx) => lookAgain(tx, payment.id, clock.now()));
    return failure;
  }
}

interface RefundReport {
  readonly orders: readonly ProviderRefund[];
  readonly providerPayment: ProviderPayment;
}

async function takeBack(
  tx: Tx,
  context: SaleContext,
  paymentId: string,
  { orders, providerPayment }: RefundReport,
): Promise<void> {
  const now = context.clock.now();
  await noteEarlier(tx, paymentId);
  await settle(tx, context, providerPayment, now);
  const payment = await paymentRepository.findPaymentById(tx, paymentId);
  if (!payment) return;
  const doneRefunds = (await refundRepository.refundsOf(tx, paymentId)).filter(({ state }) => state === 'done');
  for (const { id } of doneRefunds) await refundRepository.updateRefund(tx, id, { next_attempt_at: null });
  const missingAmount = sumOf(doneRefunds) - payment.refunded_amount;
  const undone = refundsUndone(doneRefunds, orders, missingAmount);
  for (const refund of undone) await undo(tx, context, refund, orders, now);
  // A difference that neither states nor sum explain stays, and is asked about again.
  if (sumOf(undone) < missingAmount) await lookAgain(tx, paymentId, now);
  await noteMovements(tx, paymentId, now);
  const order = payment.order_id === null ? undefined : await orderRepository.findOrder(tx, payment.order_id);
  if (!order || undone.length === 0) return;
  // A refund made at the provider's site that did not go through leaves money that pays for the order again.
  const isPaying = payment.status === 'approved' && payment.problem === null;
  const settledBefore = payment.settled_amount;
  if (isPaying) await grantOrder(tx, context, { order, payment, wasDisputed: true, settledBefore, now });
  await updateOrderState(tx, context, order, now);
}

/** Finds completed refunds that were undone: those that the provider gave up, otherwise those missing from its sum. */
function refundsUndone(
  doneRefunds: readonly RefundRow[],
  orders: readonly ProviderRefund[],
  missingAmount: number,
): readonly RefundRow[] {
  if (missingAmount <= 0) return [];
  const givenUpRefunds = doneRefunds.filter((refund) => isGivenUp(orderOf(refund, orders)));
  if (givenUpRefunds.length > 0) return givenUpRefunds;
  const unsure = doneRefunds.filter((refund) => orderOf(refund, orders)?.state !== 'approved');
  return refundsWithSum(unsure, missingAmount);
}

const orderOf = ({ provider_refund_id: id }: RefundRow, orders: readonly ProviderRefund[]) =>
  orders.find((order) => order.id === id);

function isGivenUp(order: ProviderRefund | undefined): boolean {
  return order?.state === 'rejected' || order?.state === 'cancelled';
}

async function undo(
  tx: Tx,
  context: SaleContext,
  refund: RefundRow,
  orders: readonly ProviderRefund[],
  now: number,
): Promise<void> {
  if (refund.reason === MADE_THERE) {
    await refundRepository.updateRefund(tx, refund.id, { state: 'failed', done_at: null });
    const detail = { payment: refund.payment_id, amount: refund.amount };
    await recordAudit(tx, { actorId: null, action: 'refund.unnoticed', subject: refund.id, detail }, now);
    return;
  }
  await putBack(tx, refund, orderOf(refund, orders)?.state === 'cancelled' ? 'cancelled' : 'rejected', now);
  const mail = await undoneMail(tx, context, refund);
  if (mail) await queueMail(tx, mail.to, `refund-undone:${refund.id}:${refund.rejections}`, mail.content, now);
}

async function lookAgain(tx: Tx, paymentId: string, now: number): Promise<void> {
  for (const { id, state, done_at: doneAt } of await refundRepository.refundsOf(tx, paymentId)) {
    if (state === 'done')
      await refundRepository.updateRefund(tx, id, { next_attempt_at: nextRefundLookAt(doneAt ?? now, now) });
  }
}

async function finish(
  context: SaleContext,
  { id }: RefundRow,
  providerRefundId: string | null,
  providerPayment: ProviderPayment,
): Promise<void> {
  await context.db.withTx(async (tx) => {
    const now = context.clock.now();
    const refund = await refundRepository.findRefund(tx, 'id', id);
    const before = refund && (await paymentRepository.findPaymentById(tx, refund.payment_id));
    // An admin may have settled the refund while the provider was asked; the provider's answer counts all the same.
    if (!refund || !before || (refund.state !== 'requested' && refund.state !== 'settled')) return;
    await noteEarlier(tx, before.id);
    await refundRepository.updateRefund(tx, id, {
      state: 'done',
      provider_refund_id: providerRefundId,
      next_attempt_at: null,
      done_at: now,
      last_error: null,
      last_tried_at: now,
    });
    await settle(tx, context, providerPayment, now);
    const payment = (await paymentRepository.findPaymentById(tx, before.id)) ?? before;
    await notePaidBack(tx, payment, now);
    await noteMovements(tx, payment.id, now);
    await endWhatWasPaid(tx, context, refund, payment, now);
  });
}

async function endWhatWasPaid(
  tx: Tx,
  context: SaleContext,
  refund: RefundRow,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const { id, amount, part_id: partId, requested_by: actorId, order_id: orderId } = refund;
  const order = orderId === null ? undefined : await orderRepository.findOrder(tx, orderId);
  if (order) {
    // The refund of a duplicate ends no access: the duplicate granted nothing.
    await revokeAccess(tx, context, order, payment, { partId, reason: 'refunded', now });
    await updateOrderState(tx, context, order, now);
  }
  const detail = { order: orderId, payment: payment.id, partId, amount };
  await recordAudit(tx, { actorId, action: 'refund.done', subject: id, detail }, now);
  const mail =
    actorId === null || !order ? null : await refundMail(tx, context, order, refund, payment.problem === null);
  if (mail) await queueMail(tx, mail.to, `refund:${id}`, mail.content, now);
}

/**
 * Adds refunds that the provider's sum does not include yet. One that it included before is checked and left out,
 * because it may have been undone.
 */
async function notePaidBack(tx: Tx, payment: PaymentRow, now: number): Promise<void> {
  const refunds = await refundRepository.refundsOf(tx, payment.id);
  const finalRefunds = refunds.filter(({ state, next_attempt_at: due }) => state === 'done' && due === null);
  const total = Math.max(
    payment.refunded_amount,
    finalRefunds.reduce((sum, { amount }) => sum + amount, 0),
  );
  const isWhole = total >= payment.amount;
  await paymentRepository.updatePayment(tx, payment.id, {
    refunded_amount: total,
    settled_amount: Math.min(payment.settled_amount, Math.max(0, payment.amount - total)),
    updated_at: now,
    ...(isWhole ? { status: 'refunded' as const, contradiction: null, state_at: now } : {}),
  });
}

async function postpone({ db, clock }: SaleContext, { id }: RefundRow, failure: Failure): Promise<void> {
  await db.withTx(async (tx) => {
    const now = clock.now();
    const refund = await refundRepository.findRefund(tx, 'id', id);
    if (refund?.state !== 'requested') return;
    if (refund.provider_refund_id !== null && failure === 'refused') {
      // The provider refused the question about a refund that it has accepted; the refund still counts as accepted.
      const due = nextRefundLookAt(refund.created_at, now);
      await refundRepository.updateRefund(tx, id, {
        next_attempt_at: due,
        last_error: 'unavailable',
        last_tried_at: now,
      });
      return;
    }
    const refusals = refund.attempts + (failure === 'refused' ? 1 : 0);
    const waited = failure === 'credentials' ? Math.max(refusals, FORBIDDEN_REFUSALS) : refusals;
    await refundRepository.updateRefund(tx, id, {
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
