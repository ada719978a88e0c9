import { z } from 'zod';
import { callsOf } from './call.ts';
import { deleted, pageParams, searchQuery } from './paging.ts';
import { id, instant, pesos, text } from './primitives.ts';

const { admin } = callsOf('entitlements');

/** How a part came to a user: of a payment, by an admin, or absent for a free one. */
const origin = z.union([
  z.object({
    data: z.object({
      /** The provider's number of the payment. */
      id: z.string(),
      /** Our own row of it, which a refund names. */
      payment_id: z.string(),
      status: z.string(),
      method: z.string(),
      fee: z.int(),
      amount: pesos,
    }),
  }),
  z.object({ created_by: z.string() }),
]);

/** 'User book entry'; newest first. `id` is the entitlement's. */
export const entitlement = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  book_id: z.string(),
  book_part_id: z.string(),
  book_name: z.string(),
  book_part_name: z.string(),
  purchase_date: instant,
  purchase_info: origin.optional(),
  /** `unclaimed_gift`: a gift that this person paid and that is not claimed. */
  source: z.enum(['purchase', 'free', 'grant', 'gift', 'unclaimed_gift', 'early_access']),
  /** The order to refund; null for a grant. */
  order_id: z.string().nullable(),
  order_state: z.string().nullable(),
  /** Price of the part in its order; null for a grant. */
  amount: pesos.nullable(),
  /** Price of the part before any discount; null for a grant. */
  value: pesos.nullable(),
  /** The discount code of the order; null without one. */
  code: z
    .object({
      name: z.string(),
      /** Its discount on this part, percent; 0 for pesos, null where the part has another discount or none. */
      percentage: z.int().nullable(),
    })
    .nullable(),
  /** Giver of a gift that this person claimed; null for everything else. */
  giver: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Refunds of the order, with their parts. */
  returned: z.array(
    z.object({
      /** Null where no part was named, as in a return of the whole. */
      book_part_id: z.string().nullable(),
      book_part_name: z.string().nullable(),
      amount: pesos,
    }),
  ),
  /** Early access only. */
  expires_at: instant.nullable(),
  /** When access ended by refund, chargeback or an admin. */
  revoked_at: instant.nullable(),
  /** The account's address is not proved yet, and the grant begins with its proof. */
  waits: z.literal(true).optional(),
});
export type Entitlement = z.infer<typeof entitlement>;

/** GET /api/admin/user_book_parts/{offset}/{limit} and GET /api/admin/users/{id}/books_parts. */
export const entitlements = z.array(entitlement);

/** Whether the person is told by mail; absent is yes. */
export const notify = z.boolean().optional();

/** POST /api/admin/users/{userId}/books_parts/{bookPartId}; the body may be empty. */
export const grantBody = z.object({ notify }).nullish();
export const granted = z.object({ id: z.string(), waits: z.boolean() });

export const adminListEntitlements = admin(
  'GET',
  '/api/admin/user_book_parts/:offset/:limit',
  'Purchases, newest first',
  {
    params: pageParams.shape,
    query: searchQuery,
    answer: entitlements,
  },
);

/** The purchases that a search finds, as a file; its last line says when the file is truncated. */
export const adminGetEntitlementsCsv = admin('GET', '/api/admin/user_book_parts.csv', 'Purchases as a file', {
  asksAgain: true,
  query: searchQuery,
  answer: z.string(),
});

/** Parts that a user owns now, including early access. */
export const adminListHoldings = admin('GET', '/api/admin/users/:id/books_parts', 'What a user holds', {
  answer: entitlements,
});

export const adminGrantPart = admin('POST', '/api/admin/users/:id/books_parts/:part', 'Grant a part', {
  asksAgain: true,
  body: grantBody,
  answer: granted,
  status: 201,
});

export const adminRevokeGrant = admin(
  'DELETE',
  '/api/admin/users/:id/books_parts/:part',
  'Revoke a granted part; what was paid goes through a refund',
  { answer: deleted },
);

/** POST /api/admin/users/{id}/early_access/{part}; a second one changes the end. */
export const earlyAccessBody = z.object({ expires_at: instant.nullish(), notify }).nullish();

/**
 * POST /api/admin/early_access/{part}: the same for several addresses, and for an account, all of them or none. An address
 * without an account gets one and an invitation.
 */
export const earlyAccessManyBody = z.object({
  user_id: id.nullish(),
  emails: z.array(text(320)).min(1).max(50),
  expires_at: instant.nullish(),
  notify,
});
/** First that of the account, by its address. */
export const earlyAccessManyAnswer = z.array(
  z.object({
    email: z.string(),
    /**
     * Invited: an account was made. Waiting: the account has an address that is not proved yet. In both cases the access
     * begins once the address is proved. Deleted: the account was deleted, and gets nothing.
     */
    outcome: z.enum(['given', 'invited', 'waiting', 'deleted']),
  }),
);
export type EarlyAccessOutcome = z.infer<typeof earlyAccessManyAnswer>[number];
export const earlyAccessAnswer = z.object({ expires_at: instant.nullable(), waits: z.boolean() });

export const adminListEarlyAccess = admin(
  'GET',
  '/api/admin/early_access/:offset/:limit',
  'Who reads what early, newest first',
  { params: pageParams.shape, query: searchQuery, answer: entitlements },
);

export const adminGiveEarlyAccess = admin(
  'POST',
  '/api/admin/users/:id/early_access/:part',
  'Let a user read a part early',
  { asksAgain: true, body: earlyAccessBody, answer: earlyAccessAnswer },
);

/** Invites several addresses at once, also of people without an account. */
export const adminInviteEarly = admin(
  'POST',
  '/api/admin/early_access/:part',
  'Let several people read a part early, by their addresses',
  { asksAgain: true, body: earlyAccessManyBody, answer: earlyAccessManyAnswer },
);

export const adminEndEarlyAccess = admin('DELETE', '/api/admin/users/:id/early_access/:part', 'End early access', {
  answer: deleted,
});
