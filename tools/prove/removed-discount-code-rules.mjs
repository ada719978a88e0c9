// The rules about discount codes, which are rules about money. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const MODULES = 'apps/api/src/modules';

const codes = [`${MODULES}/discount-codes/discount-codes.test.ts`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedDiscountCodeRules = [
  ...of(
    `${DOMAIN}/orders/set-price.ts`,
    [`${DOMAIN}/orders/set-price.test.ts`],
    [
      ['a code makes no part dearer', 'reduced === undefined || reduced >= item.amount', 'reduced === undefined'],
      [
        'a code leaves what it is not for',
        'const eligible = items.filter(({ partId }) => partIds.includes(partId));',
        'const eligible = items;',
      ],
      [
        'a code takes no more than its pesos off',
        'apportion(Math.min(pesos, sumOf(values)), values)',
        'apportion(sumOf(values), values)',
      ],
      [
        'a code leaves no less than nothing to pay',
        'apportion(Math.min(pesos, sumOf(values)), values)',
        'apportion(pesos, values)',
      ],
      [
        'the pesos of a code are taken off where they save most',
        'gain(choice) > gain(best)',
        'gain(choice) < gain(best)',
      ],
    ],
  ),
  ...of(
    `${DOMAIN}/discount-codes/discount-code.ts`,
    [`${DOMAIN}/discount-codes/discount-code.test.ts`],
    [
      ['a code that was switched off takes nothing off', "if (!terms.isActive) return 'off';", ''],
      ['a code ends', "if (terms.endsAt !== null && now > terms.endsAt) return 'over';", ''],
      ['a code begins', "terms.startsAt !== null && now < terms.startsAt ? 'later' : 'running'", "'running'"],
      [
        'a person uses a code no more often than it allows',
        'maxUsesPerPerson !== null && uses.own - unpaid >= maxUsesPerPerson',
        'false',
      ],
      ['a code is used no more often than it allows', 'maxUses !== null && uses.all - unpaid >= maxUses', 'false'],
    ],
  ),
  ...of('apps/api/src/modules/discount-codes/repository.ts', codes, [
    ['an order that can be paid has its use of the code', ', isUnpaid(now)]);', ']);'],
    ['an order that expired gives its use back', ", eb('orders.expires_at', '>', now)]", ']'],
    [
      'a payment under way holds its use of the code',
      "['pending', 'paid', 'partially_refunded',",
      "['paid', 'partially_refunded',",
    ],
    [
      'an order of which a part went back keeps its use',
      "'paid', 'partially_refunded', 'disputed'",
      "'paid', 'disputed'",
    ],
    [
      'an order that went back whole gives its use back',
      "'paid', 'partially_refunded', 'disputed'",
      "'paid', 'partially_refunded', 'refunded', 'disputed'",
    ],
    ['what others used is not what one used', ".where('user_id', '=', userId)", ''],
  ]),
  ...of(`${MODULES}/discount-codes/price-with-code.ts`, codes, [
    ['who guesses codes is stopped', "if (within.includes(false)) throw new AppError('too_many_requests');", ''],
    [
      'a code that there is counts as no guess',
      'if (isKnown) for (const [key] of limits) await limiter.undo(key);',
      '',
    ],
    [
      'guesses count by account too',
      'if (userId !== null) limits.push([`discount-code:${userId}`, WRONG_PER_ACCOUNT]);',
      '',
    ],
    ['an order that is found again needs no other use', 'orderId: order?.id ?? null', 'orderId: null'],
    ['a code that cannot be used takes nothing off', 'if (why) return refused(why.refusal, why.at);', ''],
    ['a code for none of the parts is refused', "if (reduced.length === 0) return refused('other_parts');", ''],
  ]),
  ...of(`${MODULES}/orders/make-order.ts`, codes, [
    ['a code that takes nothing off any more makes no order', 'if (isRefused || (', 'if (('],
  ]),
  ...of(`${MODULES}/orders/repository.ts`, codes, [
    [
      'an order is found again with the same code only',
      ".where('discount_code', code === null ? 'is' : '=', code)",
      '',
    ],
  ]),
  ...of(`${MODULES}/orders/price-parts.ts`, codes, [
    ['a code is for its book or part', 'isForPart(code, part) ? [part.id] : []', '[part.id]'],
  ]),
  ...of(
    'apps/api/src/modules/discount-codes/service.ts',
    ['apps/api/src/modules/discount-codes/admin-discount-codes.test.ts'],
    [
      [
        'what an order shows of its code is not rewritten',
        "if (isRewritten && (await isFixed(tx, storedCode.code))) throw new AppError('discount_code_used');",
        '',
      ],
      [
        'a code that an order shows is not deleted',
        "if (await isFixed(tx, code)) throw new AppError('discount_code_used');",
        '',
      ],
    ],
  ),
  ...of(
    'packages/contract/src/discount-codes.ts',
    ['apps/api/src/modules/discount-codes/admin-discount-codes.test.ts'],
    [
      [
        'codes are for admins alone',
        "const { admin } = callsOf('discount-codes');",
        "const { user: admin } = callsOf('discount-codes');",
      ],
    ],
  ),
];
