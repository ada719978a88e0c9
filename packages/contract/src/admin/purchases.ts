import { z } from 'zod';
import { id, instant, pesos, text } from '../primitives.ts';

/** How a part came to a user: of a payment, by an admin, or absent for a free one. */
const purchaseInfo = z.union([
  z.object({
    data: z.object({ id: z.string(), status: z.string(), method: z.string(), fee: z.int(), amount: pesos }),
  }),
  z.object({ created_by: z.string() }),
]);

/** 'User book entry'; newest first. `id` is the entitlement's. */
export const purchase = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  book_id: z.string(),
  book_part_id: z.string(),
  book_name: z.string(),
  book_part_name: z.string(),
  purchase_date: instant,
  purchase_info: purchaseInfo.optional(),
  source: z.enum(['purchase', 'free', 'grant', 'early_access']),
  /** The order to refund; null for a grant. */
  order_id: z.string().nullable(),
  order_state: z.string().nullable(),
  /** What this part cost in its order; null for a grant. */
  amount: pesos.nullable(),
  /** Early access only. */
  expires_at: instant.nullable(),
  /** When access ended by refund, chargeback or an admin. */
  revoked_at: instant.nullable(),
});
export type Purchase = z.infer<typeof purchase>;

/** GET /api/admin/user_book_parts/{offset}/{limit} and GET /api/admin/users/{id}/books_parts. */
export const purchases = z.array(purchase);

/** POST /api/admin/users/{userId}/books_parts/{bookPartId}: empty body. */
export const granted = z.object({ id: z.string() });

/** POST /api/admin/orders/{id}/refund. */
export const refundBody = z.object({
  /** One part of the order; absent or null sends back all that is left. */
  part_id: id.nullish(),
  reason: text(1000)
    .transform((value) => value.trim())
    .pipe(z.string().min(3).max(500)),
});
export const refundAnswer = z.object({ refund_id: z.string() });

/** POST /api/admin/users/{id}/early_access/{part}; a second one changes the end. */
export const earlyAccessBody = z.object({ expires_at: instant.nullish() }).nullish();
export const earlyAccessAnswer = z.object({ expires_at: instant.nullable() });
