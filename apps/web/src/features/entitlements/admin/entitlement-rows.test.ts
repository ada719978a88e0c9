import type { Entitlement } from '@cuentos/contract/entitlements';
import { expect, it } from 'vitest';
import { canRefund, entitlementEnd, originOf, entitlementState } from './entitlement-rows.ts';

const paid: Entitlement = {
  id: 'e',
  user_id: 'u',
  user_name: 'Ana Rojas',
  user_email: 'ana@correo.cl',
  book_id: 'b',
  book_part_id: 'p',
  book_name: 'El faro',
  book_part_name: 'La niebla',
  purchase_date: '2026-11-20T12:00:00Z',
  purchase_info: {
    data: { payment_id: 'p', id: '87000000001', status: 'approved', method: 'visa', fee: 56, amount: 1490 },
  },
  source: 'purchase',
  order_id: 'o',
  order_state: 'paid',
  amount: 1490,
  expires_at: null,
  revoked_at: null,
};
const { purchase_info: _info, ...bare } = paid;
const granted: Entitlement = {
  ...paid,
  source: 'grant',
  purchase_info: { created_by: 'Jefa' },
  order_id: null,
  amount: null,
};
const free: Entitlement = { ...bare, source: 'free', amount: 0 };
const ended = '2026-11-21T12:00:00Z';

it('MP info is the payment’s id, else who gave it, else “Sin datos”', () => {
  expect([paid, granted, free].map(originOf)).toEqual(['87000000001', 'Jefa', 'Sin datos']);
  expect([paid, granted, free].map(entitlementState)).toEqual(['$1.490 CLP', 'Regalo de la tienda', 'Descarga gratis']);
});

it('money goes back only where some was paid and nothing ended', () => {
  expect([paid, granted, free, { ...paid, revoked_at: ended }].map(canRefund)).toEqual([true, false, false, false]);
});

it('tells how a purchase ended', () => {
  expect(entitlementEnd(paid)).toBeNull();
  expect(entitlementEnd({ ...paid, revoked_at: ended, order_state: 'refunded' })).toBe('Devuelta');
  expect(entitlementEnd({ ...paid, revoked_at: ended, order_state: 'disputed' })).toBe('Contracargo');
  expect(entitlementEnd({ ...granted, revoked_at: ended, order_state: null })).toBe('Sin acceso');
});
