import type { Reduction } from '@cuentos/domain/orders/set-price';
import { flag, index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const orders = table({
  owner: 'modules/orders',
  columns: {
    id: text(),
    user_id: text(),
    state: text<
      'open' | 'pending' | 'paid' | 'rejected' | 'expired' | 'refunded' | 'partially_refunded' | 'disputed'
    >(),
    /** Pesos. */
    total: integer(),
    preference_id: text().orNull(),
    init_point: text().orNull(),
    withdrawal_acknowledged_at: integer().orNull(),
    created_at: integer(),
    updated_at: integer(),
    expires_at: integer(),
    paid_at: integer().orNull(),
    /** Time at which reconciliation next asks the provider; null once settled. */
    next_check_at: integer().orNull(),
    /** Number of times that reconciliation asked the provider. */
    checks: integer(),
    /** When the returning buyer's page last made us ask the provider. */
    asked_at: integer().orNull(),
    /** The provider's name of our account, which every payment of the order must name too. */
    account_id: text().orNull(),
    /** The discount code of the order, as it was written then; null without one. */
    discount_code: text().orNull(),
  },
  key: ['id'],
  indexes: {
    orders_discount_code: index('discount_code', 'user_id').where('discount_code is not null'),
    orders_next_check: index('next_check_at'),
    orders_paid: index('paid_at'),
    orders_state: index('state', 'created_at'),
    orders_user: index('user_id', 'created_at'),
  },
});
export type OrderRow = RowOf<typeof orders>;

export const order_items = table({
  owner: 'modules/orders',
  columns: {
    id: text(),
    order_id: text(),
    part_id: text(),
    /** Price before discounts, pesos. */
    value: integer(),
    discount_percentage: integer(),
    /** Price paid, pesos. */
    amount: integer(),
    /** Place among the items of its order. */
    position: integer().withDefault(0),
    /** Kind of discount that determined the amount; null for none. */
    reduction: text<Reduction>().orNull(),
  },
  key: ['id'],
  indexes: {
    order_items_order: index('order_id'),
    order_items_part: index('part_id'),
  },
});
export type OrderItemRow = RowOf<typeof order_items>;

/** A code that takes something off an order; for everything in the shop when it names no book and no part. */
export const discount_codes = table({
  owner: 'modules/discount-codes',
  columns: {
    id: text(),
    /** The code in the form in which codes are compared: upper case, without accents and spaces. */
    code: text(),
    kind: text<'percentage' | 'pesos'>(),
    /** Percent, or pesos. */
    amount: integer(),
    book_id: text().orNull(),
    part_id: text().orNull(),
    starts_at: integer().orNull(),
    /** Last millisecond at which the code is accepted. */
    ends_at: integer().orNull(),
    max_uses: integer().orNull(),
    max_uses_per_person: integer().orNull(),
    is_active: flag(),
    created_at: integer(),
    updated_at: integer(),
  },
  key: ['id'],
  indexes: {
    discount_codes_code: unique('code'),
  },
});
export type DiscountCodeRow = RowOf<typeof discount_codes>;

/** An order that is a gift. Its state is read from this and the money: `giftStateOf` of the domain. */
export const gifts = table({
  owner: 'modules/gifts',
  columns: {
    /** Secret of the gift's link; no answer of the API contains it. */
    id: text(),
    order_id: text(),
    /** Name of the giver as typed; null when none was typed. */
    giver_name: text().orNull(),
    /** Address of the gift's mail; null when the giver hands the link over, and once it is not needed any more. */
    recipient_email: text().orNull(),
    message: text().orNull(),
    /** When its mail is to go out; null for as soon as it is paid. */
    send_at: integer().orNull(),
    created_at: integer(),
    /** When it was paid, so that it could be claimed. */
    opened_at: integer().orNull(),
    expires_at: integer().orNull(),
    /** When its next mail is written; null while none waits. */
    mail_due_at: integer().orNull(),
    /** When its latest mail was written. */
    sent_at: integer().orNull(),
    /** How many mails were written. */
    mails: integer(),
    /** Null before the claim, and after the claimer's erasure. */
    claimed_by: text().orNull(),
    claimed_at: integer().orNull(),
    /** Time at which the giver was reminded that the gift ends soon. */
    reminded_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    gifts_claimer: index('claimed_by').where('claimed_by is not null'),
    gifts_ends: index('expires_at').where('claimed_at is null'),
    gifts_mail: index('mail_due_at').where('mail_due_at is not null'),
    gifts_order: unique('order_id'),
    gifts_recipient: index('recipient_email').where('recipient_email is not null'),
  },
});
export type GiftRow = RowOf<typeof gifts>;

/** A part that a reader means to buy later. */
export const pocket_items = table({
  owner: 'modules/pocket',
  columns: {
    user_id: text(),
    part_id: text(),
    added_at: integer(),
    /** Price of the part alone when it was added, pesos. */
    price: integer(),
  },
  key: ['user_id', 'part_id'],
});
export type PocketItemRow = RowOf<typeof pocket_items>;
