// The rules about what the payment provider says of payments, refunds, our credentials and in words that are only information,
// which stand with those about money. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const MODULES = 'apps/api/src/modules';
const PROVIDER = 'apps/api/src/adapters/mercadopago';

const refunding = [
  `${MODULES}/refunds/refunds.test.ts`,
  `${MODULES}/refunds/refund-orders.test.ts`,
  `${MODULES}/refunds/refund-ledger.test.ts`,
  `${MODULES}/payments/refused-credentials.test.ts`,
  `${MODULES}/payments/provider-faults.test.ts`,
  `${MODULES}/orders/money-histories.test.ts`,
];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedProviderRules = [
  ...of(`${MODULES}/orders/grant-order.ts`, refunding, [
    [
      'a refund settled outside and made after all lessens nothing else that was settled',
      'Math.max(0, settledBefore - sumOf(settled))',
      'Math.max(0, Math.min(settledBefore, payment.settled_amount) - sumOf(settled))',
    ],
  ]),
  ...of(`${MODULES}/payments/ledger-rows.ts`, refunding, [
    [
      'an approved payment whose money is all back pays for nothing',
      "status === 'approved' && refundedAmount > 0 && refundedAmount >= amount",
      "status === 'approved' && settled > 0 && refundedAmount >= amount",
    ],
  ]),
  ...of(`${MODULES}/refunds/process-refunds.ts`, refunding, [
    [
      'a refused question about an order under way is no refusal',
      "if (refund.provider_refund_id !== null && failure === 'refused') {",
      "if (refund.provider_refund_id === '' && failure === 'refused') {",
    ],
    [
      'a refund that may have been undone does not count as made',
      "state === 'done' && due === null",
      "state === 'done' && due !== 0",
    ],
    [
      'a try whose answer was lost is asked about first',
      'if (wasRefused(refund)) {',
      'if (await Promise.resolve(false)) {',
    ],
    [
      'every try of a refund has the same key',
      'rejections === 0 ? id : `${id}:${rejections}`',
      '`${id}${performance.now() + rejections}`',
    ],
    [
      'an order that was given up is ordered by a new key',
      'rejections === 0 ? id : `${id}:${rejections}`',
      "rejections < 0 ? '' : id",
    ],
    ['a refund is done only when the provider approved it', "if (state === 'in_process') return null;", ''],
    [
      'a refund of which less was made than was asked for owes the rest',
      'const isShort = amount !== null && amount < refund.amount && providerPayment.refundedAmount < payment.amount;',
      'const isShort = amount !== null && amount < 0 && providerPayment.refundedAmount < payment.amount;',
    ],
    [
      'an order that the provider has is not made again',
      'refund.provider_refund_id === null\n      ? orderRefund',
      'refund.provider_refund_id !== undefined\n      ? orderRefund',
    ],
    [
      'what the provider gave up is owed again',
      "if (state === 'rejected' || state === 'cancelled') {",
      "if (state === 'rejected' && refund.amount < 0) {",
    ],
    [
      'the number of a refund that turned out to be made is kept',
      "return { id: order?.id ?? null, state: 'approved', amount: refund.amount };",
      "void order;\n  return { id: null, state: 'approved', amount: refund.amount };",
    ],
    [
      'a refund that was made and does not count is owed again',
      "await putBack(tx, refund, orderOf(refund, orders)?.state === 'cancelled' ? 'cancelled' : 'rejected', now);",
      '',
    ],
    [
      'what was undone at the provider’s site pays for its order again',
      'if (isPaying) await grantOrder(tx, context, { order, payment, wasDisputed: true, settledBefore, now });',
      '',
    ],
    [
      'of a refund without a state the sum decides',
      "return { id, state: isMade ? 'approved' : 'in_process', amount };",
      "void isMade;\n  return { id, state: 'in_process', amount };",
    ],
    [
      'a refund by hand that is under way is followed, not ordered beside it',
      "if (pending) return { ...pending, state: 'in_process' };",
      'void pending;',
    ],
    [
      'a payment of a wrong sum pays for nothing again',
      "const isPaying = payment.status === 'approved' && payment.problem === null;",
      "const isPaying = payment.status === 'approved';",
    ],
    [
      'a refund that was made elsewhere is not tried for ever',
      "if (failureOf(error) !== 'refused' || !(await wasMadeElsewhere(context, refund, payment).catch(() => false)))",
      'if (await Promise.resolve(true))',
    ],
    ['refused credentials are no refusal', "refund.attempts + (failure === 'refused' ? 1 : 0)", 'refund.attempts + 1'],
    ['nothing is tried while our credentials are refused', "if (permission === 'refused') return;", ''],
    [
      'a refund ends what it paid for',
      "await revokeAccess(tx, context, order, payment, { partId, reason: 'refunded', now });",
      '',
    ],
  ]),
  ...of(
    `${MODULES}/payments/provider-credentials.ts`,
    [`${MODULES}/payments/refused-credentials.test.ts`],
    [
      [
        'a refund that alone is refused keeps nobody’s book back',
        'watch(async () => payments.refund(...call), refundsOf(looks))',
        'watch(async () => payments.refund(...call))',
      ],
      ['one refusal is no dead token', 'if (await isBorneOut(deps)) {', 'if (await Promise.resolve(true)) {'],
      ['whatever succeeds later ends the fault', 'await endFaults(deps.db, [looks, permission]);', ''],
      [
        'what is refused besides looking is written down',
        'if (permission === looks)\n        throw new PaymentUnavailable(',
        "if (permission !== '')\n        throw new PaymentUnavailable(",
      ],
      [
        'credentials that stay refused are told of again',
        'const quietMs = since === null ? MAIL_EVERY_MS : REMIND_EVERY_MS;',
        'if (since !== null) return;\n    const quietMs = MAIL_EVERY_MS;',
      ],
    ],
  ),
  ...of(
    `${PROVIDER}/mercadopago-payments.ts`,
    [`${PROVIDER}/mercadopago-payments.test.ts`],
    [
      [
        'what is only information blocks no money',
        'const words = z.string().nullish().catch(null);',
        'const words = z.string().nullish();',
      ],
      ['a fee that cannot be read hides no other', '.nullable().catch(null))', '.nullable())'],
      [
        'a row that cannot be read hides no other',
        'if (read.success) return [read.data];',
        'if (read.success) return [read.data];\n    if (performance.now() > 0) throw read.error;',
      ],
      [
        'a refund that is under way is asked to be shown',
        "{ 'x-render-in-process-refunds': 'true' }",
        "{ 'x-render-in-process-refunds': 'false' }",
      ],
      [
        'a refund of which nothing is told is not made',
        "if (status === null) return 'unknown';",
        "if (status === null) return 'approved';",
      ],
    ],
  ),
  ...of(
    `${MODULES}/orders/reconcile-orders.ts`,
    [`${MODULES}/payments/payment-states.test.ts`],
    [
      [
        'what changed and no notice told of is found',
        'if (isNews) await settlePayment(context, providerPayment);',
        'void isNews;',
      ],
      [
        'other sales of the account are none of the shop’s business',
        ': await isOwnSale(context, providerPayment);',
        ': await isOwnSale(context, providerPayment).then(() => true);',
      ],
      ['money that a person has to look at is not given up', ' && next === null && !isHeld);', ' && next === null);'],
    ],
  ),
  ...of(
    `${DOMAIN}/orders/order.ts`,
    [`${DOMAIN}/orders/order.test.ts`, `${MODULES}/payments/payment-states.test.ts`],
    [
      [
        'money that does not fit is waited for',
        " || payments.some(isInReview)) return 'pending';",
        ") return 'pending';",
      ],
      [
        'what a bank took for good is back',
        "state === 'charged_back' && payment.isClosed;",
        "state === 'charged_back' && false;",
      ],
      ['a payment in dispute is told before all', " || state === 'disputed');", ');'],
    ],
  ),
  ...of(
    `${MODULES}/orders/repository.ts`,
    [`${MODULES}/payments/payment-states.test.ts`],
    [['what a bank has the money of is not sold again', "'in', ['pending', 'disputed'])", "'in', ['pending'])"]],
  ),
  ...of(
    `${MODULES}/payments/settle-payment.ts`,
    [`${MODULES}/payments/payment-states.test.ts`, `${MODULES}/refunds/refund-ledger.test.ts`],
    [
      [
        'a buyer hears of a payment that does not fit',
        'if (order) await reviewPayment(tx, context, { order, payment, now });',
        '',
      ],
      [
        'a buyer hears of a dispute',
        'if (news) await queueNews(tx, context, order, { what: news, payment }, now);',
        '',
      ],
      [
        'the admins hear of a dispute at once',
        "if (providerPayment.state === 'in_mediation' || providerPayment.state === 'charged_back') context.alertSoon();",
        '',
      ],
    ],
  ),
  ...of(
    `${MODULES}/orders/grant-order.ts`,
    [`${MODULES}/payments/payment-states.test.ts`],
    [
      [
        'a buyer hears of money that went back at the provider’s site',
        'if (mail) await queueMail(tx, mail.to, `refund:${id}`, mail.content, now);',
        'void mail;',
      ],
    ],
  ),
  ...of(
    `${PROVIDER}/mercadopago-payments.ts`,
    [`${PROVIDER}/mercadopago-payments.test.ts`],
    [
      [
        'a chargeback is the one that was asked for',
        'wireChargeback.refine(({ id }) => id === chargebackId)',
        'wireChargeback.refine(() => true)',
      ],
      ['a chargeback names a payment', 'payments: z.array(numeric).min(1)', 'payments: z.array(numeric)'],
      [
        'what a chargeback tells besides blocks nothing',
        'const flag = z.boolean().nullish().catch(null);',
        'const flag = z.boolean().nullish();',
      ],
    ],
  ),
  ...of(
    `${PROVIDER}/mercadopago-payments.ts`,
    [`${MODULES}/payments/payment-states.test.ts`],
    [
      [
        'a notice of a chargeback is looked at',
        "if (type !== 'payment' && type !== 'topic_chargebacks_wh')",
        "if (type !== 'payment')",
      ],
    ],
  ),
  ...of(
    `${MODULES}/payments/process-notices.ts`,
    [`${MODULES}/payments/payment-states.test.ts`],
    [['a chargeback of another sale is left alone', 'if (!(await isOwnSale(context, providerPayment))) continue;', '']],
  ),
  ...of(
    `${MODULES}/payments/settle-payment.ts`,
    [`${MODULES}/payments/payment-states.test.ts`],
    [
      [
        'a chargeback of other money tells nothing',
        'if (!payment || !fitsPayment({ amount, currency }, payment)) return;',
        'if (!payment) return;',
      ],
    ],
  ),
];
