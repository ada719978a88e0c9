import { z } from 'zod';

/** Our account at the sandbox. */
export const COLLECTOR_ID = 900_100_200;

/** 3.19 % of the amount plus IVA: the usual commission in Chile. */
const FEE_RATE = 0.0319 * 1.19;

export const sandboxStatus = z.enum([
  'pending',
  'in_process',
  'authorized',
  'approved',
  'in_mediation',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
]);
export type SandboxStatus = z.infer<typeof sandboxStatus>;

const details: Readonly<Record<SandboxStatus, string>> = {
  pending: 'pending_waiting_payment',
  in_process: 'pending_review_manual',
  authorized: 'pending_capture',
  approved: 'accredited',
  in_mediation: 'pending',
  rejected: 'cc_rejected_other_reason',
  cancelled: 'expired',
  refunded: 'refunded',
  charged_back: 'in_process',
};

/** Fields that a preference must have; the provider refuses others with 400. */
export const preferenceInput = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string().optional(),
        title: z.string().min(1).max(256),
        quantity: z.int().min(1),
        currency_id: z.literal('CLP'),
        unit_price: z.int().min(1),
      }),
    )
    .min(1),
  external_reference: z.string().max(256).optional(),
  back_urls: z.object({ success: z.url(), failure: z.url(), pending: z.url() }),
  auto_return: z.enum(['approved', 'all']).optional(),
  notification_url: z.url({ protocol: /^https?$/ }).optional(),
  expires: z.boolean().optional(),
  expiration_date_to: z.iso.datetime({ offset: true }).optional(),
});

export interface SandboxPreference extends z.infer<typeof preferenceInput> {
  readonly id: string;
  readonly merchant_order_id: number;
  readonly init_point: string;
  readonly sandbox_init_point: string;
  readonly collector_id: number;
  readonly date_created: string;
}

/** A payment as it goes over the wire and is stored. */
export interface SandboxPayment {
  readonly id: number;
  readonly status: SandboxStatus;
  readonly status_detail: string;
  readonly preference_id: string;
  readonly external_reference: string | null;
  readonly transaction_amount: number;
  readonly transaction_amount_refunded: number;
  readonly currency_id: string;
  readonly collector_id: number;
  readonly date_created: string;
  readonly date_approved: string | null;
  readonly date_last_updated: string;
  readonly live_mode: false;
  readonly payment_method_id: string;
  readonly payment_type_id: string;
  readonly description: string;
  readonly order: { readonly id: number; readonly type: 'mercadopago' };
  /** Address at which the payer continues a pending payment. */
  readonly transaction_details: { readonly external_resource_url: string | null };
  readonly fee_details: readonly { readonly type: string; readonly amount: number; readonly fee_payer: string }[];
  readonly refunds: readonly SandboxRefund[];
}

/** States of a refund; only an approved one moves money. */
export const sandboxRefundStatus = z.enum(['approved', 'in_process', 'rejected', 'cancelled']);
export type SandboxRefundStatus = z.infer<typeof sandboxRefundStatus>;

export interface SandboxRefund {
  readonly id: number;
  readonly payment_id: number;
  readonly amount: number;
  readonly status: SandboxRefundStatus;
  readonly date_created: string;
}

/** Fields that a test may set on a payment. */
export type PaymentChange = Partial<
  Pick<
    SandboxPayment,
    'status' | 'status_detail' | 'external_reference' | 'transaction_amount' | 'currency_id' | 'collector_id'
  >
> & { readonly transaction_amount_refunded?: number };

/** Sum of a preference's items, pesos. */
export function totalOf(preference: SandboxPreference): number {
  return preference.items.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
}

/** A payment for a preference, not decided yet. */
export function newPayment(id: number, preference: SandboxPreference, now: number): SandboxPayment {
  const amount = totalOf(preference);
  return {
    id,
    status: 'pending',
    status_detail: details.pending,
    preference_id: preference.id,
    external_reference: preference.external_reference ?? null,
    transaction_amount: amount,
    transaction_amount_refunded: 0,
    currency_id: 'CLP',
    collector_id: COLLECTOR_ID,
    date_created: iso(now),
    date_approved: null,
    date_last_updated: iso(now),
    live_mode: false,
    payment_method_id: 'visa',
    payment_type_id: 'credit_card',
    description: preference.items[0]?.title ?? '',
    order: { id: preference.merchant_order_id, type: 'mercadopago' },
    transaction_details: { external_resource_url: preference.init_point },
    fee_details: [],
    refunds: [],
  };
}

/** Copies a payment in another state. Its time of change always grows, because readers rely on that. */
export function changePayment(payment: SandboxPayment, change: PaymentChange, now: number): SandboxPayment {
  const status = change.status ?? payment.status;
  const amount = change.transaction_amount ?? payment.transaction_amount;
  const isCharged = status !== 'pending' && status !== 'rejected' && status !== 'cancelled';
  const detail = change.status === undefined ? payment.status_detail : details[change.status];
  // A payment that is approved again although it was returned has its money back: no refund of it stands.
  const isUndone = payment.status === 'refunded' && change.status === 'approved';
  const returned = status === 'refunded' ? amount : isUndone ? 0 : payment.transaction_amount_refunded;
  return {
    ...payment,
    ...change,
    status_detail: change.status_detail ?? detail,
    transaction_amount_refunded: change.transaction_amount_refunded ?? returned,
    refunds: isUndone ? payment.refunds.map((refund) => ({ ...refund, status: 'cancelled' })) : payment.refunds,
    date_approved: status === 'approved' ? (payment.date_approved ?? iso(now)) : payment.date_approved,
    date_last_updated: iso(Math.max(now, Date.parse(payment.date_last_updated) + 1)),
    fee_details: isCharged
      ? [{ type: 'mercadopago_fee', amount: Math.round(amount * FEE_RATE * 100) / 100, fee_payer: 'collector' }]
      : [],
  };
}

interface NewRefund {
  readonly id: number;
  /** Null for all that is left. */
  readonly amount: number | null;
  /** How the provider answers the request for a refund. */
  readonly status: SandboxRefundStatus;
  readonly now: number;
}

/** Requests a refund. @returns null when the payment has less money left */
export function refundPayment(
  payment: SandboxPayment,
  { id, amount, status, now }: NewRefund,
): { readonly payment: SandboxPayment; readonly refund: SandboxRefund } | null {
  const refundsInProcess = payment.refunds.filter((refund) => refund.status === 'in_process');
  const refundable = payment.transaction_amount - payment.transaction_amount_refunded - sumOf(refundsInProcess);
  const refundAmount = amount ?? refundable;
  if (
    payment.status !== 'approved' ||
    refundAmount <= 0 ||
    refundAmount > refundable ||
    !Number.isInteger(refundAmount)
  )
    return null;
  const refund: SandboxRefund = { id, payment_id: payment.id, amount: refundAmount, status, date_created: iso(now) };
  const payingBack = { ...payment, refunds: [...payment.refunds, refund] };
  return { refund, payment: status === 'approved' ? moveReturned(payingBack, refundAmount, now) : payingBack };
}

/** Decides a pending refund, or reverses its decision. @returns null when there is no such refund */
export function decideRefund(
  payment: SandboxPayment,
  { id, status: decided, now }: { id: number; status: SandboxRefundStatus; now: number },
): SandboxPayment | null {
  const refund = payment.refunds.find((other) => other.id === id);
  if (!refund) return null;
  // Money that a bank charged back, or that was refunded otherwise meanwhile, cannot be refunded.
  const refundable = payment.transaction_amount - payment.transaction_amount_refunded;
  const isThere = payment.status !== 'charged_back' && (refund.status === 'approved' || refund.amount <= refundable);
  const status = decided === 'approved' && !isThere ? 'rejected' : decided;
  const countedAmount = (of: SandboxRefundStatus): number => (of === 'approved' ? refund.amount : 0);
  const refunds = payment.refunds.map((other) => (other === refund ? { ...other, status } : other));
  return moveReturned({ ...payment, refunds }, countedAmount(status) - countedAmount(refund.status), now);
}

/** The payment after more or less of it went back. */
function moveReturned(payment: SandboxPayment, difference: number, now: number): SandboxPayment {
  if (difference === 0) return payment;
  const returned = payment.transaction_amount_refunded + difference;
  const isWhole = returned >= payment.transaction_amount;
  const status: SandboxStatus = isWhole ? 'refunded' : payment.status === 'refunded' ? 'approved' : payment.status;
  const part = status === 'approved' && returned > 0 ? { status_detail: 'partially_refunded' } : {};
  const { refunds } = payment;
  const change: PaymentChange = {
    ...(status === payment.status ? {} : { status }),
    ...part,
    transaction_amount_refunded: returned,
  };
  return { ...changePayment(payment, change, now), refunds };
}

const sumOf = (refunds: readonly SandboxRefund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Time as the provider writes it. */
export function iso(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '+00:00');
}
