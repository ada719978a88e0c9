import { exportKinds } from '@cuentos/domain/exports/export-permission';
import { MOST_PARTS_AT_ONCE } from '@cuentos/domain/orders/set-price';
import { z } from 'zod';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { id, instant, pesos, text } from './primitives.ts';

const { anyone } = callsOf('quote');

/** Parts that one payment is for. */
export const partIds = z.array(id).min(1).max(MOST_PARTS_AT_ONCE);

/** A discount code as it was typed. */
export const typedCode = text(60);

/** Which discount gave an amount. */
export const reduction = z.enum(['presale', 'completion', 'code']);

export const quoteItem = z.object({
  part_id: z.string(),
  book_id: z.string(),
  book_name: z.string(),
  part_name: z.string(),
  image: picture.nullable(),
  /** Kinds in which the owner may export the part. */
  export_kinds: z.array(z.enum(exportKinds)),
  /** Price without any discount, pesos. */
  value: pesos,
  /** Price of the part alone today, pesos. */
  alone: pesos,
  /** Price of the part together with the others, pesos. */
  amount: pesos,
  /** Kind of discount that determined the amount; null for none. */
  reduction: reduction.nullable(),
  /** Why it cannot be paid, and is not in the total; null when it can. */
  refusal: z
    .enum(['already_owned', 'payment_pending', 'part_not_found', 'part_not_released', 'part_without_ebook'])
    .nullable(),
});
export type QuoteItem = z.infer<typeof quoteItem>;

/** Result of a discount code. */
const quotedCode = z.object({
  /** The code as it is stored, however the buyer typed it. */
  code: z.string(),
  /** Why the code takes nothing off; null when it applies, even if another discount is better for every part. */
  refusal: z
    .enum(['unknown', 'over', 'not_yet', 'used_up', 'used_by_you', 'in_unpaid_order', 'other_parts'])
    .nullable(),
  /** Start of a code that is not valid yet, or end of the unpaid order that holds the caller's use; null otherwise. */
  at: instant.nullable(),
  /** Null when it is refused. */
  discount: z.object({ kind: z.enum(['percentage', 'pesos']), amount: z.int() }).nullable(),
  /** The requested parts that the code applies to. */
  part_ids: z.array(z.string()),
});
export type QuotedCode = z.infer<typeof quotedCode>;

/** GET /api/quote: what parts cost when they are bought at once; unknown and unlisted ones are absent. */
export const quote = z.object({
  items: z.array(quoteItem),
  /** Total of the items that can be paid. */
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
      /** Whether it takes an amount as large as the total. */
      takes: z.boolean(),
    }),
  ),
});
export type Quote = z.infer<typeof quote>;

/** Ids with commas between them. */
export const quoteQuery = z.object({
  part_ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(partIds),
  code: typedCode.optional(),
  /** The quote is for a gift: what the caller owns or pays for does not count. */
  gift: z.literal('1').optional(),
});

export const quoteParts = anyone('GET', '/api/quote', 'What parts cost when they are bought at once', {
  query: quoteQuery,
  answer: quote,
});
