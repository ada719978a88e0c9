import type { PaymentProblem, PaymentState } from '@cuentos/domain/checkout/payment';
import type { Reduction } from '@cuentos/domain/checkout/set-price';
import type { Selectable } from 'kysely';

/** Tables of orders, payments and refunds; `schema.ts` has the others and names all. */

export interface OrderTable {
  id: string;
  user_id: string;
  state: 'open' | 'pending' | 'paid' | 'rejected' | 'expired' | 'refunded' | 'partially_refunded' | 'disputed';
  total: number;
  preference_id: string | null;
  init_point: string | null;
  withdrawal_acknowledged_at: number | null;
  created_at: number;
  updated_at: number;
  expires_at: number;
  paid_at: number | null;
  /** When reconciliation asks the provider next; null once settled. */
  next_check_at: number | null;
  checks: number;
  /** When the returning buyer's page last made us ask the provider. */
  asked_at: number | null;
  /** The provider's name of our account, which every payment of the order must name too. */
  account_id: string | null;
  /** The code that took something off it, as it was then; null when none did. */
  discount_code: string | null;
}
export type OrderRow = Selectable<OrderTable>;

export interface OrderItemTable {
  id: string;
  order_id: string;
  part_id: string;
  value: number;
  discount_percentage: number;
  amount: number;
  /** Place among the items of its order. */
  position: number;
  /** Which discount gave the amount; null when none did. */
  reduction: Reduction | null;
}
export type OrderItemRow = Selectable<OrderItemTable>;

/** A code that takes something off an order; for everything in the shop when it names no book and no part. */
export interface DiscountCodeTable {
  id: string;
  /** Normalised. */
  code: string;
  kind: 'percentage' | 'pesos';
  /** Percent, or pesos. */
  amount: number;
  book_id: string | null;
  part_id: string | null;
  starts_at: number | null;
  /** Last millisecond. */
  ends_at: number | null;
  max_uses: number | null;
  max_uses_per_person: number | null;
  is_active: number;
  created_at: number;
  updated_at: number;
}
export type DiscountCodeRow = Selectable<DiscountCodeTable>;
/** An order that is paid for somebody else. How it stands is read from this and the money: `giftStateOf` of the domain. */
export interface GiftTable {
  /** Stands in the link, and is told nowhere else. */
  id: string;
  order_id: string;
  /** Who gives it, in the giver's own words; null when nothing was said. */
  giver_name: string | null;
  /** Where its mail goes; null when the giver hands the link over, and once it is not needed any more. */
  recipient_email: string | null;
  message: string | null;
  /** When its mail is to go out; null for as soon as it is paid. */
  send_at: number | null;
  created_at: number;
  /** When it was paid, so that it could be claimed. */
  opened_at: number | null;
  expires_at: number | null;
  /** When its next mail is written; null while none waits. */
  mail_due_at: number | null;
  /** When its latest mail was written. */
  sent_at: number | null;
  /** How many mails were written. */
  mails: number;
  /** Null too once whoever claimed it is erased. */
  claimed_by: string | null;
  claimed_at: number | null;
  /** When the giver was told that it ends soon. */
  reminded_at: number | null;
}
export type GiftRow = Selectable<GiftTable>;

/** A part that somebody means to buy later. */
export interface PocketItemTable {
  user_id: string;
  part_id: string;
  added_at: number;
  /** What it cost alone when it was put in, pesos. */
  price: number;
}
export type PocketItemRow = Selectable<PocketItemTable>;

export interface PaymentTable {
  id: string;
  provider: string;
  provider_payment_id: string;
  order_id: string | null;
  status: PaymentState;
  status_detail: string;
  amount: number;
  refunded_amount: number;
  currency: string;
  fee: number;
  method: string;
  /** Why an approved payment granted nothing; null when it did or is not approved. */
  problem: PaymentProblem | null;
  /** Version that the provider gives the payment; an older one never replaces a newer one. */
  provider_updated_at: number;
  created_at: number;
  updated_at: number;
  /** State that the provider told last although no payment can get there; null while its reports fit. */
  contradiction: PaymentState | null;
  /** Pesos that an admin gave back by other means than the provider. */
  settled_amount: number;
  /** When an admin closed what was open about it; null again when the provider reports something else. */
  settled_at: number | null;
  /** Since when it is in this state, with this problem. */
  state_at: number;
  /** When the admins were mailed that it is open too long. */
  alerted_at: number | null;
  /** Where its payer goes on with a payment under way, a voucher for instance; null when there is nothing to do. */
  resume_url: string | null;
  /** `Dispute` as JSON; null while the provider told nothing of one. */
  dispute: string | null;
}
export type PaymentRow = Selectable<PaymentTable>;

export interface PaymentNoticeTable {
  id: string;
  provider: string;
  /** One row per payment. */
  provider_payment_id: string;
  /** How often it was noticed; what was processed is done only if none came meanwhile. */
  deliveries: number;
  received_at: number;
  processed_at: number | null;
  attempts: number;
  next_attempt_at: number | null;
  last_error: string | null;
}
export type PaymentNoticeRow = Selectable<PaymentNoticeTable>;

export interface RefundTable {
  /** Also the key that makes the provider refund once, however often it is asked. */
  id: string;
  /** Unique per payment and part while the refund is requested or done; null after. */
  dedupe_key: string | null;
  /** Null when the payment names no order of ours. */
  order_id: string | null;
  payment_id: string;
  /** Pesos; the whole payment when equal to its amount. */
  amount: number;
  part_id: string | null;
  reason: string;
  requested_by: string | null;
  /** Settled: an admin gave the money back by other means. Failed: given up by an earlier version of the shop. */
  state: 'requested' | 'done' | 'failed' | 'settled';
  /** The provider's own id of it: of a refund that is requested, the order that it has not decided. */
  provider_refund_id: string | null;
  /** How often the provider took an order to make it and gave that up. */
  rejections: number;
  /** How often the provider said no, at once or later. */
  attempts: number;
  /** When it is tried or asked about; of one that is done, when it is asked whether it still is. */
  next_attempt_at: number | null;
  created_at: number;
  done_at: number | null;
  /** Why the last try came to nothing; rejected and cancelled are orders that were taken first. */
  last_error: 'refused' | 'unavailable' | 'credentials' | 'rejected' | 'cancelled' | null;
  last_tried_at: number | null;
}
export type RefundRow = Selectable<RefundTable>;

/** Whether a payment provider takes our credentials, one row per provider that ever refused them. */
export interface ProviderFaultTable {
  provider: string;
  /** Null while they are accepted. */
  refused_since: number | null;
  /** When one call is risked again. */
  next_probe_at: number | null;
  /** When the admins were told last. */
  mailed_at: number | null;
}
export type ProviderFaultRow = Selectable<ProviderFaultTable>;
