import { z } from 'zod';
import { orderDocument } from './accounting.ts';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { giftDetails, giftState, ownGift } from './gifts.ts';
import { logQuery, searchQuery } from './paging.ts';
import { paymentProblem, paymentState } from './payments.ts';
import { id, instant, pesos } from './primitives.ts';
import { partIds, reduction, typedCode } from './quote.ts';

const { admin, anyone, user } = callsOf('orders');

/** Body of the POST twin of get_preference_id. */
export const preferenceBody = z
  .object({
    /** The buyer saw the conditions and accepts that the right of withdrawal ends on opening. */
    withdrawal_acknowledged: z.boolean().optional(),
    /** Account that the page was shown to; the order is refused when another account makes it. */
    buyer_id: id.optional(),
    /** All parts of the order, including the one of the address; absent for that part alone. */
    part_ids: partIds.optional(),
    /** Total that the buyer saw; the server refuses another one. */
    total: pesos.optional(),
    /** A discount code as typed; refused when it no longer applies. */
    code: typedCode.optional(),
    /** The order is a gift. */
    gift: giftDetails.nullish(),
  })
  .nullish();

/** GET|POST /api/user_book_parts/get_preference_id/{part_id}: of one part, or of several that are paid at once. */
export const preference = z.object({
  /** The provider's preference id, or `free-<order>` when all was granted at once. */
  id: z.string(),
  /** Address of the checkout; null for a free part. */
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

/** The number of a payment that the provider gave a returning buyer: a hint to look at it at once, and no more. */
export const orderQuery = z.object({
  payment_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/** GET /api/orders/{id}: the caller's own order. */
export const order = z.object({
  id: z.string(),
  state: orderState,
  total: pesos,
  /** Book of the first part. */
  book_id: z.string(),
  part_ids: z.array(z.string()),
  created_at: instant,
});
export type Order = z.infer<typeof order>;

/** An order of a part that is not owned: with a pending payment, or a failed one that cost nothing. */
export const unfinishedOrder = z.object({
  id: z.string(),
  state: z.enum(['pending', 'rejected']),
  /**
   * Why the order must not be paid or cancelled meanwhile: a payment that does not fit is reviewed by the shop, or one
   * is in dispute. Null for one that is merely pending.
   */
  hold: z.enum(['review', 'dispute']).nullable(),
  total: pesos,
  /** Time since which this holds. */
  since: instant,
  /** Time until which a pending payment is waited for; null for a failed one. */
  until: instant.nullable(),
  /** The provider's number of the payment; null when there is none. */
  payment_number: z.string().nullable(),
  /** Address at which a pending payment is continued; null when there is nothing to do but wait. */
  resume_url: z.string().nullable(),
});
export type UnfinishedOrder = z.infer<typeof unfinishedOrder>;

/** Whether the buyer may give a part of an own order back without asking the shop, or why not. */
export const withdrawal = z.object({
  refusal: z.enum(['free', 'returned', 'disputed', 'not_paid', 'not_held', 'opened', 'claimed', 'late']).nullable(),
  /** Pesos that would go back. */
  amount: pesos,
  /** Last instant; null where no term runs. */
  until: instant.nullable(),
});

/** An order as its buyer sees it. */
export const ownOrder = z.object({
  id: z.string(),
  state: z.enum(['unpaid', 'pending', 'paid', 'returning', 'returned', 'rejected', 'expired', 'disputed']),
  /** Whether the order is pending because its payment does not fit it and an admin reviews that. */
  in_review: z.boolean(),
  total: pesos,
  /** The code that took something off; null when none did. */
  discount_code: z.string().nullable(),
  created_at: instant,
  /** Null while it is unpaid; a free order is paid when it is made. */
  paid_at: instant.nullable(),
  /** Time until which it can be paid, or its payment is waited for; null otherwise. */
  until: instant.nullable(),
  /** Address at which the buyer continues the payment; null when there is no next step. */
  resume_url: z.string().nullable(),
  /** The provider's number of the payment that determines the state; null for none. */
  payment_number: z.string().nullable(),
  /** The provider's name of the payment method; empty for none. */
  method: z.string(),
  items: z.array(
    z.object({
      part_id: z.string(),
      book_id: z.string(),
      book_name: z.string(),
      part_name: z.string(),
      image: picture.nullable(),
      /** Price without any discount, pesos. */
      value: pesos,
      /** Price that was paid, pesos. */
      amount: pesos,
      reduction: reduction.nullable(),
      /** Pesos that go or went back, and when that was done; null without a refund. */
      returned: z.object({ amount: pesos, done_at: instant.nullable() }).nullable(),
      /** The caller can read it now, by whatever right. */
      can_read: z.boolean(),
      /** When anything of it first went out to the caller; null while nothing did. */
      opened_at: instant.nullable(),
      /** The shop took it from every reader, and the money is offered back. */
      is_recalled: z.boolean(),
      withdrawal,
    }),
  ),
  /** Money of the payment that paid for it; null when none goes or went back. */
  returned: z
    .object({
      amount: pesos,
      requested_at: instant,
      /** Null while the refund is pending. */
      done_at: instant.nullable(),
      /** The buyer took the purchase back. */
      is_withdrawal: z.boolean(),
    })
    .nullable(),
  /** Null for an order of the buyer's own. */
  gift: ownGift.nullable(),
  /** Further payments, which the shop refunds automatically. */
  sent_back: z.array(z.object({ payment_number: z.string(), amount: pesos, is_done: z.boolean() })),
  /** Tax documents of the order. */
  documents: z.array(orderDocument),
});
export type OwnOrder = z.infer<typeof ownOrder>;

/** GET /api/orders: the caller's own, newest first; a page of them. */
export const ownOrders = z.array(ownOrder);

/** POST /api/orders/{id}/withdraw. */
export const withdrawBody = z.object({ part_id: id });

/** Facts about the seller that a buyer sees before paying; unset ones are null and hidden. */
export const sellerInfo = z.object({
  store_name: z.string(),
  seller_name: z.string().nullable(),
  seller_tax_id: z.string().nullable(),
  seller_address: z.string().nullable(),
  contact_email: z.string().nullable(),
  /** False while a shop in production lacks a required fact about the seller; free parts are granted all the same. */
  sales_open: z.boolean(),
});
export type SellerInfo = z.infer<typeof sellerInfo>;

/** GET /api/orders/{id}/receipt: the receipt of a paid order. */
export const receipt = z.object({
  order_id: z.string(),
  paid_at: instant,
  buyer_name: z.string(),
  items: z.array(z.object({ book_name: z.string(), part_name: z.string(), amount: pesos })),
  total: pesos,
  /** The discount code with its amount; null without one. */
  discount: z.object({ code: z.string(), amount: pesos }).nullable(),
  /** Net amount of the total. */
  net: pesos,
  vat: pesos,
  /** Null for a free order. */
  payment: z.object({ number: z.string(), method: z.string() }).nullable(),
  /** When the buyer accepted that opening ends the right of withdrawal. */
  acknowledged_at: instant.nullable(),
  /** The order is a gift. */
  is_gift: z.boolean(),
  /** Pesos that went back so far. */
  returned: pesos,
  documents: z.array(orderDocument),
  seller: sellerInfo,
});
export type Receipt = z.infer<typeof receipt>;

/** An order with its parts, its state, and every payment that named it. */
export const adminOrder = z.object({
  /** The number that the buyer's receipt shows. */
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  state: orderState,
  /** State of the gift; absent for an order of the buyer's own. The giver's message is not included. */
  gift: giftState.optional(),
  total: pesos,
  /** The code that took something off; null when none did. */
  discount_code: z.string().nullable(),
  created_at: instant,
  paid_at: instant.nullable(),
  items: z.array(
    z.object({
      book_part_id: z.string(),
      book_id: z.string(),
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
      /** Time since which this holds. */
      since: instant,
    }),
  ),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/** GET /api/admin/orders/unfinished and GET /api/admin/users/{id}/orders, newest first. */
export const adminOrders = z.array(adminOrder);

export const findPreference = user('GET', '/api/user_book_parts/get_preference_id/:part_id', 'Place to pay a part', {
  answer: preference,
});

/** An order to pay, or a free part granted at once. */
export const createPreference = user(
  'POST',
  '/api/user_book_parts/get_preference_id/:part_id',
  'Place to pay a part, or several at once',
  { body: preferenceBody, answer: preference },
);

export const getOrder = user('GET', '/api/orders/:id', 'Own order', { query: orderQuery, answer: order });

export const listOrders = user('GET', '/api/orders', 'Own orders, newest first', {
  query: logQuery,
  answer: ownOrders,
});

export const getReceipt = user('GET', '/api/orders/:id/receipt', 'What a paid order of one’s own says on paper', {
  answer: receipt,
});

export const withdrawOrder = user(
  'POST',
  '/api/orders/:id/withdraw',
  'Take back the purchase of a part that was not opened',
  { body: withdrawBody, answer: ownOrder },
);

/** Ends the pending payment of an order, so that it can be paid in another way. */
export const cancelOrderPayment = user('POST', '/api/orders/:id/cancel', 'End the payment under way of an own order', {
  answer: order,
});

export const getSeller = anyone('GET', '/api/seller', 'Who sells', { answer: sellerInfo });

/** Pending payments and tries that came to nothing; with a payment's or order's number the order of it, whatever its state. */
export const adminListUnfinishedOrders = admin(
  'GET',
  '/api/admin/orders/unfinished',
  'Payments under way and tries that came to nothing, or the order of a number',
  { query: searchQuery, answer: adminOrders },
);

export const adminListUserOrders = admin(
  'GET',
  '/api/admin/users/:id/orders',
  'Orders of a user with their payments, newest first',
  { answer: adminOrders },
);
