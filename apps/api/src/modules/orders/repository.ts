import type { AwaitedPart } from '@cuentos/contract/library';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, ProviderFaultRow, RefundRow } from '../../platform/db/tables/payments.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';

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

/** With less time left than this a buyer would run out of it while typing the card number: a new order is made. */
const SHORTEST_TIME_TO_PAY_MS = 2 * MINUTE_MS;

/** An order for the buyer, no gift: a gift tells nothing of what the buyer has or pays. */
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
    /** Null for an order that no code took anything off. */
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
  const known = await itemsOfOrders(
    connection,
    orders.map(({ id }) => id),
  );
  const amounts = new Map(items.map(({ partId, amount }) => [partId, amount]));
  return orders.find(({ id }) => {
    const own = known.filter(({ order_id: orderId }) => orderId === id);
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

/** Payments of several orders, in the order in which they came. */
export async function paymentsOfOrders(connection: Connection, orderIds: readonly string[]): Promise<PaymentRow[]> {
  if (orderIds.length === 0) return [];
  return connection
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('id')
    .execute();
}

/** Parts of orders whose payment is under way, the oldest first, without gifts. */
export async function awaitedParts(connection: Connection, userId: string): Promise<AwaitedPart[]> {
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

/** Parts whose payment for the buyer is under way, or in dispute, so that nothing is to be paid for them. */
export async function partsAwaited(connection: Connection, userId: string): Promise<Set<string>> {
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

/** Orders of any of some parts for the buyer whose payment is under way. */
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

/** Keeps the first place to pay that an order got; of two calls at once the second finds the first one's. */
export async function saveCheckout(
  tx: Tx,
  id: string,
  checkout: Pick<OrderRow, 'preference_id' | 'init_point' | 'account_id'>,
): Promise<OrderRow | undefined> {
  await tx.updateTable('orders').set(checkout).where('id', '=', id).where('preference_id', 'is', null).execute();
  return findOrder(tx, id);
}

/** Takes the turn to ask the provider about an order; false while it was asked a moment ago. */
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

export async function findPayment(
  connection: Connection,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  return connection
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
}

export async function findPaymentById(connection: Connection, id: string): Promise<PaymentRow | undefined> {
  return connection.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function paymentsOf(connection: Connection, orderId: string): Promise<PaymentRow[]> {
  return connection.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** Inserts or replaces by the provider's payment id; the row keeps its own id and time of making. */
export async function savePayment(tx: Tx, row: PaymentRow): Promise<PaymentRow> {
  const { id: _id, created_at: _created, provider: _provider, provider_payment_id: _paymentId, ...change } = row;
  return tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_payment_id']).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePayment(tx: Tx, id: string, change: Partial<PaymentRow>): Promise<void> {
  await tx.updateTable('payments').set(change).where('id', '=', id).execute();
}

/** Inserts unless the same money is being sent back already; false then. */
export async function insertRefund(tx: Tx, refund: RefundRow): Promise<boolean> {
  const row = await tx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRefund(
  connection: Connection,
  by: 'id' | 'dedupe_key',
  value: string,
): Promise<RefundRow | undefined> {
  return connection.selectFrom('refunds').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Refunds of a payment that were made or will be; those that an earlier version gave up are left out. */
export async function refundsOf(connection: Connection, paymentId: string): Promise<RefundRow[]> {
  return connection
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'failed')
    .orderBy('id')
    .execute();
}

export async function dueRefunds(db: Db, now: number, limit: number): Promise<RefundRow[]> {
  return db.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** Refunds that our credentials did not allow at the last try, the next ones first. */
export async function forbiddenRefunds(db: Db, limit: number): Promise<RefundRow[]> {
  return db.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_attempt_at', 'is not', null)
    .where('last_error', '=', 'credentials')
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

export async function updateRefund(tx: Tx, id: string, change: Partial<RefundRow>): Promise<void> {
  await tx.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Refunds of several payments, by the payment. */
export async function refundsOfAll(
  connection: Connection,
  paymentIds: readonly string[],
): Promise<Map<string, RefundRow[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .where('state', '!=', 'failed')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ payment_id: id }) => id);
}

/** A payment with the names around it. */
export interface NamedPayment extends PaymentRow {
  readonly buyer_name: string | null;
  readonly buyer_email: string | null;
}

/**
 * Payments among which all are that may be open, the longest in their state first; what is open the domain says. Each
 * question goes through an index, for closed payments are all but a few.
 */
export async function candidatesForOpen(connection: Connection, limit: number): Promise<NamedPayment[]> {
  return connection
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .selectAll('payments')
    .select(['users.name as buyer_name', 'users.email as buyer_email'])
    .where('payments.settled_at', 'is', null)
    .where(
      'payments.id',
      'in',
      sql<string>`(select id from payments where status = 'approved' and problem > ''
        union all select id from payments where status = 'in_mediation'
        union all select id from payments where status = 'charged_back' and settled_at is null
        union all select id from payments where contradiction > ''
        union all select payment_id from refunds where next_attempt_at >= 0)`,
    )
    .orderBy('payments.state_at')
    .orderBy('payments.id')
    .limit(limit)
    .execute();
}

/** What orders are for, by the order. */
export async function titlesOf(connection: Connection, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('order_items')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['order_items.order_id', 'books.name as book', 'book_parts.name as part'])
    .where('order_items.order_id', 'in', orderIds)
    .orderBy('order_items.position')
    .orderBy('order_items.id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ order_id: id }) => id)].map(([id, items]) => [
      id,
      items.map(({ book, part }) => `${book}: ${part}`),
    ]),
  );
}

export async function findFaults(connection: Connection, names: readonly string[]): Promise<ProviderFaultRow[]> {
  return connection.selectFrom('provider_faults').selectAll().where('provider', 'in', names).execute();
}

export async function saveFault(tx: Tx, { provider, ...fault }: ProviderFaultRow): Promise<void> {
  await tx
    .insertInto('provider_faults')
    .values({ provider, ...fault })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(fault))
    .execute();
}

/** Takes the turn to try refused credentials again; false while it is not time, or another process has it. */
export async function takeProbe(
  tx: Tx,
  names: readonly string[],
  { now, next }: { now: number; next: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('provider_faults')
    .set({ next_probe_at: next })
    .where('provider', 'in', names)
    .where('refused_since', 'is not', null)
    .where('next_probe_at', '<=', now)
    .returning('provider')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Forgets what the team wrote as the reason of a refund of a buyer's.
 * @returns numbers of the buyer's orders, payments and refunds, under which the audit log tells of them
 */
export async function eraseReasons(tx: Tx, userId: string): Promise<string[]> {
  const orders = await tx.selectFrom('orders').select('id').where('user_id', '=', userId).execute();
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const payments = await tx.selectFrom('payments').select('id').where('order_id', 'in', ids).execute();
  const refunds = await tx.selectFrom('refunds').select('id').where('order_id', 'in', ids).execute();
  await tx
    .updateTable('refunds')
    .set({ reason: '' })
    .where('order_id', 'in', ids)
    .where('requested_by', 'is not', null)
    .where('requested_by', '!=', userId)
    .execute();
  return [...ids, ...payments.map(({ id }) => id), ...refunds.map(({ id }) => id)];
}
