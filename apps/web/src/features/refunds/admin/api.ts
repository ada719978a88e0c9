import type { Entitlement } from '@cuentos/contract/entitlements';
import { adminListUserOrders } from '@cuentos/contract/orders';
import { adminRefundOrder } from '@cuentos/contract/refunds';
import { adminGetUser } from '@cuentos/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';

/** POST /api/admin/orders/{id}/refund; without a part, the rest of the order. */
export function refundOrder(
  orderId: string,
  { partId, paymentId, reason }: { partId: string | null; paymentId: string | null; reason: string },
): Promise<unknown> {
  return adminCall(adminRefundOrder, {
    params: { id: orderId },
    json: { part_id: partId, payment_id: paymentId, reason },
    handles: 'all',
  });
}

/**
 * Whether nothing is left to refund: all of the order's money was refunded, or its buyer was erased. Throws ApiError.
 */
export async function isRefundOver(userId: string, orderId: string): Promise<boolean> {
  try {
    const orders = await adminCall(adminListUserOrders, { params: { id: userId }, handles: 'all', quiet: true });
    const order = orders.find(({ id }) => id === orderId);
    return order === undefined || order.state === 'refunded';
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return true;
    throw error;
  }
}

/** All rows of an order, from all of its buyer's. */
export const orderRowsQuery = (userId: string, orderId: string) =>
  queryOptions({
    ...adminQueryOf(adminGetUser, { params: { id: userId }, handles: 'all' }),
    select: (details): readonly Entitlement[] => details.purchases.filter((row) => row.order_id === orderId),
    staleTime: 0,
  });
