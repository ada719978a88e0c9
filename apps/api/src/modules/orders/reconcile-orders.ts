import { DAY_MS, MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import { isInReview, nextCheckAt } from '@cuentos/domain/orders/order';
import type { OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow } from '../../platform/db/tables/payments.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import { PaymentNotFound, PaymentRefused, type ProviderPayment } from '../../ports/payment.ts';
import { recordChange } from '../changes/service.ts';
import type { SaleContext } from './context.ts';
import { orderPayment } from '../payments/ledger-rows.ts';
import { isRefused } from '../payments/provider-credentials.ts';
import * as orderRepository from './repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import { settlePayment } from '../payments/settle-payment.ts';

/** The provider is asked about one order at most once in this time, however many tabs wait for it. */
const ASK_EVERY_MS = 3 * SECOND_MS;
/** An answer to the buyer's page does not wait longer for the provider; the asking goes on behind it. */
const LONGEST_WAIT_MS = 2.5 * SECOND_MS;

/**
 * Asks the provider about payments of an order and settles them, so that a lost notice does not delay a returning
 * buyer. Payments that the provider does not report yet are found by the next call or the reconciliation.
 * @param paymentId a payment that may belong to the order: the provider's search finds a new one only after a while.
 */
export async function askProvider(context: SaleContext, order: OrderRow, paymentId?: string): Promise<void> {
  if (order.preference_id === null || (await isRefused(context))) return;
  const now = context.clock.now();
  const turn = { now, notSince: now - ASK_EVERY_MS };
  const mayAsk = await context.db.withTx(async (tx) => orderRepository.startAsking(tx, order.id, turn));
  if (!mayAsk) return;
  const reconciliation = context.background.run(`order:${order.id}:${paymentId ?? ''}`, async () => {
    if (paymentId !== undefined) await settleNamedPayment(context, order.id, paymentId);
    await settleOrder(context, order.id);
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([reconciliation, timeout]);
  clearTimeout(timer);
}

/**
 * Settles a payment that the return address names, after checking that it is this order's: a visitor may type any
 * number.
 */
async function settleNamedPayment(context: SaleContext, orderId: string, paymentId: string): Promise<void> {
  const payment = await context.payments.getPayment(paymentId).catch((error: unknown) => {
    if (error instanceof PaymentNotFound || error instanceof PaymentRefused) return null;
    throw error;
  });
  if (payment?.orderId === orderId) await settlePayment(context, payment);
}

/** Settles every payment that the provider knows for an order. @throws the port's failures. */
async function settleOrder(context: SaleContext, orderId: string): Promise<void> {
  for (const payment of await context.payments.searchPayments(orderId)) await settlePayment(context, payment);
}

const BATCH = 50;
/** Wait before asking again about an order whose question got no answer. */
const RETRY_MS = 5 * MINUTE_MS;

/**
 * Asks the provider about every order that is due, so that a payment whose notices were all lost is found, and gives
 * up orders that were not paid. Stops at the first failure: the provider is down then, and the rest stays due.
 */
export async function reconcileOrders(context: SaleContext, signal?: AbortSignal): Promise<void> {
  if (await isRefused(context)) return;
  for (;;) {
    const due = await orderRepository.dueOrders(context.db, context.clock.now(), BATCH);
    for (const order of due) {
      if (signal?.aborted || !(await reconcileOrder(context, order))) return;
    }
    if (due.length < BATCH) return;
  }
}

/** Changes of payments within this time are searched, in case their notices were lost. */
const LOOK_BACK_MS = 3 * DAY_MS;

/**
 * Asks the provider which payments changed lately and settles those of the shop, so that a dispute, a refund at the
 * provider's site or a late approval is found though all its notices were lost and its order is no longer checked.
 * Other sales of the same account are ignored. Without an answer the next run asks for the same days.
 * @throws the error that kept the first payment from being settled, after the others were settled
 */
export async function settleChanged(context: SaleContext, signal?: AbortSignal): Promise<void> {
  if (await isRefused(context)) return;
  const { db, clock, payments } = context;
  const changed = await payments.changedPayments(clock.now() - LOOK_BACK_MS).catch(() => []);
  // Oldest change first, as their notices would have arrived.
  await workThrough(changed.toReversed(), signal, async (providerPayment) => {
    const storedPayment = await paymentRepository.findPayment(db.read, payments.name, providerPayment.id);
    const isNews = storedPayment
      ? providerPayment.version > storedPayment.provider_updated_at
      : await isOwnSale(context, providerPayment);
    if (isNews) await settlePayment(context, providerPayment);
  });
}

/** Whether a payment of the account is for the shop: it is known, or it names an order; other sales are left alone. */
export async function isOwnSale(
  { db, payments }: Pick<SaleContext, 'db' | 'payments'>,
  { id, orderId }: Pick<ProviderPayment, 'id' | 'orderId'>,
): Promise<boolean> {
  if (await paymentRepository.findPayment(db.read, payments.name, id)) return true;
  return orderId !== null && (await orderRepository.findOrder(db.read, orderId)) !== undefined;
}

/** Settles an order and sets when it is looked at next. @returns whether the provider and the database answered */
async function reconcileOrder(context: SaleContext, { id, preference_id }: OrderRow): Promise<boolean> {
  try {
    if (preference_id !== null) await settleOrder(context, id);
  } catch {
    const next = context.clock.now() + RETRY_MS;
    await context.db.withTx(async (tx) => orderRepository.updateOrder(tx, id, { next_check_at: next }));
    return false;
  }
  await scheduleNext(context, id);
  return true;
}

async function scheduleNext({ db, clock }: SaleContext, id: string): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    const order = await orderRepository.findOrder(tx, id);
    if (!order) return;
    const { state } = order;
    // A paid order may have a second, pending payment: a voucher beside a card.
    const payments = await paymentRepository.paymentsOf(tx, id);
    const isPending = state === 'pending' || payments.some(isPendingPayment);
    // Payments that need an admin are watched without a limit of time.
    const isHeld = payments.some((payment) => isInReview(orderPayment(payment)));
    const next = nextCheckAt({ createdAt: order.created_at, isPending }, now);
    const over = (state === 'open' && order.expires_at <= now) || (state === 'pending' && next === null && !isHeld);
    await orderRepository.updateOrder(tx, id, {
      next_check_at: next,
      checks: order.checks + 1,
      ...(over ? { state: 'expired' as const, updated_at: now } : {}),
    });
    if (over) await recordChange(tx, order.user_id, { topic: 'orders' });
  });
}

const isPendingPayment = ({ status }: PaymentRow): boolean => status === 'pending';
