import { bookIdsOfParts } from '../books/service.ts';
import type { NamedTitle } from '@cuentos/contract/named';
import type { Order } from '@cuentos/contract/orders';
import type { Connection } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { PageRequest } from '../../platform/http/paging.ts';
import { toIso } from '../../platform/to-iso.ts';
import { buyParts } from './buy-parts.ts';
import type { SaleContext } from './context.ts';
import type { Purchase } from './make-order.ts';
import { ownOrder, ownOrders, receiptOf } from './own-orders.ts';
import { askProvider, reconcileOrders } from './reconcile-orders.ts';
import * as orderRepository from './repository.ts';
import { cancelPending } from './unfinished-orders.ts';

/** Orders whose titles are read at once: both engines limit the parameters of a statement. */
const ORDERS_PER_QUERY = 500;

export type OrderService = ReturnType<typeof createOrderService>;

/** Use cases of buying and of own orders. */
export function createOrderService(context: SaleContext) {
  const order = async (userId: string, orderId: string, paymentId?: string): Promise<Order> =>
    readOrder(context, { userId, orderId, paymentId });
  return {
    /** The seller, shown before paying. */
    seller: context.seller,
    buyParts: async (purchase: Purchase) => buyParts(context, purchase),
    /**
     * The caller's own order, after asking the provider while it is open or pending. @param paymentId the provider's id
     * of the payment with which the buyer returns: that payment is checked first. @throws {AppError} order_not_found
     */
    order,
    ownOrders: async (userId: string, request: PageRequest) => ownOrders(context, userId, request),
    ownOrder: async (userId: string, orderId: string) => ownOrder(context, userId, orderId),
    receipt: async (userId: string, orderId: string) => receiptOf(context, userId, orderId),
    /** See {@link cancelPending}. @returns the order as it stands then */
    async cancelPending(userId: string, orderId: string): Promise<Order> {
      await cancelPending(context, userId, orderId);
      return order(userId, orderId);
    },
    reconcileOrders: async (signal?: AbortSignal) => reconcileOrders(context, signal),
  };
}

interface OrderQuestion {
  readonly userId: string;
  readonly orderId: string;
  readonly paymentId: string | undefined;
}

async function readOrder(context: SaleContext, { userId, orderId, paymentId }: OrderQuestion): Promise<Order> {
  const { read } = context.db;
  const storedOrder = await orderRepository.findOrder(read, orderId);
  if (storedOrder?.user_id !== userId) throw new AppError('order_not_found');
  const canChange = storedOrder.state === 'open' || storedOrder.state === 'pending';
  if (canChange) await askProvider(context, storedOrder, paymentId);
  const order = canChange ? ((await orderRepository.findOrder(read, orderId)) ?? storedOrder) : storedOrder;
  const partIds = (await orderRepository.findItems(read, orderId)).map((item) => item.part_id);
  const [bookId = ''] = await bookIdsOfParts(read, partIds.slice(0, 1));
  return {
    id: order.id,
    state: order.state,
    total: order.total,
    book_id: bookId,
    part_ids: partIds,
    created_at: toIso(order.created_at),
  };
}

/** Reads the titles of orders' parts ('Book: part', with their current names), by order. */
export async function titlesOfOrders(
  connection: Connection,
  orderIds: readonly string[],
): Promise<Map<string, NamedTitle[]>> {
  const ids = [...new Set(orderIds)];
  const titles = new Map<string, NamedTitle[]>();
  for (let at = 0; at < ids.length; at += ORDERS_PER_QUERY) {
    const rows = await orderRepository.titleRows(connection, ids.slice(at, at + ORDERS_PER_QUERY));
    for (const { order_id: id, book, part, book_id } of rows) {
      const title = { book_id, name: `${book}: ${part}` };
      titles.set(id, [...(titles.get(id) ?? []), title]);
    }
  }
  return titles;
}

export { unfinishedOrders } from './unfinished-orders.ts';
export { findPendingParts } from './repository.ts';
