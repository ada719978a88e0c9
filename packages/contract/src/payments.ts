import { z } from 'zod';
import { callsOf } from './call.ts';
import { namedTitle } from './named.ts';
import { logQuery, retried } from './paging.ts';
import { instant, pesos, text } from './primitives.ts';

const { admin, anyone } = callsOf('payments');

/** Answer to POST /api/payments/webhook: the notice was written down. */
export const noticeAnswer = z.object({ received: z.literal(true) });

export const paymentState = z.enum([
  'pending',
  'approved',
  'in_mediation',
  'charged_back',
  'refunded',
  'rejected',
  'cancelled',
]);
export const paymentProblem = z.enum([
  'unknown_reference',
  'wrong_account',
  'wrong_currency',
  'wrong_amount',
  'duplicate',
  'already_owned',
  'buyer_gone',
]);

/** Why, for the audit log. */
export const reason = text(1000)
  .transform((value) => value.trim())
  .pipe(z.string().min(3).max(500));

/** POST /api/admin/payments/{id}/refund and /settle. */
export const paymentReasonBody = z.object({ reason });
export const paymentSettled = z.object({ settled: z.literal(true) });

/** A payment whose money is neither granted for nor returned. */
const unresolvedPayment = z.object({
  /** Our own row of it. */
  id: z.string(),
  provider_payment_id: z.string(),
  reason: z.enum([
    'unknown_reference',
    'wrong_account',
    'wrong_currency',
    'wrong_amount',
    'duplicate',
    'already_owned',
    'buyer_gone',
    'contradiction',
    'in_mediation',
    'charged_back',
    'refund',
  ]),
  amount: z.int(),
  /** Pesos of the payment that were not refunded or settled. */
  left: pesos,
  currency: z.string(),
  /** The provider's own words for its state. */
  provider_state: z.string(),
  since: instant,
  order_id: z.string().nullable(),
  /** Null when it names no order of ours; without an id once the account is deleted. */
  buyer: z.object({ id: z.string().nullable(), name: z.string(), email: z.string() }).nullable(),
  /** Titles of the order's parts. */
  titles: z.array(namedTitle),
  /** The refund that is being tried; null when none was requested. */
  refund: z
    .object({
      amount: pesos,
      /** The buyer withdrew from the purchase. */
      is_withdrawal: z.boolean(),
      /** The provider said no so often that a person should look; it is tried on. */
      refused: z.boolean(),
      refusals: z.int(),
      /** Rejected and cancelled: the provider took the order first, and gave it up. */
      last_error: z.enum(['refused', 'unavailable', 'credentials', 'rejected', 'cancelled']).nullable(),
      /** The provider took the order and has not decided. */
      is_in_process: z.boolean(),
      last_tried_at: instant.nullable(),
      next_try_at: instant.nullable(),
    })
    .nullable(),
  /** Whether an admin can refund this payment alone. */
  can_refund: z.boolean(),
  /** The provider's information about the chargeback; null before there is any. */
  dispute: z
    .object({
      /** Next step about documents; null if the provider does not say. */
      documents: z.enum(['needed', 'late', 'in_review', 'accepted', 'refused', 'none']).nullable(),
      deadline: instant.nullable(),
      /** Whether it was decided for the shop. */
      covered: z.boolean().nullable(),
      /** Whether the provider's programme may bear it. */
      coverable: z.boolean().nullable(),
    })
    .nullable(),
});
export type UnresolvedPayment = z.infer<typeof unresolvedPayment>;

/** GET /api/admin/payments/open, the oldest first. */
export const unresolvedPayments = z.object({
  provider: z.object({
    name: z.string(),
    /** Since when the provider refuses our credentials; null while it accepts them. */
    refused_since: instant.nullable(),
    /** Only refunds are refused: people can buy, and get what they paid for. */
    refunds_only: z.boolean(),
    next_probe_at: instant.nullable(),
  }),
  payments: z.array(unresolvedPayment),
});
export type UnresolvedPayments = z.infer<typeof unresolvedPayments>;

/** GET /api/admin/payment_notices, newest first. */
export const noticeEntries = z.array(
  z.object({
    id: z.string(),
    provider: z.string(),
    /** The payment's number; of a chargeback `chargeback:` and its own. */
    payment_id: z.string(),
    deliveries: z.int(),
    state: z.enum(['processed', 'waiting', 'failed']),
    attempts: z.int(),
    last_error: z.string().nullable(),
    received_at: instant,
    processed_at: instant.nullable(),
  }),
);

export const takePaymentNotice = anyone('POST', '/api/payments/webhook', 'Payment notice, signed by the provider', {
  signed: true,
  answer: noticeAnswer,
});

/** Payments that are neither granted for nor returned, and whether the provider accepts our credentials. */
export const adminListUnresolvedPayments = admin(
  'GET',
  '/api/admin/payments/open',
  'Payments that are neither granted for nor returned',
  { answer: unresolvedPayments },
);

/** Tries the requested refunds of a payment now. */
export const adminRetryPayment = admin('POST', '/api/admin/payments/:id/retry', 'Try the refunds of a payment now', {
  answer: retried,
});

export const adminSettlePayment = admin(
  'POST',
  '/api/admin/payments/:id/settle',
  'Close what was settled outside of the shop',
  { asksAgain: true, body: paymentReasonBody, answer: paymentSettled },
);

export const adminListNotices = admin('GET', '/api/admin/payment_notices', 'Payment notices', {
  query: logQuery,
  answer: noticeEntries,
});

export const adminRetryNotice = admin('POST', '/api/admin/payment_notices/:id/retry', 'Work off a payment notice now', {
  answer: retried,
});
