import type { Entitlement } from '@cuentos/contract/entitlements';
import { purchaseEnd } from '@cuentos/contract/purchase-words';
import { expect, it } from 'vitest';
import { canRefund, codeWords, entitlementState, originOf, returnedLines } from './entitlement-rows.ts';

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
  value: 1490,
  code: null,
  giver: null,
  returned: [],
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

it('MP info is the payment’s id, else the giver, else “Sin datos”', () => {
  expect([paid, granted, free].map(originOf)).toEqual(['87000000001', 'Jefa', 'Sin datos']);
  expect([paid, granted, free].map(entitlementState)).toEqual(['$1.490 CLP', 'Regalo de la tienda', 'Descarga gratis']);
});

it('a refund is offered only for a paid purchase that has not ended', () => {
  expect([paid, granted, free, { ...paid, revoked_at: ended }].map(canRefund)).toEqual([true, false, false, false]);
});

it('says how a purchase ended', () => {
  expect(purchaseEnd(paid)).toBeNull();
  expect(purchaseEnd({ ...paid, revoked_at: ended, order_state: 'refunded' })).toBe('Devuelta');
  expect(purchaseEnd({ ...paid, order_state: 'partially_refunded' })).toBe('Devuelta en parte');
  expect(purchaseEnd({ ...paid, revoked_at: ended, order_state: 'disputed' })).toBe('Contracargo');
  expect(purchaseEnd({ ...granted, revoked_at: ended, order_state: null })).toBe('Sin acceso');
  expect(purchaseEnd({ ...granted, waits: true })).toBe('Espera que confirme su correo');
});

it('a gift shows its price beside the giver’s name, and a code shows its reduction', () => {
  const gift = { ...paid, source: 'gift' as const, giver: { id: 'r', name: 'Rosa' } };
  expect(entitlementState(gift)).toBe('$1.490 CLP');
  expect(entitlementState({ ...gift, giver: null })).toBe('Regalo de otra persona');
  const coded = { ...paid, value: 490, amount: 392, code: { name: 'OTONO', percentage: 20 } };
  expect(codeWords(coded)).toBe(', 20 % menos');
  expect(codeWords({ ...coded, code: { name: 'OTONO', percentage: 0 } })).toBe(', $98 menos');
  expect(codeWords({ ...coded, code: { name: 'OTONO', percentage: null } })).toBe('');
});

it('a partial return names its part and amount; an ended part says so alone', () => {
  const returned = [
    { book_part_id: 'other', book_part_name: 'Cuaderno del farero', amount: 441 },
    { book_part_id: null, book_part_name: null, amount: 100 },
  ];
  expect(returnedLines({ ...paid, returned })).toEqual(['$441 por «Cuaderno del farero»', '$100 de la compra']);
  const own = { book_part_id: 'p', book_part_name: 'La niebla', amount: 1490 };
  expect(returnedLines({ ...paid, revoked_at: ended, returned: [...returned, own] })).toEqual([
    '$1.490 por «La niebla»',
  ]);
});
