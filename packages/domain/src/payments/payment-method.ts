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

/** The common name of a payment method; unknown ones keep the provider's id. */
export const paymentMethodName = (id: string): string => names.get(id) ?? id;
