/** Names of ways of paying by the provider's id of them (`payment_method_id` of a payment). */
const names: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['debvisa', 'Visa débito'],
  ['master', 'Mastercard'],
  ['debmaster', 'Mastercard débito'],
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['redcompra', 'Redcompra'],
  ['webpay', 'Webpay'],
  ['account_money', 'Dinero en Mercado Pago'],
]);

/** A way of paying by the name that people know it by; one that we do not know keeps the provider's. */
export const paymentMethodName = (id: string): string => names.get(id) ?? id;
