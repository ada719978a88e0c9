import { z } from 'zod';
import { orderState } from '../checkout.ts';
import { giftState } from '../gifts.ts';
import { id, instant, pesos, text } from '../primitives.ts';

const paymentState = z.enum([
  'pending',
  'approved',
  'in_mediation',
  'charged_back',
  'refunded',
  'rejected',
  'cancelled',
]);
const paymentProblem = z.enum([
  'unknown_reference',
  'wrong_account',
  'wrong_currency',
  'wrong_amount',
  'duplicate',
  'already_owned',
  'buyer_gone',
]);

/** How a part came to a user: of a payment, by an admin, or absent for a free one. */
const purchaseInfo = z.union([
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
  /** `unclaimed_gift`: paid by this person for somebody who has not claimed it. */
  source: z.enum(['purchase', 'free', 'grant', 'gift', 'unclaimed_gift', 'early_access']),
  /** The order to refund; null for a grant. */
  order_id: z.string().nullable(),
  order_state: z.string().nullable(),
  /** What this part cost in its order; null for a grant. */
  amount: pesos.nullable(),
  /** Early access only. */
  expires_at: instant.nullable(),
  /** When access ended by refund, chargeback or an admin. */
  revoked_at: instant.nullable(),
  /** Nobody proved the address of the account yet: what was given begins when that is done. */
  waits: z.literal(true).optional(),
});
export type Purchase = z.infer<typeof purchase>;

/** GET /api/admin/user_book_parts/{offset}/{limit} and GET /api/admin/users/{id}/books_parts. */
export const purchases = z.array(purchase);

/** Whether the person is told by mail; absent is yes. */
const notify = z.boolean().optional();

/** POST /api/admin/users/{userId}/books_parts/{bookPartId}; the body may be empty. */
export const grantBody = z.object({ notify }).nullish();
export const granted = z.object({ id: z.string(), waits: z.boolean() });

/** An order with what it was for, what became of it, and every payment that named it. */
export const adminOrder = z.object({
  /** The number that the buyer's receipt shows. */
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  state: orderState,
  /** How it stands as a gift; absent for what was bought for oneself. What was written with it is not told. */
  gift: giftState.optional(),
  total: pesos,
  /** The code that took something off; null when none did. */
  discount_code: z.string().nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
  items: z.array(
    z.object({
      book_part_id: z.string(),
      book_name: z.string(),
      book_part_name: z.string(),
      amount: pesos,
      /** The buyer holds it now, be it by this order or otherwise. */
      owned: z.boolean(),
      /** When the buyer first opened or downloaded it. */
      opened_at: instant.nullable(),
      /** When the buyer took its purchase back; null when she did not. */
      withdrawn_at: instant.nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      /** The provider's number. */
      provider_payment_id: z.string(),
      status: paymentState,
      method: z.string(),
      amount: z.int(),
      currency: z.string(),
      /** Pesos that went back, by the provider or otherwise. */
      returned: pesos,
      /** Why it bought nothing; null when it did, or took no money. */
      problem: paymentProblem.nullable(),
      /** Since when it stands so. */
      since: instant,
    }),
  ),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/** GET /api/admin/orders/unfinished and GET /api/admin/users/{id}/orders, newest first. */
export const adminOrders = z.array(adminOrder);

/** GET /api/admin/users/{id}/mails, newest first; never their text. */
export const personMails = z.array(
  z.object({
    id: z.string(),
    subject: z.string(),
    /** Not always the person's address of today. */
    recipient: z.string(),
    state: z.enum(['sent', 'waiting', 'failed']),
    created_at: instant,
    sent_at: instant.nullable(),
    /** It can be sent once more: it holds no link that was meant for one use. */
    can_resend: z.boolean(),
  }),
);
export type PersonMail = z.infer<typeof personMails>[number];
export const mailResent = z.object({ sent_to: z.string() });

/** Why, for the audit log. */
const reason = text(1000)
  .transform((value) => value.trim())
  .pipe(z.string().min(3).max(500));

/** POST /api/admin/orders/{id}/refund. */
export const refundBody = z.object({
  /** One part of the order; absent or null sends back all that is left. */
  part_id: id.nullish(),
  /** The payment that is meant; needed only where another one of the order waits to be returned too. */
  payment_id: id.nullish(),
  reason,
});

/** POST /api/admin/payments/{id}/refund and /settle. */
export const paymentReasonBody = z.object({ reason });
export const paymentSettled = z.object({ settled: z.literal(true) });

/** A payment whose money is neither granted for nor returned. */
const openPayment = z.object({
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
  /** Of it, what nobody has given back yet. */
  left: pesos,
  currency: z.string(),
  /** The provider's own words for its state. */
  provider_state: z.string(),
  since: instant,
  order_id: z.string().nullable(),
  /** Null when it names no order of ours. */
  buyer: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** What the order was for. */
  titles: z.array(z.string()),
  /** The refund that is being tried; null when none was requested. */
  refund: z
    .object({
      amount: pesos,
      /** The buyer took the purchase back, without anybody of the shop. */
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
  /** Its money can be requested back on its own. */
  can_refund: z.boolean(),
  /** What the provider tells of its chargeback; null while it told nothing. */
  dispute: z
    .object({
      /** What is to be done about documents; null where the provider does not tell. */
      documents: z.enum(['needed', 'late', 'in_review', 'accepted', 'refused', 'none']).nullable(),
      deadline: instant.nullable(),
      /** Whether it was decided for the shop. */
      covered: z.boolean().nullable(),
      /** Whether the provider's programme may bear it. */
      coverable: z.boolean().nullable(),
    })
    .nullable(),
});
export type OpenPayment = z.infer<typeof openPayment>;

/** GET /api/admin/payments/open, the oldest first. */
export const openPayments = z.object({
  provider: z.object({
    name: z.string(),
    /** Since when the provider refuses our credentials; null while it accepts them. */
    refused_since: instant.nullable(),
    /** Only refunds are refused: people can buy, and get what they paid for. */
    refunds_only: z.boolean(),
    next_probe_at: instant.nullable(),
  }),
  payments: z.array(openPayment),
});
export type OpenPayments = z.infer<typeof openPayments>;
export const refundAnswer = z.object({ refund_id: z.string() });

/** POST /api/admin/users/{id}/early_access/{part}; a second one changes the end. */
export const earlyAccessBody = z.object({ expires_at: instant.nullish(), notify }).nullish();

/** POST /api/admin/early_access/{part}: the same for several addresses; whoever has no account gets one, by invitation. */
export const earlyAccessManyBody = z.object({
  emails: z.array(text(320)).min(1).max(50),
  expires_at: instant.nullish(),
  notify,
});
export const earlyAccessManyAnswer = z.array(
  z.object({
    email: z.string(),
    /**
     * Invited: an account was made. Waiting: nobody proved the address of the account that was there. In both cases it
     * begins with the proof. Deleted: there was one that was deleted, which nothing was given to.
     */
    outcome: z.enum(['given', 'invited', 'waiting', 'deleted']),
  }),
);
export type EarlyAccessOutcome = z.infer<typeof earlyAccessManyAnswer>[number];
export const earlyAccessAnswer = z.object({ expires_at: instant.nullable(), waits: z.boolean() });
