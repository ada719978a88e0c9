import type * as discountCodes from '../admin/discount-codes.ts';
import { endpoint } from '../endpoint.ts';
import type * as paging from '../paging.ts';

/** The calls of 'Códigos', like those of `endpoints.ts`: apart from them, because no reading needs these. */

/** Newest first. */
export const adminListDiscountCodes = endpoint(
  'GET',
  '/api/admin/discount_codes',
  {} as {
    query: typeof paging.logQuery & typeof paging.searchQuery;
    response: typeof discountCodes.discountCodes;
  },
);
export const adminCreateDiscountCode = endpoint(
  'POST',
  '/api/admin/discount_codes',
  {} as { body: typeof discountCodes.discountCodeBody; response: typeof discountCodes.discountCode },
);
export const adminChangeDiscountCode = endpoint(
  'PUT',
  '/api/admin/discount_codes/:id',
  {} as { body: typeof discountCodes.discountCodeBody; response: typeof discountCodes.discountCode },
);
/** Switches one off, or on again. */
export const adminSwitchDiscountCode = endpoint(
  'POST',
  '/api/admin/discount_codes/:id/active',
  {} as { body: typeof discountCodes.discountCodeActive; response: typeof discountCodes.discountCode },
);
/** Of one that no order was made with. */
export const adminDeleteDiscountCode = endpoint(
  'DELETE',
  '/api/admin/discount_codes/:id',
  {} as { response: typeof paging.deleted },
);
