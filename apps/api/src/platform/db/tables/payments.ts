import type { PaymentProblem, PaymentState } from '@cuentos/domain/payments/payment';
import { index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const payments = table({
  owner: 'modules/payments',
  columns: {
    id: text(),
    provider: text(),
    provider_payment_id: text(),
    order_id: text().orNull(),
    status: text<PaymentState>(),
    status_detail: text(),
    amount: integer(),
    refunded_amount: integer(),
    currency: text(),
    fee: integer(),
    method: text(),
    /** Why an approved payment granted nothing; null when it did or is not approved. */
    problem: text<PaymentProblem>().orNull(),
    /** Version that the provider gives the payment; an older one never replaces a newer one. */
    provider_updated_at: integer(),
    created_at: integer(),
    updated_at: integer(),
    /** State that the provider told last although no payment can get there; null while its reports fit. */
    contradiction: text<PaymentState>().orNull(),
    /** Pesos that an admin gave back by other means than the provider. */
    settled_amount: integer().withDefault(0),
    /** When an admin closed what was open about it; null again when the provider reports something else. */
    settled_at: integer().orNull(),
    /** Since when it is in this state, with this problem. */
    state_at: integer().withDefault(0),
    /** When the admins were mailed that it is open too long. */
    alerted_at: integer().orNull(),
    /**
     * Address at which the payer continues a pending payment, a voucher for instance; null when there is no next step.
     */
    resume_url: text().orNull(),
    /** `Dispute` as JSON; null without a dispute. */
    dispute: text().orNull(),
  },
  key: ['id'],
  indexes: {
    payments_contradiction: index('contradiction'),
    payments_number: index('provider_payment_id'),
    payments_order: index('order_id'),
    payments_provider_id: unique('provider', 'provider_payment_id'),
    payments_status: index('status', 'problem'),
  },
});
export type PaymentRow = RowOf<typeof payments>;

export const payment_notices = table({
  owner: 'modules/payments',
  columns: {
    id: text(),
    provider: text(),
    /** The provider's id; each payment has one row. */
    provider_payment_id: text(),
    /** Number of times that the notice arrived; a notice counts as processed only if none arrived meanwhile. */
    deliveries: integer(),
    received_at: integer(),
    processed_at: integer().orNull(),
    attempts: integer(),
    next_attempt_at: integer().orNull(),
    last_error: text().orNull(),
  },
  key: ['id'],
  indexes: {
    payment_notices_next: index('next_attempt_at'),
    payment_notices_payment: unique('provider', 'provider_payment_id'),
    payment_notices_received: index('received_at', 'id'),
  },
});
export type PaymentNoticeRow = RowOf<typeof payment_notices>;

export const refunds = table({
  owner: 'modules/refunds',
  columns: {
    /** Id of the refund, and the idempotency key with which the provider refunds once. */
    id: text(),
    /** Unique per payment and part while the refund is requested or done; null after. */
    dedupe_key: text().orNull(),
    /** Null when the payment names no order of ours. */
    order_id: text().orNull(),
    payment_id: text(),
    /** Pesos; the whole payment when equal to its amount. */
    amount: integer(),
    part_id: text().orNull(),
    reason: text(),
    requested_by: text().orNull(),
    /**
     * Settled: an admin gave the money back by other means. Failed: the shop took money that the
     * provider had returned for this refund, and the provider denied it later.
     */
    state: text<'requested' | 'done' | 'failed' | 'settled'>(),
    /** The provider's own id of it: of a refund that is requested, the provider's undecided refund request. */
    provider_refund_id: text().orNull(),
    /** How often the provider took a request to make it and gave that up. */
    rejections: integer().withDefault(0),
    /** How often the provider said no, at once or later. */
    attempts: integer(),
    /** Time of the next try or question; for a completed refund, of the check whether it still stands. */
    next_attempt_at: integer().orNull(),
    created_at: integer(),
    done_at: integer().orNull(),
    /** Why the last try came to nothing; rejected and cancelled are requests that the provider took first. */
    last_error: text<'refused' | 'unavailable' | 'credentials' | 'rejected' | 'cancelled'>().orNull(),
    last_tried_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    refunds_dedupe: unique('dedupe_key'),
    refunds_done: index('done_at'),
    refunds_next: index('next_attempt_at'),
    refunds_order: index('order_id'),
    refunds_payment: index('payment_id'),
  },
});
export type RefundRow = RowOf<typeof refunds>;

/** Whether a payment provider takes our credentials, one row per provider that ever refused them. */
export const provider_faults = table({
  owner: 'modules/payments',
  columns: {
    provider: text(),
    /** Null while they are accepted. */
    refused_since: integer().orNull(),
    /** When one call is risked again. */
    next_probe_at: integer().orNull(),
    /** Time of the last mail to the admins. */
    mailed_at: integer().orNull(),
  },
  key: ['provider'],
});
export type ProviderFaultRow = RowOf<typeof provider_faults>;
