import { expect, it } from 'vitest';
import { paymentMethodName } from './payment-method.ts';

it.each([
  ['visa', 'Visa'],
  ['debmaster', 'Mastercard débito'],
  ['account_money', 'Dinero en Mercado Pago'],
  ['otro_medio', 'otro_medio'],
  ['constructor', 'constructor'],
  ['', ''],
])('%s is called %s', (id, name) => {
  expect(paymentMethodName(id)).toBe(name);
});
