import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { formatPrice } from '../../../lib/formats.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { entitlementTexts as t } from './texts.ts';

/** 'MP info': the payment's id, else who gave it, else 'Sin datos'. */
export function originOf({ purchase_info: info }: Entitlement): string {
  if (!info) return t.noData;
  return 'data' in info ? info.data.id : info.created_by;
}

/** Small line beneath: the price, or why there is none. */
export function entitlementState({ source, amount }: Entitlement): string {
  if (source === 'grant') return t.gift;
  if (source === 'gift') return t.giftOfPerson;
  if (source === 'unclaimed_gift') return t.giftUnclaimed(formatPrice(amount ?? 0));
  if (source === 'free') return t.free;
  return amount === null ? '' : t.paid(formatPrice(amount));
}

/** Word for a purchase that is over; null while it stands. */
export function entitlementEnd({ revoked_at: revoked, order_state: state }: Entitlement): string | null {
  if (state === 'disputed') return t.states.disputed;
  if (revoked === null) return null;
  return state === 'refunded' || state === 'partially_refunded' ? t.states.refunded : t.states.ended;
}

/** Money can still go back. */
export function canRefund({ source, order_id: order, revoked_at: revoked, amount, purchase_info: info }: Entitlement) {
  const paid = info !== undefined && 'data' in info;
  return source === 'purchase' && paid && order !== null && revoked === null && (amount ?? 0) > 0;
}

/** How loud an order's state is said. */
export function orderTone(state: AdminOrder['state']): BadgeTone {
  if (state === 'paid') return 'ok';
  if (state === 'pending') return 'info';
  return state === 'rejected' || state === 'disputed' ? 'bad' : 'plain';
}
