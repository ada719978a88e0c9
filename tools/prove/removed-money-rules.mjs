// The rules about money. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const MODULES = 'apps/api/src/modules';
const PROVIDER = 'apps/api/src/adapters/mercadopago';

const price = [`${DOMAIN}/orders/price.test.ts`];
const payment = [`${DOMAIN}/payments/payment.test.ts`];
const refund = [`${DOMAIN}/refunds/refund.test.ts`];
const order = [`${DOMAIN}/orders/order.test.ts`];
const availability = [`${DOMAIN}/books/part-availability.test.ts`];
const entitlement = [`${DOMAIN}/entitlements/entitlement.test.ts`];
const buying = [`${MODULES}/orders/buying.test.ts`];
const several = [`${MODULES}/orders/several-parts.test.ts`, `${MODULES}/pocket/pocket.test.ts`];
const settling = [
  `${MODULES}/payments/settlement.test.ts`,
  `${MODULES}/payments/notices-and-doubles.test.ts`,
  `${MODULES}/refunds/refunds.test.ts`,
  `${MODULES}/refunds/refund-orders.test.ts`,
  `${MODULES}/refunds/refund-ledger.test.ts`,
  `${MODULES}/orders/money-rules.test.ts`,
];
const histories = [...settling, `${MODULES}/orders/money-histories.test.ts`, `${MODULES}/orders/schedules.test.ts`];
const faults = [
  `${MODULES}/payments/provider-faults.test.ts`,
  `${MODULES}/refunds/refund-ledger.test.ts`,
  `${MODULES}/payments/refused-credentials.test.ts`,
];
const codes = [`${MODULES}/discount-codes/discount-codes.test.ts`];
const disputing = [`${MODULES}/refunds/refunds.test.ts`, `${MODULES}/refunds/refund-ledger.test.ts`];
const withdrawing = [`${MODULES}/refunds/withdrawal.test.ts`];
const adapter = [`${PROVIDER}/mercadopago-payments.test.ts`, `${MODULES}/payments/settlement.test.ts`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedMoneyRules = [
  ...of(`${DOMAIN}/orders/price.ts`, price, [
    ['the discount counts only during the presale', 'inPresale ? discountPercentage : 0', 'discountPercentage'],
    [
      'a discounted price is rounded half up',
      'Math.round((value * (100 - discountPercentage)) / 100)',
      'Math.floor((value * (100 - discountPercentage)) / 100)',
    ],
    ['net and tax are the total', 'vat: total - net', 'vat: Math.round((net * VAT_PERCENT) / 100)'],
  ]),
  ...of(
    `${DOMAIN}/orders/set-price.ts`,
    [`${DOMAIN}/orders/set-price.test.ts`],
    [
      ['a book of one missing part is not completed', 'missing.length < 2 || ', ''],
      ['what is owned completes nothing', 'isSold && !isOwned && price.final > 0', 'isSold && price.final > 0'],
      ['what is not sold completes nothing', 'isSold && !isOwned', '!isOwned'],
      [
        'a book is complete with all its parts only',
        'partIds.every((id) => givenIds.has(id))',
        'partIds.some((id) => givenIds.has(id))',
      ],
      ['the better discount of a part counts', 'b.percentage - a.percentage', 'a.percentage - b.percentage'],
      [
        'no part costs more than alone',
        'roundTogether(discountedPrices, 100, Math.round(sumOf(discountedPrices) / 100), alone)',
        'roundTogether(discountedPrices, 100, Math.round(sumOf(discountedPrices) / 100))',
      ],
      [
        'a peso left over goes to the same part in any order',
        'together.toSorted((a, b) => (a.partId < b.partId ? -1 : 1))',
        '[...together]',
      ],
    ],
  ),
  ...of(`${DOMAIN}/books/part-availability.ts`, availability, [
    [
      'a presale without an end is none',
      'part.presaleEndAt !== null && part.presaleEndAt > now',
      '(part.presaleEndAt ?? Infinity) > now',
    ],
    ['what is not shown is not sold', "if (!isListed(state)) return 'part_not_found';", ''],
    ['what is not out is not sold', "if (!isReleased(schedule, now)) return 'part_not_released';", ''],
    ['a part without a book is not sold', "if (!state.hasEbook) return 'part_without_ebook';", ''],
  ]),
  ...of(`${DOMAIN}/payments/payment.ts`, payment, [
    ['a payment for nothing buys nothing', '!due || due.total <= 0', '!due'],
    [
      'money on another account buys nothing',
      "if (due.account !== null && reported.account !== null && due.account !== reported.account) return 'wrong_account';",
      '',
    ],
    ['other coins buy nothing', "if (reported.currency !== CURRENCY) return 'wrong_currency';", ''],
    ['only the exact sum buys', 'reported.amount === due.total ? null', 'reported.amount >= due.total ? null'],
    ['an older report changes nothing', "if (isOlder) return 'stale';", ''],
    [
      'no payment takes a way that none can take',
      "return mayComeBack(storedPayment.state, providerPayment.state) ? 'use' : 'impossible';",
      "return 'use';",
    ],
    [
      'only what is surely newer takes back an end',
      "if (providerPayment.version <= storedPayment.version) return 'stale';",
      '',
    ],
  ]),
  ...of(`${DOMAIN}/refunds/refund.ts`, refund, [
    [
      'a payment with a problem pays for nothing',
      'return payment.problem === null && isHeld(payment.state)',
      'return isHeld(payment.state)',
    ],
    [
      'beside a bad payment the good one is not guessed',
      "if (payments.some((other) => other !== payment && holdsMoneyForNothing(other))) return { kind: 'unnamed' };",
      '',
    ],
    [
      'what an admin settled does not go back',
      'return isMoneyHeld && !payment.isSettled && ',
      'return isMoneyHeld && ',
    ],
    [
      'money on its way back is gone',
      "refunds.filter(({ state }) => state === 'requested' || state === 'done')",
      "refunds.filter(({ state }) => state === 'done')",
    ],
    ['what was given back by hand is gone', ' + payment.settledAmount;', ';'],
    [
      'a part brings back no more than it cost',
      'return Math.max(0, Math.min(remainingAmount, part.price - ofPart));',
      'return remainingAmount;',
    ],
    [
      'a contradiction stays open',
      "if (contradiction !== null && (mattersNow(state) || mattersNow(contradiction))) return 'contradiction';",
      '',
    ],
    ['a chargeback stays open', "if (state === 'charged_back') return 'charged_back';", ''],
    [
      'a refund that is due stays open',
      "const isWaiting = refunds.some((refund) => refund.state === 'requested');",
      'const isWaiting = false;',
    ],
    [
      'a refund that the provider does not count is open',
      "return isWaiting || uncounted(payment, refunds) > 0 ? 'refund' : null;",
      "return isWaiting ? 'refund' : null;",
    ],
    ['a refund is never given up', "after: 'repeat'", "after: 'give-up'"],
    [
      'what another refund accounts for is not taken for this one',
      'return !sums.has(unexplained);',
      'return unexplained === amount || !sums.has(unexplained);',
    ],
  ]),
  ...of(`${DOMAIN}/orders/order.ts`, order, [
    [
      'payments with a problem do not make an order paid',
      'payments.filter((payment) => payment.problem === null)',
      'payments.slice()',
    ],
    [
      'a payment too many does not make its order refunded',
      "return goesBackByItself(problem) && problem !== 'duplicate';",
      'return goesBackByItself(problem);',
    ],
    [
      'a voucher is asked about for a month',
      'return order.pending && age < PENDING_LIMIT_MS ? now + DAY_MS : null;',
      'return null;',
    ],
  ]),
  ...of(`${DOMAIN}/entitlements/entitlement.ts`, entitlement, [
    ['what was revoked is not held', 'entitlement.revokedAt === null && ', ''],
    ['early access ends', '(entitlement.expiresAt === null || entitlement.expiresAt > now)', 'true'],
    ['an owner waits for the release', '(owned && part.releaseAt <= now)', 'owned'],
    ['early access is no ownership', "entitlement.source !== 'early_access'", 'true'],
  ]),
  ...of(`${MODULES}/orders/make-order.ts`, several, [
    [
      'an unknown part refuses the whole order',
      'offered.length === 0 || partIds.some((id) => !offered.some(({ part }) => part.id === id))',
      'offered.length === 0',
    ],
  ]),
  ...of(`${MODULES}/orders/buy-parts.ts`, several, [
    ['parts that are being paid are not paid besides', "if (isAwaited) throw new AppError('payment_pending');", ''],
    [
      'a part that nobody can buy refuses the whole order',
      'for (const { refusal } of otherParts) if (refusal) throw new AppError(refusal);',
      '',
    ],
    [
      'free parts wait for no payment',
      'otherParts.filter(({ price }) => isFree || price.final === 0)',
      'otherParts.filter(() => isFree)',
    ],
    [
      'an order is paid where all its parts are found',
      'others.length === 0 ? `/user-library/${first}` : ORDERS',
      '`/user-library/${first}`',
    ],
  ]),
  ...of(`${MODULES}/orders/price-parts.ts`, several, [
    ['what is owned is not missing', 'isOwned: owned !== undefined', 'isOwned: false'],
    [
      'a book is completed at its own discount',
      'discountPercentage: book.completion_discount',
      'discountPercentage: 0',
    ],
    [
      'what is owned or being paid is not priced with the others',
      'requestedParts.filter(isPayable)',
      'requestedParts.slice()',
    ],
  ]),
  ...of(`${MODULES}/pocket/pocket.ts`, several, [
    [
      'what is not in the shop is told to its owner only',
      "refusal !== 'part_not_found' || owned !== undefined",
      'true || owned !== undefined || refusal',
    ],
    [
      'a pocket takes in what can be bought',
      'isPayable(each) && !inside.has(each.part.id)',
      '!inside.has(each.part.id)',
    ],
    ['a pocket holds what can be paid at once', "throw new AppError('pocket_full')", 'void 0'],
    ['a total counts what can be paid', 'offered.filter(isPayable).reduce', 'offered.reduce'],
    ['what the provider takes least counts', 'Math.max(settings.minAmount, ways.least())', 'ways.least()'],
  ]),
  ...of(`${MODULES}/pocket/repository.ts`, several, [
    [
      'a pocket is its owner’s',
      ".selectFrom('pocket_items')\n    .selectAll()\n    .where('user_id', '=', userId)",
      ".selectFrom('pocket_items')\n    .selectAll()",
    ],
    [
      'nobody takes out of another pocket',
      ".deleteFrom('pocket_items')\n    .where('user_id', '=', userId)",
      ".deleteFrom('pocket_items')",
    ],
  ]),
  ...of(`${MODULES}/orders/repository.ts`, several, [
    [
      'an order is reused at exactly its amounts',
      'amounts.get(item.part_id) === item.amount',
      'amounts.has(item.part_id)',
    ],
  ]),
  ...of(`${MODULES}/orders/grant-order.ts`, several, [
    [
      'a part that is owned already goes back alone',
      'for (const item of superfluous)',
      'for (const item of superfluous.slice(1))',
    ],
    ['who gets a part back is told', 'await tellSentBack(tx, context, payment, superfluous, now);', ''],
    ['a pocket is emptied of what was paid', 'await leavePocket(tx, order.user_id, partIds);', ''],
  ]),
  ...of(`${MODULES}/orders/own-orders.ts`, several, [
    ['an order of which something is kept is paid', 'returned.amount >= order.total', 'returned.amount > 0'],
  ]),
  ...of(`${MODULES}/payments/settle-payment.ts`, several, [
    ['what came back in part was paid', "state === 'paid' || state === 'partially_refunded'", "state === 'paid'"],
  ]),
  ...of(
    `${MODULES}/orders/make-order.ts`,
    [...buying, `${MODULES}/payments/provider-faults.test.ts`, ...settling.slice(0, 2)],
    [
      [
        'preferences are limited for an address',
        "if (!(await context.limiter.hit(key, preferencesPerHour, HOUR_MS))) throw new AppError('too_many_requests');",
        '',
      ],
      [
        'an order opens one place to pay',
        'payments.createCheckout(request, order.id)',
        'payments.createCheckout(request, `${order.id}${performance.now()}`)',
      ],
      [
        'a rejected try does not close an order',
        "state: order.state === 'rejected' ? ('open' as const) : order.state,",
        'state: order.state,',
      ],
    ],
  ),
  ...of(
    `${MODULES}/orders/buy-parts.ts`,
    [...buying, `${MODULES}/payments/provider-faults.test.ts`, ...settling.slice(0, 2)],
    [
      [
        'nobody buys what is owned',
        "if (entitlement?.source !== 'free' || !order || (price.final > 0 && !isByCode)) throw new AppError('already_owned');",
        '',
      ],
      [
        'a part that a code made free is taken again with that code alone',
        'code !== undefined && order?.discount_code === normaliseCode(code)',
        'order !== undefined',
      ],
      [
        'nothing is sold below the lowest amount',
        "if (totalOf(paidParts) < leastAmount(context)) throw new AppError('below_minimum_amount');",
        '',
      ],
      [
        'what was paid meanwhile is not paid again',
        "if (placed.isReused && (await wasPaidMeanwhile(context, placed.order))) throw new AppError('already_owned');",
        '',
      ],
    ],
  ),
  ...of(`${DOMAIN}/payments/payment.ts`, settling, [
    ['a payment too many goes back by itself', "return problem === 'duplicate' || ", 'return '],
  ]),
  ...of(`${MODULES}/payments/settle-payment.ts`, histories, [
    [
      'what went back at the provider before explains no later refund',
      '  await noteProviderRefund(tx, context, { order: undefined, payment, settledBefore, now });\n  if (!news) return false;',
      '  void settledBefore;\n  if (!news) return false;',
    ],
    ['a payment does not change its order', 'storedPayment.order_id !== (order?.id ?? null) || ', ''],
    ['a good payment does not turn bad', ' || spoilsGood(storedPayment, problem))', ')'],
    [
      'a payment that goes back stays so',
      'if (storedPayment && goesBackByItself(storedPayment.problem)) return storedPayment.problem;',
      '',
    ],
    [
      'a refund of ours is not forgotten by an older answer',
      'return isNewer\n    ? providerPayment.refundedAmount\n    : Math.max(storedPayment.refunded_amount, providerPayment.refundedAmount);',
      'void isNewer;\n  return providerPayment.refundedAmount;',
    ],
    [
      'what the provider returned corrects ours, downwards too',
      'return isNewer\n    ? providerPayment.refundedAmount\n    : Math.max(storedPayment.refunded_amount, providerPayment.refundedAmount);',
      'void isNewer;\n  return Math.max(storedPayment.refunded_amount, providerPayment.refundedAmount);',
    ],
    [
      'a refund that the provider does not count is asked about',
      "(state === 'requested' && orderId !== null) || (state === 'done' && isShort)",
      "state === 'requested' && orderId !== null",
    ],
    [
      'access that a chargeback ended says so',
      "if (news && (status === 'charged_back' || status === 'refunded')) {",
      "if (news && status === 'refunded') {",
    ],
  ]),
  ...of(`${MODULES}/orders/grant-order.ts`, histories, [
    ['what an admin settled at the provider counts once', 'if (settled.length > 0) {', 'if (settled.length > 99) {'],
    [
      'a second payment of an order goes back',
      'if (await isPaidByAnother(tx, order.id, payment.id, grants.live > 0)) {',
      'if (await Promise.resolve(false)) {',
    ],
    [
      'money of a deleted buyer goes back',
      'if (!isRestored && !(await findLiveUser(tx, order.user_id))) {',
      'if (await Promise.resolve(false)) {',
    ],
    [
      'a dispute that was won brings back no part that was refunded',
      '(await orderRepository.findItems(tx, order.id)).filter((item) => !returned.has(item.part_id));',
      'await orderRepository.findItems(tx, order.id);',
    ],
    [
      'money for what is owned already goes back',
      'if (items.length > 0 && superfluous.length === items.length)',
      'if (await Promise.resolve(false))',
    ],
    [
      'what was promised back is not granted again because its refund did not go through',
      'if (refunds.some((refund) => refund.part_id === null && refund.reason !== MADE_THERE)) return false;',
      '',
    ],
    [
      'access stays while another payment pays for it',
      'if (payment.problem !== null || (await isPaidByAnother(tx, order.id, payment.id, partId === null))) return;',
      '',
    ],
    [
      'what we sent back is not counted again as sent back elsewhere',
      'payment.refunded_amount - sumOf(ours)',
      'payment.refunded_amount',
    ],
  ]),
  ...of(
    `${MODULES}/payments/process-notices.ts`,
    [...settling, ...faults],
    [
      ['a forged notice is refused', "if (notice.kind === 'forged') throw new AppError('notice_not_authentic');", ''],
      [
        'a silent provider costs no notice',
        "const UNANSWERED: Backoff = { waitsMin: WAITS_MIN, after: 'repeat' };",
        "const UNANSWERED: Backoff = { waitsMin: WAITS_MIN, after: 'give-up' };",
      ],
    ],
  ),
  ...of(`${MODULES}/refunds/request-refund.ts`, histories, [
    ['the same refund is asked for once', 'if (same) {', 'if (same && same.dedupe_key === null) {'],
    [
      'settled outside, nothing is sent back any more',
      '      next_attempt_at: null,\n      done_at: now,',
      '      next_attempt_at: now,\n      done_at: null,',
    ],
  ]),
  ...of(
    `${MODULES}/orders/own-orders.ts`,
    [`${MODULES}/orders/own-orders.test.ts`, ...withdrawing],
    [
      [
        'an order is its buyer’s alone',
        "if (order?.user_id !== userId) throw new AppError('order_not_found');",
        "if (!order) throw new AppError('order_not_found');",
      ],
      ['nobody is invited to pay twice', 'isOwned(item) || awaited.has(item.part_id)', 'false'],
      [
        'there is a receipt of what was paid alone',
        "if (order.paid_at === null || !buyer) throw new AppError('order_not_found');",
        "if (!buyer) throw new AppError('order_not_found');",
      ],
    ],
  ),
  ...of(`${MODULES}/orders/grant-order.ts`, disputing, [
    [
      'nor does it of a payment too many',
      '  await noteProviderRefund(tx, context, { order: undefined, payment, settledBefore, now });\n  await giveBack(',
      '  await giveBack(',
    ],
    [
      'what is on its way back is not sent back once more',
      'const amount = refundableAmount(ledgerPayment(payment), refunds, part);',
      'void [refundableAmount, refunds];\n  const amount = part?.price ?? payment.amount - payment.refunded_amount - payment.settled_amount;',
    ],
    [
      'a part whose money went back ends although another payment is in dispute',
      'payment.id, partId === null)',
      'payment.id, true)',
    ],
  ]),
  ...of(`${MODULES}/refunds/request-refund.ts`, disputing, [
    [
      'what was to be returned of money that a bank took is owed again',
      "payment.status === 'charged_back' ? [] : requestedOf(refunds)",
      'requestedOf(refunds)',
    ],
    [
      'what was made by hand is not settled as well',
      'sumOf(waiting.filter((refund) => !explainedRefunds.includes(refund)))',
      'sumOf(waiting)',
    ],
  ]),
  ...of(`${MODULES}/payments/settle-payment.ts`, codes, [
    [
      'a payment that is told of late is asked about until it is decided',
      '...(isForgotten ? { next_check_at: next } : {})',
      '',
    ],
  ]),
  ...of(
    `${MODULES}/orders/reconcile-orders.ts`,
    [...settling, `${MODULES}/orders/schedules.test.ts`],
    [
      ['lost notices are made up for', 'if (preference_id !== null) await settleOrder(context, id);', ''],
      [
        'an order that nobody paid is given up',
        "const over = (state === 'open' && order.expires_at <= now) || (state === 'pending' && next === null && !isHeld);",
        'const over = false && isHeld;',
      ],
    ],
  ),
  ...of(`${PROVIDER}/mercadopago-payments.ts`, adapter, [
    ['a notice is signed', "if (!isSameSecret(expected, signature.v1)) return { kind: 'forged' };", ''],
    ['an unknown state is waiting', "return states[status] ?? 'pending';", "return states[status] ?? 'approved';"],
    ['fees that the buyer pays are not the shop’s', ".filter(({ fee_payer }) => fee_payer !== 'payer')", ''],
  ]),
  ...of(`${MODULES}/orders/repository.ts`, buying, [
    [
      'an order that is nearly over is not given out again',
      ".where('expires_at', '>', now + SHORTEST_TIME_TO_PAY_MS)",
      ".where('expires_at', '>', now)",
    ],
  ]),
  ...of(
    `${MODULES}/payments/open-payments.ts`,
    [`${MODULES}/refunds/refund-ledger.test.ts`],
    [
      [
        'a dispute is told without a day of patience',
        "reason === 'in_mediation' || reason === 'charged_back' ? 0 : PATIENCE_MS;",
        'reason.length < 0 ? 0 : PATIENCE_MS;',
      ],
      ['what stays open is told of again', ' || toldAt <= now - REMIND_EVERY_MS', ''],
      [
        'a later refund of the same payment is told of',
        'toldAt <= since : toldAt < since;',
        'toldAt === 0 : toldAt === 0;',
      ],
    ],
  ),
];
