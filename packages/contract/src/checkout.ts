import { z } from 'zod';
import { instant, pesos } from './primitives.ts';

/** Body of the POST twin of get_preference_id. */
export const preferenceBody = z
  .object({
    /** The buyer saw the conditions and accepts that the right of withdrawal ends on opening. */
    withdrawal_acknowledged: z.boolean().optional(),
  })
  .nullish();

/** GET|POST /api/user_book_parts/get_preference_id/{part_id}. */
export const preference = z.object({
  /** The provider's preference id, or `free-<order>` when the part was granted at once. */
  id: z.string(),
  /** Where to pay; null for a free part. */
  init_point: z.string().nullable(),
  order_id: z.string(),
});
export type Preference = z.infer<typeof preference>;

export const orderState = z.enum([
  'open',
  'pending',
  'paid',
  'rejected',
  'expired',
  'refunded',
  'partially_refunded',
  'disputed',
]);

/** GET /api/orders/{id}: the caller's own order. */
export const order = z.object({
  id: z.string(),
  state: orderState,
  total: pesos,
  book_id: z.string(),
  part_ids: z.array(z.string()),
  created_at: instant,
});
export type Order = z.infer<typeof order>;

/** What the shop tells a buyer before paying; unset facts are null and hidden. */
export const sellerInfo = z.object({
  store_name: z.string(),
  seller_name: z.string().nullable(),
  seller_tax_id: z.string().nullable(),
  seller_address: z.string().nullable(),
  contact_email: z.string().nullable(),
});
export type SellerInfo = z.infer<typeof sellerInfo>;

/** Answer to POST /api/payments/webhook: the notice was written down. */
export const noticeAnswer = z.object({ received: z.literal(true) });
