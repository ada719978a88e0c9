import type { UnfinishedOrder } from '@cuentos/contract/orders';
import { pendingUntil, isInReview, unfinishedOrder } from '@cuentos/domain/orders/order';
import type { Connection } from '../../platform/db/db.ts';
import type { OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow } from '../../platform/db/tables/payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { toIso } from '../../platform/to-iso.ts';
import { PaymentRefused } from '../../ports/payment.ts';
import type { SaleContext } from './context.ts';
import { orderPayment } from '../payments/ledger-rows.ts';
import * as orderRepository from './repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import { settlePayment } from '../payments/settle-payment.ts';

/**
 * Unfinished orders of a buyer for the parts of a book: pending, disputed or lately rejected. Ownership is not
 * checked here. @returns by the part's id.
 */
export async function unfinishedOrders(
  connection: Connection,
  { userId, bookId }: { readonly userId: string; readonly bookId: string },
  now: number,
): Promise<Map<string, UnfinishedOrder>> {
  const rows = await orderRepository.ordersOfBook(connection, userId, bookId);
  const byPart = Map.groupBy(rows, ({ part_id: id }) => id);
  const unfinishedByPart = new Map<string, UnfinishedOrder>();
  for (const [partId, orders] of byPart) {
    const order = unfinishedOrder(
      orders.map((row) => ({ ...row, createdAt: row.created_at, updatedAt: row.updated_at })),
      now,
    );
    if (order)
      unfinishedByPart.set(partId, presentUnfinished(order, await paymentRepository.paymentsOf(connection, order.id)));
  }
  return unfinishedByPart;
}

/** Presents an unfinished order, with the payment that explains its state. */
export function presentUnfinished(order: OrderRow, payments: readonly PaymentRow[]): UnfinishedOrder {
  const pendingPayment = payments.findLast(({ status }) => status === 'pending');
  const hold = holdOf(order, payments);
  const isPending = order.state === 'pending' || hold !== null;
  const failed = payments.findLast(({ status }) => status !== 'pending');
  const payment = isPending ? (pendingPayment ?? paymentInReview(payments) ?? payments.at(-1)) : failed;
  return {
    id: order.id,
    state: isPending ? 'pending' : 'rejected',
    hold,
    total: order.total,
    since: toIso(payment?.state_at || order.updated_at),
    until: order.state === 'pending' && hold === null ? toIso(pendingUntil(order.created_at)) : null,
    payment_number: payment?.provider_payment_id ?? null,
    resume_url: isPending && hold === null ? (payment?.resume_url ?? null) : null,
  };
}

/** Why the buyer has to wait: a dispute, or a review by the shop; null otherwise. */
function holdOf({ state }: OrderRow, payments: readonly PaymentRow[]): UnfinishedOrder['hold'] {
  if (state === 'disputed') return 'dispute';
  const isPaymentPending = payments.some(({ status }) => status === 'pending');
  return state === 'pending' && !isPaymentPending && paymentInReview(payments) ? 'review' : null;
}

/** The payment of an order that an admin has to check. */
export function paymentInReview(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.findLast((payment) => isInReview(orderPayment(payment)));
}

/**
 * Ends the pending payments of the caller's own order at the provider, so that the part can be paid in another way
 * without a second charge.
 * @throws {AppError} order_not_found, payment_not_pending when it was decided meanwhile, payment_unavailable
 */
export async function cancelPending(context: SaleContext, userId: string, orderId: string): Promise<void> {
  const { read } = context.db;
  const order = await orderRepository.findOrder(read, orderId);
  if (order?.user_id !== userId) throw new AppError('order_not_found');
  const pendingPayments = (await paymentRepository.paymentsOf(read, orderId)).filter(
    ({ status }) => status === 'pending',
  );
  if (pendingPayments.length === 0) throw new AppError('payment_not_pending');
  for (const { provider_payment_id: id } of pendingPayments) {
    try {
      await settlePayment(context, await context.payments.cancelPayment(id, `cancel-${id}`));
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw new AppError('payment_unavailable', { cause: error });
      // The payment was decided meanwhile, so its new state is fetched and settled.
      await context.payments
        .getPayment(id)
        .then(async (providerPayment) => settlePayment(context, providerPayment))
        .catch(() => {});
      throw new AppError('payment_not_pending');
    }
  }
}
