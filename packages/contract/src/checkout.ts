import { orderDocument } from './accounting.ts';
import { MOST_PARTS_AT_ONCE } from '@cuentos/domain/checkout/set-price';
import { z } from 'zod';
import { picture } from './books.ts';
import { giftDetails, ownGift } from './gifts.ts';
import { id, instant, pesos, text } from './primitives.ts';

/** Parts that one payment is for. */
const partIds = z.array(id).min(1).max(MOST_PARTS_AT_ONCE);

/** A discount code as somebody typed it. */
const typedCode = text(60);

/** Body of the POST twin of get_preference_id. */
export const preferenceBody = z
  .object({
    /** The buyer saw the conditions and accepts that the right of withdrawal ends on opening. */
    withdrawal_acknowledged: z.boolean().optional(),
    /** Whose page it was that the buyer saw; refused when the caller is somebody else. */
    buyer_id: id.optional(),
    /** Everything that is bought at once, among it the part of the address; absent is that part alone. */
    part_ids: partIds.optional(),
    /** What the buyer saw that all of it costs; refused when it costs anything else. */
    total: pesos.optional(),
    /** A discount code, as typed; refused when it takes nothing off any more. */
    code: typedCode.optional(),
    /** It is paid for somebody else. */
    gift: giftDetails.nullish(),
  })
  .nullish();

/** GET|POST /api/user_book_parts/get_preference_id/{part_id}: of one part, or of several that are paid at once. */
export const preference = z.object({
  /** The provider's preference id, or `free-<order>` when all was granted at once. */
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

/** Which discount gave an amount. */
const reduction = z.enum(['presale', 'completion', 'code']);

const quoteItem = z.object({
  part_id: z.string(),
  book_id: z.string(),
  book_name: z.string(),
  part_name: z.string(),
  image: picture.nullable(),
  /** Without any discount. */
  value: pesos,
  /** What it costs alone today. */
  alone: pesos,
  /** What it costs with the others. */
  amount: pesos,
  /** Which discount gave the amount; null when none did. */
  reduction: reduction.nullable(),
  /** Why it cannot be paid, and is not in the total; null when it can. */
  refusal: z
    .enum(['already_owned', 'payment_pending', 'part_not_found', 'part_not_released', 'part_without_ebook'])
    .nullable(),
});
export type QuoteItem = z.infer<typeof quoteItem>;

/** What becomes of a discount code. */
const quotedCode = z.object({
  /** As it is kept, whatever way it was typed. */
  code: z.string(),
  /** Why it takes nothing off; null when it counts, be it that another discount is better for every part. */
  refusal: z
    .enum(['unknown', 'over', 'not_yet', 'used_up', 'used_by_you', 'in_unpaid_order', 'other_parts'])
    .nullable(),
  /** First instant of one that does not count yet, end of the unpaid order that holds the caller's; null otherwise. */
  at: instant.nullable(),
  /** Null when it is refused. */
  discount: z.object({ kind: z.enum(['percentage', 'pesos']), amount: z.int() }).nullable(),
  /** Those of the asked for that it is for. */
  part_ids: z.array(z.string()),
});
export type QuotedCode = z.infer<typeof quotedCode>;

/** GET /api/quote: what parts cost when they are bought at once; unknown and unlisted ones are absent. */
export const quote = z.object({
  items: z.array(quoteItem),
  /** Of the items that can be paid. */
  total: pesos,
  /** The payment provider takes no amount as low as the total. */
  below_minimum: z.boolean(),
  /** Null when no code was asked about. */
  code: quotedCode.nullable(),
  /** The provider's ways of paying, with the smallest amount of each; empty while they are not known. */
  ways: z.array(
    z.object({
      kind: z.enum(['card', 'wallet', 'transfer', 'cash', 'other']),
      min: pesos,
      /** It takes the total. */
      takes: z.boolean(),
    }),
  ),
});
export type Quote = z.infer<typeof quote>;

/** The number of a payment that the provider gave a returning buyer: a hint to look at it at once, and no more. */
export const orderQuery = z.object({
  payment_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/** Ids with commas between them. */
export const quoteQuery = z.object({
  part_ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(partIds),
  code: typedCode.optional(),
  /** For somebody else: what the caller owns or pays does not count. */
  gift: z.literal('1').optional(),
});

/** GET /api/pocket: what the caller means to buy, in the order in which it was put in. */
export const pocket = quote.omit({ code: true }).extend({
  items: z.array(
    quoteItem.extend({
      added_at: instant,
      /** What it cost alone when it was put in. */
      price_then: pesos,
    }),
  ),
});
export type Pocket = z.infer<typeof pocket>;

/** PUT /api/pocket: puts them in beside what is there; what is not sold now is left out. */
export const pocketBody = z.object({ part_ids: partIds });

/** GET /api/orders/{id}: the caller's own order. */
export const order = z.object({
  id: z.string(),
  state: orderState,
  total: pesos,
  /** Of its first part. */
  book_id: z.string(),
  part_ids: z.array(z.string()),
  created_at: instant,
});
export type Order = z.infer<typeof order>;

/** An order of a part that is not owned: a payment under way, or a try that came to nothing and cost nothing. */
export const unfinishedOrder = z.object({
  id: z.string(),
  state: z.enum(['pending', 'rejected']),
  /**
   * Why nothing is to be paid, finished or cancelled meanwhile: a payment came that does not fit and a person of the shop looks
   * at it, or one is in dispute. Null for one that is merely under way.
   */
  hold: z.enum(['review', 'dispute']).nullable(),
  total: pesos,
  /** Since when it stands so. */
  since: instant,
  /** Until when a payment under way is waited for; null for one that came to nothing. */
  until: instant.nullable(),
  /** The provider's number of the payment; null when it told none. */
  payment_number: z.string().nullable(),
  /** Where a payment under way is gone on with; null when there is nothing to do but wait. */
  resume_url: z.string().nullable(),
});
export type UnfinishedOrder = z.infer<typeof unfinishedOrder>;

/** What the buyer may do about a part of an own order: give it back without asking anybody, or why not. */
export const withdrawal = z.object({
  refusal: z.enum(['free', 'returned', 'disputed', 'not_paid', 'not_held', 'opened', 'claimed', 'late']).nullable(),
  /** Pesos that would go back. */
  amount: pesos,
  /** Last instant; null where no term runs. */
  until: instant.nullable(),
});

/** An order as its buyer is told of it. */
export const ownOrder = z.object({
  id: z.string(),
  state: z.enum(['unpaid', 'pending', 'paid', 'returning', 'returned', 'rejected', 'expired', 'disputed']),
  /** It is pending since a payment came that does not fit it, and a person of the shop looks at that. */
  in_review: z.boolean(),
  total: pesos,
  /** The code that took something off; null when none did. */
  discount_code: z.string().nullable(),
  created_at: instant,
  /** Null while it is not paid; a free order is paid when it is made. */
  paid_at: instant.nullable(),
  /** Until when it can be paid, or its payment is waited for; null otherwise. */
  until: instant.nullable(),
  /** Where the buyer goes on paying; null when there is nothing to do. */
  resume_url: z.string().nullable(),
  /** The provider's number of the payment that says how it stands; null when there is none. */
  payment_number: z.string().nullable(),
  /** The provider's word for the way of paying; empty when there is none. */
  method: z.string(),
  items: z.array(
    z.object({
      part_id: z.string(),
      book_id: z.string(),
      book_name: z.string(),
      part_name: z.string(),
      image: picture.nullable(),
      /** Without any discount. */
      value: pesos,
      /** What was paid for it. */
      amount: pesos,
      reduction: reduction.nullable(),
      /** What of it goes or went back, and when that was done; null while nothing does. */
      returned: z.object({ amount: pesos, done_at: instant.nullable() }).nullable(),
      /** The caller can read it now, by whatever right. */
      can_read: z.boolean(),
      /** When anything of it first went out to the caller; null while nothing did. */
      opened_at: instant.nullable(),
      withdrawal,
    }),
  ),
  /** Money of the payment that paid for it; null when none goes or went back. */
  returned: z
    .object({
      amount: pesos,
      requested_at: instant,
      /** Null while it is on its way. */
      done_at: instant.nullable(),
      /** The buyer took the purchase back. */
      is_withdrawal: z.boolean(),
    })
    .nullable(),
  /** Null for what was bought for oneself. */
  gift: ownGift.nullable(),
  /** Payments besides, which the shop sends back by itself. */
  sent_back: z.array(z.object({ payment_number: z.string(), amount: pesos, is_done: z.boolean() })),
  /** What stands for its tax. */
  documents: z.array(orderDocument),
});
export type OwnOrder = z.infer<typeof ownOrder>;

/** GET /api/orders: the caller's own, newest first; a page of them. */
export const ownOrders = z.array(ownOrder);

/** POST /api/orders/{id}/withdraw. */
export const withdrawBody = z.object({ part_id: id });

/** What the shop tells a buyer before paying; unset facts are null and hidden. */
export const sellerInfo = z.object({
  store_name: z.string(),
  seller_name: z.string().nullable(),
  seller_tax_id: z.string().nullable(),
  seller_address: z.string().nullable(),
  contact_email: z.string().nullable(),
  /** False while a shop in production lacks what a buyer has to know; free parts are given all the same. */
  sales_open: z.boolean(),
});
export type SellerInfo = z.infer<typeof sellerInfo>;

/** GET /api/orders/{id}/receipt: what a paid order says on paper. */
export const receipt = z.object({
  order_id: z.string(),
  paid_at: instant,
  buyer_name: z.string(),
  items: z.array(z.object({ book_name: z.string(), part_name: z.string(), amount: pesos })),
  total: pesos,
  /** The code that took something off, and how much; null when none did. */
  discount: z.object({ code: z.string(), amount: pesos }).nullable(),
  /** Of the total. */
  net: pesos,
  vat: pesos,
  /** Null for a free order. */
  payment: z.object({ number: z.string(), method: z.string() }).nullable(),
  /** When the buyer accepted that opening ends the right of withdrawal. */
  acknowledged_at: instant.nullable(),
  /** It is for somebody else. */
  is_gift: z.boolean(),
  /** What of it went back so far. */
  returned: pesos,
  documents: z.array(orderDocument),
  seller: sellerInfo,
});
export type Receipt = z.infer<typeof receipt>;

/** Answer to POST /api/payments/webhook: the notice was written down. */
export const noticeAnswer = z.object({ received: z.literal(true) });
