import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { formatPrice } from '../../../lib/formats.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { entitlementTexts as t } from './texts.ts';

/** 'MP info': the payment's id, else the giver, else 'Sin datos'. */
export function originOf({ purchase_info: info }: Entitlement): string {
  if (!info) return t.noData;
  return 'data' in info ? info.data.id : info.created_by;
}

/** Small line beneath: the price, or the reason for none. */
export function entitlementState({ source, amount, giver }: Entitlement): string {
  if (source === 'grant') return t.gift;
  if (source === 'gift' && giver === null) return t.giftOfPerson;
  if (source === 'unclaimed_gift') return t.giftUnclaimed(formatPrice(amount ?? 0));
  if (source === 'free') return t.free;
  return amount === null ? '' : t.paid(formatPrice(amount));
}

/** Returns the reduction by a code on the part, after its name. */
export function codeWords({ code, value, amount }: Entitlement): string {
  if (code === null || code.percentage === null) return '';
  if (code.percentage > 0) return t.percentOff(code.percentage);
  return t.pesosOff(formatPrice((value ?? 0) - (amount ?? 0)));
}

/** Returns lines about the refunds of a row's order: an ended part mentions only its own. */
export function returnedLines({ book_part_id: id, revoked_at: revoked, returned }: Entitlement): string[] {
  const own = returned.filter(({ book_part_id: part }) => part === id);
  const told = revoked !== null && own.length > 0 ? own : returned;
  return told.map(({ amount, book_part_name: name }) =>
    name === null ? t.returnedWhole(formatPrice(amount)) : t.returnedPart(formatPrice(amount), name),
  );
}

/** Whether a refund is possible. */
export function canRefund({ source, order_id: order, revoked_at: revoked, amount, purchase_info: info }: Entitlement) {
  const paid = info !== undefined && 'data' in info;
  return source === 'purchase' && paid && order !== null && revoked === null && (amount ?? 0) > 0;
}

/** Emphasis of an order's state. */
export function orderTone(state: AdminOrder['state']): BadgeTone {
  if (state === 'paid') return 'ok';
  if (state === 'pending') return 'info';
  return state === 'rejected' || state === 'disputed' ? 'bad' : 'plain';
}
