import type * as checkout from '../checkout.ts';
import { endpoint } from '../endpoint.ts';
import type * as paging from '../paging.ts';

/**
 * The calls of buying, like those of `endpoints.ts`: apart from them, because a file of addresses is loaded whole, and no
 * reading needs these.
 */

export const findPreference = endpoint(
  'GET',
  '/api/user_book_parts/get_preference_id/:part_id',
  {} as { response: typeof checkout.preference },
);
/** An order to pay, or a free part granted at once. */
export const createPreference = endpoint(
  'POST',
  '/api/user_book_parts/get_preference_id/:part_id',
  {} as { body: typeof checkout.preferenceBody; response: typeof checkout.preference },
);
export const quoteParts = endpoint(
  'GET',
  '/api/quote',
  {} as { query: typeof checkout.quoteQuery; response: typeof checkout.quote },
);
/** What the caller means to buy. */
export const getPocket = endpoint('GET', '/api/pocket', {} as { response: typeof checkout.pocket });
export const putInPocket = endpoint(
  'PUT',
  '/api/pocket',
  {} as { body: typeof checkout.pocketBody; response: typeof checkout.pocket },
);
export const takeOutOfPocket = endpoint('DELETE', '/api/pocket/:part_id', {} as { response: typeof checkout.pocket });
export const getOrder = endpoint(
  'GET',
  '/api/orders/:id',
  {} as { query: typeof checkout.orderQuery; response: typeof checkout.order },
);
/** The caller's own orders, newest first. */
export const listOrders = endpoint(
  'GET',
  '/api/orders',
  {} as { query: typeof paging.logQuery; response: typeof checkout.ownOrders },
);
/** What a paid order says on paper. */
export const orderReceipt = endpoint('GET', '/api/orders/:id/receipt', {} as { response: typeof checkout.receipt });
/** Takes back the purchase of a part that was not opened. */
export const withdrawOrder = endpoint(
  'POST',
  '/api/orders/:id/withdraw',
  {} as { body: typeof checkout.withdrawBody; response: typeof checkout.ownOrder },
);
/** Ends the payment under way of an order, so that it can be paid in another way. */
export const cancelOrderPayment = endpoint('POST', '/api/orders/:id/cancel', {} as { response: typeof checkout.order });
export const seller = endpoint('GET', '/api/seller', {} as { response: typeof checkout.sellerInfo });
export const paymentNotice = endpoint(
  'POST',
  '/api/payments/webhook',
  {} as { response: typeof checkout.noticeAnswer },
);
