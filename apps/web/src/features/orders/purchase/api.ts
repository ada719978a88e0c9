import type { GiftDetails } from '@cuentos/contract/gifts';
import {
  cancelOrderPayment as cancelOrderPaymentCall,
  createPreference as createPreferenceCall,
  getOrder,
  getSeller,
  type Order,
  type Preference,
} from '@cuentos/contract/orders';
import { quoteParts } from '@cuentos/contract/quote';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api/api-client.ts';
import { queryOf } from '../../../lib/api/query-of.ts';

/**
 * Time limit of the call, ms: the server waits 9 s for the provider, and the call ends shortly after, also when the
 * shop is silent.
 */
const ANSWER_WITHIN_MS = 9800;

/**
 * Creates an order to pay, or grants free parts at once.
 * @throws {ApiError} or a TimeoutError
 * @param partIds all parts of the purchase
 * @param acknowledged whether the buyer agreed that reading ends the right to withdraw
 * @param buyerId account of the page; the server refuses the call for another account
 * @param total price that the buyer saw, pesos; the server refuses a different price
 * @param code the discount code
 * @param gift texts of the giver, for a gift
 */
export function createPreference(
  partIds: readonly string[],
  acknowledged: boolean,
  buyerId: string | null,
  total: number,
  { code, gift = null }: { readonly code?: string | undefined; readonly gift?: GiftDetails | null } = {},
): Promise<Preference | undefined> {
  return request(createPreferenceCall, {
    params: { part_id: partIds[0] ?? '' },
    json: {
      withdrawal_acknowledged: acknowledged,
      total,
      ...(code === undefined ? {} : { code }),
      ...(gift === null ? {} : { gift }),
      ...(buyerId === null ? {} : { buyer_id: buyerId }),
      ...(partIds.length > 1 ? { part_ids: [...partIds] } : {}),
    },
    handles: 'all',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
}

/**
 * Query of the price of parts together, for the buyer or as a gift, with or without a code, and of the ways to pay it.
 */
export const quoteQuery = (
  partIds: readonly string[],
  { code, isGift = false }: { code?: string | undefined; isGift?: boolean } = {},
) =>
  queryOptions({
    ...queryOf(quoteParts, {
      query: { part_ids: partIds.join(','), ...(code === undefined ? {} : { code }), gift: isGift ? '1' : null },
      handles: 'all',
      quiet: true,
    }),
    retry: false,
  });

/** GET /api/orders/{id}, in the background. */
export function fetchOrder(id: string, signal: AbortSignal, paymentId?: string): Promise<Order> {
  const query = paymentId === undefined ? {} : { payment_id: paymentId };
  return request(getOrder, { params: { id }, query, handles: 'all', quiet: true, signal });
}

/** POST /api/orders/{id}/cancel. @returns the order afterwards. Throws ApiError. */
export function cancelOrderPayment(id: string): Promise<Order> {
  return request(cancelOrderPaymentCall, { params: { id }, handles: 'all' });
}

/** Query of the seller, for pages that the server did not render. */
export const sellerQuery = queryOptions({
  ...queryOf(getSeller, { handles: 'all', quiet: true }),
  staleTime: 3_600_000,
});
