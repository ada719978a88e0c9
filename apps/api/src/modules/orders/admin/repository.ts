import type { Connection } from '../../../platform/db/db.ts';
import type { PaymentRow } from '../../../platform/db/tables/payments.ts';
import { WITHDRAWAL } from '../../refunds/service.ts';

/** Beginning of an order's number, as long as a person copies at least; a hash may stand before any number. */
const ORDER_NUMBER = /^#?([0-9a-f]{8}[0-9a-f-]{0,28})$/;
const PAYMENT_NUMBER = /^#?(\d{4,20})$/;
/** Above every digit that may follow. */
const LAST = 'g';
const MOST_NUMBERED = 50;

/** Orders found by a number: that of a payment, or the beginning of their own. */
export async function ordersByNumber(connection: Connection, typed: string | undefined): Promise<string[]> {
  const text = (typed ?? '').trim().toLowerCase();
  const payment = PAYMENT_NUMBER.exec(text)?.[1];
  const order = ORDER_NUMBER.exec(text)?.[1];
  const ofPayment =
    payment === undefined
      ? []
      : await connection
          .selectFrom('payments')
          .select('order_id as id')
          .where('provider_payment_id', '=', payment)
          .where('order_id', 'is not', null)
          .execute();
  const own =
    order === undefined
      ? []
      : await connection
          .selectFrom('orders')
          .select('id')
          .where('id', '>=', order)
          .where('id', '<', order + LAST)
          .orderBy('id', 'desc')
          .limit(MOST_NUMBERED)
          .execute();
  return [...ofPayment, ...own].map(({ id }) => id).filter((id) => id !== null);
}

/** Pending orders, the longest waiting first, and the latest rejected ones made since an instant. */
export async function unfinishedOrderIds(
  connection: Connection,
  since: number,
  most: { readonly pending: number; readonly rejected: number },
): Promise<string[]> {
  const orders = connection.selectFrom('orders').select('id');
  const pending = orders.where('state', '=', 'pending').orderBy('created_at').orderBy('id').limit(most.pending);
  const rejected = orders
    .where('state', '=', 'rejected')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most.rejected);
  return [...(await pending.execute()), ...(await rejected.execute())].map(({ id }) => id);
}

/** Orders of a person, newest first. */
export async function orderIdsOf(connection: Connection, userId: string, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Orders with their buyers, newest first. */
export async function ordersWithBuyers(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.user_id',
      'users.name as user_name',
      'users.email as user_email',
      'orders.state',
      'orders.total',
      'orders.discount_code',
      'orders.created_at',
      'orders.paid_at',
    ])
    .where('orders.id', 'in', [...ids])
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute();
}

/** Items of orders, with whether the buyer holds each now and when it was opened. */
export async function itemsOfOrders(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .leftJoin('deliveries', (join) =>
      join.onRef('deliveries.user_id', '=', 'orders.user_id').onRef('deliveries.part_id', '=', 'order_items.part_id'),
    )
    .leftJoin('entitlements', (join) =>
      join
        .onRef('entitlements.user_id', '=', 'orders.user_id')
        .onRef('entitlements.part_id', '=', 'order_items.part_id')
        .on('entitlements.kind', '=', 'ownership')
        .on('entitlements.revoked_at', 'is', null),
    )
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.order_id', '=', 'order_items.order_id')
        .onRef('refunds.part_id', '=', 'order_items.part_id')
        .on('refunds.reason', '=', WITHDRAWAL),
    )
    .select([
      'order_items.order_id',
      'order_items.part_id',
      'order_items.amount',
      'books.id as book_id',
      'books.name as book_name',
      'book_parts.name as part_name',
      'deliveries.first_at as opened_at',
      'refunds.created_at as withdrawn_at',
      'entitlements.id as ownership',
    ])
    .where('order_items.order_id', 'in', [...ids])
    .orderBy('order_items.position')
    .orderBy('order_items.id')
    .execute();
}

/** Every payment that named one of the orders, in the order in which they came. */
export async function allPaymentsOf(connection: Connection, ids: readonly string[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', [...ids])
    .orderBy('id')
    .execute();
}
