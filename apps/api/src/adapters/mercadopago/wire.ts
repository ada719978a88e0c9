import type { PaymentState } from '@cuentos/domain/payment/payment-state';
import { z } from 'zod';
import type { ProviderPayment } from '../../ports/payment.ts';

/** The fields that we read of the provider's answers; unknown ones are dropped. */
const numeric = z.union([z.int().min(0), z.string().regex(/^\d{1,20}$/)]).transform(String);
const money = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

export const wirePreference = z.object({
  id: z.string().min(1),
  init_point: z.url({ protocol: /^https?$/ }),
  collector_id: numeric.nullish(),
});

export const wirePayment = z.object({
  id: numeric,
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number(),
  transaction_amount_refunded: money,
  currency_id: z.string(),
  collector_id: numeric.nullish(),
  payment_method_id: z.string().nullish(),
  fee_details: z.array(z.object({ amount: z.number(), fee_payer: z.string().nullish() })).nullish(),
  date_created: z.string().nullish(),
  date_last_updated: z.string().nullish(),
});

export const wireSearch = z.object({ results: z.array(wirePayment) });

export const wireRefund = z.object({ id: z.union([z.number(), z.string()]).transform(String) });

const states: Readonly<Record<string, PaymentState>> = {
  approved: 'approved',
  in_mediation: 'in_mediation',
  charged_back: 'charged_back',
  refunded: 'refunded',
  rejected: 'rejected',
  cancelled: 'cancelled',
};

/** The provider's payment in the shop's words. */
export function toProviderPayment(wire: z.output<typeof wirePayment>): ProviderPayment {
  const fees = (wire.fee_details ?? []).filter(({ fee_payer }) => fee_payer !== 'payer');
  const changed = Date.parse(wire.date_last_updated ?? wire.date_created ?? '');
  return {
    id: wire.id,
    state: stateOf(wire.status, wire.status_detail ?? ''),
    detail: [wire.status, wire.status_detail].filter(Boolean).join(': ').slice(0, 200),
    orderId: wire.external_reference ?? null,
    amount: wire.transaction_amount,
    refundedAmount: Math.round(wire.transaction_amount_refunded),
    currency: wire.currency_id,
    account: wire.collector_id ?? null,
    fee: Math.round(fees.reduce((sum, { amount }) => sum + amount, 0)),
    method: wire.payment_method_id ?? '',
    version: Number.isNaN(changed) ? 0 : changed,
  };
}

/**
 * Authorized, in review and whatever the provider may invent are waiting: waiting gives nothing. A chargeback that it
 * decided for us is `charged_back: reimbursed`, and the money is ours again.
 */
function stateOf(status: string, detail: string): PaymentState {
  if (status === 'charged_back' && detail === 'reimbursed') return 'approved';
  return states[status] ?? 'pending';
}
