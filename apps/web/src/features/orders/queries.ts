import { getTaxDocument, type OrderDocument } from '@cuentos/contract/accounting';
import { getReceipt, listOrders, type OwnOrder, withdrawOrder as withdrawOrderCall } from '@cuentos/contract/orders';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { request } from '../../lib/api/api-client.ts';
import { fetchFile, saveFile } from '../../lib/save-file.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { queryOf } from '../../lib/api/query-of.ts';

const PAGE = 20;

/** GET /api/orders, page by page. The screen itself shows a failure. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: keyOf(listOrders),
  queryFn: ({ pageParam, signal }): Promise<readonly OwnOrder[]> =>
    request(listOrders, { query: { offset: pageParam, limit: PAGE }, handles: 'all', signal }),
  initialPageParam: 0,
  // A page that is not full is the last.
  getNextPageParam: (last, pages) => (last.length === PAGE ? pages.length * PAGE : undefined),
  networkMode: 'always',
});

/** Query of the receipt of a paid order. */
export const receiptQuery = (orderId: string) =>
  queryOptions({ ...queryOf(getReceipt, { params: { id: orderId }, handles: 'all' }), networkMode: 'always' });

/** POST /api/orders/{id}/withdraw. @returns the order afterwards. Throws ApiError. */
export function withdrawOrder(orderId: string, partId: string): Promise<OwnOrder> {
  return request(withdrawOrderCall, { params: { id: orderId }, json: { part_id: partId }, handles: 'all' });
}

/** Downloads GET /api/tax_documents/{id}. Throws ApiError. */
export async function downloadDocument({ id, kind, folio, number }: OrderDocument): Promise<void> {
  const file = await fetchFile(async (transport) =>
    request(getTaxDocument, { params: { id: id ?? '' }, handles: 'all', transport }),
  );
  const word = kind === 'boleta' ? 'boleta' : 'nota-de-credito';
  if (file) saveFile(file, `${word}-${folio ?? `interna-${number ?? 0}`}.json`);
}

/** Short form of an order's number: its beginning, by which the shop's search finds it. */
export const shortNumber = (id: string): string => id.slice(0, 13);

/** Where the buyer writes to the author about an order. */
export const helpAddress = (id: string): string => `/user-settings/messages/new?order=${id}`;

/** Hour of an instant in Santiago: `18:42`. */
export function formatHour(instant: string | number): string {
  const { hour, minute } = santiagoWallTime(new Date(instant).getTime());
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
