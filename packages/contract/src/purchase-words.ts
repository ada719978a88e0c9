import type { Entitlement } from './entitlements.ts';

/**
 * Words of a purchase that the list of the team and its file share; apart from the calls, so that a browser loads no
 * schemas with them.
 */
export const purchaseWords = {
  gift: 'Regalo de la tienda',
  free: 'Descarga gratis',
  giftUnclaimed: 'Regalo que todavía no recibe nadie',
  refunded: 'Devuelta',
  partlyRefunded: 'Devuelta en parte',
  disputed: 'Contracargo',
  ended: 'Sin acceso',
  waits: 'Espera que confirme su correo',
} as const;

type PurchaseState = Pick<Entitlement, 'order_state' | 'revoked_at' | 'waits'>;

/** Word for how a purchase ended, or what it waits for; null for a complete one. */
export function purchaseEnd({ order_state: state, revoked_at: revoked, waits }: PurchaseState): string | null {
  if (state === 'disputed') return purchaseWords.disputed;
  if (waits) return purchaseWords.waits;
  if (revoked === null) return state === 'partially_refunded' ? purchaseWords.partlyRefunded : null;
  return state === 'refunded' || state === 'partially_refunded' ? purchaseWords.refunded : purchaseWords.ended;
}
