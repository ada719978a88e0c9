import type { PendingPart } from '@cuentos/contract/library';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { ExpressionBuilder } from 'kysely';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { cataloguedBookId } from '../books/service.ts';

export async function insertOrder(tx: Tx, order: OrderRow, items: readonly OrderItemRow[]): Promise<void> {
  await tx.insertInto('orders').values(order).execute();
  await tx
    .insertInto('order_items')
    .values([...items])
    .execute();
}

export async function findOrder(connection: Connection, id: string): Promise<OrderRow | undefined> {
  return connection.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findItems(connection: Connection, orderId: string): Promise<OrderItemRow[]> {
  return connection
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** An order with less time left than this is not used again: the buyer could not type a card number in it. */
const SHORTEST_TIME_TO_PAY_MS = 2 * MINUTE_MS;

/** Condition that excludes gifts, which do not change what the buyer owns or pays for. */
const isForOneself = (eb: ExpressionBuilder<Database, 'orders'>) =>
  eb.not(eb.exists(eb.selectFrom('gifts').select('gifts.order_id').whereRef('gifts.order_id', '=', 'orders.id')));

/**
 * The newest order of exactly these parts that its buyer can still pay, at these amounts and with this code.
 * @param among the only orders that count; null for those that are for the buyer
 */
export async function findPayableOrder(
  connection: Connection,
  {
    userId,
    items,
    code,
    among,
    now,
  }: {
    readonly userId: string;
    readonly items: readonly { readonly partId: string; readonly amount: number }[];
    /** Null for an order without a discount. */
    readonly code: string | null;
    readonly among: readonly string[] | null;
    readonly now: number;
  },
): Promise<OrderRow | undefined> {
  if (among?.length === 0) return undefined;
  const orders = await connection
    .selectFrom('orders')
    .selectAll()
    .where((eb) => (among === null ? isForOneself(eb) : eb('orders.id', 'in', [...among])))
    .where('user_id', '=', userId)
    .where('state', 'in', ['open', 'rejected'])
    .where('discount_code', code === null ? 'is' : '=', code)
    .where(
      'total',
      '=',
      items.reduce((sum, { amount }) => sum + amount, 0),
    )
    .where('expires_at', '>', now + SHORTEST_TIME_TO_PAY_MS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const orderItems = await itemsOfOrders(
    connection,
    orders.map(({ id }) => id),
  );
  const amounts = new Map(items.map(({ partId, amount }) => [partId, amount]));
  return orders.find(({ id }) => {
    const own = orderItems.filter(({ order_id: orderId }) => orderId === id);
    return own.length === items.length && own.every((item) => amounts.get(item.part_id) === item.amount);
  });
}

/** A page of everything that a buyer ever ordered, newest first. */
export async function ordersOfUser(
  connection: Connection,
  userId: string,
  { offset, limit }: PageRequest,
): Promise<Page<OrderRow>> {
  const own = connection.selectFrom('orders').where('user_id', '=', userId);
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Items of several orders, in the order in which they stand in each. */
export async function itemsOfOrders(connection: Connection, orderIds: readonly string[]): Promise<OrderItemRow[]> {
  if (orderIds.length === 0) return [];
  return connection
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Parts of orders whose payment is pending, the oldest first, without gifts. */
export async function findPendingParts(connection: Connection, userId: string): Promise<PendingPart[]> {
  return connection
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['book_parts.book_id', 'book_parts.id as book_part_id'])
    .select(['books.name as book_name', 'book_parts.name as book_part_name'])
    .where('orders.user_id', '=', userId)
    .where('orders.state', '=', 'pending')
    .where(isForOneself)
    .orderBy('orders.created_at')
    .orderBy('order_items.position')
    .execute();
}

/** Parts for which a payment of the buyer is pending or in dispute, so that they must not be paid again. */
export async function findPendingPartIds(connection: Connection, userId: string): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('order_items.part_id')
    .where('orders.user_id', '=', userId)
    .where('orders.state', 'in', ['pending', 'disputed'])
    .where(isForOneself)
    .execute();
  return new Set(rows.map(({ part_id: id }) => id));
}

/** Every order of a buyer for parts of a book and for herself, one row for each of its parts. */
export async function ordersOfBook(
  connection: Connection,
  userId: string,
  bookId: string,
): Promise<(OrderRow & { readonly part_id: string })[]> {
  return connection
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .selectAll('orders')
    .select('order_items.part_id')
    .where('orders.user_id', '=', userId)
    .where('book_parts.book_id', '=', bookId)
    .where(isForOneself)
    .execute();
}

/** Pending orders of the buyer for any of some parts. */
export async function pendingOrders(
  connection: Connection,
  { userId, partIds }: { readonly userId: string; readonly partIds: readonly string[] },
): Promise<OrderRow[]> {
  return connection
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where(isForOneself)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('order_items')
        .select('order_id')
        .where('part_id', 'in', [...partIds]),
    )
    .execute();
}

export async function updateOrder(tx: Tx, id: string, change: Partial<OrderRow>): Promise<void> {
  await tx.updateTable('orders').set(change).where('id', '=', id).execute();
}

/** Saves an order's place to pay unless it has one; of two concurrent calls the second uses the first one's. */
export async function saveCheckout(
  tx: Tx,
  id: string,
  checkout: Pick<OrderRow, 'preference_id' | 'init_point' | 'account_id'>,
): Promise<OrderRow | undefined> {
  await tx.updateTable('orders').set(checkout).where('id', '=', id).where('preference_id', 'is', null).execute();
  return findOrder(tx, id);
}

/** Reserves the next request about an order to the provider. @returns false when the provider was just asked */
export async function startAsking(
  tx: Tx,
  id: string,
  { now, notSince }: { now: number; notSince: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('orders')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', notSince)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function dueOrders(db: Db, now: number, limit: number): Promise<OrderRow[]> {
  return db.read
    .selectFrom('orders')
    .selectAll()
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/** Reads the titles of up to 500 orders. */
export async function titleRows(connection: Connection, orderIds: readonly string[]) {
  return connection
    .selectFrom('order_items')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['order_items.order_id', 'books.name as book', 'book_parts.name as part', cataloguedBookId.as('book_id')])
    .where('order_items.order_id', 'in', orderIds)
    .orderBy('order_items.position')
    .orderBy('order_items.id')
    .execute();
}
