import type { Order, Preference, SellerInfo } from '@cuentos/contract/checkout';
import { paths } from '@cuentos/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** POST twin of get_preference_id: an order to pay, or a free part granted at once. Throws ApiError. */
export function createPreference(partId: string, acknowledged: boolean): Promise<Preference | undefined> {
  return callApi(paths.preference(partId), {
    method: 'POST',
    json: { withdrawal_acknowledged: acknowledged },
    handles: 'all',
  });
}

/** GET /api/orders/{id}, in the background. */
export function fetchOrder(id: string, signal: AbortSignal): Promise<Order> {
  return callApi(paths.order(id), { handles: 'all', quiet: true, signal });
}

/** Who sells, for pages that were not rendered by the server. */
export const sellerQuery = queryOptions({
  queryKey: ['seller'],
  queryFn: (): Promise<SellerInfo> => callApi(paths.seller, { handles: 'all', quiet: true }),
  staleTime: 3_600_000,
});
